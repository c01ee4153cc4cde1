"""The changes that phones make besides entering: undo, amend, widen options, take seats and draw lots."""

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any

from companion.engine import Message, RuleError, Seat, fault_of
from companion.engine.names import normalize_name
from companion.forms.parts import Newcomer
from companion.scoring.scoresheet import END, check_new_names, read_name
from companion.storage.records import Event
from companion.table.changes import (
    NO_CHANGE,
    Change,
    Conflict,
    Request,
    UnconfirmedReversal,
    check_unchanged,
    state_after,
)
from companion.table.draws import SEED_BYTES
from companion.table.table import Table
from companion.table.versions import is_alike, removals_of, same_amendment
from companion.table.visible_log import why_host_only

END_HAS_NO_FORM = Message("The end of the game cannot be corrected; the host can take it out, and the game goes on.")
_NOTHING_TO = {
    "undo": Message("Nothing has been entered yet, so there is nothing to take back."),
    "redo": Message("Nothing was taken back that could be done again."),
}


def undo_change(
    table: Table, request: Request, kind: str, role: str, number: int | None, *, is_sure: bool = False
) -> Change:
    """Undo the last action or redo the last undone one, which the phone knows as event `number`.

    Nothing is done where it is undone, or redone, already. Only the host may undo or redo the end of a game or a change
    of options. `UnconfirmedReversal` where the phone is not sure, and another action is next than the one that it
    meant, or one of another phone.
    """
    log, since = table.log, table.log.scored_since(request.base_version)
    event = log.target(kind)
    if _is_done(table, kind, number, since):
        return NO_CHANGE
    if event is None:
        check_unchanged(table, request.base_version)
        raise RuleError(_NOTHING_TO[kind])
    change = Change(kind, {"event": event.number})
    _check_host(table, change, role)
    last = [log.last_about(event), log.scored_since(0)[-1]]
    is_next = not since if number is None else number == event.number
    is_own = all(each.phone == request.phone for each in last)
    if not (is_next and (is_own or is_sure)):
        raise UnconfirmedReversal(kind, event, list({each.number: each for each in last}.values()))
    return change


def _is_done(table: Table, kind: str, number: int | None, since: Sequence[Event]) -> bool:
    """Whether event `number` is undone or redone; without a number, whether just that was done since."""
    if number is None:
        return [each.kind for each in since] == [kind]
    return table.log.stands(number) if kind == "redo" else not table.log.stands(number)


def _check_host(table: Table, change: Change, role: str) -> None:
    if role != "host" and (reason := why_host_only(table, change.kind, change.body)) is not None:
        raise RuleError(reason)


def amendment(table: Table, base_version: int, kind: str, body: Any, role: str) -> Change:
    """Correct or remove an earlier entry, or insert one before it; only the host may reopen a game.

    Nothing is done where another phone has done the same since a version. `Conflict` where the entry to correct is
    removed.
    """
    if same_amendment(table, base_version, kind, body):
        return NO_CHANGE
    if kind == "correct" and (removals := removals_of(table, body["entry"])):
        raise Conflict(removals)
    old = table.entries[table.splice(kind, body).start].body
    if kind == "correct" and is_alike(table, old, body["value"]):
        return NO_CHANGE
    if kind == "correct" and old == END:
        raise RuleError(END_HAS_NO_FORM)
    if kind != "remove" and body["value"] == END:
        raise RuleError("The end of the game is not an entry to be put in; stop the game on the host's page.")
    change = Change(kind, body)
    _check_host(table, change, role)
    return change


def end_change(table: Table, request: Request) -> Change:
    """End the game with the current totals as final."""
    if table.state.finished:
        return NO_CHANGE
    check_unchanged(table, request.base_version)
    return Change("entry", END)


def seat_change(table: Table, phone: int, role: str, seat: int, taken: bool, *, joins: bool = False) -> Change:
    """A phone takes a seat, with which it may join, or leaves it; the host may free one that another phone holds."""
    if seat not in range(table.setup.seats):
        raise RuleError("There is no such seat at this table.")
    holder = table.claims.get(seat)
    if holder == (phone if taken else None):
        return NO_CHANGE
    if holder not in (None, phone) and (taken or role != "host"):
        raise RuleError(
            "Another phone sits there. It can leave the seat of {seat} itself, or the host can free it.",
            seat=Seat(seat),
        )
    return Change("seat", {"seat": seat, "taken": taken}, joins=joins)


def draw_change(table: Table, base_version: int, what: str, seat: int | None) -> Change:
    """Draw who begins, the order or the teams, or choose the seat that begins; once for several phones that draw it."""
    since = table.log.events[max(base_version, 0) :]
    if seat is None and any(event.kind == "draw" and event.body["what"] == what for event in since):
        return NO_CHANGE
    if seat is None and table.setup.seats < 2:
        raise RuleError("Nothing is drawn where one plays alone.")
    seed = {"seed": token_hex(SEED_BYTES), "seats": table.setup.seats}
    return Change("draw", {"what": what, **(seed if seat is None else {"seat": seat})})


def options_change(table: Table, options: Mapping[str, Any], newcomer: Newcomer | None = None) -> Change:
    """Options that the host changes while the game runs; those that stay as they are are skipped."""
    if table.state.finished:
        raise RuleError("The game is over; what it allows cannot change any more.")
    if newcomer is not None:
        check_new_names([read_name(newcomer.name)])
        if normalize_name(newcomer.name) in map(normalize_name, table.setup.players):
            raise RuleError("two players are called {name}; names must differ", name=newcomer.name)
        widening = table.game.widening
        options = {**options, **(widening.join(table.state, table.draft, newcomer) if widening else {})}
    fresh = {key: value for key, value in options.items() if table.setup.options.get(key) != value}
    if not fresh:
        return NO_CHANGE
    change = Change("options", {"options": fresh}, newcomer=newcomer)
    if table.draft:
        after = state_after(table, change)
        if fault := fault_of(table.game.form.validate_draft, after, table.draft):
            raise RuleError("what is half entered: {reason}", reason=fault)
    return change
