"""The links of a group: to join it, and to look at it without joining; its owner makes and withdraws each alone."""

from __future__ import annotations

import hmac
from functools import partial

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import qr_codes
from companion.game import Message
from companion.game.pages.form import number as whole_number
from companion.history import groups
from companion.history.group_games import GroupGame
from companion.history.groups import Group
from companion.sessions.edits import group_edits
from companion.sessions.edits.group_edits import GroupFull
from companion.storage import credentials
from companion.storage.rows.group_rows import JOIN, WATCH
from companion.views.export.exports import csv_file
from companion.views.groups.files import calendar_file, game_rows, table_rows
from companion.views.groups.form import ReplayAt
from companion.views.groups.groups import require_owner
from companion.views.groups.span import asked_span
from companion.views.groups.summary import games_to_list, list_context, summary_context, summary_of
from companion.views.http.error_pages import problem, redirect_to
from companion.views.http.identity import phone, request_token_hash, sessions
from companion.views.render.template_helpers import say
from companion.views.table.table import base_address

bp = Blueprint("group_links", __name__)
bp.register_error_handler(GroupFull, lambda error: problem(error.message, 422))

_SECRET_LENGTH = 22
_LONGEST = 99
_MOST_NUMBER = 10**9
_NO_GROUP = Message("This link shows no group. It may be withdrawn or not complete; ask for a new one.")
_TO_SCAN = Message("Scan to join the group")


def _token(group: str, role: str, number: int) -> str:
    """The group's id and a secret that only this instance can compute; each new link has another one."""
    return group + credentials.link_token(sessions().key, group, f"group {role}", number)


def group_of_link(token: str, role: str) -> Group | None:
    """Return the group that a valid link of this role leads to; None if the link is not valid."""
    group = token[:-_SECRET_LENGTH]
    if not group or len(token) > _LONGEST:
        return None
    link = groups.links_of(sessions().store, group).get(role)
    if link is None or not link.is_open:
        return None
    expected = _token(group, role, link.number)
    is_own = hmac.compare_digest(expected.encode(), token.encode(errors="surrogatepass"))
    return groups.find_group(sessions().store, phone(), group) if is_own else None


@bp.get("/groups/<group>/share")
def share(group: str) -> str:
    """Show the links of a group to its owner."""
    own, base = require_owner(group), base_address()
    links = groups.links_of(sessions().store, group)
    shown = {
        role: base + url_for(endpoint, token=_token(group, role, link.number))
        for role, endpoint in ((WATCH, ".shared"), (JOIN, ".asked_to_join"))
        if (link := links.get(role)) is not None and link.is_open
    }
    qr = qr_codes.qr_svg(shown[JOIN], say(_TO_SCAN)) if JOIN in shown else None
    phones = groups.count_phones(sessions().store, group)
    return render_template("groups/share.html", group=own, links=links, shown=shown, qr=qr, phones=phones)


@bp.post("/groups/<group>/share")
def change(group: str) -> AnyResponse:
    """Make the link of a role, or withdraw the one that the owner saw; with `others`, other phones leave too."""
    require_owner(group)
    role, store = request.form.get("role"), sessions().store
    if role not in (WATCH, JOIN):
        abort(400)
    if request.form.get("make") == "yes":
        group_edits.open_link(store, group, role)
    else:
        number = whole_number(request.form, "number", 0, _MOST_NUMBER)
        others = role == JOIN and request.form.get("others") == "away"
        group_edits.withdraw_link(store, group, role, abort(400) if number is None else number, others=others)
    return redirect_to(url_for(".share", group=group))


@bp.get("/groups/join/<token>")
def asked_to_join(token: str) -> AnyResponse:
    """Show the form that joins. The page has no names, because messengers that preview the link see it too."""
    group = group_of_link(token, JOIN)
    if group is None:
        return problem(_NO_GROUP, 404)
    if group.role:
        return redirect_to(url_for("groups.group", group=group.id))
    return _unlisted(make_response(render_template("groups/join.html", token=token)))


@bp.post("/groups/join/<token>")
def join(token: str) -> AnyResponse:
    """Join the group and show it."""
    group = group_of_link(token, JOIN)
    if group is None:
        return problem(_NO_GROUP, 404)
    number = groups.links_of(sessions().store, group.id)[JOIN].number
    if not group_edits.join_group(sessions().store, group.id, request_token_hash(), number):
        return problem(_NO_GROUP, 404)
    return redirect_to(url_for("groups.group", group=group.id))


@bp.get("/g/<token>")
def shared(token: str) -> Response:
    """Show a group to whoever has the link; nobody joins by it."""
    group = group_of_link(token, WATCH)
    if group is None:
        return problem(_NO_GROUP, 404)

    context = summary_context(summary_of(group.id, asked_span()), _replays_by(token))
    return _unlisted(make_response(render_template("groups/shared.html", group=group, token=token, **context)))


@bp.get("/g/<token>/games")
def all_games(token: str) -> Response:
    """List all games of the shared page."""
    group = group_of_link(token, WATCH) or abort(404)
    context = list_context(summary_of(group.id, asked_span()), _replays_by(token))
    of = {"page_at": partial(url_for, ".all_games", token=token), "back_at": partial(url_for, ".shared", token=token)}
    return _unlisted(make_response(render_template("groups/list.html", group=group, **of, **context)))


def _replays_by(token: str) -> ReplayAt:
    def replay_at(game: GroupGame) -> str | None:
        if not (game.replay and game.has_entries):
            return None
        return url_for("group_replays.show_shared", token=token, session=game.session)

    return replay_at


@bp.get("/g/<token>/games.csv")
def games(token: str) -> Response:
    """Download the games that the shared page is made of."""
    group = group_of_link(token, WATCH) or abort(404)
    return _unlisted(csv_file(game_rows(games_to_list(group.id, asked_span())), "group-games.csv"))


@bp.get("/g/<token>/games.ics")
def calendar(token: str) -> Response:
    """Serve the games of the shared page as a calendar that can be subscribed to."""
    group = group_of_link(token, WATCH) or abort(404)
    return _unlisted(calendar_file(games_to_list(group.id, asked_span()), group.name))


@bp.get("/g/<token>/table.csv")
def table(token: str) -> Response:
    """Download the tables of the shared page."""
    group = group_of_link(token, WATCH) or abort(404)
    return _unlisted(csv_file(table_rows(summary_of(group.id, asked_span())), "group-table.csv"))


def _unlisted(answer: Response) -> Response:
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
