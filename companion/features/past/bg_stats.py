"""Reads the export of BG Stats; docs/past.md says what is known of its format."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import IO, Any

from companion.engine import Message
from companion.engine.bounds import BG_STATS
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices
from companion.features.past.play import (
    LONGEST,
    Contents,
    LeftOut,
    PastFileError,
    Play,
    Player,
    ReadPlay,
    Score,
    clean,
    clean_lines,
    mark_of,
    read_score,
    times,
)
from companion.scoring.scoresheet import InvalidJson, SheetError, parse_within
from companion.time_zone import in_zone

SOURCE = "BG Stats"
MOST_PLAYS = 20_000
MOST_PLAYERS = 5000
_LONGEST_ID, _LONGEST_COMMENT = 64, 1000
_ANONYMOUS = normalize_name("Anonymous player")
"""The app's name for an unnamed player."""
_NO_TIME = 10  # the hour of a play without a time, as in the app
# Values of `scoringSetting`: which total wins, and whether the play is cooperative; others leave it to the game.
_HIGHEST, _LOWEST, _TOGETHER, _UNDECIDED = (1, 4), (2, 5), (4, 5, 6), 8
TOO_MANY_PLAYS = Message(
    "There are more than {most} plays in this file. Export fewer, such as one year after another.", most=MOST_PLAYS
)
TOO_MANY_PLAYERS = Message(
    "There are more than {most} players or games in this file. Export fewer plays, such as one year after another.",
    most=MOST_PLAYERS,
)

Item = Mapping[str, Any]


def read_export(file: IO[bytes]) -> tuple[Contents, list[ReadPlay]]:
    """Read all plays of an export, and what else it has. Raises `PastFileError`."""
    content = _parsed(file.read())
    lists = {key: _list(content, key) for key in ("players", "games", "locations", "plays")}
    for key, items in lists.items():
        most, refusal = (MOST_PLAYS, TOO_MANY_PLAYS) if key == "plays" else (MOST_PLAYERS, TOO_MANY_PLAYERS)
        if len(items) > most:
            raise PastFileError(refusal)
    if not lists["plays"]:
        raise PastFileError(
            "There are no plays in this file. In BG Stats choose Settings, Export, and the file with all your plays."
        )
    reader = _Reader(lists)
    plays = [reader.read(item if isinstance(item, dict) else {}) for item in in_slices(lists["plays"])]
    return Contents(SOURCE, [Player(number, name or "") for number, name in enumerate(reader.names)]), plays


def _parsed(content: bytes) -> Any:
    try:
        return parse_within(BG_STATS, content, Message("an export of BG Stats"))
    except InvalidJson as error:
        raise PastFileError(
            "This file is cut short or damaged: it is not JSON from its first to its last character. Export it once"
            " more."
        ) from error
    except SheetError as error:
        raise PastFileError(error.message) from error


def _list(item: Any, key: str) -> list[Any]:
    """A list of an object; empty if there is none."""
    listed = item.get(key) if isinstance(item, dict) else None
    return listed if isinstance(listed, list) else []


def _id(value: Item, key: str) -> str:
    """An id, which some versions write as a text; empty if there is none."""
    written = value.get(key)
    number = int(_number(written)) if isinstance(written, float) else written
    return str(number) if type(number) is int else clean(number, _LONGEST_ID)


def _number(value: Any) -> float:
    """A number, which some versions write as a text; 0 for anything else."""
    try:
        number = 0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return 0
    return number if isfinite(number) else 0


def _is_set(value: Any) -> bool:
    """Whether a flag is set, which some versions write as 0 and 1."""
    return value is True or value == 1


class _Reader:
    """Reads plays with the players, games and locations that they refer to.

    `names` has the players by number: those in the file's list, then those named in a play only.
    """

    def __init__(self, lists: Mapping[str, Sequence[Any]]) -> None:
        items = {key: [item for item in listed if isinstance(item, dict)] for key, listed in lists.items()}
        self._games, self._locations = ({_id(one, "id"): one for one in items[key]} for key in ("games", "locations"))
        self._numbers = {_id(player, "id"): number for number, player in enumerate(items["players"])}
        self.names = [self._name(player) for player in items["players"]]

    @staticmethod
    def _name(player: Item) -> str | None:
        """The name of a player; None for an unnamed player."""
        name = clean(player.get("name"))
        return None if _is_set(player.get("isAnonymous")) or normalize_name(name) == _ANONYMOUS else name

    def _find(self, score: Item) -> int:
        """Return the number of a score's player; raise `LeftOut` if there is none."""
        number = self._numbers.get(_id(score, "playerRefId"))
        if number is None:
            raise LeftOut("player")
        if self.names[number] == "":
            raise LeftOut("no-name")
        guest = clean(score.get("anonymousName"))
        if self.names[number] is None and guest:
            number = self._numbers.setdefault(f"guest {normalize_name(guest)}", len(self.names))
            self.names += [guest] if number == len(self.names) else []
        return number

    def read(self, item: Item) -> ReadPlay:
        """Read one play, or return why it is left out."""
        game = self._games.get(_id(item, "gameRefId"), {})
        title, date = clean(game.get("name")), clean(item.get("playDate"))
        uuid = clean(item.get("uuid"), _LONGEST_ID).upper()
        mark = mark_of("bgstats", uuid or json.dumps(item, sort_keys=True))
        try:
            return ReadPlay(mark, title, date, self._play(item, game, title, date))
        except LeftOut as error:
            return ReadPlay(mark, title, date, reason=error.reason)

    def _play(self, item: Item, game: Item, title: str, date: str) -> Play:
        if _is_set(item.get("ignored")):
            raise LeftOut("ignored")
        if not title:
            raise LeftOut("game")
        made, ended = times(_moment(date), _number(item.get("durationMin")), date)
        listed = _seated(item)
        scores = tuple([self._score(score, has_teams=_is_set(item.get("usesTeams"))) for score in listed])
        number = int(_number(game.get("bggId")))
        flags = _counting(item, game, is_scored=any(score.halves is not None for score in scores))
        location = self._locations.get(_id(item, "locationRefId"), {})
        used = [_id(one, "gameRefId") for one in _list(item, "expansionPlays") if isinstance(one, dict)]
        names = [clean(self._games.get(game, {}).get("name")) for game in used]
        note = [clean(item.get("board")), clean_lines(item.get("comments"), _LONGEST_COMMENT)]
        begins = [seat for seat, score in enumerate(listed) if _is_set(score.get("startPlayer"))]
        return Play(
            title, f"bgg {number}" if number > 0 else "", made, ended, scores, **flags,
            note="\n".join(filter(None, note)), place=clean(location.get("name")),
            expansions=tuple(filter(None, names)), start=begins[0] if len(begins) == 1 and len(listed) > 1 else None,
        )  # fmt: skip

    def _score(self, score: Item, *, has_teams: bool) -> Score:
        player = self._find(score)
        team, role = clean(score.get("team"), LONGEST) if has_teams else "", clean(score.get("role"))
        rank = max(0, min(int(_number(score.get("rank"))), 999))
        return Score(player, read_score(score.get("score")), _is_set(score.get("winner")), rank, team, role)


def _seated(item: Item) -> Sequence[Item]:
    """The scores of a play in the order of the seats. Raises `LeftOut` where there are none."""
    listed = _list(item, "playerScores")
    if not listed:
        raise LeftOut("players")
    if not all(isinstance(score, dict) for score in listed):
        raise LeftOut("shape", what="playerScores")
    orders = {_number(score.get("seatOrder")) for score in listed}
    has_orders = len(orders) == len(listed) and 0 not in orders
    return sorted(listed, key=lambda score: _number(score.get("seatOrder"))) if has_orders else listed


def _counting(item: Item, game: Item, *, is_scored: bool) -> dict[str, bool]:
    """How a play is counted: by its own `scoringSetting`, which overrides the game's.

    A cooperative game without scores is won or lost together, whatever the play's setting. Which total wins also
    counts where a play has scores although its setting or the game says that there are no points.
    """
    setting = _number(item.get("scoringSetting"))
    way = setting % _UNDECIDED if 0 <= setting < 2 * _UNDECIDED else 0
    has_points = is_scored or not _is_set(game.get("noPoints"))
    is_lowest = has_points and "highestWins" in game and not _is_set(game["highestWins"])
    is_together = _is_set(game.get("cooperative")) and (way == 0 or not is_scored)
    return {
        "lowest_wins": way in _LOWEST or (way not in _HIGHEST and is_lowest),
        "cooperative": way in _TOGETHER or is_together,
        "undecided": _UNDECIDED <= setting < 2 * _UNDECIDED,
    }


def _moment(date: str) -> datetime:
    """The moment of a date such as 2024-05-03 20:15:00; raise `LeftOut`."""
    try:
        moment = datetime.fromisoformat(date)
        moment = moment if len(date) > len("2024-05-03") else moment.replace(hour=_NO_TIME)
        return in_zone(moment).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise LeftOut("date", date=date[:40]) from None
