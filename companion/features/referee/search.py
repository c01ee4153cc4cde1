"""The referee's search: the questions and rules of all games, by their texts in all languages, for what somebody types.

An unknown word becomes the known one that it may be a slip for, else it counts for nothing.

The index counts how often an entry's texts and phrases say each word and each pair of words. The more phrases of an
entry share a word, the likelier a question with this word is about it: the logarithm of the count, as in a naive Bayes
classifier. docs/architecture.md says why it is neither SQLite's search nor a segmenter of Chinese.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import chain
from math import log
from typing import Any, NamedTuple

from flask_babel import get_locale

from companion.engine import Game, Message, Question
from companion.engine.pause import in_slices
from companion.features.referee.vocabulary import Vocabulary, is_chinese, normalized, spans
from companion.forms.parts import Words
from companion.games import all_games
from companion.locales import LOCALES
from companion.paths import TRANSLATIONS
from companion.views.render.template_helpers import in_language, say

_SYNONYM = 0.5  # the weight of a group of synonyms relative to a word
_UNSAID = 0.1  # added to each count: the smaller, the less counts how often a word is said
_LENGTH = 0.45  # the power with which the length of an entry's texts lowers its counts
_RARITY = 0.5  # the power with which the rarity of a word counts
_SHORTEST_MISSPELT = 4
_LEAST_ALIKE = 0.8  # of a misspelt word and the one that is meant, from 0 to 1
_SHORTEST_PREFIX = 3
_LEAST_KNOWN = 0.5  # the share of what is said that must be known for anything to be found

Groups = Iterable[tuple[str, Iterable[str]]]
"""Groups of synonyms, each with the game to which it applies; "" is all of them."""


class Index:
    """Count the words of entries, then score the entries. An entry is a number, in the order of `add`."""

    def __init__(self, groups: Groups, vocabulary: Vocabulary) -> None:
        """Start an empty index."""
        self._words = vocabulary
        self._groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for number, (game, synonyms) in enumerate(groups):
            for term in {vocabulary.token_of(synonym) for synonym in synonyms}:
                self._groups[term].append((game, f"={number}"))
        self._games: list[str] = []
        self._lengths: list[float] = []
        self._counts: dict[str, dict[int, float]] = defaultdict(dict)
        self._known: set[str] = set()
        self._by_initial: dict[str, list[str]] = defaultdict(list)
        self._by_letters: dict[str, list[str]] = defaultdict(list)
        self._learn(chain(vocabulary.stop, vocabulary.forms, *map(str.split, self._groups)))

    def add(self, game: str, texts: Iterable[tuple[str, float]]) -> None:
        """Add an entry of a game, with its texts and their weights."""
        counts: dict[str, float] = defaultdict(float)
        for text, importance in texts:
            weights: dict[str, float] = {}
            said: Counter[str] = Counter()
            for part in self._words.parts(text):
                found = self._tokens(part, ("", game))
                weights |= found
                said.update(found.keys())
            for token, times in said.items():
                counts[token] += importance * weights[token] * times
        for token, count in counts.items():
            self._counts[token][len(self._games)] = count
        self._learn(counts)
        self._games.append(game)
        self._lengths.append(sum(counts.values()))

    def scores(self, words: str, game: str = "") -> dict[int, float]:
        """Return the score of each entry for the words, none if most of them are unknown; with a `game`, of its own."""
        said = [list(chain.from_iterable(map(self._meant_by, part))) for part in self._words.parts(words)]
        if not self._is_known(said, game):
            return {}
        scores: dict[int, float] = defaultdict(float)
        for token, weight in self._of_query(said).items():
            for place, count in self._counts[token].items():
                if game in ("", self._games[place]):
                    scores[place] += weight * log(1 + count / self._scale[place])
        return scores

    def _of_query(self, said: Iterable[list[str]]) -> dict[str, float]:
        """Return the known tokens of a query, each with its weight; a rare one weighs more."""
        games = {"", *self._games}
        weights = dict(chain.from_iterable(self._tokens(part, games).items() for part in said))
        return {
            token: weight * log(1 + len(self._games) / len(self._counts[token])) ** _RARITY
            for token, weight in weights.items()
            if token in self._counts
        }

    def knows(self, words: str) -> bool:
        """Whether enough of the words, as they are typed, is known to find anything."""
        return self._is_known(list(self._words.parts(words)), "")

    def _is_known(self, said: Sequence[list[str]], game: str) -> bool:
        known = sum(self._known_substance(part, game) for part in said)
        total = sum(map(self._words.substance, chain.from_iterable(said)))
        return known >= _LEAST_KNOWN * total or bool(game and known)  # in a chosen game one of its words is enough

    def _known_substance(self, part: list[str], game: str) -> float:
        """Return how much of the words and Chinese runs of a part is known."""
        said = {term for term in self._words.terms(part) if self._is_said(term, game)}
        words = {word for term in said for word in term.split()}
        known = 0.0
        for piece in part:
            if is_chinese(piece):
                places = (range(start, end) for start, end in spans(piece) if piece[start:end] in said)
                known += sum(self._words.substance(piece[place]) for place in set(chain.from_iterable(places)))
            elif piece in words:
                known += self._words.substance(piece)
        return known

    def _is_said(self, term: str, game: str) -> bool:
        """Whether an entry of the game, or of any game, says a term or a synonym of it; one character says nothing."""
        groups = [group for _, group in self._groups.get(term, ())]
        said = groups if len(term) == 1 and is_chinese(term) else [term, *groups]
        return any(game in ("", self._games[place]) for token in said for place in self._counts.get(token, ()))

    def _tokens(self, part: list[str], games: Iterable[str]) -> dict[str, float]:
        """Return the tokens of a part of a text, and the groups of synonyms in it that hold in these games."""
        weights = self._words.tokens(part)
        for term in self._words.terms(part):
            for game, group in self._groups.get(term, ()):
                if game in games:
                    weights[group] = _SYNONYM
        return weights

    @cached_property
    def _scale(self) -> list[float]:
        mean = sum(self._lengths) / len(self._lengths)
        return [_UNSAID * (length / mean) ** _LENGTH for length in self._lengths]

    def _meant_by(self, word: str) -> list[str]:
        """Return known words for an incomplete or misspelt one, or for two without the space between them."""
        if word in self._known or not _is_word(word):
            return [word]
        alike = self._by_initial.get(word[0], ())
        # A short word may be another word, unless it lacks a letter or has the same ones.
        shortest = _SHORTEST_MISSPELT if len(word) > _SHORTEST_MISSPELT else len(word) + 1
        likely = [known for known in alike if len(known) >= shortest]
        exchanged = get_close_matches(word, self._by_letters.get("".join(sorted(word)), ()), 1)
        if near := exchanged or get_close_matches(word, likely, 1, _LEAST_ALIKE):
            return [self._words.stem(near[0])]
        if len(word) >= _SHORTEST_PREFIX and (longer := [known for known in alike if known.startswith(word)]):
            return [self._words.stem(max(longer, key=lambda known: len(self._counts.get(known, ()))))]
        halves = ([self._words.stem(word[:place]), self._words.stem(word[place:])] for place in range(1, len(word)))
        return next((pair for pair in halves if " ".join(pair) in self._counts), [word])

    def _learn(self, words: Iterable[str]) -> None:
        """Remember words by their first letter and by all their letters, whatever their order."""
        for word in sorted(filter(_is_word, set(words) - self._known)):
            self._known.add(word)
            self._by_initial[word[0]].append(word)
            if len(word) >= _SHORTEST_MISSPELT:
                self._by_letters["".join(sorted(word))].append(word)


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()


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
    weighed = []
    for place, score in index.scores(words, game or (named[0] if len(named) == 1 else "")).items():
        weighed.append((entries[place], score * (_QUESTION if entries[place].question else 1.0)))
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
