"""What people read on a page, and whether the code speaks there: seat numbers, slots, keys, ids of rules."""

import re

from companion.games import all_games
from tests.support.page_elements import Element
from tests.support.page_tree import parse

_SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "label", "data-state"}
_UNSEEN = {"script", "style", "textarea", "code"}
_RULES = "|".join(sorted({rule for game in all_games().values() for rule in game.rules}, key=len, reverse=True))
CODE = re.compile(
    r"\bseat \d|座位 ?\d|(?<![\w/.])[a-z]+(?:_[a-z]+)+\b|Message\(|Seat\(|joined\(|\{\w+\}|%\(\w+\)"
    rf"|\b(?:hand|wall|bets?|trick|cards?|step|score|numbers|lines?|round|tie|won|seat)-\d|{_RULES}"
)
_ADDRESS = re.compile(r"(?:https?:/|(?<!\S))/\S+")  # the id of a table may look like a key


class Shown:
    """What people see or hear of a page, and where its links lead."""

    def __init__(self, page: str) -> None:
        self.texts, self.links = list[str](), list[str]()
        self._read(parse(page))

    def _read(self, part: Element) -> None:
        for child in part.children:
            if isinstance(child, str):
                self.texts.append(child)
                continue
            self.texts += [child[name] for name in _SPOKEN if name in child]
            self.links += [child[name] for name in ("href", "hx-get") if name in child]
            if child.tag not in _UNSEEN:
                self._read(child)


def code_on(page: str) -> list[str]:
    """Return each text of a page in which the code speaks."""
    return [" ".join(text.split()) for text in Shown(page).texts if CODE.search(_ADDRESS.sub("", text))]
