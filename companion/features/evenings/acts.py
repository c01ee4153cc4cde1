"""The acts of an evening: whether its state allows one, what the log gets of it, and what else its transaction writes.

A function here is a plan where its other arguments are given.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine import Game, Message, RuleError
from companion.engine.pause import in_slices
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.drawing import PAIR, draw
from companion.features.evenings.evening import (
    MOST_ACTS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SETTINGS,
    SETTINGS,
    SWISS,
    Evening,
    EveningRefused,
)
from companion.features.evenings.standings import finals_tables
from companion.features.evenings.state import EveningState
from companion.scoring.scoresheet import read_setup
from companion.storage.records import NewSession, StaleVersion, Transaction
from companion.storage.rows.session_rows import open_session, with_host
from companion.table.invites import LINK_ROLES
from companion.table.service import Tables

_MOST_DRAWINGS = 30
"""How often a round can be drawn for the same players, as each draw lengthens the log."""
_COUNTED_AS_ONE = 10
"""How many tables of a round count as one towards the limit of an address, so that a large club can play."""
MEANWHILE = Message("Somebody else changed the evening meanwhile. Look at the page and try again.")
Call = Callable[[int], str]
"""Names a player whose name was deleted."""


class Planned(NamedTuple):
    """The body of an act, and what else is written with it."""

    body: Mapping[str, Any]
    also_write: Callable[[Transaction], None] | None = None


Plan = Callable[[EveningState], Planned | None]
"""Gives an act from the state, None if nothing is left to do. Raises `EveningRefused` if the state allows none."""


def change(state: EveningState, kind: str, body: Mapping[str, Any]) -> Planned | None:
    """Plan an act of the host's pages that is what was posted."""
    _check_change(state.evening, kind, body)
    return None if kind == "ended" and body["is_over"] == state.evening.is_over else Planned(body)


def add_players(state: EveningState, names: Sequence[str]) -> Planned:
    """Plan that new players came."""
    if len(state.names) + len(names) > MOST_PLAYERS:
        raise EveningRefused("A club evening has at most {most} players.", most=MOST_PLAYERS)
    came = dict(enumerate(names, max(state.names, default=0) + 1))
    return Planned({"players": [*came]}, lambda db: evening_rows.insert_players(db, state.id, came))


def draw_round(state: EveningState, *, anyway: bool) -> Planned:
    """Plan the next round, or draw it again; with `anyway` even if tables of the last round are still playing."""
    _check_draw(state, anyway=anyway)
    number, stage = len(state.evening.opened) + 1, state.next_stage
    drawn = [act for act in state.acts if act.kind == "drawn" and act.body["round"] == number]
    if len(drawn) >= _MOST_DRAWINGS and state.stale is None:
        raise EveningRefused(
            "This round was drawn {most} times. Swap players by two taps, or open its tables as they are.",
            most=_MOST_DRAWINGS,
        )
    if stage:
        tables = finals_tables(state.evening, state.lines, state.places, stage)
        return Planned({"round": number, "tables": tables, "byes": [], "stage": stage})
    points = {line.player: line.points for line in state.lines}
    tables, byes = draw(state.evening, points, state.settings, len(drawn), state.deleted)
    found = {"round": number, "tables": tables, "byes": byes}
    if state.settings.system != SWISS:
        return Planned(found)
    # Store the points of the draw, to notice when a result changes later.
    basis = [[player, points[player]] for player in state.evening.present]
    unfinished = [session for session in state.evening.sessions if session not in state.places]
    return Planned({**found, "points": basis, "unfinished": unfinished})


def open_tables(state: EveningState, service: Tables, phone: int, call: Call) -> Planned:
    """Plan to open the tables of the drawn round, hosted by this phone. Raises `TooManySessions`, too."""
    draft = state.evening.draft
    if draft is None:
        raise EveningRefused("Draw the round first.")
    if state.stale is not None:
        raise EveningRefused(state.stale)
    new, codes = [], service.openings.invites.free_codes(len(LINK_ROLES) * len(draft.tables))
    for number, table in enumerate(in_slices(draft.tables), 1):
        is_counted = number % _COUNTED_AS_ONE == 1
        opened = _new_table(state, service, table, number, call, is_counted=is_counted, codes=codes)
        new.append(with_host(opened, phone))
    return Planned({"sessions": [each.row.id for each in new]}, lambda db: _insert_tables(db, state.id, *new))


def take_back(state: EveningState, number: int, unentered: Sequence[str], *, was_open: bool) -> Planned:
    """Plan to take the latest round back: one only drawn is gone; one whose tables are open is drawn, and not open.

    A table at which something was entered stays, but is none of the evening any more; the others are deleted.
    Refused, too, if anything was entered meanwhile at one of the tables `unentered`.
    """

    def check(db: Transaction) -> None:
        if any(evening_rows.is_entered(db.rows, session) for session in unentered):
            raise EveningRefused(MEANWHILE)

    body = {"round": number, "was_open": was_open}
    _check_change(state.evening, "taken", body)
    return Planned(body, check)


def note_absence(
    state: EveningState, service: Tables, phone: int, who: tuple[int, int], call: Call, *, is_absent: bool
) -> Planned | None:
    """Plan that `who`, a round's number and a player, did not come to the table, or came after all.

    Before anything is entered, the table is opened anew for those who came, or is none if they are too few. Raises
    `TooManySessions`, too.
    """
    (number, player), opened = who, state.evening.opened
    round_ = opened[number - 1] if 1 <= number <= len(opened) else None
    table = None if round_ is None else round_.table_of(player)
    if round_ is None or table is None:
        raise EveningRefused("This round was taken back, or drawn anew. Look at its tables again.")
    if (player in round_.absent) == is_absent:
        return None
    told, session = {"round": number, "player": player, "is_absent": is_absent}, round_.sessions[table - 1]
    if session and (session not in state.present or service.read(evening_rows.is_entered, session)):
        return Planned(told)
    came = round_.without(player, "", is_absent=is_absent).came_to(table)
    is_game = len(came) >= PAIR and len(came) in state.game.seats
    new = [with_host(_new_table(state, service, came, table, call), phone)] if is_game else []

    def replace_table(db: Transaction) -> None:
        if session and evening_rows.is_entered(db.rows, session):
            raise StaleVersion
        _insert_tables(db, state.id, *new)

    return Planned({**told, "session": new[0].row.id if new else ""}, replace_table)


def _insert_tables(db: Transaction, evening: str, *new: NewSession) -> None:
    open_session(db, *new)
    evening_rows.insert_evening_sessions(db, evening, [each.row.id for each in new])


def _new_table(
    state: EveningState, service: Tables, table: Sequence[int], number: int, call: Call, **how: Any
) -> NewSession:
    players = [state.names[player] or call(player) for player in table]
    setup, options = state.row.setup, fitting_options(state.game, state.row.setup["options"], len(players))
    try:
        read = read_setup(state.game, players, options)
    except RuleError as error:
        raise EveningRefused(
            "Table {number} cannot be opened so: {reason}.", number=number, reason=error.message
        ) from error
    return service.openings.new_session(state.game, read, {"hidden": setup["hidden"]}, **how)


def fitting_options(game: Game, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the options that are valid for so many players; the others keep their default."""
    if game.setup_form is not None:
        return dict(options)
    known = {option.key: option for option in game.options}
    fitting = {}
    for key, value in options.items():
        try:
            known[key].read(value, seats)
        except RuleError:
            continue
        fitting[key] = value
    return fitting


def check_open(state: EveningState, kind: str) -> None:
    """Raise `EveningRefused` if an evening takes no act of this kind."""
    if kind == "ended" and not state.evening.is_over:
        return  # it can be ended whatever was done
    if len(state.acts) >= MOST_ACTS:
        raise EveningRefused("So much was done at this club evening that nothing more can be added. Make another one.")
    if kind in SETTINGS and sum(act.kind in SETTINGS for act in state.acts) >= MOST_SETTINGS:
        raise EveningRefused(
            "The settings, messages and timers of this club evening were changed {most} times and stay as they are."
            " Rounds go on.",
            most=MOST_SETTINGS,
        )
    if state.evening.is_over and kind != "ended":
        raise EveningRefused("This club evening is over. Reopen it first.")


def _check_change(evening: Evening, kind: str, body: Mapping[str, Any]) -> None:
    """Raise `EveningRefused` if the current state of an evening does not allow an act of its host's pages."""
    if kind in ("rounds", "final") and any(each.stage for each in evening.rounds):
        raise EveningRefused("The final is drawn already. Take it back first.")
    if kind == "rounds" and not evening.fewest_rounds <= body["count"] <= MOST_ROUNDS:
        fewest = evening.fewest_rounds
        raise EveningRefused("This evening can have {fewest} to {most} rounds now.", fewest=fewest, most=MOST_ROUNDS)
    if kind == "swapped":
        _check_swap(evening, *body["players"])
    latest = evening.rounds[-1] if evening.rounds else None
    if kind == "taken" and (latest is None or (latest.number, latest.is_open) != (body["round"], body["was_open"])):
        raise EveningRefused("This round was taken back already, or it is not the latest any more.")
    others = [player for player, table in evening.fixed.items() if body.get("table") == table]
    if kind == "fixed" and others not in ([], [body["player"]]):
        raise EveningRefused("Table {number} is kept for somebody else already.", number=body["table"])


def _check_swap(evening: Evening, first: int, second: int) -> None:
    draft = evening.draft
    if draft is None:
        raise EveningRefused("The tables of this round are open already, so their players stay.")
    if first == second or not {first, second} <= draft.players:
        raise EveningRefused("Tap two different players of this round to swap them.")
    if draft.table_of(first) == draft.table_of(second):
        raise EveningRefused("These two sit together already. Tap players of two tables.")


def _check_draw(state: EveningState, *, anyway: bool) -> None:
    """Raise `EveningRefused` if no round can be drawn now."""
    opened, rounds = state.evening.opened, state.settings.rounds
    if not state.next_stage and (len(state.evening.scored) >= rounds or (opened[-1:] and opened[-1].stage)):
        raise EveningRefused(Message("The only round is played.", "All {count} rounds are played.", rounds))
    playing = state.playing(opened[-1]) if opened else []
    if playing and not anyway:
        raise EveningRefused(
            Message(
                "{count} table still plays. Wait for its result, or tick that the round is drawn without it.",
                "{count} tables still play. Wait for their results, or tick that the round is drawn without them.",
                len(playing),
            )
        )
