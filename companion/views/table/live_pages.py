"""The live pages: the context of each, the blocks that are sent again when a table changes, and their stream."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from flask_babel import get_locale
from werkzeug.datastructures import MultiDict

from companion.engine import MOST_SEATS, Game, Message, Seat, Step, joined, refusal_in
from companion.features import pages, rooms
from companion.forms.form import Posted, number as whole_number
from companion.live.audiences import Audience, Fragments, Listener
from companion.live.live import TooManyStreams
from companion.server import KEEP_OPEN
from companion.table.table import Table
from companion.table.visible_log import entered
from companion.table.visible_table import PadRow, VisibleTable
from companion.views.http.guard import accepts_gzip
from companion.views.http.phone import all_tables, is_same_phone, phone, require_scorer, role_at
from companion.views.http.requests import clear_cached_table, posted_number, stored_table, visible_table_for
from companion.views.render.template_helpers import Page, in_language, rendered, say
from companion.views.table.standings import final_context

bp = Blueprint("stream", __name__)

SHORT_PAD = 12
_MOST_TABS = MOST_SEATS + 2  # of each seat, and two ways of a form
_LONGEST_QUERY = 100
_RETRY = 30  # seconds until a refused phone tries again; until then its page polls


def table_page(table: VisibleTable, fields: Posted) -> Page:
    """Return the page with standings, running entry and score pad; the final page once the game is over."""
    parts = ("head", "hero", "notice", "stand", "now", "pad", "bar")
    context = {
        **_live("table", table, fields),
        "plates": table.plates,
        "ranking_reasons": ranking_reasons(table),
        "sheet": table.sheet(),
        "pad": pad(table, SHORT_PAD),
        "totals": table.totals,
        "people": people(table),
        "latest": table.points(table.count) if table.count else (),
        "beginning": beginning_of(table),
        "has_needs": table.game.help is not None and table.game.help.needs is not None,
    }
    if table.finished and not fields.get("sheet"):
        return Page("table/final.html", {**context, **final_context(table)}, parts)
    return Page("table/table.html", context, parts)


def people(table: VisibleTable) -> list[tuple[int, Message | None]]:
    """Return each seat with the name of its phone, None for a seat without one."""
    named = all_tables().phone_labels(table.id) if table.claims else {}
    return [
        (seat, named.get(table.claims[seat], Message("another phone")) if seat in table.claims else None)
        for seat in range(table.setup.seats)
    ]


def enter_page(table: VisibleTable, fields: Posted) -> Page:
    """Return the form for the running entry; the final page once the game is over."""
    if table.finished:
        return table_page(table, MultiDict())
    since = whole_number(fields, "since", 0, table.version)
    seat = whole_number(fields, "seat", 0, table.setup.seats - 1)
    refusal = refusal_in(table.draft_fault) if table.draft_fault else None
    context = {
        **_live("enter", table, fields),
        "form_at": partial(url_for, "table.form", session=table.id, seat=seat),  # with more fields, or another seat
        "post_to": url_for("actions.enter", session=table.id),
        **table.form(fields),
        "meanwhile": joined(table.log.changed_since(since)) if since is not None else None,
        "last": last_entry(table),
        "draft_fault": table.draft_fault,
        "can_allow_fault": bool(table.game.widening and refusal and refusal.allowed_by),
        "beginning": beginning_of(table),
    }
    return Page("table/enter.html", context, ("head", "notice", "last", "fault", "form", "bar"))


def reasons(game: Game, steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return the steps of an entry or of a ranking as they are shown: each as a sentence, with its rule."""
    rules = [game.rules[step.rule] for step in steps]
    return [
        {"seat": step.seat, "sentence": rule.sentence(step), "points": step.points, "rule": step.rule,
         "title": rule.title, "place": rule.place, "is_ruling": rule.is_ruling}
        for step, rule in zip(steps, rules, strict=True)
    ]  # fmt: skip


def ranking_reasons(table: VisibleTable) -> list[dict[str, Any]]:
    """Return the reasons for the ranking as sentences."""
    standing = table.standing
    return [] if standing is None else reasons(table.game, standing.reasons)


def last_entry(table: VisibleTable) -> dict[str, Any]:
    """Return number, heading, what it did, points and totals of the last entry; number 0 before the first.

    It takes one line where a row of all seats stands below, and where the entry is told in words. With words `changed`
    are the seats that are seen to have gained or lost something, else all.
    """
    number, form = table.count, table.game.form
    is_line = form.has_summaries or form.slots is not None
    place = {"number": number, "is_line": is_line, "totals": table.totals, "is_blank": table.is_blank}
    if not number:
        return place
    gains, told = table.points(number), table.summary(number)
    heading = entered(table.title(number), is_scored=table.log.is_scored(table.event_number(number)))
    if told is not None and isinstance(seat := told.values.get("seat"), Seat):
        heading = Message("Last turn: {seat}", seat=seat)
    changed = [seat for seat, gain in enumerate(gains) if gain or not form.has_summaries]
    is_bare = not any(gain != 0 for gain in gains)
    return {**place, "heading": heading, "what": told, "gains": gains, "is_bare": is_bare, "changed": changed}


def entry_page(table: VisibleTable, fields: Posted) -> Page:
    """Return the page of one entry: points by seat and the reasons, step by step."""
    index = whole_number(fields, "number", 1, table.count) or 0
    context = {**_live("entry", table, fields), "found": index > 0, "number": index}
    if index:
        context |= {
            **entry_details(table, index),
            "entry_title": table.title(index),
            "points_by_seat": table.points(index),
            "outcome": table.outcome(index),
            "sheet": table.sheet(),
        }
    return Page("table/entry.html", context, ("head", "notice", "outcome", "bar"))


def entry_details(table: VisibleTable, number: int) -> dict[str, Any]:
    """Return the context for an expanded row of the score pad: reasons and actions."""
    return {
        "number": number,
        "event_number": table.event_number(number),
        "steps": reasons(table.game, table.steps(number)),
        "is_end": table.is_end(number),
    }


def needs_page(table: VisibleTable, fields: Posted) -> Page:
    """Return the page of what each seat needs; the final page once the game is over."""
    if table.finished:
        return table_page(table, MultiDict())
    needs = [(need, table.game.rules[need.rule]) for need in table.needs()]
    return Page("table/needs.html", {**_live("needs", table, fields), "needs": needs}, ("head", "notice", "needs"))


def _live(name: str, table: VisibleTable, fields: Posted) -> dict[str, Any]:
    """Return the context that live pages share, with where the page's stream is."""
    return {**common(table), "live_name": name, "live_fields": dict(known_fields(name, table, fields))}


PAGES: Mapping[str, Callable[[VisibleTable, Posted], Page]] = {
    "table": table_page,
    "enter": enter_page,
    "entry": entry_page,
    "needs": needs_page,
}
_FIELDS = {"table": ("sheet",), "entry": ("number",), "needs": ()}


def common(table: VisibleTable) -> dict[str, Any]:
    """Return the template context that every page of a table shares."""
    labels = partial(all_tables().phone_labels, table.id)
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "seats": range(table.setup.seats),
        "can_score": table.can_score,
        "version": table.version,
        "hides": table.hides,
        "hidden_seats": table.hidden,
        "claims": table.claims,
        "progress": table.progress,
        "where": where(table),
        **table.log.undo_and_redo(labels),
        "question": table.question,
        "undo_back": "",
        "news": table.log.news,
        "reversal": table.log.reversal(labels),
        "phones": max(1, all_tables().live.phones(table.id)),
    }


def where(table: VisibleTable) -> Message:
    """Return the game and its progress, for the subtitle of a page."""
    return Message("{first}, {second}", first=table.game.title, second=table.progress)


def pad(table: VisibleTable, most: int | None = None) -> list[PadRow]:
    """Return the rows of the latest `most` entries in the score pad, latest first."""
    first = 0 if most is None else max(0, table.count - most)
    return [table.pad_row(number) for number in range(table.count, first, -1)]


def page(name: str, table: VisibleTable, fields: Posted) -> Page:
    """Return the live page of this name: a key of `PAGES`, or one of a feature, at an address of its own."""
    return (PAGES.get(name) or pages()[name])(table, fields)


def known_fields(name: str, table: VisibleTable, query: Posted) -> tuple[tuple[str, str], ...]:
    """Return the query fields that this page reads, in a fixed order, so that equal pages share one audience."""
    known = table.game.form.fields if name == "enter" else _FIELDS[name]
    return tuple([(key, value[:8]) for key in known if (value := query.get(key))])


def audience_of(name: str, table: VisibleTable, query: Posted) -> Audience:
    """Return the audience of this page with these fields that the requesting phone belongs to."""
    alone = phone() if table.may_hide else None
    # Host and scorers get the same parts. What is for one of them has `data-only`; the style of the page hides it.
    role = "scorer" if table.can_score else "viewer"
    return Audience(name, known_fields(name, table, query), role, str(get_locale()), alone, request.script_root)


def render(
    session: str, audience: Audience, fragments: Fragments, table: Table | None
) -> tuple[int, Mapping[str, str]]:
    """Render the parts of a table's page, or of one of a room, for those who listen; version -1 without either."""
    if request.script_root != audience.root:  # addresses are those of whoever listens, not of this request
        below_root = current_app.test_request_context(environ_overrides={"SCRIPT_NAME": audience.root})
        with current_app.app_context(), below_root:
            return render(session, audience, fragments, table)
    table = table or all_tables().table(session)
    if table is None:
        room = rooms().get(session.partition(":")[0])
        return (-1, {}) if room is None else room.render(session, audience, fragments)
    visible = VisibleTable(table, table.viewpoint(audience.phone, audience.role))
    with in_language(audience.locale):
        return visible.version, rendered(page(audience.page, visible, MultiDict(audience.fields)), fragments)


def answer(name: str, table: VisibleTable, fields: Posted) -> str:
    """Return the parts of a page for the phone that asked for them: those that its stream was just sent, if any."""
    sent = None
    if fields.get("since") is None:  # a page that tells what came meanwhile is for this phone only
        sent = all_tables().live.parts_at(table.id, audience_of(name, table, fields), table.version)
    parts = sent or rendered(page(name, table, fields))
    return "".join(
        [f'<hx-partial hx-target="#{id}" hx-swap="outerMorph">{part}</hx-partial>' for id, part in parts.items()]
    )


def beginning_of(table: VisibleTable) -> dict[str, Any] | None:
    """Return who begins a game in which nothing is entered yet, or nothing since a draw; None with nothing to show.

    `latest_of_first` and `latest_of_teams` are the number of the latest event where that drew it, else 0.
    """
    has_begun = table.count or table.finished or not (table.is_untouched or table.draws)
    if has_begun or table.setup.seats < 2 or not (table.draws or table.can_score):
        return None
    game, draws = table.game, table.draws
    number = max(draws, default=0)
    latest = draws.get(number)
    return {
        "rule": game.who_begins,
        "draw": next((draw for draw in reversed([*draws.values()]) if not draw.is_of_teams), None),
        "has_drawn_teams": any(draw.is_of_teams for draw in draws.values()),
        "latest_of_first": number if latest and latest.seed and not latest.is_of_teams else 0,
        "latest_of_teams": number if latest and latest.is_of_teams else 0,
        "may_draw": table.can_score and table.is_untouched,
        "has_teams": bool(table.setup.options.get(game.form.teams_option or "")),
    }


@bp.get("/t/<session>/live/<name>")
def stream(session: str, name: str) -> Response:
    """Stream server-sent events: the version at once, with every change and as a heartbeat, and the changed parts."""
    audience = audience_of(name, _table_with(name, session), request.args)
    return stream_to(session, phone() or 0, audience, lambda: role_at(session) is not None)


def stream_to(session: str, number: int, audience: Audience, is_let_in: Callable[[], bool]) -> Response:
    """Stream a page to a phone; abort with 404 where it was sent away before the stream was registered."""
    tables = all_tables()

    def listen(*, is_compressed: bool) -> Listener:
        # Under the session's lock, as rendering the page takes several queries on PostgreSQL.
        with tables.loader.locked(session):
            clear_cached_table()  # what changed before the lock was taken is not told to this phone
            return tables.live.listen(session, number, audience, stored_table(session), is_compressed=is_compressed)

    return event_stream(listen, lambda: tables.versions([session])[session], is_let_in)


def event_stream(
    listen: Callable[..., Listener], version: Callable[[], int], is_let_in: Callable[[], bool] = lambda: True
) -> Response:
    """Stream the events of the listener that `listen` registers; abort with 404 if it is not let in by then."""
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    is_compressed = accepts_gzip()
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    if request.method == "GET":
        listener = listen(is_compressed=is_compressed)
        try:
            response.response = iter([all_tables().live.opening(listener, version())])  # of a list the length is sent
            if not (is_same_phone() and is_let_in()):
                abort(404)
            # Where no server keeps it open, the stream ends after its first event; the page comes back for the next.
            request.environ.get(KEEP_OPEN, lambda take: take(None))(listener.take)
        except BaseException:
            listener.leave()
            raise
    return response


@bp.app_errorhandler(TooManyStreams)
def handle_too_many_streams(error: TooManyStreams) -> Response:
    """Answer with one line (503): an error page would be slow to render, and the script does not show it."""
    return Response(say(error.message) + "\n", 503, {"Retry-After": str(_RETRY)}, mimetype="text/plain")


@bp.get("/t/<session>/parts/<name>")
def parts(session: str, name: str) -> Response:
    """Return the current parts of a page, for a phone that missed a version, cannot stream or previews an entry."""
    table = _table_with(name, session)
    return current_parts(session, table.version, lambda: page(name, table, request.args))


def current_parts(room: str, version: int, content: Callable[[], Page]) -> Response:
    """Return the current parts of a page, or `only` some; 204 where the phone has this version of it."""
    if request.args.get("have") == str(version):
        return Response(status=204)
    shown = rendered(content(), only=request.args.getlist("only"))
    return jsonify(version=version, phones=max(1, all_tables().live.phones(room)), parts=shown)


@bp.get("/t/<session>/tabs")
def tabs(session: str) -> Response:
    """Return the form's parts for several queries (`at`), which a phone shows without a connection."""
    require_scorer(session)
    table = visible_table_for(session)
    if table.finished:
        return Response(status=204)
    queries = {at: MultiDict(parse_qsl(at[:_LONGEST_QUERY])) for at in request.args.getlist("at")[:_MOST_TABS]}
    shown = {at: rendered(page("enter", table, fields), only=("head", "form", "bar")) for at, fields in queries.items()}
    return jsonify(parts=shown)


@bp.post("/t/<session>/typing")
def typing(session: str) -> Response:
    """Tell the other phones which seat's part this one is filling in."""
    require_scorer(session)
    seat = posted_number("seat", 0, visible_table_for(session).setup.seats - 1)
    all_tables().live.send_typing(session, phone() or 0, seat)
    return Response(status=204)


def _table_with(name: str, session: str) -> VisibleTable:
    """Return the table; abort with 404 for an unknown page of it, with 403 if a viewer asks for the entry form."""
    table = visible_table_for(session)
    if name not in PAGES:
        abort(404)
    return abort(403) if name == "enter" and not table.can_score else table
