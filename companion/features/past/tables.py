"""Turns plays into finished tables: of a known game, or of an open sheet with the title in the file."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from companion.engine import Game, RuleError
from companion.engine.names import (
    clean_title,
    distinct,
    is_invisible,
    normalize_name,
    normalized,
    shortened_in_middle,
    without_clutter,
)
from companion.features.past.play import LeftOut, Play, ReadPlay, Score, cut
from companion.forms.totals_only import totals_only
from companion.games import all_games, get_game
from companion.scoring.game_stats import stored_result
from companion.scoring.replay import LoggedEntry, Replay
from companion.scoring.scoresheet import read_setup
from companion.storage.records import TOTALS_ONLY, Event, NewSession, SessionRow
from companion.storage.schema import EXPANSIONS, LONGEST_PLACE, LONGEST_WORD, MOST_WORDS, PLACE
from companion.table.draws import FIRST

Side = Sequence[int]
_LONGEST_NOTE = 1000  # as a note may be


def entry_of(play: Play) -> dict[str, Any]:
    """Return the entry of a play: totals, ranking, sides, and whether all won together. Raises `LeftOut`.

    Marked winners come first, whatever the scores. The others follow by their places if all have one, else by their
    scores. If only some have a score, all scores are dropped.
    """
    scores, seats = play.scores, range(len(play.scores))
    units = 1 if play.has_halves else 2
    entry: dict[str, Any] = {"totals": [(score.halves or 0) // units for score in scores]}
    if not play.is_scored:
        entry = {"totals": [0 for _ in seats], "scored": False}
    sides = _sides(scores)
    won = [any(scores[seat].is_winner for seat in side) for side in sides]
    is_nobody = play.undecided and not any(won)
    if len(seats) == 1:
        told = {"won": won[0]} if play.cooperative or is_nobody or not play.is_scored else {}
        return {**entry, **told, "ranking": [[0]]}
    if len(sides) == 1 or is_nobody or (play.cooperative and len(set(won)) == 1):
        return {**entry, "won": won[0], "ranking": [list(seats)], "sides": [list(seats)]}
    ranking = _ranking(play, sides, won)
    mates = {} if len(sides) == len(seats) else {"sides": [list(side) for side in sides]}
    return {**entry, **mates, "ranking": ranking}


def _sides(scores: Sequence[Score]) -> list[Side]:
    """Return the seats of each team, in the order of their first seats; a player without team is a side."""
    sides: dict[Any, list[int]] = {}
    for seat, score in enumerate(scores):
        sides.setdefault(score.team or seat, []).append(seat)
    return list(sides.values())


def _ranking(play: Play, sides: Sequence[Side], won: Sequence[bool]) -> list[list[int]]:
    # The best place of each side, 0 if unknown.
    ranks = [min([play.scores[seat].rank for seat in side if play.scores[seat].rank], default=0) for side in sides]
    keys: dict[int, float] = {number: -inf for number, is_won in enumerate(won) if is_won}
    rest = [number for number, is_won in enumerate(won) if not is_won]
    if all(ranks[number] for number in rest):
        keys |= {number: ranks[number] for number in rest}
    elif play.is_scored:
        sign = 1 if play.lowest_wins else -1  # the best score of a side counts
        keys |= {number: min(sign * (play.scores[seat].halves or 0) for seat in sides[number]) for number in rest}
    elif any(won):
        keys |= dict.fromkeys(rest, 0)
    else:
        raise LeftOut("nothing" if all(score.halves is None for score in play.scores) else "some")
    places = groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__)
    return [sorted(seat for number in same for seat in sides[number]) for _, same in places]


_NOBODY = "?"


KnownGames = Mapping[str, str]
"""The keys of installed games by normalized title, in all languages."""


def find_game(games: KnownGames, play: Play) -> str:
    """Return the key of a play's game: by its number on BoardGameGeek, else by its title; empty if unknown."""
    same = [key for key, game in all_games().items() if play.game in (key, f"bgg {game.board_game_geek}")]
    return same[0] if same else games.get(normalize_name(clean_title(play.title)), "")


def fault_of(play: Play, names: Mapping[int, str]) -> Mapping[str, Any] | None:
    """Return why a play fits no table, or which players have the same name here; None if it can be imported."""
    game = _game_of(play)
    if len(play.scores) not in game.seats:
        title = play.title if game.options_for_totals else str(game.title)
        return {"why": "seats", "game": title, "low": game.seats[0], "high": game.seats[-1], "count": len(play.scores)}
    if play.has_halves and not game.options_for_totals:
        odd = next(score.halves for score in play.scores if score.halves is not None and score.halves % 2)
        return {"why": "halves", "score": str(odd / 2), "game": str(game.title)}
    try:
        entry_of(play)
        _players(play, names)
    except LeftOut as error:
        return error.reason
    return None


class PastGame(NamedTuple):
    """A finished game to insert: its mark, its session with result and log, and when it ended."""

    mark: bytes
    session: NewSession
    ended: str


def past_game(read: ReadPlay, names: Mapping[int, str], phone: int, moment: str) -> PastGame:
    """Return the table of a play without a fault; `names` are by number, empty if unnamed. Raises `LeftOut`."""
    play, mark = read.play, read.mark
    assert play is not None, "it is not left out"
    game = _game_of(play)
    players, anonymous = _players(play, names)
    make = game.options_for_totals
    options = make(_title(play.title), lowest_wins=play.lowest_wins, halves=play.has_halves) if make else {}
    try:
        setup = read_setup(game, players, options)
    except RuleError as error:
        raise LeftOut("shape", what=error.message.text(names=players)) from None
    entry = entry_of(play)
    replay = Replay(totals_only(game.with_options(options) if make else game), setup)
    replay.add(LoggedEntry(1, entry))
    stored: dict[str, Any] = {"players": players, "options": dict(setup.options), TOTALS_ONLY: mark.hex()}
    if anonymous:
        stored["anonymous"] = anonymous
    row = SessionRow(secrets.token_urlsafe(9), game.key, stored, play.made, stored_result(replay), 0)
    acts = [("entry", entry), *acts_of(play, players)]
    acts.sort(key=lambda act: act[0] != "draw")  # the draw of who begins comes before the entry
    events = [Event(number, f"imported-{number}", b"", kind, body, phone, moment)
              for number, (kind, body) in enumerate(acts, 1)]  # fmt: skip
    # Without links, as nobody joins a finished game.
    return PastGame(mark, NewSession(row, {}, {phone: "host"}, events), play.ended)


def _game_of(play: Play) -> Game:
    return get_game(play.game) if play.game else sheet_game()


@cache
def sheet_game() -> Game:
    """Return the game that is used for unknown games."""
    return next(game for game in all_games().values() if game.options_for_totals is not None)


def _title(title: str) -> str:
    """Return a title for storage; its characters stay, as wider ones would make it longer than it is allowed to be."""
    return without_clutter(normalized("NFC", title)).strip()


def kept_title(title: str) -> str:
    """Return the stored title of an unknown game."""
    make = sheet_game().options_for_totals
    return title if make is None else str(make(_title(title), lowest_wins=False, halves=False)["name"])


def _players(play: Play, names: Mapping[int, str]) -> tuple[list[str], list[int]]:
    """Return a name for each seat, and the seats of unnamed players; one who is in the play twice is two guests.

    Raises `LeftOut` if two players have the same name.
    """
    players = ["" if times > 1 else names.get(score.player, "") for score, times in play.counted]
    keys = [normalize_name(name) for name in players]
    for name, key in zip(players, keys, strict=True):
        if key and keys.count(key) > 1:
            raise LeftOut("twice", name=name)
    anonymous = [seat for seat, key in enumerate(keys) if not key]
    for seat in anonymous:
        name = _NOBODY
        while name in players:
            name += _NOBODY
        players[seat] = name
    return players, anonymous


def acts_of(play: Play, players: Sequence[str]) -> list[tuple[str, Any]]:
    """Return kind and body of the events besides the entry; `players` are by seat."""
    acts: list[tuple[str, Any]] = []
    if play.start is not None:
        acts.append(("draw", {"what": FIRST, "seat": play.start}))
    if note := _note(play, players):
        acts.append(("note", note))
    return acts


def _note(play: Play, players: Sequence[str]) -> dict[str, Any]:
    roles = [f"{name}: {score.role}" for name, score in zip(players, play.scores, strict=True) if score.role]
    note = cut("\n".join(filter(None, [*roles, play.note])), _LONGEST_NOTE)
    texts = {"note": note, PLACE: shortened_in_middle(play.place, LONGEST_PLACE)}
    written: dict[str, Any] = {key: text for key, text in texts.items() if not is_invisible(text)}
    words = distinct(_word(name, play.title) for name in play.expansions)
    seen = [word for word in words if not is_invisible(word)][:MOST_WORDS]
    return {**written, EXPANSIONS: seen} if seen else written


def _word(name: str, title: str) -> str:
    """Return the name of an expansion; if it is long, without the game's title at its beginning."""
    if len(name) > LONGEST_WORD and normalize_name(name).startswith(normalize_name(title)):
        name = name[len(title) :].lstrip(" :–—-") or name
    return shortened_in_middle(name, LONGEST_WORD)
