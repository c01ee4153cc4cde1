"""The pages that stay live: what each shows of a table, and its parts by element id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, url_for
from flask_babel import force_locale
from werkzeug.datastructures import MultiDict

from companion.asking import asking_of
from companion.forms import Posted, form_of
from companion.forms import number as whole_number
from companion.game import Message, Seat, joined
from companion.live import Audience, Render
from companion.pieces import Pieces
from companion.scoresheet import END
from companion.table import Table, Viewpoint, numbered
from companion.views.asked import checks_of, needs_of
from companion.views.guard import sessions
from companion.views.reasons import Reason, reasons
from companion.views.statistics import session_plot
from companion.views.words import spoken_as

SHORT_PAD = 12


@dataclass(frozen=True)
class Page:
    """A template, what it shows, and which of its blocks are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def table_page(table: Table, viewpoint: Viewpoint, fields: Posted) -> Page:
    """Standings, the running entry and the score pad; the final page once the game is over."""
    standing = table.standing
    shows = table.shows(viewpoint)
    parts = ("head", "hero", "notice", "stand", "now", "pad", "bar")
    context = {
        **common(table, viewpoint),
        **live_at("table", table, fields),
        "plates": _secret_plates(table, shows) if table.hides else plates(standing.ranking, standing.totals),
        "ranking_reasons": [] if table.hides else reasons(table.game, standing.reasons),
        "sheet": form_of(table.game).sheet(table.state, table.draft),
        "pad": [
            (event, number, title, tuple(shown_points(gains, shows)))
            for number, event, title, gains in pad(table, SHORT_PAD)
        ],
        "totals": tuple(shown_points(table.state.totals, shows)),
        "people": people(table),
        "latest": latest(table),
        "has_needs": asking_of(table.game) is not None,
    }
    if table.state.finished and not fields.get("sheet"):
        return Page("final.html", {**context, **final_context(table, context["plates"])}, parts)
    return Page("table.html", context, parts)


def _secret_plates(table: Table, shows: Callable[[int | None], bool]) -> list[tuple[None, int, int | None]]:
    """The plates of a table that hides totals: in the order of the seats, without places."""
    return [(None, seat, total if shows(seat) else None) for seat, total in enumerate(table.state.totals)]


def shown_points(points: Sequence[int], shows: Callable[[int | None], bool]) -> list[int | None]:
    """Points by seat, None where they may not be seen."""
    return [n if shows(seat) else None for seat, n in enumerate(points)]


def latest(table: Table) -> list[int]:
    """What the last entry added to each seat's total; nothing while there is no entry."""
    before = table.states[-2].totals if table.played else ()
    return [now - then for now, then in zip(table.state.totals, before, strict=False)]


def people(table: Table) -> list[tuple[int, Message | None]]:
    """Each seat with what its phone is called; None for a seat without a phone."""
    named = numbered(sessions().store.members(table.id)) if table.claims else {}
    return [
        (seat, named.get(table.claims[seat], Message("another phone")) if seat in table.claims else None)
        for seat in range(table.setup.seats)
    ]


def final_context(table: Table, ranked: Sequence[tuple[int, int, int]]) -> dict[str, Any]:
    """What the final page shows beside: the winners, the podium, and a result counted otherwise, the totals drawn."""
    winners = [Seat(seat) for place, seat, _ in ranked if place == 1]
    told = Message("{winners} wins", "{winners} share the win", len(winners), winners=joined(winners))
    first, *others = [row for row in ranked if row[0] <= 3][:3]
    return {
        "winners_told": told,
        "podium": [*others[:1], first, *others[1:]],
        "rematch": sessions().rematch_of(table),
        "changed_result": _changed_result(table, ranked),
        "plot": session_plot(table),
    }


def _changed_result(table: Table, ranked: Sequence[tuple[int, int, int]]) -> joined | None:
    """The result that was stored when the game ended, where the rules of today give another one."""
    stored = sessions().store.session(table.id)
    if stored is None or stored.result is None:
        return None
    before = plates(stored.result["ranking"], stored.result["totals"])
    if before == list(ranked):
        return None
    return _in_one_line(before)


def enter_page(table: Table, viewpoint: Viewpoint, fields: Posted) -> Page:
    """The form for the running entry; once the game is over, the final page."""
    if table.state.finished:
        return table_page(table, viewpoint, MultiDict())
    view = form_of(table.game).view(table.state, table.draft, fields)

    def form_at(**asked: Any) -> str:
        return url_for("table.form", session=table.id, **asked)

    ways = {"form_at": form_at, "post_to": url_for("acts.enter", session=table.id)}
    context = {**common(table, viewpoint), **live_at("enter", table, fields), **ways, **view}
    return Page("enter.html", context, ("head", "notice", "form", "bar"))


def entry_page(table: Table, viewpoint: Viewpoint, fields: Posted) -> Page:
    """One entry: what it changed for whom, and why, step by step."""
    index = whole_number(fields, "number", 1, len(table.played)) or 0
    found = index > 0
    context: dict[str, Any] = {
        **common(table, viewpoint),
        **live_at("entry", table, fields),
        "found": found,
        "number": index,
    }
    if found:
        context.update(entry_context(table, index, table.shows(viewpoint)))
    return Page("entry.html", context, ("head", "notice", "outcome", "bar"))


def entry_steps(table: Table, number: int, shows: Callable[[int | None], bool]) -> list[Reason]:
    """The reasons of entry `number` (from 1)."""
    return reasons(table.game, table.played[number - 1].steps, shows)


def entry_context(table: Table, number: int, shows: Callable[[int | None], bool]) -> dict[str, Any]:
    """What the page of entry `number` (from 1) shows."""
    played = table.played[number - 1]
    entry = table.entries[number - 1].body
    is_end = entry == END
    outcome = {} if is_end else form_of(table.game).outcome(table.states[number - 1], entry, played.steps)
    return {
        "entry_title": entry_title(table, number),
        "points_by_seat": played.points,
        "steps": entry_steps(table, number, shows),
        "is_end": is_end,
        "checks": checks_of(table, number),
        "outcome": outcome,
        "sheet": form_of(table.game).sheet(table.state, table.draft),
    }


def needs_page(table: Table, viewpoint: Viewpoint, fields: Posted) -> Page:
    """What each seat needs as things stand; once the game is over, the final page."""
    if table.state.finished:
        return table_page(table, viewpoint, MultiDict())
    context = {**common(table, viewpoint), **live_at("needs", table, fields), "needs": list(needs_of(table, viewpoint))}
    return Page("needs.html", context, ("head", "notice", "needs"))


PAGES: Mapping[str, Callable[[Table, Viewpoint, Posted], Page]] = {
    "table": table_page,
    "enter": enter_page,
    "entry": entry_page,
    "needs": needs_page,
}
_FIELDS = {"table": ("sheet",), "entry": ("number",), "needs": ()}


def common(table: Table, viewpoint: Viewpoint) -> dict[str, Any]:
    """What every page of a table shows."""
    undo = table.last
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "seats": range(table.setup.seats),
        "role": viewpoint.role,
        "can_score": viewpoint.role in ("scorer", "host"),
        "version": table.version,
        "hides": table.hides,
        "shows": table.shows(viewpoint),
        "claims": table.claims,
        "progress": form_of(table.game).progress(table.state),
        "where": where(table),
        "undo": None if undo is None else table.told(undo),
        "redo": None if table.next is None else table.told(table.next),
        "undo_back": "",
        "news": table.told(table.log[-1]) if table.log else None,
        "phones": max(1, sessions().live.phones(table.id)),
    }


def where(table: Table) -> Message:
    """The game and how far it is, for the second line of a page's head."""
    return Message("{game}, {progress}", game=table.game.title, progress=form_of(table.game).progress(table.state))


def ranking(table: Table) -> joined:
    """The places in one line, best first."""
    standing = table.standing
    return _in_one_line(plates(standing.ranking, standing.totals))


def _in_one_line(ranked: Sequence[tuple[int, int, int]]) -> joined:
    return joined(
        [Message("{place}. {seat} {total}", place=place, seat=Seat(seat), total=total) for place, seat, total in ranked]
    )


def live_at(name: str, table: Table, fields: Posted) -> dict[str, Any]:
    """Where this page's stream is."""
    return {"live_name": name, "live_fields": dict(audience_fields(name, table, fields))}


def plates(ranking: Sequence[Sequence[int]], totals: Sequence[int]) -> list[tuple[int, int, int]]:
    """(place, seat, total) in the order of the ranking; seats that share a place have the same one."""
    made: list[tuple[int, int, int]] = []
    for place in ranking:
        number = len(made) + 1
        made += [(number, seat, totals[seat]) for seat in place]
    return made


def entry_title(table: Table, number: int) -> Message:
    if table.entries[number - 1].body == END:
        return Message("Stopped")
    return form_of(table.game).entry_title(number)


def pad(table: Table, most: int | None = None) -> list[tuple[int, int, Message, tuple[int, ...]]]:
    """(number, event number, title, points by seat) of the entries, the latest first, at most `most`."""
    events = table.entries
    numbers = range(len(events), 0, -1) if most is None else range(len(events), max(0, len(events) - most), -1)
    return [
        (number, events[number - 1].number, entry_title(table, number), table.played[number - 1].points)
        for number in numbers
    ]


def page(name: str, table: Table, viewpoint: Viewpoint, fields: Posted) -> Page:
    return PAGES[name](table, viewpoint, fields)


def audience_fields(name: str, table: Table, asked: Posted) -> tuple[tuple[str, str], ...]:
    """The fields of an address that this page knows, in a fixed order, so that equal pages are one audience."""
    known = form_of(table.game).FIELDS if name == "enter" else _FIELDS[name]
    return tuple((key, value[:8]) for key in known if (value := asked.get(key)))


def rendered(made: Page, pieces: Pieces | None = None) -> dict[str, str]:
    """The page's parts by element id, rendered on their own; with `pieces` they have slots for those."""
    template = current_app.jinja_env.get_template(made.template)
    context = dict(made.context)
    current_app.update_template_context(context)
    if pieces is not None:
        context |= {"held": pieces.keep, "held_each": pieces.keep_each}
    shown = template.new_context(context)
    return {name: "".join(template.blocks[name](shown)) for name in made.parts}


def in_place(name: str, part: str) -> str:
    """A page's part as htmx puts it in the place of the one that is shown."""
    return part.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="outerMorph"', 1)


def renderer(app: Flask) -> Render:
    """What the live streams render with."""

    def render(session: str, audience: Audience, pieces: Pieces) -> tuple[int, Mapping[str, str]]:
        table = sessions().table(session)
        if table is None:
            return -1, {}
        viewpoint = table.viewpoint(audience.phone, audience.role)
        with force_locale(spoken_as(audience.locale)):
            return table.version, rendered(page(audience.page, table, viewpoint, MultiDict(audience.fields)), pieces)

    return render
