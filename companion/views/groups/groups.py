"""Groups of players: the list of this phone's groups, making one, its page, its players, and leaving or deleting it."""

from __future__ import annotations

import secrets
from functools import partial

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game import Message
from companion.game.names import has_words, normalize_name
from companion.history import groups, players
from companion.history.group_games import GroupGame
from companion.history.groups import Group, find_group
from companion.sessions.edits import group_edits
from companion.sessions.edits.group_edits import GroupFull
from companion.storage import credentials
from companion.views.export.exports import csv_file
from companion.views.groups.files import calendar_file, game_rows, table_rows
from companion.views.groups.form import GroupForm, ReplayAt, offered_players, read_group
from companion.views.groups.span import asked_span
from companion.views.groups.summary import games_to_list, list_context, summary_context, summary_of, words_for
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import phone, request_token_hash, sessions

bp = Blueprint("groups", __name__)


def group_for(group: str) -> Group:
    """Return a group that the requesting phone is in; abort with 404 for other phones."""
    joined = find_group(sessions().store, phone(), group)
    if joined is None or not joined.role:
        abort(404)
    return joined


def require_owner(group: str) -> Group:
    """Return a group for the phone that made it; abort with 403 for those that joined it, 404 for others."""
    joined = group_for(group)
    return joined if joined.is_owned else abort(403)


_LONGEST_KEY = 64
_LONGEST_WORDS = 80
_TOO_OFTEN = Message("Too many tables and groups were made from here. Wait an hour, then make this group.")


@bp.get("/groups")
def show() -> str:
    """List the groups that this phone is in, or those whose names have the words that were typed."""
    number, words = phone(), request.args.get("find", "")[:_LONGEST_WORDS]
    every = [] if number is None else groups.list_groups(sessions().store, number)
    matching = [entry for entry in every if has_words(normalize_name(entry.group.name), words)]
    return render_template("groups/groups.html", groups=matching, words=words, count=len(every))


@bp.get("/groups/new")
def asked_to_make() -> Response:
    """Show the form of a new group."""
    return _form_page(GroupForm("", {}), None, 200)


@bp.post("/groups/new")
def make() -> Response:
    """Make a group, and show it; if something is wrong, show the form again with what was typed."""
    form = read_group(request.form, _offered())
    if form.faults:
        return _form_page(form, None, 422)
    token = request_token_hash()
    sent = request.form.get("opens", "")[:_LONGEST_KEY]
    key = credentials.token_hash(sent + token.hex()) if sent else None  # sent twice, a form makes one group
    known = groups.group_opened_by(sessions().store, key) if key else None
    if known is None:
        if not sessions().openings.may_open():
            return _form_page(form, None, 429, _TOO_OFTEN)
        known = secrets.token_urlsafe(9)
        try:
            group_edits.make_group(sessions().store, known, form.name, form.names, token, key)
        except GroupFull as error:
            return _form_page(form, None, 422, error.message)
    return redirect_to(url_for(".group", group=known))


@bp.get("/groups/<group>")
def group(group: str) -> str:
    """Show what the games of a group add up to, all of them, or those of a season or of some days."""
    own, summary = group_for(group), summary_of(group, asked_span(), phone())
    store, number = sessions().store, phone() or 0
    context = summary_context(summary, _replays_of(own, number), words_for(group, summary.span, phone()))
    has_offers = any(groups.offered_sessions(store, number, group))
    return render_template("groups/group.html", group=own, has_offers=has_offers, **context)


def _replays_of(own: Group, number: int) -> ReplayAt:
    """Where a phone sees the replay of a game: at its table if it has joined that, else in the group."""

    def replay_at(game: GroupGame) -> str | None:
        if not game.has_entries:
            return None
        if sessions().store.role(game.session, number):
            return url_for("replay.show", session=game.session)
        return url_for("group_replays.show", group=own.id, session=game.session) if game.replay else None

    return replay_at


@bp.get("/groups/<group>/games")
def all_games(group: str) -> str:
    """List all games of a group, of a season or of some days."""
    own, summary = group_for(group), summary_of(group, asked_span(), phone())
    context = list_context(summary, _replays_of(own, phone() or 0), words_for(group, summary.span, phone()))
    of = {"page_at": partial(url_for, ".all_games", group=group), "back_at": partial(url_for, ".group", group=group)}
    return render_template("groups/list.html", group=own, **of, **context)


@bp.get("/groups/<group>/games.csv")
def games(group: str) -> Response:
    """Download the games of a group, or of a season."""
    group_for(group)
    return csv_file(game_rows(games_to_list(group, asked_span(), phone())), "group-games.csv")


@bp.get("/groups/<group>/games.ics")
def calendar(group: str) -> Response:
    """Download the games of a group, or of a season, as a calendar."""
    own = group_for(group)
    return calendar_file(games_to_list(group, asked_span(), phone()), own.name)


@bp.get("/groups/<group>/table.csv")
def table(group: str) -> Response:
    """Download the tables of a group, or of a season."""
    group_for(group)
    return csv_file(table_rows(summary_of(group, asked_span(), phone())), "group-table.csv")


@bp.get("/groups/<group>/edit")
def asked_to_edit(group: str) -> Response:
    """Show the form with the name and the players of a group."""
    edited = require_owner(group)
    return _form_page(GroupForm(edited.name, groups.players_of(sessions().store, group)), edited, 200)


@bp.post("/groups/<group>/edit")
def edit(group: str) -> Response:
    """Change the name and the players of a group."""
    edited = require_owner(group)
    form = read_group(request.form, {**groups.players_of(sessions().store, group), **_offered()})
    if form.faults:
        return _form_page(form, edited, 422)
    group_edits.edit_group(sessions().store, group, form.name, form.names)
    return redirect_to(url_for(".group", group=group))


def _offered() -> dict[str, str]:
    """Return the players that this phone has met, by key."""
    number = phone()
    known_players = [] if number is None else players.list_players(sessions().store, number)[0]
    return {player.key: player.name for player in known_players}


def _form_page(form: GroupForm, edited: Group | None, status: int, message: Message | None = None) -> Response:
    members = {} if edited is None else groups.players_of(sessions().store, edited.id)
    offered = offered_players({**form.players, **members}, _offered())
    page = render_template("groups/form.html", form=form, group=edited, offered=offered, message=message)
    return make_response(page, status)


@bp.get("/groups/<group>/delete")
def asked_to_delete(group: str) -> str:
    """Show what deleting a group, or leaving it, means."""
    return render_template("groups/delete.html", group=group_for(group), message=None)


@bp.post("/groups/<group>/delete")
def delete(group: str) -> Response:
    """Delete a group for good, for its owner; other phones leave it. Only if it was confirmed."""
    own, number = group_for(group), phone() or abort(404)
    if request.form.get("sure") != "yes":
        message = Message("Tap Delete, then Yes: deleting cannot be taken back.")
        return make_response(render_template("groups/delete.html", group=own, message=message), 422)
    if own.is_owned:
        group_edits.delete_group(sessions().store, group)
    else:
        group_edits.leave_group(sessions().store, group, number)
    return redirect_to(url_for(".show"))
