"""What a browser would send of a page: the fields of its entry form (HTML Living Standard, form submission)."""

from __future__ import annotations

from html.parser import HTMLParser

Fields = list[tuple[str, str]]


class EntryForm(HTMLParser):
    """The entry form of a page: where it posts to, what a tap on its main button sends, and the tabs of the seats."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields, self.tabs = "", Fields(), list[str]()
        self.label: str | None = None
        self._is_in, self._is_label = False, False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = told.get("id") == "entry"
            self.action = told["action"] if self._is_in else self.action
        if tag == "a" and "data-tab" in told:
            self.tabs.append(told["href"])
        if tag == "input" and self._owns(told) and self._is_sent(told):
            self.fields.append((told["name"], told.get("value", "on")))
        if tag == "button" and told.get("form") == "entry" and "button" in told["class"].split():
            self._is_label = True
            if "name" in told:
                self.fields.append((told["name"], told.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self._is_label:
            self.label = data.strip()
        self._is_label = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_in = False

    def _owns(self, told: dict[str, str]) -> bool:
        return told["form"] == "entry" if "form" in told else self._is_in

    def _is_sent(self, told: dict[str, str]) -> bool:
        is_choice = told.get("type") in ("checkbox", "radio")
        return "name" in told and "disabled" not in told and ("checked" in told or not is_choice)
