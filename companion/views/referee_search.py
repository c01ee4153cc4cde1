"""Full-text search for questions and rules, in both languages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log
from types import MappingProxyType
from typing import NamedTuple

from companion.game import Game, Message, Question
from companion.game.optional_modules import optional_module
from companion.games import all_games
from companion.scoring import search_vocabulary
from companion.scoring.referee import questions_of
from companion.scoring.search_tokens import is_vague, tokens
from companion.views.locales import LOCALES
from companion.views.template_helpers import in_language, say

MOST = 12
_TITLE, _ABOUT, _TEXT, _GAME = 4.0, 3.0, 1.5, 2.0
_SYNONYM = 0.5  # relative to the weight of the word itself
_PREFIX = 0.6  # for an incomplete word, such as "roost"
_SHORTEST_PREFIX = 3
_VAGUE = 0.5  # for a single Chinese character, or a pair with a function word
_NUMBER = 0.5  # for a number, which often only belongs to this table's game
_LENGTH_PENALTY = 0.1  # for longer texts
_QUESTION = 1.2  # a question answers the exact case, a rule is general
_RARE = 0.7
_WEAK = 0.3  # results below this fraction of the best score are left out


@dataclass(frozen=True)
class Found:
    """A search result: a question, or else the id of a rule, and its score."""

    game: Game
    question: Question | None
    rule: str
    score: float = 0.0


Weights = Mapping[str, float]
"""The tokens of a text, each with the weight of its most important place."""


@dataclass(frozen=True)
class _Index:
    """The inverted index: for each token the entries that have it, and its weight, which is higher for rarer tokens."""

    entries: tuple[Found, ...]
    places: Mapping[str, Sequence[tuple[int, float]]]
    rarity: Mapping[str, float]
    sorted_tokens: Sequence[str]

    def matches(self, token: str) -> Iterable[tuple[str, float]]:
        """Yield the indexed tokens that match a typed one, or begin with it, each with a certainty."""
        if token in self.places:
            yield token, 1.0
        if token.isascii() and len(token) >= _SHORTEST_PREFIX and not token.isdigit():
            for place in range(bisect_left(self.sorted_tokens, token), len(self.sorted_tokens)):
                if not self.sorted_tokens[place].startswith(token):
                    return
                if self.sorted_tokens[place] != token:
                    yield self.sorted_tokens[place], _PREFIX


def search(words: str, game: str = "") -> tuple[list[Found], list[Found]]:
    """Return the matching questions and rules, best first; only those of a game if its key is given."""
    index = _index()
    terms = list(dict.fromkeys(tokens(words)))
    game = game or _named(terms)
    scores = _scores(index, terms)
    fits = [replace(index.entries[place], score=score) for place, score in scores.items()]
    fits = [found for found in fits if game in ("", found.game.key)]
    fits.sort(key=lambda found: -found.score)
    fits = [found for found in fits if found.score >= _WEAK * fits[0].score]
    questions = [found for found in fits if found.question is not None]
    return questions[:MOST], [found for found in fits if found.question is None][:MOST]


def _named(terms: Sequence[str]) -> str:
    """Return the key of the game whose title is among the words; "" if there is none or more than one."""
    named = [game.key for game in all_games().values() if set(tokens(str(game.title))) <= set(terms)]
    return named[0] if len(named) == 1 else ""


def _scores(index: _Index, terms: Sequence[str]) -> dict[int, float]:
    """Return the score of each entry: the weights of its tokens, times the fraction of the query that it covers."""
    scores: dict[int, float] = {}
    covered: dict[int, float] = {}
    whole = 0.0
    for token in terms:
        best: dict[int, float] = {}
        most = 0.0
        for known, sure in index.matches(token):
            weighted = index.rarity[known] * sure * _token_weight(token)
            most = max(most, weighted)
            for place, weight in index.places[known]:
                best[place] = max(best.get(place, 0.0), weighted * weight)
        whole += most
        for place, score in best.items():
            scores[place] = scores.get(place, 0.0) + score
            covered[place] = covered.get(place, 0.0) + most
    return {
        place: score * covered[place] / whole * _entry_weight(index.entries[place]) for place, score in scores.items()
    }


def _token_weight(token: str) -> float:
    """Return the weight of a token by its kind."""
    if token.isdigit():
        return _NUMBER
    return _VAGUE if is_vague(token) else 1.0


def _entry_weight(found: Found) -> float:
    if found.question is not None:
        return _QUESTION
    return _RARE if found.rule in _vocabulary(found.game).rare else 1.0


@cache
def _index() -> _Index:
    """Return the index of all questions and rules in all languages; built once."""
    entries: list[Found] = []
    places: dict[str, list[tuple[int, float]]] = {}
    for game in all_games().values():
        for found, parts in _texts(game):
            for token, weight in _weights(game, parts).items():
                places.setdefault(token, []).append((len(entries), weight))
            entries.append(found)
    rarity = {token: log(1 + len(entries) / len(found)) for token, found in places.items()}
    return _Index(tuple(entries), places, rarity, sorted(places))


def _texts(game: Game) -> Iterable[tuple[Found, list[tuple[str, float]]]]:
    """Yield every question and rule of a game, with its texts and their weights."""
    about = _vocabulary(game).about
    for question in questions_of(game):
        parts = [(question.title, _TITLE), (question.words, _ABOUT), (question.help, _TEXT), (game.title, _GAME)]
        yield Found(game, question, ""), [*_in_all_languages(parts), (about.get(f"?{question.key}", ""), _ABOUT)]
    for key, rule in game.rules.items():
        parts = [(rule.title, _TITLE), (rule.text, _TEXT), (game.title, _GAME)]
        yield Found(game, None, key), [*_in_all_languages(parts), (about.get(key, ""), _ABOUT)]


def _in_all_languages(parts: Iterable[tuple[Message, float]]) -> list[tuple[str, float]]:
    weighted = []
    for locale in LOCALES:
        with in_language(locale):
            weighted += [(say(message), weight) for message, weight in parts]
    return weighted


class _Vocabulary(NamedTuple):
    """A game's vocabulary: groups of synonyms, additional words by entry, and rules that are rarely asked for."""

    same: Sequence[str] = ()
    about: Mapping[str, str] = MappingProxyType({})
    rare: frozenset[str] = frozenset()


def _vocabulary(game: Game) -> _Vocabulary:
    module = optional_module(game, "vocabulary")
    if module is None:
        return _NO_VOCABULARY
    same, about, rare = _NO_VOCABULARY
    return _Vocabulary(getattr(module, "SAME", same), getattr(module, "ABOUT", about), getattr(module, "RARE", rare))


_NO_VOCABULARY = _Vocabulary()


def _weights(game: Game, parts: Iterable[tuple[str, float]]) -> Weights:
    """Return the weights of an entry's tokens and of their synonyms."""
    best: dict[str, float] = {}
    for text, weight in parts:
        for token in tokens(text):
            best[token] = max(best.get(token, 0.0), weight)
    share = max(1.0, len(best) / 40) ** -_LENGTH_PENALTY
    best = {token: weight * share for token, weight in best.items()}
    for group in _groups(game):
        has = max((min(best.get(token, 0.0) for token in one) for one in group), default=0.0)
        for token in {token for one in group for token in one}:
            if has:
                best[token] = max(best.get(token, 0.0), has * _SYNONYM)
    return best


@cache
def _groups_of(key: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    game = all_games()[key]
    groups = (*search_vocabulary.SAME, *_vocabulary(game).same)
    return tuple(tuple(found for one in group.split(",") if (found := tuple(tokens(one)))) for group in groups)


def _groups(game: Game) -> Sequence[Sequence[Sequence[str]]]:
    return _groups_of(game.key)
