"""The texts of a page as it is sent: what is seen or read out of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from tests.support.page_elements import UNREAD, Element
from tests.support.page_tree import VOID, parse

LABELS = ("aria-label", "title", "placeholder", "alt", "data-news", "data-need", "data-description")


def texts_of(page: str) -> list[str]:
    """Title, texts and labels of a page; not what is said to be English, nor links and codes."""
    reader = _Texts()
    reader.feed(page)
    return reader.texts


def without_ids(text: str) -> str:
    """A text without random ids and keys, of twelve letters and more: two or three of a name are in some by chance."""
    return re.sub(r"[A-Za-z0-9_-]{12,}", "", text)


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []  # the elements that are open, and whether their texts are read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        is_other = tag in UNREAD or attributes.get("lang") == "en" or "data-code" in attributes
        is_link = "link" in (attributes.get("class") or "").split()
        if not any(name == "template" for name, _ in self._open):
            self.texts += [attributes[name] or "" for name in LABELS if name in attributes]
        if tag not in VOID:
            self._open.append((tag, self._is_read and not is_other and not is_link))

    def handle_endtag(self, tag: str) -> None:
        # The end of an element ends those in it whose end may be left out.
        if tag in [name for name, _ in self._open]:
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._is_read:
            self.texts.append(data)

    @property
    def _is_read(self) -> bool:
        return not self._open or self._open[-1][1]


def parts(page: str, role: str) -> list[Element]:
    """The elements of a page with this role, in order."""
    return parse(page).find_all(role)


def labels(page: str) -> list[str]:
    """What a screen reader is told of pictures, keys and rows, in order."""
    return [part["aria-label"] for part in parse(page) if "aria-label" in part]


def named(page: str, role: str) -> list[str]:
    """What the elements with this role are called."""
    return [part.name for part in parts(page, role)]


def says(page: str, text: str) -> bool:
    """Whether an element of the page has this text and no other."""
    return any(part.text == text for part in parse(page))


def alert_of(page: str, *roles: str) -> str:
    """The sentence of a page's first alert; "" where there is none. `roles` are further ones that count."""
    for part in parse(page):
        if part.role in ("alert", *roles) and part.find_all("paragraph"):
            return part.find("paragraph").text
    return ""


def read_text(page: str) -> str:
    """The text of a page or of a part of it, as it is read from its beginning to its end."""
    return parse(page).text
