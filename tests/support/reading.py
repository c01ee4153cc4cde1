"""The texts of a page as it is sent: what is seen or read out of it."""

import re

from tests.support.page_elements import UNREAD
from tests.support.page_tree import parse

LABELS = ("aria-label", "title", "placeholder", "alt", "data-news", "data-need", "data-description")


def texts_of(page):
    """Title, texts and labels of a page; not what is said to be English, nor links and codes."""
    return [*_texts(parse(page))]


def _texts(part, is_read=True):
    for child in part.children:
        if isinstance(child, str):
            yield from [child] * is_read
            continue
        yield from (child[name] for name in LABELS if name in child)
        is_english = child.attributes.get("lang", "zh")[:2] != "zh" or "data-code" in child
        is_link = "link" in child.attributes.get("class", "").split()
        if child.tag != "template":
            yield from _texts(child, is_read and child.tag not in UNREAD and not is_english and not is_link)


def without_ids(text):
    """A text without random ids and keys, of twelve letters and more: two or three of a name are in some by chance."""
    return re.sub(r"[A-Za-z0-9_-]{12,}", "", text)


def parts(page, role):
    return parse(page).find_all(role)


def labels(page):
    return [part["aria-label"] for part in parse(page) if "aria-label" in part]


def says(page, text):
    """Whether an element of the page has this text and no other."""
    return any(part.text == text for part in parse(page))


def alert_of(page, *roles):
    """The sentence of a page's first alert; "" where there is none. `roles` are further ones that count."""
    for part in parse(page):
        if part.role in ("alert", *roles) and part.find_all("paragraph"):
            return part.find("paragraph").text
    return ""


def read_text(page):
    return parse(page).text
