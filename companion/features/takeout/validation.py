"""Replay an imported session event by event before it is stored; sessions that break the rules are refused."""

from dataclasses import replace

from werkzeug.datastructures import MultiDict

from companion.engine import RuleError
from companion.engine.pages.form import FormError
from companion.features.takeout.export_lines import ImportedSession
from companion.games import all_games
from companion.storage.exported import check_installed
from companion.storage.records import Event, SessionRow, parts_of
from companion.table.table import Table, opened_table


def validate(imported: ImportedSession) -> SessionRow:
    """The session's row with the result of its log. Raises `RuleError` if an event is not valid."""
    row = imported.row
    check_installed(row.game)
    table = opened_table(row, all_games()[row.game])
    if any(seat not in range(table.setup.seats) for seat in table.claims):
        raise RuleError("There is no such seat at this table.")
    for event in imported.log:
        try:
            _replay(table, event)
        except (RuleError, FormError) as error:
            fault = error.message
            raise RuleError("act {number}: {fault}", number=event.number, fault=fault) from None
        except Exception:
            # The log may come from elsewhere and contain anything; any exception means that it is invalid.
            raise RuleError("act {number} is not one that a table makes", number=event.number) from None
    if table.setup.seats != len(row.setup["players"]):
        raise RuleError("the setup must name the players of all seats, and nobody else")
    return replace(row, result=_result(table))


def _result(table: Table) -> dict[str, object] | None:
    """The stored result, which later rule fixes do not change; recomputed if it does not fit the table."""
    if not table.state.finished:
        return None
    stored, standing = table.row.result, table.standing
    sides, options = [list(side) for side in standing.sides], dict(table.changed_options)
    told: dict[str, object] = {"won": standing.won, "sides": sides, "options": options}
    together = {key: value for key, value in told.items() if value not in (None, [], {})}
    if stored is not None and standing.ranking and len(stored["totals"]) == table.setup.seats:
        return {**stored, **together}
    return {"totals": list(standing.totals), "ranking": [list(place) for place in standing.ranking], **together}


def _replay(table: Table, event: Event) -> None:
    if event.kind in ("undo", "redo"):
        named = table.log.target(event.kind)
        if named is None or named.number != event.body["event"]:
            raise RuleError("That act is not the one that stands last.")
    if parts_of(event) and table.state.finished:
        raise RuleError("The game is over; nothing can be entered any more.")
    if event.kind == "seat" and event.body["seat"] not in range(table.setup.seats):
        raise RuleError("There is no such seat at this table.")
    table.catch_up([event])
    if parts_of(event):
        _show(table, event)
    if event.kind == "options" and table.state.finished:
        raise RuleError("The game is over; what it allows cannot change any more.")
    if event.kind == "options" and table.draft:  # what is half entered still fits
        table.game.form.validate_draft(table.state, table.draft)


def _show(table: Table, event: Event) -> None:
    """Render a part as pages do, so that an invalid draft fails here."""
    form = table.game.form
    for slot, value in parts_of(event).items():
        form.describe_part(slot, value).text(names=table.setup.players)
    form.validate_draft(table.state, table.draft)
    form.sheet(table.state, table.draft)
    form.view(table.state, table.draft, MultiDict())
    form.whole(table.state, table.draft)
