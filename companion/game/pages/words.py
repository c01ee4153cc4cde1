"""Words: the terms that people use when they search a game's questions and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """The search vocabulary of a game, in all languages; terms are separated by commas.

    `same` are groups of synonyms. `about` has further words for a rule, or for a question by its key with "?".
    `settles` maps a question to the rules that it settles; search results list it before them. `rare` are rules that
    people seldom search for; they come after others that match equally well.
    """

    same: Sequence[str] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    rare: frozenset[str] = frozenset()
    settles: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def terms(self) -> Iterator[str]:
        """Yield all words and phrases."""
        for listed in (*self.same, *self.about.values()):
            yield from listed.split(",")
