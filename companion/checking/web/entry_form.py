"""The fields that a browser would send from a page's entry form (HTML Living Standard, form submission)."""

from __future__ import annotations

from html.parser import HTMLParser

Fields = list[tuple[str, str]]


class EntryForm(HTMLParser):
    """The entry form of a page: its action, the fields that its main button sends, and the links of the seats' tabs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields, self.tabs = "", Fields(), list[str]()
        self.label: str | None = None
        self._is_in, self._is_label = False, False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the form, its fields, the tabs and the main button."""
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = attributes.get("id") == "entry"
            self.action = attributes["action"] if self._is_in else self.action
        if tag == "a" and "data-tab" in attributes:
            self.tabs.append(attributes["href"])
        if tag == "input" and self._owns(attributes) and self._is_sent(attributes):
            self.fields.append((attributes["name"], attributes.get("value", "on")))
        if tag == "button" and attributes.get("form") == "entry" and "button" in attributes["class"].split():
            self._is_label = True
            if "name" in attributes:
                self.fields.append((attributes["name"], attributes.get("value", "")))

    def handle_data(self, data: str) -> None:
        """Record the label of the main button."""
        if self._is_label:
            self.label = data.strip()
        self._is_label = False

    def handle_endtag(self, tag: str) -> None:
        """Leave the form."""
        if tag == "form":
            self._is_in = False

    def _owns(self, attributes: dict[str, str]) -> bool:
        return attributes["form"] == "entry" if "form" in attributes else self._is_in

    def _is_sent(self, attributes: dict[str, str]) -> bool:
        is_choice = attributes.get("type") in ("checkbox", "radio")
        return "name" in attributes and "disabled" not in attributes and ("checked" in attributes or not is_choice)
