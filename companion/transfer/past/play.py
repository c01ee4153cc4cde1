"""A play as a file has it: which game, when, who, and how it ended; with the reading of texts, dates and scores."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from typing import Any

from companion.game.names import has_control_characters
from companion.game.totals_only import MOST
from companion.storage.records import MARK_BYTES
from companion.transfer.past.reasons import LeftOut

LONGEST = 200
"""Characters of a title or text of a file that are kept."""
_NUMBER = r"\d{1,12}(?:[.,]\d{1,6})?"
_SCORE = re.compile(rf"[+-]?{_NUMBER}(?:[+-]{_NUMBER})*")
_TERM = re.compile(rf"[+-]?{_NUMBER}")
_FIRST = datetime(2000, 1, 1)
_LONGEST_GAME = 24 * 60


@dataclass(frozen=True)
class Score:
    """What a play has of one player: the number of the player in the file, and points in halves, None without any.

    `rank` is the place, 0 if it is not told; `team` is empty for who plays alone.
    """

    player: int
    halves: int | None
    is_winner: bool
    rank: int = 0
    team: str = ""


@dataclass(frozen=True)
class Play:
    """A play: `made` and `ended` are ISO times in UTC; `game` is the key of the game here, empty for any other."""

    title: str
    game: str
    made: str
    ended: str
    scores: tuple[Score, ...]
    lowest_wins: bool = False
    cooperative: bool = False
    has_halves: bool = False

    def as_json(self) -> dict[str, Any]:
        """The play as plain JSON values, as `read_play` takes them."""
        scores = [[score.player, score.halves, int(score.is_winner), score.rank, score.team] for score in self.scores]
        flags = [int(self.lowest_wins), int(self.cooperative), int(self.has_halves)]
        return {
            "title": self.title, "game": self.game, "at": self.made, "ended": self.ended, "flags": flags,
            "scores": scores,
        }  # fmt: skip


def read_play(value: Mapping[str, Any]) -> Play:
    """Restore a play from the output of `as_json`."""
    scores = [Score(player, halves, bool(won), rank, team) for player, halves, won, rank, team in value["scores"]]
    lowest, cooperative, halves = map(bool, value["flags"])
    return Play(value["title"], value["game"], value["at"], value["ended"], tuple(scores), lowest, cooperative, halves)


@dataclass(frozen=True)
class ReadPlay:
    """A play of a file with its mark; or why it is left out, and what is known of it."""

    mark: bytes
    title: str
    at: str
    play: Play | None = None
    reason: LeftOut | None = None


@dataclass(frozen=True)
class PastFile:
    """What a file holds: where it comes from, its players by number (None for nobody in particular), its plays."""

    source: str
    players: Sequence[str | None]
    plays: Sequence[ReadPlay]


def mark_of(*parts: str) -> bytes:
    """Return the mark by which a play is known again."""
    return sha256("\0".join(parts).encode("utf-8", "replace")).digest()[:MARK_BYTES]


def clean(text: Any, longest: int = LONGEST) -> str:
    """Return a text on one line, without what only controls a device, cut to a length; empty if it is none."""
    if not isinstance(text, str):
        return ""
    line = " ".join(text[: 4 * longest].split())
    if has_control_characters(line) or not line.isascii():
        line = "".join(
            [
                character
                for character in line
                if not has_control_characters(character) and not "\ud800" <= character <= "\udfff"
            ]
        )
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def read_score(value: Any) -> int | None:
    """Return points in halves; None where there are none. Sums such as 10+5 are added. Raises `LeftOut`."""
    if value is None or isinstance(value, bool):
        return None
    text = clean(repr(value) if isinstance(value, int | float) else value).replace(" ", "")
    text = text.replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    if not _SCORE.fullmatch(text):
        raise LeftOut("score", score=text[:40])
    halves = 2 * sum((Fraction(term.replace(",", ".")) for term in _TERM.findall(text)), Fraction(0))
    if halves.denominator != 1:
        raise LeftOut("fraction", score=text[:40])
    if abs(halves) > MOST:
        raise LeftOut("large", score=text[:40])
    return int(halves)


def times(began: datetime, minutes: Any, shown: str) -> tuple[str, str]:
    """Return when a play began and ended, as ISO times in UTC; raise `LeftOut` outside the years that are kept.

    A time without a zone is one of this machine's.
    """
    if not _FIRST <= began <= datetime.now() + timedelta(days=1):
        raise LeftOut("years", date=shown[:40])
    length = minutes if isinstance(minutes, int) and 0 < minutes <= _LONGEST_GAME else 0
    moment = began.astimezone(UTC)
    ended = moment + timedelta(minutes=length)
    return moment.isoformat(timespec="seconds"), ended.isoformat(timespec="seconds")
