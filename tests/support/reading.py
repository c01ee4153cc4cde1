"""The texts of a page as it is sent: what is seen or read out of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNREAD = {"script", "style", "template", "noscript"}
LABELS = ("aria-label", "title", "placeholder", "alt", "data-news", "data-need", "data-description")


def texts_of(page: str) -> list[str]:
    """Title, texts and labels of a page; not what is said to be English, nor links and codes."""
    reader = _Texts()
    reader.feed(page)
    return reader.found


def without_ids(text: str) -> str:
    """A text without random ids and keys, of twelve letters and more: two or three of a name are in some by chance."""
    return re.sub(r"[A-Za-z0-9_-]{12,}", "", text)


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []  # the elements that are open, and whether their texts are read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        is_other = tag in UNREAD or attributes.get("lang") == "en" or "data-code" in attributes
        is_link = "link" in (attributes.get("class") or "").split()
        if not any(name == "template" for name, _ in self._open):
            self.found += [attributes[name] or "" for name in LABELS if name in attributes]
        if tag not in VOID:
            self._open.append((tag, self._is_read and not is_other and not is_link))

    def handle_endtag(self, tag: str) -> None:
        # The end of an element ends those in it whose end may be left out.
        if tag in [name for name, _ in self._open]:
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._is_read:
            self.found.append(data)

    @property
    def _is_read(self) -> bool:
        return not self._open or self._open[-1][1]


class Part:
    """An element of a page with its texts, those of the elements in it included."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes, self._texts = tag, attributes, list[str]()

    def add(self, text: str) -> None:
        self._texts.append(text)

    @property
    def text(self) -> str:
        """What is read of it."""
        return " ".join("".join(self._texts).split())

    @property
    def name(self) -> str:
        """What it is called: its label, or its text."""
        return self.attributes.get("aria-label") or self.text

    @property
    def role(self) -> str:
        if self.tag == "a" and "href" not in self.attributes:
            return ""
        return self.attributes.get("role") or _ROLES.get(self.tag, "")


_ROLES = {
    **{f"h{level}": "heading" for level in range(1, 7)},
    **{"a": "link", "button": "button", "form": "form", "table": "table", "tr": "row", "li": "listitem"},
    **{"fieldset": "group", "img": "img", "input": "textbox"},
}


def parts(page: str, role: str) -> list[Part]:
    """The elements of a page with this role, in order."""
    reader = _Parts()
    reader.feed(page)
    return [part for part in reader.found if part.role == role]


def named(page: str, role: str) -> list[str]:
    """What the elements with this role are called."""
    return [part.name for part in parts(page, role)]


def says(page: str, text: str) -> bool:
    """Whether an element of the page has this text and no other."""
    reader = _Parts()
    reader.feed(page)
    return any(part.text == text for part in reader.found)


def read_text(page: str) -> str:
    """The text of a page or of a part of it, as it is read from its beginning to its end."""
    reader = _Parts()
    reader.feed(page)
    return reader.whole.text


class _Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.whole, self.found = Part("", {}), list[Part]()
        self._open: list[Part] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = Part(tag, {name: value or "" for name, value in attrs})
        self.found.append(part)
        if tag not in VOID:
            self._open.append(part)
        self._apart(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(Part(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self._apart(tag)
        if tag in [part.tag for part in self._open]:
            while self._open.pop().tag != tag:
                pass

    def _apart(self, tag: str) -> None:
        """What stands in another block or cell is another word."""
        if tag not in _WITHIN_A_LINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if not any(part.tag in UNREAD for part in self._open):
            for part in (self.whole, *self._open):
                part.add(data)


_WITHIN_A_LINE = {"a", "b", "bdi", "em", "i", "span", "strong", "sub", "sup"}
