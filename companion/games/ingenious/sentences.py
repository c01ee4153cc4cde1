"""The sentence that explains each step of Ingenious."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat, Step, named_values
from companion.games.ingenious.board import COLOUR_NAMES, colour_names
from companion.games.ingenious.tracks import DOUBLE_TOP

_MARKERS: Mapping[int, Message] = {
    1: Message("lowest"),
    2: Message("second-lowest"),
    3: Message("third-lowest"),
    4: Message("fourth-lowest"),
    5: Message("fifth-lowest"),
    6: Message("highest"),
}


def _coloured(step: Step) -> Mapping[str, Any]:
    """Return a step's values with the name of its colour."""
    return {**step.values, "colour": COLOUR_NAMES[step.values["colour"]]}


def first_turn(step: Step) -> Message:
    """Where a first tile lies, by the table's ruling (Ingenious 1, Placing)."""
    if step.values["ruling"] == "apart":
        return Message("First tile: beside the printed {colour} and away from other tiles.", **_coloured(step))
    return Message("First tile: beside the printed {colour}, where nobody has started yet.", **_coloured(step))


def half(step: Step) -> Message:
    """What one half scored, and how far its marker moved."""
    if step.points is not None:
        return _half_alone(step)
    values = {**_coloured(step), "start": step.values["from"]}
    if "lines" not in values:
        return Message("+{scored} {colour}: from {start} to {to}.", **values)
    counts = " + ".join([str(len(line["spaces"])) for line in step.values["lines"]])
    return Message("+{scored} {colour} ({counts} in line): from {start} to {to}.", **values, counts=counts)


def _half_alone(step: Step) -> Message:
    """The score of a half without its marker, in an answer of the referee."""
    lines = step.values["lines"]
    if not lines:
        return Message("{colour}: nothing in line.", **_coloured(step))
    counts = " + ".join([str(len(line["spaces"])) for line in lines])
    return Message("{colour}: {counts} in line.", **_coloured(step), counts=counts)


def lost(step: Step) -> Message:
    """The points lost at the end of a track."""
    if step.values["top"] == DOUBLE_TOP:
        return Message("{lost} past 18 on the right ({colour}): lost.", **_coloured(step))
    return Message("{lost} past {top} ({colour}): lost.", **_coloured(step))


def team_extra(step: Step) -> Message:
    """An extra placement of a team, on the left or the right track."""
    if step.values["top"] == DOUBLE_TOP:
        return Message("Ingenious: {colour} reaches 18 on the right and earns an extra placement.", **_coloured(step))
    return Message(
        "Ingenious: {colour} reaches 18, goes on from 0 on the right and earns an extra placement.", **_coloured(step)
    )


def to_right(step: Step) -> Message:
    """A marker on 18 in the solo game, where there is no extra placement."""
    if step.values["top"] == DOUBLE_TOP:
        return Message(
            "At 18 on the right, {colour} stays there; alone that brings no extra placement.", **_coloured(step)
        )
    return Message(
        "At 18, {colour} goes on from 0 on the right; alone that brings no extra placement.", **_coloured(step)
    )


def token(step: Step) -> Message:
    """A duel token with its extra placement, and who had the token before."""
    holder = step.values["taken_from"]
    if holder is None:
        return Message("Ingenious: {colour} reaches {top}, its token and an extra placement.", **_coloured(step))
    return Message(
        "Ingenious: {colour} reaches {top}, its token from {holder} and an extra placement.",
        **_coloured(step),
        holder=Seat(holder),
    )


def own_side(step: Step) -> Message:
    """The markers on a seat's side of the duel track."""
    if not step.values["colours"]:
        return Message("No marker is on the side of {seat} now.", seat=Seat(step.seat or 0))
    return Message(
        "{count} marker on the side of {seat} now: {colours}.",
        "{count} markers on the side of {seat} now: {colours}.",
        step.values["total"],
        seat=Seat(step.seat or 0),
        colours=colour_names(step.values["colours"]),
    )


def swap_hand(step: Step) -> Message:
    """Whether a hand may be swapped, and the colours that forbid it."""
    lowest = colour_names(step.values["colours"])
    if not step.values["held"]:
        return Message("None of the lowest colours is in hand ({colours}): all tiles may be swapped.", colours=lowest)
    return Message(
        "Of the lowest colours ({colours}) the hand has {held}: no swap.",
        colours=lowest,
        held=colour_names(step.values["held"]),
    )


def all_at_top(step: Step) -> Message:
    """All six markers at the end of the track: an instant win."""
    seat, top, mode = Seat(step.seat or 0), step.values["top"], step.values["mode"]
    if mode == "solo":
        return Message("All six markers are at the end of the right track: there is no more to reach.")
    if mode == "team":
        return Message("All six markers of {seat}'s team are at the end of the right track: an instant win.", seat=seat)
    return Message("All six markers of {seat} are on {top}: an instant win.", seat=seat, top=top)


def board_full(step: Step) -> Message:
    """The end of the game because no tile fits any more."""
    if step.values["owed"]:
        return Message("No two free spaces lie side by side, not even for the extra placement: the game is over.")
    return Message("No two free spaces lie side by side: the game is over.")


def tie(step: Step) -> Message:
    """The marker that decided between equal totals."""
    return Message(
        "{seats} before {over}: same total, {total}; the {marker} marker decides, "
        "{value} ({colours}) against {other} ({other_colours}).",
        **{
            **named_values(step),
            "marker": _MARKERS[step.values["column"]],
            "colours": colour_names(step.values["colours"]),
            "other_colours": colour_names(step.values["other_colours"]),
        },
    )
