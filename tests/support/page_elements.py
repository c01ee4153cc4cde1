"""An element of a page, as a person or a screen reader gets it: its role, name, text, rows and fields."""

import re

UNREAD = {"script", "style", "template", "noscript"}
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_REGIONS = {"section", "article", "li", "form", "details", "fieldset", "main", "table"}
_WITHIN_A_LINE = {"a", "b", "bdi", "em", "i", "small", "span", "strong", "sub", "sup"}
_ROLES = {
    **dict.fromkeys(_HEADINGS, "heading"),
    **{"a": "link", "button": "button", "form": "form", "table": "table", "tr": "row", "th": "cell", "td": "cell"},
    **{"li": "listitem", "ul": "list", "ol": "list", "fieldset": "group", "img": "img", "summary": "disclosure"},
    **{"select": "combobox", "option": "option", "textarea": "textbox", "section": "region", "nav": "navigation"},
    **{"progress": "progressbar", "main": "main", "p": "paragraph", "output": "status", "s": "deletion"},
}
_INPUTS = {"checkbox": "checkbox", "radio": "radio", "hidden": "", "file": "", "submit": "button"}


class Element:
    """An element of a page: its attributes, and the texts and elements in it."""

    def __init__(self, tag, attributes, parent=None):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children = []

    def __iter__(self):
        """All elements within it, in the order of the page; those of a template are not on the page yet."""
        for child in self.children:
            if isinstance(child, Element) and child.tag != "template":
                yield child
                yield from child

    def __contains__(self, attribute):
        return attribute in self.attributes

    def __getitem__(self, attribute):
        return self.attributes[attribute]

    @property
    def role(self):
        if self.tag == "a" and "href" not in self:
            return ""
        plain = _INPUTS.get(self.attributes.get("type", ""), "textbox") if self.tag == "input" else _ROLES.get(self.tag)
        return self.attributes.get("role") or plain or ""

    @property
    def name(self):
        """What it is called: its label, the heading of a region, else its text."""
        if label := self.attributes.get("aria-label") or self.attributes.get("alt"):
            return " ".join(label.split())
        if self.tag in ("input", "select", "textarea"):
            return self._label
        if self.tag in _REGIONS - {"li"}:
            return next((part.text for part in self if part.tag in _HEADINGS | {"legend", "caption"}), "")
        return self.text

    @property
    def title(self):
        return next(part.text for part in self if part.tag == "title")

    @property
    def text(self):
        """What is read of it from its beginning to its end; drawings that a screen reader passes over are left out."""
        runs = list(self._runs())
        return re.sub(r"\s+", " ", "".join(_spaced(runs))).strip()

    @property
    def cells(self):
        return [part.text for part in self.children if isinstance(part, Element) and part.text]

    @property
    def rows(self):
        """The texts of a table, or of the tables in it: a list for each row."""
        return [[cell.text for cell in row.find_all("cell")] for row in self.find_all("row")]

    @property
    def body(self):
        """The rows of a table without those that only name its columns."""
        rows = [row for row in self.find_all("row") if any(cell.tag == "td" for cell in row)]
        return [[cell.text for cell in row.find_all("cell")] for row in rows]

    @property
    def items(self):
        return [item.text for item in self.find_all("listitem")]

    @property
    def bold(self):
        """The texts that are bold, those for the eye alone left out."""
        return [part.text for part in self if part.tag in ("b", "strong") and part.text]

    @property
    def drawn(self):
        return [part.text for part in self if part.tag == "text"]

    @property
    def own_text(self):
        """Its text without that of the elements in it."""
        return " ".join("".join(child for child in self.children if isinstance(child, str)).split())

    def values(self, name):
        """What the fields and buttons of this name hold or offer, whether or not they are chosen."""
        return [part.attributes.get("value", "") for part in self if part.attributes.get("name") == name]

    @property
    def fields(self):
        """What a form sends, but for the button that is pressed."""
        return [sent for part in self._root if part.form is self for sent in part._sent]

    @property
    def form(self):
        if name := self.attributes.get("form"):
            return next((part for part in self._root if part.tag == "form" and part.attributes.get("id") == name), None)
        return self.within("form")

    def within(self, *tags):
        """The nearest element around it with one of these tags."""
        around = self.parent
        while around is not None and around.tag not in tags:
            around = around.parent
        return around

    def find_all(self, role, name=None):
        """The elements within it that have this role and, if one is given, this name."""
        return [part for part in self if part.role == role and (name is None or part.name == name)]

    def find(self, role, name=None):
        """The first element with this role and name; there has to be one."""
        parts = self.find_all(role, name)
        assert parts, f"no {role} {name or ''}; there are {[part.name for part in self.find_all(role)]}"
        return parts[0]

    def has(self, role, name):
        return bool(self.find_all(role, name))

    def by_id(self, name):
        return self.with_attribute("id", name)[0]

    def has_id(self, name):
        return any(part.attributes.get("id") == name for part in self)

    def with_attribute(self, attribute, value=None):
        """The elements that have an attribute, with any value or with this one; there has to be one."""
        parts = [part for part in self if attribute in part and value in (None, part[attribute])]
        assert parts, f"nothing has {attribute}={value!r}"
        return parts

    def by_seat(self):
        """The text of what belongs to each seat, in the order of the page."""
        return {int(part["data-seat"]): part.text for part in self.with_attribute("data-seat")}

    def region(self, heading):
        """The part of the page that this heading is the heading of."""
        around = self.find("heading", heading).within(*_REGIONS)
        assert around is not None, heading
        return around

    @property
    def _root(self):
        return self if self.parent is None else self.parent._root

    @property
    def _label(self):
        label = self.within("label")
        if label is None and "id" in self:
            labels = (part for part in self._root if part.tag == "label")
            label = next((part for part in labels if part.attributes.get("for") == self["id"]), None)
        return label.text if label else self.attributes.get("placeholder", "")

    @property
    def _sent(self):
        """What this field adds to what its form sends."""
        name, kind = self.attributes.get("name"), self.attributes.get("type", "")
        if name is None or "disabled" in self or (kind in ("radio", "checkbox") and "checked" not in self):
            return []
        if self.tag == "input":
            return [(name, self.attributes.get("value", "on" if kind == "checkbox" else ""))]
        if self.tag == "textarea":
            text = "".join(part for part in self.children if isinstance(part, str))
            return [(name, text.removeprefix("\n"))]  # as HTML has it
        if self.tag == "select":
            options = self.find_all("option")
            chosen = [part for part in options if "selected" in part] or options[:1]
            return [(name, part.attributes.get("value", part.text)) for part in chosen]
        return []

    def _runs(self):
        """Its texts; "" between two elements of a line, " " where another line or box begins."""
        if self.tag in UNREAD or "hidden" in self or self.attributes.get("aria-hidden") == "true":
            return
        edge = "" if self.tag in _WITHIN_A_LINE else " "
        yield edge
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._runs()
        yield edge


def _spaced(runs):
    """Texts with a space where two words of different elements meet, as where they stand side by side in boxes."""
    before = " "
    for run in filter(None, runs):
        if re.search(r"[^\s(\[“‘/+−#]$", before) and re.match(r"[\w+−·×]", run):
            yield " "
        yield run
        before = run
