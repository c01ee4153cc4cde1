"""Which player here a player of a file may be: the same name, or one that shares a word with it."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping

from companion.game.names import clean_name, normalize_name
from companion.scoring.setup_reader import MAX_NAME_LENGTH
from companion.transfer.past.play import clean
from companion.transfer.past.tables import is_name

_MOST = 4


class Suggestions:
    """Suggests players out of those that are here, given by key with their names, the most frequent first."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._plain: dict[str, list[str]] = defaultdict(list)
        self._words: dict[str, list[str]] = defaultdict(list)
        for key, name in known.items():
            self._plain[_plain(key)].append(name)
            for word in set(_plain(key).split()):
                self._words[word].append(name)

    def of(self, name: str | None) -> tuple[str, list[str]]:
        """Return the name here to begin with, empty for nobody, and others that may be meant.

        >>> suggestions = Suggestions({"ann": "Ann", "zoë": "Zoë", "ben k.": "Ben K."})
        >>> suggestions.of("ANN"), suggestions.of("Zoe"), suggestions.of("Ben"), suggestions.of(None)
        (('Ann', []), ('Zoë', ['Zoe']), ('Ben', ['Ben K.']), ('', []))
        """
        as_written = clean(name, MAX_NAME_LENGTH)
        if name is None or not as_written or not is_name(as_written):
            return "", []
        cleaned = clean(clean_name(name), MAX_NAME_LENGTH)
        key = normalize_name(cleaned)
        for known in (normalize_name(as_written), key):
            if known in self._known:
                return self._known[known], []
        alike = self._plain.get(_plain(key), [])
        given = alike[0] if len(alike) == 1 else cleaned
        words = [other for word in _plain(key).split() if word in self._words for other in self._words[word]]
        return given, _distinct([*alike, *words, cleaned], given)


def _distinct(names: Iterable[str], given: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name != given][:_MOST]


def _plain(key: str) -> str:
    """A normalized name without accents."""
    return "".join(
        [character for character in unicodedata.normalize("NFD", key) if not unicodedata.combining(character)]
    )
