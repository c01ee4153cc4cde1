"""What people read on a page, and whether the code speaks there: seat numbers, slots, keys, ids of rules."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from companion.games import all_games

_SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "label", "data-state"}
_UNSEEN = {"script", "style", "textarea", "code"}
_RULES = "|".join(sorted({rule for game in all_games().values() for rule in game.rules}, key=len, reverse=True))
CODE = re.compile(
    r"\bseat \d|座位 ?\d|(?<![\w/.])[a-z]+(?:_[a-z]+)+\b|Message\(|Seat\(|joined\(|\{\w+\}|%\(\w+\)"
    rf"|\b(?:hand|wall|bets?|trick|cards?|step|score|numbers|lines?|round|tie|won|seat)-\d|{_RULES}"
)
_ADDRESS = re.compile(r"(?:https?:/|(?<!\S))/\S+")  # the id of a table may look like a key


class Shown(HTMLParser):
    """What people see or hear of a page, and where its links lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts, self.links, self._inside = list[str](), list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._inside += [tag] if tag in _UNSEEN else []
        self.texts += [values[name] for name in _SPOKEN & values.keys()]
        self.links += [values[name] for name in ("href", "hx-get") if name in values]

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.texts.append(data)


def code_on(page: str) -> list[str]:
    """Return each text of a page in which the code speaks."""
    return [" ".join(text.split()) for text in Shown(page).texts if CODE.search(_ADDRESS.sub("", text))]
