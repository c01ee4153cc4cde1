"""An inverted index of the referee's questions and rules, which scores each of them for a query.

A rare token weighs more than a frequent one. A token that occurs in few games favours those games.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log

from companion.scoring.search_tokens import STOP_WORDS

_SYNONYM = 0.6  # relative to the weight of the word itself
_MISSPELT = 0.7  # for a word in the place of one that nobody knows
_PREFIX = 0.4  # for an incomplete word, such as "roost"
_SHORTEST_PREFIX = 3
_SHORTEST_MISSPELT = 4
_SUBSTANCE = 0.3  # the weight of a token that is enough for an entry to be found at all
_LEAST_COVERED = 0.35  # the share of a query that an entry has to match if it has only one such token of it
_RARITY = 0.65  # the power with which the rarity of a token counts
_GAME = 0.6  # how much more an entry scores at most if the tokens are its game's own

Groups = Mapping[str, Sequence[tuple[str, str]]]
"""For each token its groups of synonyms: the game to which a group applies, "" for all, and the group's name."""


@dataclass(frozen=True)
class Index:
    """An inverted index; `places` maps a token or a group of synonyms to entries, each with its weight there.

    An entry is a number; `games` has the game of each.
    """

    games: Sequence[str]
    number_of_games: int
    places: Mapping[str, Sequence[tuple[int, float]]]
    groups: Groups
    sorted_tokens: Sequence[str]
    spellings: Mapping[str, Sequence[str]]
    """The known words that come to the same if one letter is left out, by what is left."""

    def scores(self, tokens: Mapping[str, float], game: str = "") -> dict[int, float]:
        """Return the score of each matching entry for a query: tokens with weights. With a `game`, only its entries.

        A score is the sum over the tokens, times the share of the query that the entry matches, times how far the
        tokens point to its game.
        """
        scores: dict[int, float] = {}
        covered: dict[int, float] = {}
        total = 0.0
        tokens = self._well_spelt(tokens)
        matches = {token: self._matches(token, game) for token in tokens}
        found = Counter(place for token in tokens if tokens[token] >= _SUBSTANCE for place in matches[token])
        for token, entries in matches.items():
            rarity = tokens[token] * log(1 + len(self.games) / max(1, len(entries))) ** _RARITY
            total += rarity
            for place, weight in entries.items():
                scores[place] = scores.get(place, 0.0) + rarity * weight
                covered[place] = covered.get(place, 0.0) + rarity
        of_games = self._of_games((tokens[token], entries) for token, entries in matches.items())
        return {
            place: score * covered[place] / total * (1 + _GAME * of_games[self.games[place]])
            for place, score in scores.items()
            if found[place] > 1 or (found[place] and covered[place] >= _LEAST_COVERED * total)
        }

    def _well_spelt(self, tokens: Mapping[str, float]) -> dict[str, float]:
        """Return the tokens of a query with known words in the place of misspelt ones; stop words among them go."""
        spelt: dict[str, float] = {}
        for token, weight in tokens.items():
            words = [self._spelling_of(word) for word in token.split()]
            if words and not STOP_WORDS.issuperset(words):
                known = " ".join(words)
                spelt[known] = weight if known == token else _MISSPELT * weight
        return spelt or dict(tokens)

    def _spelling_of(self, word: str) -> str:
        """Return a known word that differs in one letter, or in the order of two; the word itself if it is known."""
        if len(word) < _SHORTEST_MISSPELT or not word.isascii() or not word.isalpha():
            return word
        if word in self.groups or next(self._with_prefix(word), None):
            return word
        near = {known for part in _without_a_letter(word) for known in self.spellings.get(part, ())}
        is_short = len(word) == _SHORTEST_MISSPELT  # then it may be another word, unless it lacks a letter
        alike = sorted(known for known in near if known[0] == word[0] and (not is_short or len(known) > len(word)))
        return max(alike, key=lambda known: SequenceMatcher(None, word, known).ratio(), default=word)

    def _of_games(self, weighted: Iterable[tuple[float, Iterable[int]]]) -> dict[str, float]:
        """Return how far the tokens point to each game, at most 1; `weighted` has each token's weight and entries."""
        weights: dict[str, float] = {}
        for weight, entries in weighted:
            games = {self.games[place] for place in entries}
            for game in games:
                weights[game] = weights.get(game, 0.0) + weight * log(self.number_of_games / len(games))
        most = max(weights.values(), default=0.0) or 1.0
        return {game: weight / most for game, weight in weights.items()}

    def _matches(self, token: str, game: str) -> dict[int, float]:
        """Return the entries with a token, a synonym of it or a word that begins with it, with their weights."""
        matches: dict[int, float] = {}
        for candidate, certainty in self._variants(token):
            for place, weight in self.places.get(candidate, ()):
                if game in ("", self.games[place]):
                    matches[place] = max(matches.get(place, 0.0), certainty * weight)
        return matches

    def _variants(self, token: str) -> Iterator[tuple[str, float]]:
        yield token, 1.0
        for _, group in self.groups.get(token, ()):
            yield group, _SYNONYM
        if token.isascii() and len(token) >= _SHORTEST_PREFIX and not token.isdigit():
            for longer in self._with_prefix(token):
                if longer != token:
                    yield longer, _PREFIX

    def _with_prefix(self, token: str) -> Iterator[str]:
        for place in range(bisect_left(self.sorted_tokens, token), len(self.sorted_tokens)):
            if not self.sorted_tokens[place].startswith(token):
                return
            yield self.sorted_tokens[place]


class IndexBuilder:
    """Collect the entries of an index."""

    def __init__(self, groups: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Start an empty index; `groups` are groups of synonyms, as tokens, each with its game ("" for all)."""
        self._groups: dict[str, list[tuple[str, str]]] = {}
        for number, (game, tokens) in enumerate(groups):
            for token in tokens:
                self._groups.setdefault(token, []).append((game, f"={number}"))
        self._games: list[str] = []
        self._places: dict[str, list[tuple[int, float]]] = {}

    def add(self, game: str, weights: Mapping[str, float]) -> None:
        """Add an entry of a game, with the weights of its tokens."""
        best = dict(weights)
        for token, weight in weights.items():
            for group_game, group in self._groups.get(token, ()):
                if group_game in ("", game):
                    best[group] = max(best.get(group, 0.0), weight)
        for token, weight in best.items():
            self._places.setdefault(token, []).append((len(self._games), weight))
        self._games.append(game)

    def index(self, number_of_games: int) -> Index:
        """Return the index of all added entries."""
        spellings: dict[str, list[str]] = {}
        for word in (*self._places, *self._groups, *STOP_WORDS):
            if len(word) >= _SHORTEST_MISSPELT and word.isascii() and word.isalpha():
                for part in _without_a_letter(word):
                    spellings.setdefault(part, []).append(word)
        return Index(tuple(self._games), number_of_games, self._places, self._groups, sorted(self._places), spellings)


def _without_a_letter(word: str) -> set[str]:
    """Return a word, and what is left of it without each of its letters.

    >>> sorted(_without_a_letter("tile"))
    ['ile', 'tie', 'til', 'tile', 'tle']
    """
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
