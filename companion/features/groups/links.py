"""A group's links to join or to view it, which its owner makes and withdraws, and its replays."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import qr_codes
from companion.engine import Message
from companion.features.groups import edits as group_edits
from companion.features.groups import rows as group_rows
from companion.features.groups.edits import GroupFull
from companion.features.groups.rows import JOIN, WATCH
from companion.features.groups.views import NO_GROUP, group_of_link, link_token, require_owner, shown_to
from companion.features.replay.views import replay_page, replay_steps
from companion.table.table import Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.identity import posted_number, request_token_hash, sessions, stored_table
from companion.views.render.template_helpers import say
from companion.views.table.table import base_address

bp = Blueprint("group_links", __name__)
bp.register_error_handler(GroupFull, lambda error: problem(error.message, 422))

_MOST_NUMBER = 10**9
_TO_SCAN = Message("Scan to join the group")


@bp.get("/groups/<group>/share")
def share(group: str) -> str:
    """Show the links of a group to its owner."""
    own, base = require_owner(group), base_address()
    links = group_rows.links_of(sessions().store.rows, group)
    shown = {
        role: base + url_for(endpoint, token=link_token(group, role, link.number))
        for role, endpoint in ((WATCH, "groups.group"), (JOIN, ".join"))
        if (link := links.get(role)) is not None and link.is_open
    }
    qr = qr_codes.qr_svg(shown[JOIN], say(_TO_SCAN)) if JOIN in shown else None
    phones = group_rows.count_phones(sessions().store.rows, group)
    return render_template("groups/share.html", group=own, links=links, shown=shown, qr=qr, phones=phones)


@bp.post("/groups/<group>/share")
def change(group: str) -> AnyResponse:
    """Make a link for a role, or withdraw the one that the page showed; with `others`, other phones leave too."""
    require_owner(group)
    role, store = request.form.get("role"), sessions().store
    if role not in (WATCH, JOIN):
        abort(400)
    if request.form.get("make") == "yes":
        group_edits.open_link(store, group, role)
    else:
        number, others = posted_number("number", 0, _MOST_NUMBER), request.form.get("others") == "away"
        group_edits.withdraw_link(store, group, role, number, others=role == JOIN and others)
    return redirect_to(url_for(".share", group=group))


@bp.route("/groups/join/<token>", methods=["GET", "POST"])
def join(token: str) -> AnyResponse:
    """Join the group by a form, then show it. The form has no names, as messengers preview the link."""
    group = group_of_link(token, JOIN)
    if request.method != "POST" and not group.role:
        return respond("groups/join.html", token=token)
    if request.method != "POST":
        return redirect_to(url_for("groups.group", group=group.id))
    number = group_rows.links_of(sessions().store.rows, group.id)[JOIN].number
    if not group_edits.join_group(sessions().store, group.id, request_token_hash(), number):
        return problem(NO_GROUP, 404)
    return redirect_to(url_for("groups.group", group=group.id))


@bp.get("/groups/<group>/replay/<session>")
@bp.get("/g/<token>/replay/<session>")
@bp.get("/groups/<group>/replay/<session>/<int:number>")
@bp.get("/g/<token>/replay/<session>/<int:number>")
def replay(session: str, number: int | None = None, **where: Any) -> AnyResponse:
    """Show a moment of a replay that the group shows; without a number go to the first."""
    table = _replayed(session, where)
    if number is None:
        return redirect(url_for(".replay", session=session, number=min(1, table.count), **where))

    def moment_at(other: int) -> str:
        return url_for("group_links.replay", session=session, number=other, **where)

    steps_at = url_for(".steps", session=session, **where)
    return replay_page(table, number, moment_at, steps_at, is_shared=True)


@bp.get("/groups/<group>/replay/<session>/steps")
@bp.get("/g/<token>/replay/<session>/steps")
def steps(session: str, **where: Any) -> Response:
    """Return some moments, for the script of the page."""
    return replay_steps(_replayed(session, where))


def _replayed(session: str, where: Mapping[str, Any]) -> VisibleTable:
    """Return a finished table as a stranger sees it; abort with 404 unless its host has put it in with its replay."""
    if not group_rows.shows_replay(sessions().store.rows, shown_to(**where)[0].id, session):
        abort(404)
    table = VisibleTable(stored_table(session), Viewpoint("viewer"))
    return table if table.finished else abort(404)
