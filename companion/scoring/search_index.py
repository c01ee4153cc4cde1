"""Index, which scores the referee's questions and rules for what somebody types.

It counts how often an entry's texts and phrases say each word and each pair of words. The more phrases of an entry
share a word, the likelier a question with this word is about it: the logarithm of the count, as in a naive Bayes
classifier. With questions that were written without sight of the phrases this finds far more than the best single
phrase does, or the ranking of SQLite's FTS5.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain
from math import log

from companion.scoring.search_tokens import STOP_WORDS, is_chinese, parts, spans, substance, terms, token_of, tokens

_SYNONYM = 0.5  # the weight of a group of synonyms relative to a word
_SHORT_SYNONYM = 0.25  # for a single Chinese character
_UNSAID = 0.1  # added to each count: the smaller, the less counts how often a word is said
_LENGTH = 0.45  # the power with which the length of an entry's texts lowers its counts
_RARITY = 0.5  # the power with which the rarity of a word counts
_SHORTEST_MISSPELT = 4
_SHORTEST_PREFIX = 3
_LEAST_KNOWN = 0.55  # the share of what is said that must be known for anything to be found

Groups = Iterable[tuple[str, Iterable[str]]]
"""Groups of synonyms, each with the game to which it applies; "" is all of them."""


class Index:
    """Count the words of entries, then score the entries. An entry is a number, in the order of `add`."""

    def __init__(self, groups: Groups) -> None:
        """Start an empty index."""
        self._groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for number, (game, synonyms) in enumerate(groups):
            for term in {token_of(synonym) for synonym in synonyms}:
                self._groups[term].append((game, f"={number}"))
        self._games: list[str] = []
        self._lengths: list[float] = []
        self._counts: dict[str, dict[int, float]] = defaultdict(dict)
        self._known: set[str] = set()
        self._spellings: dict[str, list[str]] = defaultdict(list)
        self._learn((*STOP_WORDS, *self._groups))

    def add(self, game: str, texts: Iterable[tuple[str, float]]) -> None:
        """Add an entry of a game, with its texts and their weights."""
        counts: dict[str, float] = defaultdict(float)
        for text, importance in texts:
            weights: dict[str, float] = {}
            said: Counter[str] = Counter()
            for part in parts(text):
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
        said = [[self._spelling_of(piece) for piece in part] for part in parts(words)]
        pieces = list(chain.from_iterable(said))
        scores: dict[int, float] = defaultdict(float)
        if sum(map(self._known_substance, pieces)) < _LEAST_KNOWN * sum(map(substance, pieces)):
            return scores
        for token, weight in self._of_query(said).items():
            for place, count in self._counts.get(token, {}).items():
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

    def _known_substance(self, piece: str) -> float:
        """Return how much of a word or a Chinese run is known."""
        if not is_chinese(piece):
            return substance(piece) if piece in self._counts or piece in self._groups else 0.0
        known = {
            place
            for start, end in spans(piece)
            if piece[start:end] in self._groups or (end - start > 1 and piece[start:end] in self._counts)
            for place in range(start, end)
        }
        return sum(substance(piece[place]) for place in known)

    def _tokens(self, part: list[str], games: Iterable[str]) -> dict[str, float]:
        """Return the tokens of a part of a text, and the groups of synonyms in it that hold in these games."""
        weights = tokens(part)
        for term in terms(part):
            for game, group in self._groups.get(term, ()):
                if game in games:
                    synonym = _SYNONYM if len(term) > 1 else _SHORT_SYNONYM
                    weights[group] = max(weights.get(group, 0.0), synonym)
        return weights

    @cached_property
    def _scale(self) -> list[float]:
        mean = sum(self._lengths) / len(self._lengths)
        return [_UNSAID * (length / mean) ** _LENGTH for length in self._lengths]

    def _spelling_of(self, word: str) -> str:
        """Return a known word for an incomplete or misspelt one: the commonest longer one, or the likeliest meant."""
        if word in self._counts or word in self._groups or word in STOP_WORDS or not _is_word(word):
            return word
        if len(word) >= _SHORTEST_PREFIX:
            longer = sorted(known for known in self._known if known.startswith(word))
            if longer:
                return max(longer, key=lambda known: len(self._counts.get(known, ())))
        near = {known for part in _without_a_letter(word) for known in self._spellings.get(part, ())}
        is_short = len(word) <= _SHORTEST_MISSPELT  # then it may be another word, unless it lacks a letter
        alike = sorted(known for known in near if known[0] == word[0] and (not is_short or len(known) > len(word)))
        return max(alike, key=lambda known: SequenceMatcher(None, word, known).ratio(), default=word)

    def _learn(self, words: Iterable[str]) -> None:
        """Remember how words are spelt: by what is left if one letter is left out, those that come to the same."""
        for word in filter(_is_word, set(words) - self._known):
            self._known.add(word)
            if len(word) >= _SHORTEST_MISSPELT:
                for part in _without_a_letter(word):
                    self._spellings[part].append(word)


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()


def _without_a_letter(word: str) -> set[str]:
    """Return a word, and what is left of it without each of its letters.

    >>> sorted(_without_a_letter("tile"))
    ['ile', 'tie', 'til', 'tile', 'tle']
    """
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
