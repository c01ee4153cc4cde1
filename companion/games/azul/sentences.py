"""The steps of Azul as sentences."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Step, joined, named_values
from companion.games.azul.scoring import COLOUR_BONUS, COLUMN_BONUS, FLOOR_COSTS, ROW_BONUS
from companion.games.azul.walls import COLOUR_NAMES


def tile(step: Step) -> Message:
    """What a new tile scored, across and down."""
    values = {**step.values, "colour": COLOUR_NAMES[step.values["colour"]]}
    if values["horizontal"] and values["vertical"]:
        return Message("Row {row}, {colour}: {horizontal} side by side and {vertical} one above the other.", **values)
    if values["horizontal"]:
        return Message("Row {row}, {colour}: {horizontal} side by side.", **values)
    if values["vertical"]:
        return Message("Row {row}, {colour}: {vertical} one above the other.", **values)
    return Message("Row {row}, {colour}: no tile beside it.", **values)


def space(step: Step) -> Message:
    """Whether a tile may lie on a space."""
    values = {**step.values, "colour": COLOUR_NAMES[step.values["colour"]]}
    if values["obstacle"] == "row":
        return Message("Row {row} has a {colour} tile already.", **values)
    if values["obstacle"] == "taken":
        return Message("Row {row}, column {column}: a tile lies there already.", **values)
    if values["obstacle"] == "column":
        return Message("Column {column} has a {colour} tile already.", **values)
    return Message("Row {row}, column {column} is free for {colour}.", **values)


def fell(step: Step) -> Message:
    """Why a line falls to the floor."""
    return Message(
        "Row {row}, {colour}: no column is open, {count} tile falls to the floor.",
        "Row {row}, {colour}: no column is open, all {count} tiles fall to the floor.",
        step.values["tiles"],
        row=step.values["row"],
        colour=COLOUR_NAMES[step.values["colour"]],
    )


def floor(step: Step) -> Message:
    """What the floor line costs."""
    cost, score = _floor_cost(step.values), step.values.get("score")
    if score is not None and score < step.values["loss"]:
        return Message("{cost} The score stood at {total} and never falls below 0.", cost=cost, total=score)
    return cost


def _floor_cost(values: Any) -> Message:
    taken, loss, has_marker = values["taken"], values["loss"], values.get("marker", False)
    if taken == 1 and has_marker:
        return Message("The start marker on the floor costs {loss}.", loss=loss)
    if taken == 1:
        return Message("1 floor space taken, it costs {loss}.", loss=loss)
    costs = " + ".join(str(cost) for cost in FLOOR_COSTS[:taken])
    if has_marker:
        return Message(
            "{taken} floor spaces taken, the start marker counted: {costs} = {loss}.",
            taken=taken,
            costs=costs,
            loss=loss,
        )
    return Message("{taken} floor spaces taken: {costs} = {loss}.", taken=taken, costs=costs, loss=loss)


def start_marker(step: Step) -> Message:
    """That the start marker found no space on the floor line."""
    return Message("All {spaces} floor spaces are taken; beyond them the start marker costs nothing.", **step.values)


def full_row(step: Step) -> Message:
    """Which full row ends the game."""
    rows = step.values["rows"]
    return Message(
        "Row {rows} is full: this was the last round.",
        "Rows {rows} are full: this was the last round.",
        len(rows),
        rows=joined(rows),
    )


def bonus_rows(step: Step) -> Message:
    """The bonus of full rows."""
    rows = step.values["rows"]
    return Message(
        "Row {rows} is full: {each}.",
        "Rows {rows} are full: {each} each.",
        len(rows),
        rows=joined(rows),
        each=ROW_BONUS,
    )


def bonus_columns(step: Step) -> Message:
    """The bonus of full columns."""
    columns = step.values["columns"]
    return Message(
        "Column {columns} is full: {each}.",
        "Columns {columns} are full: {each} each.",
        len(columns),
        columns=joined(columns),
        each=COLUMN_BONUS,
    )


def bonus_colours(step: Step) -> Message:
    """The bonus of full colours."""
    colours = step.values["colours"]
    return Message(
        "All five tiles of {colours}: {each}.",
        "All five tiles of {colours}: {each} each.",
        len(colours),
        colours=joined([COLOUR_NAMES[colour] for colour in colours]),
        each=COLOUR_BONUS,
    )


def most_points(step: Step) -> Message:
    """Who has the most points."""
    return Message(
        "{seats} has the most points, {total}.",
        "{seats} have the most points, {total} each.",
        len(step.values["seats"]),
        **named_values(step),
    )


def tie_rows(step: Step) -> Message:
    """Which seats come first by full rows."""
    return Message(
        "{seats} before {over}: same total, {total}; more full rows, {value} against {other}.", **named_values(step)
    )


def shared(step: Step) -> Message:
    """Which seats share a place."""
    return Message(
        "{seats} share the place: same total, {total}; same number of full rows, {value}.", **named_values(step)
    )
