"""Words: what people say when they search a game's questions and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """The search vocabulary of a game, in all languages; terms are separated by commas.

    `same` are groups of synonyms. `about` has short phrases for a rule, or for a question by its key with "?", as
    people say them: the more of them share a word, the more this word leads there.
    """

    same: Sequence[str] = ()
    about: Mapping[str, str] = field(default_factory=dict)
