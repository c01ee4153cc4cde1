"""What the referee's search finds: the questions and rules of all games, by their texts in all languages."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from flask_babel import get_locale

from companion.engine import Game, Message, Question
from companion.engine.pause import in_slices
from companion.features.referee.search import Index
from companion.features.referee.vocabulary import Vocabulary, normalized
from companion.forms.parts import Words
from companion.games import all_games
from companion.locales import LOCALES
from companion.paths import TRANSLATIONS
from companion.views.render.template_helpers import in_language, say

_OF_ALL = ""  # in place of the key of a game


@cache
def search_words(locale: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the words by which readers of a language ask the referee, by the key of a game, "" for all games.

    The companion's own are in `words.json` of the language's folder, those of another package's game in its folder
    `translations`.
    """
    file = TRANSLATIONS / locale / "words.json"
    words: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    for game in all_games().values():
        own = game.folder / "translations" / locale / "words.json"
        if own.is_file():
            words[game.key] = json.loads(own.read_text("utf-8"))
    return words


def words_of(game: Game) -> Words:
    """Return the words of a game: its own, else those of the file words.json in its folder, else none."""
    file = game.folder / "words.json"
    return game.words or (Words.from_file(file) if file.exists() else Words())


def known_languages(locale: str) -> tuple[str, ...]:
    """Return the languages in which readers of one can ask: their own, and each that has no endings.

    What is an ending in one language would make other words of those of another.
    """
    return tuple(other for other in LOCALES if other == locale or "endings" not in _shared_words(other))


def _shared_words(locale: str) -> Mapping[str, object]:
    return search_words(locale).get(_OF_ALL, {})


MOST = 20
_TEXT = 0.3  # the weight of what a rule says, relative to a title or a phrase in people's words
_QUESTION = 1.1  # a question answers the exact case, a rule is general
_WEAK = 0.3  # results below this fraction of the best score are left out


class SearchResult(NamedTuple):
    """A search result: a question, or else the id of a rule."""

    game: Game
    question: Question | None
    rule: str = ""


def search(words: str, game: str = "") -> list[SearchResult]:
    """Return the matching questions and rules, best first; only those of a game if its key is given."""
    titles, entries, vocabulary, index = _search(_asked_in(words))
    said = {term for part in vocabulary.parts(words) for term in vocabulary.terms(part)}
    named = [key for key, title in titles.items() if not title.isdisjoint(said)]
    scores = index.scores(words, game or (named[0] if len(named) == 1 else ""))
    results = [(entries[place], score) for place, score in scores.items()]
    weighed = [(result, score * (_QUESTION if result.question else 1.0)) for result, score in results]
    weighed.sort(key=lambda pair: -pair[1])
    return [result for result, score in weighed[:MOST] if score >= _WEAK * weighed[0][1]]


def _asked_in(words: str) -> Sequence[str]:
    """Return the languages to search: the reader's, unless only those of another reader have the words."""
    own, *others = dict.fromkeys(map(known_languages, (str(get_locale()), *LOCALES)))
    return next((known for known in (own, *others) if _search(known)[3].knows(words)), own)


@cache
def _search(
    languages: Sequence[str],
) -> tuple[Mapping[str, frozenset[str]], Sequence[SearchResult], Vocabulary, Index]:
    """Return each game's titles as tokens, all questions and rules, and their vocabulary and index in some languages.

    It is built on first use, in time slices.
    """
    vocabulary = Vocabulary(map(_shared_words, languages))
    index = Index(in_slices(_groups(languages)), vocabulary)
    entries = []
    for game in all_games().values():
        for result, texts in in_slices(_texts(game, languages)):
            index.add(game.key, texts)
            entries.append(result)
    titles = {
        key: frozenset(vocabulary.token_of(title) for title in _translated(game.title, languages))
        for key, game in all_games().items()
    }
    return titles, entries, vocabulary, index


def _groups(languages: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the groups of synonyms, each with the game in which it holds; "" is all of them.

    A group of a game's own words is named by its first word; other languages have their words by this name.
    """
    own = {game.key: [group.split(",") for group in words_of(game).same] for game in all_games().values()}
    for key in (_OF_ALL, *own):
        groups = {group[0].strip(): [*group] for group in own.get(key, ())}
        for locale in languages:
            for name, words in search_words(locale).get(key, {}).get("same", {}).items():
                groups.setdefault(name, [name]).extend(words.split(","))
        yield from ((key, group) for group in groups.values())


def _texts(game: Game, languages: Sequence[str]) -> Iterator[tuple[SearchResult, Iterator[tuple[str, float]]]]:
    """Yield every question and rule of a game, with its texts and their weights."""
    own = words_of(game).about
    of_languages = [search_words(locale).get(game.key, {}).get("about", {}) for locale in languages]

    def about(key: str) -> list[str]:
        return [phrases[key] for phrases in (own, *of_languages) if key in phrases]

    def weighted(key: str, titles: Iterable[Message], text: Message) -> Iterator[tuple[str, float]]:
        yield from ((phrases, 1.0) for phrases in about(key))
        for message, weight in chain([(game.title, _TEXT)], ((title, 1.0) for title in titles), [(text, _TEXT)]):
            yield from ((translated, weight) for translated in _translated(message, languages))

    for question in game.questions:
        result = SearchResult(game, question)
        titles = [text for text in (question.title, question.words) if text.singular]
        yield result, weighted(f"?{question.key}", titles, question.help)
    for key, rule in game.rules.items():
        yield SearchResult(game, None, key), weighted(key, (rule.title,), rule.text)


def _translated(message: Message, languages: Iterable[str]) -> Iterable[str]:
    """Return the text in each language; what is the same to the search once."""
    texts = []
    for locale in languages:
        with in_language(locale):
            texts.append(normalized(say(message)))
    return dict.fromkeys(texts)
