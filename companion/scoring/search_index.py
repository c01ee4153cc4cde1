"""An inverted index of the referee's questions and rules: how well does each fit what somebody typed?

A token weighs more the rarer it is. One that few games have leads to these games.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

_SYNONYM = 0.6  # relative to the weight of the word itself
_PREFIX = 0.4  # for an incomplete word, such as "roost"
_SHORTEST_PREFIX = 3
_RARITY = 0.8  # the power with which the rarity of a token counts
_GAME = 0.6  # how much more an entry scores at most if the tokens are its game's own

Groups = Mapping[str, Sequence[tuple[str, str]]]
"""For each token its groups of synonyms: the game in which a group holds, "" for all, and the group's name."""


@dataclass(frozen=True)
class Index:
    """For each token, and each group of synonyms, the entries that have it with the weight of the place there."""

    games: Sequence[str]
    number_of_games: int
    places: Mapping[str, Sequence[tuple[int, float]]]
    groups: Groups
    sorted_tokens: Sequence[str]

    def scores(self, tokens: Mapping[str, float], game: str = "") -> dict[int, float]:
        """Return the scores of the entries by what was typed: tokens with weights. With a game only its entries.

        A score is the sum over the tokens, times the share of the typed that the entry has, times what the tokens
        say for its game.
        """
        scores: dict[int, float] = {}
        covered: dict[int, float] = {}
        total = 0.0
        fitting = {token: self._fitting(token, game) for token in tokens}
        for token, entries in fitting.items():
            rarity = tokens[token] * log(1 + len(self.games) / max(1, len(entries))) ** _RARITY
            total += rarity
            for place, fit in entries.items():
                scores[place] = scores.get(place, 0.0) + rarity * fit
                covered[place] = covered.get(place, 0.0) + rarity
        of_games = self._of_games((tokens[token], entries) for token, entries in fitting.items())
        return {
            place: score * covered[place] / total * (1 + _GAME * of_games[self.games[place]])
            for place, score in scores.items()
        }

    def _of_games(self, weighted: Iterable[tuple[float, Iterable[int]]]) -> dict[str, float]:
        """Return for each game how much the tokens are its own, at most 1; they come as weights with their entries."""
        weights: dict[str, float] = {}
        for weight, entries in weighted:
            games = {self.games[place] for place in entries}
            for game in games:
                weights[game] = weights.get(game, 0.0) + weight * log(self.number_of_games / len(games))
        most = max(weights.values(), default=0.0) or 1.0
        return {game: weight / most for game, weight in weights.items()}

    def _fitting(self, token: str, game: str) -> dict[int, float]:
        """Return the entries that have a token, a synonym of it or a word that begins with it, with their weights."""
        fitting: dict[int, float] = {}
        for known, sure in self._known(token):
            for place, weight in self.places.get(known, ()):
                if game in ("", self.games[place]):
                    fitting[place] = max(fitting.get(place, 0.0), sure * weight)
        return fitting

    def _known(self, token: str) -> Iterator[tuple[str, float]]:
        yield token, 1.0
        for _, group in self.groups.get(token, ()):
            yield group, _SYNONYM
        if token.isascii() and len(token) >= _SHORTEST_PREFIX and not token.isdigit():
            for place in range(bisect_left(self.sorted_tokens, token), len(self.sorted_tokens)):
                if not self.sorted_tokens[place].startswith(token):
                    return
                if self.sorted_tokens[place] != token:
                    yield self.sorted_tokens[place], _PREFIX


class IndexBuilder:
    """Collects entries for an index."""

    def __init__(self, groups: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Take the groups of synonyms as tokens, each with the game in which it holds, "" for all."""
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
            for where, group in self._groups.get(token, ()):
                if where in ("", game):
                    best[group] = max(best.get(group, 0.0), weight)
        for token, weight in best.items():
            self._places.setdefault(token, []).append((len(self._games), weight))
        self._games.append(game)

    def index(self, number_of_games: int) -> Index:
        """Return the index of all that was added."""
        return Index(tuple(self._games), number_of_games, self._places, self._groups, sorted(self._places))
