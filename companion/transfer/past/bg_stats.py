"""Reads the export of BG Stats; docs/past.md says what is known of its format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import IO, Any

from companion.game import Message
from companion.transfer.past.json_items import items_of
from companion.transfer.past.play import LONGEST, PastFile, Play, ReadPlay, Score, clean, mark_of, read_score, times
from companion.transfer.past.reasons import LeftOut, PastFileError

SOURCE = "BG Stats"
MOST_PLAYS = 20_000
MOST_PLAYERS = 5000
_LONGEST_ID = 64
_NO_PLAYS = Message(
    "There are no plays in this file. In BG Stats choose Settings, Export, and the file with all your plays."
)
_TOO_MANY = Message("There are more than {most} plays in this file. Export fewer, such as one year after another.")
_TOO_MUCH = Message(
    "There are more than {most} players or games in this file. Export fewer plays, such as one year after another."
)


def too_many_plays() -> PastFileError:
    """Return the refusal of a file with more plays than are imported at once."""
    return PastFileError(Message(_TOO_MANY.singular, most=MOST_PLAYS))


def too_many_players() -> PastFileError:
    """Return the refusal of a file with more players or games than are imported at once."""
    return PastFileError(Message(_TOO_MUCH.singular, most=MOST_PLAYERS))


def read_export(file: IO[bytes], pause: Callable[[], None]) -> PastFile:
    """Read all plays of an export; `pause` is called now and then. Raises `PastFileError`."""
    lists: dict[str, list[Any]] = {"players": [], "games": [], "plays": []}
    for key, item in items_of(file, lists, pause):
        if len(lists[key]) >= (MOST_PLAYS if key == "plays" else MOST_PLAYERS):
            raise too_many_plays() if key == "plays" else too_many_players()
        lists[key].append(item)
    if not lists["plays"]:
        raise PastFileError(_NO_PLAYS)
    names = {_id(item, "id"): _name(item) for item in lists["players"] if isinstance(item, dict)}
    reader = _PlayReader(names, {_id(item, "id"): item for item in lists["games"] if isinstance(item, dict)})
    plays = []
    for item in lists["plays"]:
        plays.append(reader.read(item if isinstance(item, dict) else {}))
        pause()
    return PastFile(SOURCE, list(names.values()), plays)


def _id(value: Mapping[str, Any], key: str) -> int | None:
    number = value.get(key)
    return number if type(number) is int else None


def _name(player: Mapping[str, Any]) -> str | None:
    """The name of a player; None for one who stands for nobody in particular."""
    return None if _is_set(player.get("isAnonymous")) else clean(player.get("name"))


def _is_set(value: Any) -> bool:
    """Whether a flag is set, which some versions write as 0 and 1."""
    return value is True or value == 1


class _PlayReader:
    """Reads plays with the players and games that they refer to."""

    def __init__(self, players: Mapping[int | None, str | None], games: Mapping[int | None, Mapping[str, Any]]) -> None:
        self._names = players
        self._numbers = {id: number for number, id in enumerate(players)}
        self._games = games

    def read(self, item: Mapping[str, Any]) -> ReadPlay:
        """Read one play, or why it is left out."""
        game = self._games.get(_id(item, "gameRefId"), {})
        title, date = clean(game.get("name")), clean(item.get("playDate"))
        uuid = clean(item.get("uuid"), _LONGEST_ID).upper()
        mark = mark_of("bgstats", uuid or json.dumps(item, sort_keys=True))
        try:
            return ReadPlay(mark, title, date, self._play(item, game, title, date))
        except LeftOut as reason:
            return ReadPlay(mark, title, date, reason=reason)

    def _play(self, item: Mapping[str, Any], game: Mapping[str, Any], title: str, date: str) -> Play:
        if _is_set(item.get("ignored")):
            raise LeftOut("ignored")
        if not title:
            raise LeftOut("game")
        made, ended = times(_moment(date), item.get("durationMin"), date)
        scores = self._scores(item)
        is_lowest = "highestWins" in game and not _is_set(game["highestWins"])
        number = _id(game, "bggId")
        return Play(
            title,
            f"bgg {number}" if number else "",
            made,
            ended,
            tuple(scores),
            lowest_wins=is_lowest and not _is_set(game.get("noPoints")),
            cooperative=_is_set(game.get("cooperative")),
        )

    def _scores(self, item: Mapping[str, Any]) -> Sequence[Score]:
        listed = item.get("playerScores")
        if not isinstance(listed, list) or not listed:
            raise LeftOut("players")
        if not all(isinstance(score, dict) for score in listed):
            raise LeftOut("shape", what="playerScores")
        orders = [_id(score, "seatOrder") or 0 for score in listed]
        if all(orders) and len(set(orders)) == len(orders):
            listed = [score for _, score in sorted(zip(orders, listed, strict=True), key=lambda pair: pair[0])]
        has_teams = _is_set(item.get("usesTeams"))
        return [self._score(score, has_teams=has_teams) for score in listed]

    def _score(self, score: Mapping[str, Any], *, has_teams: bool) -> Score:
        player = _id(score, "playerRefId")
        if player is None or player not in self._numbers:
            raise LeftOut("player")
        if self._names[player] == "":
            raise LeftOut("no-name")
        team = clean(score.get("team"), LONGEST) if has_teams else ""
        rank = _id(score, "rank") or 0
        is_winner = _is_set(score.get("winner"))
        return Score(self._numbers[player], read_score(score.get("score")), is_winner, max(0, min(rank, 999)), team)


def _moment(date: str) -> datetime:
    """The moment of a date such as 2024-05-03 20:15:00; raise `LeftOut`."""
    try:
        moment = datetime.fromisoformat(date)
        return (moment.astimezone() if moment.tzinfo else moment).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise LeftOut("date", date=date[:40]) from None
