"""A play of a file: reading its texts, dates and scores, and reasons to refuse a play or a file."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any, NamedTuple

from companion.engine import Message, MessageError
from companion.forms.form import plain_number
from companion.forms.totals_only import MOST
from companion.storage.records import MARK_BYTES
from companion.time_zone import in_zone

REASONS = {
    "shape": Message("It is not written as a play is: {what}."),
    "game": Message("Its game is not among the games of the file."),
    "no-game": Message("It does not say which game was played."),
    "player": Message("A player of it is not among the players of the file."),
    "players": Message("It has no players."),
    "no-name": Message("A player of it has no name."),
    "seats": Message("{game} has {low} to {high} players here, and this play has {count}."),
    "twice": Message("{name} is in it twice. Import the file once more, and say there who these two are."),
    "date": Message("Its date {date} cannot be read. Write it as 2026-01-31."),
    "ambiguous": Message("Its date {date} can be read in two ways. Say above which one is meant."),
    "mark": Message("The score {score} can be read in two ways. Say above which one is meant."),
    "place": Message("Its place {place} is not a number."),
    "winner": Message("Its winner {name} is not among its players."),
    "years": Message("Its date {date} is not between the year 2000 and today."),
    "score": Message("The score {score} is not a number."),
    "fraction": Message("The score {score} has a fraction; whole and half points can be kept."),
    "halves": Message("The score {score} has a fraction, which {game} does not have."),
    "large": Message("The score {score} is too large."),
    "some": Message("Some of its players have a score and others have none, and nobody is marked as the winner."),
    "again": Message("It is in the file twice; the other one is imported."),
    "nothing": Message("It has neither scores nor a winner, so nothing can be counted."),
    "ignored": Message("It is marked as not to be counted."),
}
"""The reasons to leave out a play, without their values."""
NOTICES = {
    "continued": Message(
        "{count} line has no date or no game of its own; those of the line above count.",
        "{count} lines have no date or no game of their own; those of the line above count.",
        1,
    ),
    "guests": Message(
        "{names}: this name is twice in a play. These are guests there, without a name.",
        "{names}: these names are twice in a play. These are guests there, without a name.",
        1,
    ),
    "joined": Message(
        "The lines of {count} game do not stand below each other; they were put together by their date and game.",
        "The lines of {count} games do not stand below each other; they were put together by their date and game.",
        1,
    ),
    "unread": Message("A time or length is not read: {names}.", "{count} times or lengths are not read: {names}.", 1),
}
"""The notices about a file that was read, without their values; earlier versions stored others."""


class PastFileError(MessageError):
    """A file that cannot be imported at all; `message` says why and what to do."""


class LeftOut(Exception):
    """A play that cannot be imported; `reason` has a key of `REASONS` under "why", and the values of its sentence."""

    def __init__(self, why: str, **values: Any) -> None:
        super().__init__(why)
        self.reason = {"why": why, **values}


def sentence(reason: Mapping[str, Any]) -> Message:
    """The sentence of a reason."""
    return Message(REASONS[reason["why"]].singular, **reason)


def notices_of(told: Iterable[Mapping[str, Any]]) -> list[Message]:
    """The sentences of notices, each of which has its key under "what", and a count."""
    known = [(NOTICES[each["what"]], {"names": "", **each}) for each in told if each["what"] in NOTICES]
    return [Message(text.singular, text.plural, each["count"], names=each["names"]) for text, each in known]


LONGEST = 200
"""Characters of a title or text of a file that are kept."""
_NUMBER = r"(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})"
# A sign without a number is ignored, as in BG Stats: 5+0--0-3 is 2, and 27+ is 27.
_SCORE = re.compile(rf"[+-]*(?:{_NUMBER}(?:[+-]+{_NUMBER})*[+-]*)?")
_TERM = re.compile(rf"[+-]?{_NUMBER}")
_FIRST = datetime(2000, 1, 1)
_LONGEST_GAME = 24 * 60


class Score(NamedTuple):
    """A player's part of a play: the player's number in the file, and points in halves, None if there are none.

    `rank` is the place, 0 if unknown. `team` is empty for a player without team. `role` is a role or character.
    """

    player: int
    halves: int | None
    is_winner: bool
    rank: int = 0
    team: str = ""
    role: str = ""


_FLAGS, _WRITTEN = ("lowest_wins", "cooperative", "has_halves", "undecided"), ("note", "place", "expansions", "start")


@dataclass(frozen=True)
class Play:
    """A play: `made` and `ended` are ISO times in UTC; `game` is the key of the game here, empty for any other.

    With `undecided` and nobody marked as a winner, nobody won. `start` is the seat that began, None if unknown.
    """

    title: str
    game: str
    made: str
    ended: str
    scores: tuple[Score, ...]
    lowest_wins: bool = False
    cooperative: bool = False
    has_halves: bool = False
    undecided: bool = False
    note: str = ""
    place: str = ""
    expansions: tuple[str, ...] = ()
    start: int | None = None

    @property
    def is_scored(self) -> bool:
        """Whether everybody has points."""
        return all(score.halves is not None for score in self.scores)

    @property
    def counted(self) -> list[tuple[Score, int]]:
        """The scores, each with how often its player is in the play."""
        counts = Counter(score.player for score in self.scores)
        return [(score, counts[score.player]) for score in self.scores]

    def as_json(self) -> dict[str, Any]:
        """The play as plain JSON values, as `read_play` takes them."""
        return {
            **{"title": self.title, "game": self.game, "at": self.made, "ended": self.ended},
            "flags": [getattr(self, flag) for flag in _FLAGS],
            "scores": self.scores,
            "written": {name: getattr(self, name) for name in _WRITTEN},
        }


def read_play(value: Mapping[str, Any]) -> Play:
    """Restore a play from the output of `as_json`, of earlier versions too, which had fewer keys."""
    kept: dict[str, Any] = dict(zip(_FLAGS, map(bool, value["flags"]), strict=False)) | value.get("written", {})
    kept["expansions"] = tuple(kept.get("expansions", ()))
    scores = tuple([Score(*score) for score in value["scores"]])
    return Play(value["title"], value["game"], value["at"], value["ended"], scores, **kept)


@dataclass(frozen=True)
class ReadPlay:
    """A play of a file with its mark; or the reason why it is left out, and what is known of it.

    `cells` is what is read again once somebody has said how it is meant, `table` the id of a table here, if it may be,
    and `number` its place in the file.
    """

    mark: bytes
    title: str
    at: str
    play: Play | None = None
    reason: Mapping[str, Any] | None = None
    cells: Mapping[str, Any] | None = None
    table: str = ""
    number: int = 0


class Player(NamedTuple):
    """A player of the file: the name there and here, names here that may be meant, and the number of plays.

    Names of nobody in particular are empty.
    """

    number: int
    name: str
    given: str = ""
    offers: Sequence[str] = ()
    plays: int = 0


@dataclass(frozen=True)
class Contents:
    """What is kept of a file besides its plays.

    `games` has for each game the title in the file, the key of the game here, the number of plays, and whether the
    lowest total wins, None if that is not asked. `notices` are about the file. `questions` has for each kind an
    ambiguous text of the file and the answer, None until there is one, `shown` the answers that other cells show.
    `columns` are those of a sheet, each with its name, its kind and whether it is read; other files have none.
    """

    source: str
    players: Sequence[Player] = ()
    games: Sequence[Any] = ()
    notices: Sequence[Any] = ()
    columns: Sequence[Sequence[Any]] = ()
    questions: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> dict[int, str]:
        """The names here of all players of the file, by number."""
        return {player.number: player.given for player in self.players}

    @property
    def merged(self) -> list[str]:
        """Names here that several players of the file were given."""
        given = Counter(player.given for player in self.players if player.plays and player.given)
        return sorted(name for name, count in given.items() if count > 1)

    def as_json(self) -> str:
        """The contents besides the players as they are stored."""
        names = ("games", "notices", "columns", "questions", "shown")
        return json.dumps({name: getattr(self, name) for name in names})


def mark_of(*parts: str) -> bytes:
    """Return the mark that identifies a play in later imports."""
    return sha256("\0".join(parts).encode("utf-8", "replace")).digest()[:MARK_BYTES]


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # control characters, and halves of characters


def clean(text: Any, longest: int = LONGEST) -> str:
    """Return a text on one line, without control characters, cut to a length; empty if the value is not a text."""
    return cut(_UNSEEN.sub("", " ".join(text[: 4 * longest].split())), longest) if isinstance(text, str) else ""


def clean_lines(text: Any, longest: int) -> str:
    """Return a text of several lines, each cleaned as by `clean`, cut to a length; empty if it is not a text."""
    lines = text[: 4 * longest].splitlines() if isinstance(text, str) else []
    return cut("\n".join([clean(line, longest) for line in lines]).strip(), longest)


def cut(text: str, longest: int) -> str:
    """Return a text, or the beginning of a longer one."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def read_score(value: Any) -> int | None:
    """Return the points in halves, None if there are none; sums such as 10+5 are added up. Raises `LeftOut`."""
    if value is None or isinstance(value, bool):
        return None
    text = plain_number(clean(repr(value) if isinstance(value, int | float) else value))
    if not _SCORE.fullmatch(text):
        raise LeftOut("score", score=text[:40])
    terms = _TERM.findall(text)
    if not terms:
        return None
    halves = 2 * sum(map(Decimal, terms), Decimal(0))
    if halves % 1:
        raise LeftOut("fraction", score=text[:40])
    if abs(halves) > MOST:
        raise LeftOut("large", score=text[:40])
    return int(halves)


def times(began: datetime, minutes: float | None, shown: str) -> tuple[str, str]:
    """Return when a play began and ended, as ISO times in UTC; `began` is in the instance's zone. Raises `LeftOut`."""
    now = in_zone(datetime.now(UTC)).replace(tzinfo=None)
    if not _FIRST <= began <= now + timedelta(days=1):
        raise LeftOut("years", date=shown[:40])
    length = minutes if minutes is not None and 0 < minutes <= _LONGEST_GAME else 0
    moment = in_zone(began).astimezone(UTC)
    ended = moment + timedelta(minutes=length)
    return moment.isoformat(timespec="seconds"), ended.isoformat(timespec="seconds")
