"""Finding a question or a rule in the reader's own words, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from flask_babel import force_locale

from companion.game import Game, Message, Question
from companion.games import all_games
from companion.referee import questions_of
from companion.views.words import LOCALES, say

_WORD = re.compile(r"[^\W_]+")
_FEW = frozenset(
    (
        *("a", "an", "and", "are", "at", "be", "can", "do", "does", "for", "how", "i", "if", "in", "is", "it"),
        *("may", "my", "of", "on", "or", "the", "this", "to", "we", "what", "when", "who", "with", "you"),
    )
)
_LIKE = 3
"""Letters of a word that are enough to know it by: "win" finds "wins"."""


@dataclass(frozen=True)
class Found:
    """A question, or a rule of the catalogue by its id, that fits what somebody looks for."""

    game: Game
    question: Question | None
    rule: str


def tokens(text: str) -> list[str]:
    """The words of a text; Chinese, which leaves no spaces, in pairs of characters.

    >>> tokens("Who wins the trick?"), tokens("誰贏這墩")
    (['wins', 'trick'], ['誰贏', '贏這', '這墩'])
    """
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if word.isascii() or not any("\u3400" <= character <= "\u9fff" for character in word) or len(word) == 1:
            found.append(word)
        else:
            found += [word[place : place + 2] for place in range(len(word) - 1)]
    return [word for word in found if word not in _FEW] or found


def search(words: str) -> tuple[list[Found], list[Found]]:
    """The questions and the rules that fit, the best first."""
    asked = tokens(words)
    fits = [(score, found) for found, weighted in _index() if (score := _score(asked, weighted)) > 0]
    fits.sort(key=lambda fit: -fit[0])
    questions = [found for _, found in fits if found.question is not None]
    return questions[:12], [found for _, found in fits if found.question is None][:12]


def _score(asked: Sequence[str], weighted: Sequence[tuple[str, int]]) -> int:
    """How well a text fits: for each word its best weight, and more the more of the words are there."""
    best = [max((weight for word, weight in weighted if _alike(word, one)), default=0) for one in asked]
    return sum(best) * sum(1 for weight in best if weight)


def _alike(word: str, asked: str) -> bool:
    if word == asked:
        return True
    if len(word) < _LIKE or len(asked) < _LIKE or not asked.isascii():
        return False
    return word.startswith(asked) or asked.startswith(word)


@cache
def _index() -> tuple[tuple[Found, tuple[tuple[str, int], ...]], ...]:
    """Every question and rule with its words in all languages, those of its title weighing most."""
    made = []
    for game in all_games().values():
        for question in questions_of(game):
            parts = ((question.title, 4), (question.words, 3), (question.help, 2), (game.title, 1))
            made.append((Found(game, question, ""), _weighted(parts)))
        for key, rule in game.rules.items():
            told = ((rule.title, 4), (rule.text, 2), (game.title, 1))
            made.append((Found(game, None, key), _weighted(told)))
    return tuple(made)


def _weighted(parts: Iterable[tuple[Message, int]]) -> tuple[tuple[str, int], ...]:
    best: dict[str, int] = {}
    for locale in LOCALES:
        with force_locale(locale):
            for message, weight in parts:
                for word in tokens(say(message)):
                    best[word] = max(best.get(word, 0), weight)
    return tuple(best.items())
