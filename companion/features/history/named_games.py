"""Finished games that name a word or place, such as an expansion: those of a group, and a player's statistics in them.

Only tables that the phone has joined count, as nobody else may read the notes there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine.names import normalize_name
from companion.engine.pause import in_slices
from companion.features.history import rows as queries
from companion.features.history.players import games_at
from companion.features.history.stats import PlayerStats
from companion.storage.records import batches
from companion.storage.store import Store

MOST_COUNTED = 1000
"""How many of a player's latest games with a word the statistics include."""
_OFFERED_OF = 500  # latest games of a player whose words are offered
_MOST_OFFERED = 12
_AT_ONCE = 200  # sessions of one query
_LATEST = ("~", "")


@dataclass(frozen=True)
class Named:
    """The key of a word or place; only tables that this phone has joined count."""

    phone: int
    key: str


@dataclass(frozen=True)
class OfferedWord:
    """A word or place to filter by, with its key and the number of games that name it."""

    key: str
    word: str
    games: int


def only_named(store: Store, named: Named, sessions: Sequence[str]) -> list[str]:
    """Those of the sessions that name the word, in the same order."""
    known = queries.named_at(store.rows, named.phone, sessions, named.key) if sessions else set()
    return [session for session in sessions if session in known]


def offered_words(store: Store, phone: int, sessions: Sequence[str]) -> list[OfferedWord]:
    """The words that most of these sessions name, the most frequent first."""
    counts, spelled = Counter[str](), dict[str, str]()
    for part in in_slices(batches(sessions, _AT_ONCE)):
        for key, word, number in queries.count_words(store.rows, phone, part):
            counts[key] += number
            spelled[key] = word
    most = sorted(counts, key=lambda key: (-counts[key], key))[:_MOST_OFFERED]
    return [OfferedWord(key, spelled[key], counts[key]) for key in most]


def words_of_player(store: Store, phone: int, key: str) -> list[OfferedWord]:
    """The words that the latest games of a player name."""
    sessions: list[str] = []
    for part in _games_of(store, phone, key):
        sessions += part
        if len(sessions) >= _OFFERED_OF:
            break
    return offered_words(store, phone, sessions[:_OFFERED_OF])


def named_stats(store: Store, key: str, named: Named) -> tuple[PlayerStats, bool]:
    """The statistics of a player over the games with a word, and whether there are more than are counted."""
    found: list[str] = []
    for part in in_slices(_games_of(store, named.phone, key)):
        found += only_named(store, named, part)
        if len(found) > MOST_COUNTED:
            break
    stats = PlayerStats()
    for sessions in batches(found[:MOST_COUNTED][::-1], _AT_ONCE):
        for game in in_slices(games_at(store, sessions)):
            if key in map(normalize_name, game.names):  # else the player was renamed meanwhile
                stats.add(game, lambda name: normalize_name(name) == key)
    return stats, len(found) > MOST_COUNTED


def _games_of(store: Store, phone: int, key: str) -> Iterator[list[str]]:
    """The sessions of a player's finished games, latest first, some at a time."""
    before = _LATEST
    while part := queries.latest_games(store.rows, phone, key, before, _AT_ONCE):
        yield [session for _, session in part]
        before = part[-1]


def shown_first(offered: Iterable[OfferedWord], chosen: str) -> list[OfferedWord]:
    """The offered words, the chosen one first."""
    key = normalize_name(chosen)
    own = [OfferedWord(key, chosen, 0)] if key else []
    return [*own, *[each for each in offered if each.key != key]]
