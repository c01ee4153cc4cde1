"""The pages that stay live: what each shows of a table, and its parts by element id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, url_for
from flask_babel import force_locale
from werkzeug.datastructures import MultiDict

from companion.game import Message, joined
from companion.game.form import Posted, form_of
from companion.game.form import number as whole_number
from companion.game.help import has_needs
from companion.sessions.fragments import Fragments
from companion.sessions.live import Audience, Render
from companion.sessions.table import Table, phone_labels
from companion.sessions.visible_table import Points, VisibleTable
from companion.views.explanations import Reason, reasons
from companion.views.guard import sessions
from companion.views.page_parts import Page, rendered
from companion.views.standings import final_context, ranking_reasons
from companion.views.table_help import checks_of, needs_of
from companion.views.template_helpers import spoken_as

SHORT_PAD = 12


def table_page(table: VisibleTable, fields: Posted) -> Page:
    """Standings, the running entry and the score pad; the final page once the game is over."""
    parts = ("head", "hero", "notice", "stand", "now", "pad", "bar")
    context = {
        **common(table),
        **live_at("table", table, fields),
        "plates": table.plates,
        "ranking_reasons": ranking_reasons(table),
        "sheet": table.sheet(),
        "pad": [
            (event, number, title, gains, table.pad_note(number), table.pad_bonus(number))
            for number, event, title, gains in pad(table, SHORT_PAD)
        ],
        "totals": table.totals,
        "people": people(table),
        "latest": latest(table),
        "has_needs": has_needs(table.game),
    }
    if table.finished and not fields.get("sheet"):
        return Page("table/final.html", {**context, **final_context(table)}, parts)
    return Page("table/table.html", context, parts)


def latest(table: VisibleTable) -> Points:
    """What the last entry added to each seat's total; nothing while there is no entry."""
    return table.points(table.count) if table.count else ()


def people(table: VisibleTable) -> list[tuple[int, Message | None]]:
    """Each seat with what its phone is called; None for a seat without a phone."""
    named = phone_labels(sessions().store.members(table.id)) if table.claims else {}
    return [
        (seat, named.get(table.claims[seat], Message("another phone")) if seat in table.claims else None)
        for seat in range(table.setup.seats)
    ]


def enter_page(table: VisibleTable, fields: Posted) -> Page:
    """The form for the running entry, for who keeps score; once the game is over, the final page."""
    if table.finished:
        return table_page(table, MultiDict())
    since = whole_number(fields, "since", 0, table.version)
    seat = whole_number(fields, "seat", 0, table.setup.seats - 1)

    def form_at(**asked: Any) -> str:
        """The form with these fields; a phone that is at a seat's part stays at that seat."""
        kept = {} if seat is None or "bets" in asked else {"seat": seat}
        return url_for("table.form", session=table.id, **{**kept, **asked})

    ways = {"form_at": form_at, "post_to": url_for("acts.enter", session=table.id)}
    context = {
        **common(table),
        **live_at("enter", table, fields),
        **ways,
        **table.form(fields),
        "meanwhile": joined(table.changed_since(since)) if since is not None else None,
        "last": last_entry(table),
    }
    return Page("table/enter.html", context, ("head", "notice", "last", "form", "bar"))


def last_entry(table: VisibleTable) -> dict[str, Any] | None:
    """The result of the last entry, for the top of the next form: what each seat got, and the new totals."""
    number = table.count
    if not number:
        return None
    return {"number": number, "title": table.title(number), "gains": table.points(number), "totals": table.totals}


def entry_page(table: VisibleTable, fields: Posted) -> Page:
    """One entry: what it changed for whom, and why, step by step."""
    index = whole_number(fields, "number", 1, table.count) or 0
    found = index > 0
    context: dict[str, Any] = {**common(table), **live_at("entry", table, fields), "found": found, "number": index}
    if found:
        context.update(entry_context(table, index))
    return Page("table/entry.html", context, ("head", "notice", "outcome", "bar"))


def entry_steps(table: VisibleTable, number: int) -> list[Reason]:
    """The reasons of entry `number` (from 1)."""
    return reasons(table.game, table.steps(number))


def entry_context(table: VisibleTable, number: int) -> dict[str, Any]:
    """What the page of entry `number` (from 1) shows."""
    return {
        **unfolded(table, number),
        "entry_title": table.title(number),
        "points_by_seat": table.points(number),
        "outcome": table.outcome(number),
        "sheet": table.sheet(),
    }


def unfolded(table: VisibleTable, number: int) -> dict[str, Any]:
    """The reasons of entry `number`, and what can be done with it: what its row in the score pad unfolds to."""
    return {
        "number": number,
        "event_number": table.event_number(number),
        "steps": entry_steps(table, number),
        "is_end": table.is_end(number),
        "checks": checks_of(table, number),
    }


def needs_page(table: VisibleTable, fields: Posted) -> Page:
    """What each seat needs as things stand; once the game is over, the final page."""
    if table.finished:
        return table_page(table, MultiDict())
    context = {**common(table), **live_at("needs", table, fields), "needs": list(needs_of(table))}
    return Page("table/needs.html", context, ("head", "notice", "needs"))


PAGES: Mapping[str, Callable[[VisibleTable, Posted], Page]] = {
    "table": table_page,
    "enter": enter_page,
    "entry": entry_page,
    "needs": needs_page,
}
_FIELDS = {"table": ("sheet",), "entry": ("number",), "needs": ()}


def common(table: VisibleTable) -> dict[str, Any]:
    """What every page of a table shows."""
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "seats": range(table.setup.seats),
        "role": table.viewpoint.role,
        "can_score": table.can_score,
        "version": table.version,
        "hides": table.hides,
        "hidden_seats": table.hidden,
        "claims": table.claims,
        "progress": table.progress,
        "where": where(table),
        "undo": table.undo,
        "redo": table.redo,
        "undo_back": "",
        "news": table.news,
        "phones": max(1, sessions().live.phones(table.id)),
    }


def where(table: VisibleTable) -> Message:
    """The game and how far it is, for the second line of a page's head."""
    return Message("{game}, {progress}", game=table.game.title, progress=table.progress)


def live_at(name: str, table: VisibleTable, fields: Posted) -> dict[str, Any]:
    """Where this page's stream is."""
    return {"live_name": name, "live_fields": dict(audience_fields(name, table, fields))}


def pad(table: VisibleTable, most: int | None = None) -> list[tuple[int, int, Message, Points]]:
    """(number, event number, title, points by seat) of the entries, the latest first, at most `most`."""
    first = 0 if most is None else max(0, table.count - most)
    return [
        (number, table.event_number(number), table.pad_title(number), table.points(number))
        for number in range(table.count, first, -1)
    ]


def page(name: str, table: VisibleTable, fields: Posted) -> Page:
    return PAGES[name](table, fields)


def audience_fields(name: str, table: VisibleTable, asked: Posted) -> tuple[tuple[str, str], ...]:
    """The fields of an address that this page knows, in a fixed order, so that equal pages are one audience."""
    known = form_of(table.game).fields if name == "enter" else _FIELDS[name]
    return tuple((key, value[:8]) for key in known if (value := asked.get(key)))


def renderer(app: Flask) -> Render:
    """What the live streams render with."""

    def render(
        session: str, audience: Audience, fragments: Fragments, table: Table | None
    ) -> tuple[int, Mapping[str, str]]:
        table = table or sessions().table(session)
        if table is None:
            return -1, {}
        visible = VisibleTable(table, table.viewpoint(audience.phone, audience.role))
        with force_locale(spoken_as(audience.locale)):
            return table.version, rendered(page(audience.page, visible, MultiDict(audience.fields)), fragments)

    return render
