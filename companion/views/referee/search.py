"""Full-text search for questions and rules, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.game import Game, Message, Question
from companion.game.pages.words import Words
from companion.games import all_games
from companion.locales import LOCALES
from companion.scoring.search_index import Index, IndexBuilder
from companion.scoring.search_lexicon import Lexicon, token_of
from companion.scoring.search_vocabulary import SAME
from companion.time_slices import in_slices
from companion.views.render.template_helpers import in_language, say

MOST = 20
_TITLE, _ABOUT, _TEXT, _GAME = 4.0, 3.0, 2.0, 2.0
_LENGTH_PENALTY = 0.3  # for longer texts
_OFTEN = 0.5  # the power with which it counts how often a word occurs
_QUESTION = 1.3  # a question answers the exact case, a rule is general
_RARE = 0.7
_JUST_BEFORE = 1.01  # a question comes just before the rules that it settles,
_CLOSE = 0.5  # or just after the best of them, if it fits at least so well beside it and people ask for a rule
_WEAK = 0.3  # results below this fraction of the best score are left out,
_FEWEST = 3  # unless they are among the first few and of the best one's game
_ABOUT_A_RULE = re.compile(r"^(?!.*[\d這这我]|.*\b(this|these|here)\b)(.*\S\s+\S+\s+\S|.*[㐀-鿿]{4})")
"""More than the name of a thing, without a number or "my" that tells of a case at the table: it asks for a rule."""


class SearchResult(NamedTuple):
    """A search result: a question, or else the id of a rule, and the rules that the question settles."""

    game: Game
    question: Question | None
    rule: str = ""
    settled: Sequence[str] = ()
    is_rare: bool = False


@dataclass(frozen=True)
class _Search:
    titles: Mapping[str, frozenset[str]]  # of each game as tokens, in all languages
    entries: Sequence[SearchResult]
    lexicon: Lexicon
    index: Index


def search(words: str, game: str = "") -> list[SearchResult]:
    """Return the matching questions and rules, best first; only those of a game if its key is given."""
    searchable = _search()
    tokens = searchable.lexicon.of_query(words)
    scores = searchable.index.scores(tokens, game or _named(searchable.titles, tokens))
    results = [(searchable.entries[place], score) for place, score in scores.items()]
    weighed = _weighed(results, asks_for_rule=bool(_ABOUT_A_RULE.match(words)))
    return [
        result
        for place, (result, score) in enumerate(weighed[:MOST])
        if score >= _WEAK * weighed[0][1] or (place < _FEWEST and result.game is weighed[0][0].game)
    ]


def _named(titles: Mapping[str, frozenset[str]], tokens: Iterable[str]) -> str:
    """Return the key of the game whose title is among the words; "" if there is none or more than one."""
    named = [key for key, title in titles.items() if not title.isdisjoint(tokens)]
    return named[0] if len(named) == 1 else ""


def _weighed(results: Iterable[tuple[SearchResult, float]], *, asks_for_rule: bool) -> list[tuple[SearchResult, float]]:
    """Return the results, best first. A question that settles a rule has at least the rule's score."""
    weighed = [
        (result, score * (_QUESTION if result.question else _RARE if result.is_rare else 1.0))
        for result, score in results
    ]
    of_rules = {result.rule: score for result, score in weighed if result.rule}
    weighed = [
        (result, max([score, *(_JUST_BEFORE * of_rules.get(rule, 0.0) for rule in result.settled)]))
        for result, score in weighed
    ]
    if asks_for_rule:
        lifted = _lifted(weighed, of_rules)
        weighed = [(result, lifted.get(result.rule, score)) for result, score in weighed]
    return sorted(weighed, key=lambda pair: -pair[1])


def _lifted(weighed: Iterable[tuple[SearchResult, float]], of_rules: Mapping[str, float]) -> Mapping[str, float]:
    """Return the new score of each rule that fits best of those that a question settles, and nearly as well as it."""
    lifted: dict[str, float] = {}
    for result, score in weighed:
        rule = max(result.settled, key=lambda settled: of_rules.get(settled, 0.0), default="")
        if of_rules.get(rule, 0.0) >= _CLOSE * score:
            lifted[rule] = _JUST_BEFORE * score
    return lifted


@cache
def _search() -> _Search:
    """Return the index of all questions and rules in all languages; built on first use, in time slices."""
    lexicon = Lexicon(in_slices(_terms()))
    builder = IndexBuilder(_groups())
    entries = []
    for game in all_games().values():
        for result, parts in in_slices(_texts(game)):
            builder.add(game.key, _weights(lexicon, parts))
            entries.append(result)
    titles = {key: frozenset(token_of(title) for title in _translated(game.title)) for key, game in all_games().items()}
    return _Search(titles, entries, lexicon, builder.index(len(titles)))


def _groups() -> Iterator[tuple[str, list[str]]]:
    """Yield the groups of synonyms as tokens, each with the game in which it holds; "" is all of them."""
    groups = [("", group) for group in SAME]
    groups += [(game.key, group) for game in all_games().values() for group in _words_of(game).same]
    for key, group in groups:
        yield key, [token for term in group.split(",") if (token := token_of(term))]


def _terms() -> Iterator[str]:
    """Yield the words and phrases that are known: titles, synonyms, and what entries are about."""
    for group in SAME:
        yield from group.split(",")
    for game in all_games().values():
        yield from _words_of(game).terms()
        for title in (game.title, *(rule.title for rule in game.rules.values())):
            yield from _translated(title)


def _words_of(game: Game) -> Words:
    return game.words or Words()


def _texts(game: Game) -> Iterator[tuple[SearchResult, list[tuple[str, float]]]]:
    """Yield every question and rule of a game, with its texts and their weights."""
    words = _words_of(game)
    for question in game.questions:
        key = f"?{question.key}"
        parts = [(question.title, _TITLE), (question.words, _ABOUT), (question.help, _TEXT), (game.title, _GAME)]
        result = SearchResult(game, question, settled=words.settles.get(key, ()))
        yield result, [*_in_all_languages(parts), (words.about.get(key, ""), _ABOUT)]
    for key, rule in game.rules.items():
        parts = [(rule.title, _TITLE), (rule.text, _TEXT), (game.title, _GAME)]
        result = SearchResult(game, None, key, is_rare=key in words.rare)
        yield result, [*_in_all_languages(parts), (words.about.get(key, ""), _ABOUT)]


def _in_all_languages(parts: Iterable[tuple[Message, float]]) -> Iterator[tuple[str, float]]:
    for message, weight in parts:
        for text in _translated(message):
            yield text, weight


def _translated(message: Message) -> Iterator[str]:
    """Yield a text in each language."""
    for locale in LOCALES:
        with in_language(locale):
            text = say(message)
        yield text


def _weights(lexicon: Lexicon, parts: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    """Return the tokens of an entry, each with the weight of its most important place."""
    best: dict[str, float] = {}
    for text, weight in parts:
        for token, count in lexicon.of_text(text).items():
            best[token] = max(best.get(token, 0.0), weight * count**_OFTEN)
    share = max(1.0, len(best) / 40) ** -_LENGTH_PENALTY
    return {token: weight * share for token, weight in best.items()}
