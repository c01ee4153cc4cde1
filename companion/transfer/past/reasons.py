"""Why a file is refused, and why one of its plays is left out: a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, MessageError

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
    "again": Message("It is in the file twice; the other one is taken."),
    "nothing": Message("It has neither scores nor a winner, so nothing can be counted."),
    "ignored": Message("It is marked as not to be counted."),
}
"""The sentence of each reason, without its values."""
NOTICES = {
    "columns": Message("These columns are not read: {names}."),
    "joined": Message(
        "The lines of {count} game do not stand below each other; they were put together by their date and game.",
        "The lines of {count} games do not stand below each other; they were put together by their date and game.",
        1,
    ),
}
"""What is said of a file that was read, without its values."""


class PastFileError(MessageError):
    """A file that cannot be imported at all; `message` says why and what to do."""


class LeftOut(Exception):
    """A play that cannot be imported: why, a key of `REASONS`, and the values of its sentence."""

    def __init__(self, why: str, **values: Any) -> None:
        super().__init__(why)
        self.why, self.values = why, values

    def as_json(self) -> dict[str, Any]:
        """The reason as plain JSON values, as `sentence` takes them."""
        return {"why": self.why, **self.values}


def sentence(reason: Mapping[str, Any]) -> Message:
    """Return the sentence of a stored reason."""
    values = {key: value for key, value in reason.items() if key != "why"}
    return Message(REASONS[reason["why"]].singular, **values)


def notice(told: Mapping[str, Any]) -> Message:
    """Return the sentence of a stored notice."""
    message = NOTICES[told["what"]]
    values = {key: value for key, value in told.items() if key not in ("what", "count")}
    return (
        Message(message.singular, message.plural, told["count"])
        if "count" in told
        else Message(message.singular, **values)
    )
