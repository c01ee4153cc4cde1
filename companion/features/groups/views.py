"""Groups of players: the list, making and changing one, and its page and files for members and by its link."""

import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine import Message
from companion.engine.names import clean_name, has_words, normalize_name, shortened
from companion.engine.pause import in_slices
from companion.feature import Cell
from companion.features.groups import edits as group_edits, rows as group_rows
from companion.features.groups.edits import GroupFull
from companion.features.groups.rating import Rating
from companion.features.groups.rows import WATCH, Group
from companion.features.groups.summary import GUEST, GroupSummary, list_context, summary_context, summary_of
from companion.features.history.figures import Tally
from companion.features.history.rows import list_players
from companion.features.history.search import PAGE
from companion.forms.form import Posted
from companion.scoring.scoresheet import INVISIBLE, MAX_NAME_LENGTH, NO_NAME, TOO_LONG, name_fault
from companion.storage import credentials
from companion.storage.rows.seat_rows import shown_place
from companion.storage.schema import value
from companion.time_zone import day_of
from companion.views.http.error_pages import ask_first, is_confirmed_deletion, problem, redirect_to, respond
from companion.views.http.phone import all_tables, phone, request_token_hash
from companion.views.http.requests import id_of_link, is_link
from companion.views.http.responses import csv_file, whole_csv_file
from companion.views.render.template_helpers import by_name, say

bp = Blueprint("groups", __name__)

MAY_NOT = Message("This phone may not do that. Ask whoever made the group, or the host of the table.")


def group_for(group: str) -> Group:
    """Return a group that the requesting phone is in; abort with 404 for other phones."""
    joined = all_tables().read(group_rows.find_group, phone(), group)
    if joined is None or not joined.role:
        abort(404)
    return joined


def require_owner(group: str) -> Group:
    """Return a group for the phone that made it; abort with 403 for those that joined it, 404 for others."""
    joined = group_for(group)
    return joined if joined.is_owned else abort(problem(MAY_NOT, 403))


def link_token(group: str, role: str, number: int) -> str:
    """Return the group's id and a secret that only this instance can compute; `number` makes it differ per link."""
    return group + credentials.link_token(all_tables().key, group, f"group {role}", number)


def group_of_link(token: str, role: str) -> Group:
    """Return the group that a link of this role leads to; abort with 404 if the link is not valid."""
    return group_shown_by(token, role, phone()) or abort(problem(NO_GROUP, 404))


def group_shown_by(token: str, role: str, number: int | None) -> Group | None:
    """Return the group that a link of this role leads to, as a phone sees it; None if the link is not valid."""
    group = id_of_link(token)
    link = all_tables().read(group_rows.links_of, group).get(role) if group else None
    is_own = link is not None and link.is_open and is_link(token, link_token(group, role, link.number))
    return all_tables().read(group_rows.find_group, number, group) if is_own else None


def shown_to(group: str = "", token: str = "") -> tuple[Group, int | None]:
    """Return a group and the requesting phone, None by its link; abort with 404 for all others."""
    return (group_of_link(token, WATCH), None) if token else (group_for(group), phone())


MOST_PLAYERS = 60
_LONGEST_TYPED = 8000
_FEWEST = 2


@dataclass
class GroupForm:
    """A posted form: ticked `players` by key, the text `typed` with other names, and `faults` by field."""

    name: str
    players: dict[str, str]
    typed: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All players, each once."""
        return list({**typed_names(self.typed), **self.players}.values())


def read_group(posted: Posted, known: Collection[str]) -> GroupForm:
    """Read and check the form of a group; `known` are the keys of the names that it offered to tick."""
    form = GroupForm(
        clean_name(posted.get("name") or ""),
        ticked_names(posted, known),
        (posted.get("names") or "")[:_LONGEST_TYPED],
    )
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    if fault := _players_fault(form.names):
        form.faults["names"] = fault
    return form


def ticked_names(posted: Posted, known: Collection[str]) -> dict[str, str]:
    """Return the ticked names by key; `known` ones keep their stored spelling."""
    names = [name.strip() if normalize_name(name) in known else clean_name(name) for name in posted.getlist("player")]
    return {key: name for name in names if (key := normalize_name(name))}


def typed_names(text: str) -> dict[str, str]:
    """Return the names in a text, one per line, by key."""
    return {normalize_name(name): name for line in text.splitlines() if (name := clean_name(line))}


def fault_of_names(names: Iterable[str]) -> Message | None:
    """Return why one of these is not a valid name; None if all are valid."""
    for name in names:
        fault = name_fault(name)
        if fault is TOO_LONG:
            return Message(
                "{name} is too long: a name has at most {longest} characters, one player per line.",
                name=f"{shortened(name, 12)}…",
                longest=MAX_NAME_LENGTH,
            )
        if fault is not None:
            return INVISIBLE if fault is NO_NAME else fault
    return None


def _players_fault(names: list[str]) -> Message | None:
    if (fault := fault_of_names(names)) is not None:
        return fault
    if len(names) < _FEWEST:
        return Message("A group has two players or more: tick them, or type their names here, one per line.")
    if len(names) > MOST_PLAYERS:
        return Message("A group has at most {most} players; these are {count}.", most=MOST_PLAYERS, count=len(names))
    return None


NO_GROUP = Message("This link shows no group. It may be withdrawn or not complete; ask for a new one.")
_LONGEST_KEY = 64
_LONGEST_WORDS = 80
_TOO_OFTEN = Message("Too many tables and groups were made from here. Wait an hour, then try again.")


@bp.get("/groups")
def show() -> str:
    """List the groups that this phone is in, or those whose names have the words that were typed."""
    words = request.args.get("find", "")[:_LONGEST_WORDS]
    every = all_tables().read(group_rows.list_groups, phone() or 0)
    matching = [entry for entry in every if has_words(normalize_name(entry.name), words)]
    return render_template("groups/groups.html", groups=matching, words=words, count=len(every))


@bp.route("/groups/new", methods=["GET", "POST"])
def make() -> Response:
    """Make a group and show it; show the form again if it has faults."""
    if request.method != "POST":
        return _form_page(GroupForm("", {}), None, 200)
    form = read_group(request.form, _offered())
    if form.faults:
        return _form_page(form, None, 422)
    token = request_token_hash()
    sent = request.form.get("opens", "")[:_LONGEST_KEY]
    key = credentials.token_hash(sent + token.hex()) if sent else None  # sent twice, a form makes one group
    known = all_tables().read(value, group_rows.PLAYER_GROUPS, "id", opened=key) if key else None
    if known is None:
        if not all_tables().openings.may_open():
            return _form_page(form, None, 429, _TOO_OFTEN)
        known = secrets.token_urlsafe(9)
        try:
            group_edits.make_group(all_tables(), known, form.name, form.names, token, key)
        except GroupFull as error:
            return _form_page(form, None, 422, error.message)
    return redirect_to(url_for(".group", group=known))


@bp.get("/groups/<group>")
@bp.get("/g/<token>")
def group(**where: Any) -> str:
    """Show the statistics of a group, over all games, a season or some days."""
    own, number = shown_to(**where)
    context = summary_context(summary_of(own.id, number))
    if number is None:
        return render_template("groups/shared.html", group=own, token=where["token"], **context)
    has_offers = any(all_tables().read(group_rows.offered_sessions, number, own.id))
    return render_template("groups/group.html", group=own, has_offers=has_offers, **context)


@bp.get("/groups/<group>/games")
@bp.get("/g/<token>/games")
def all_games(**where: Any) -> str:
    """List all games of a group, of a season or of some days."""
    own, number = shown_to(**where)
    context = list_context(summary_of(own.id, number))
    of = {"page_at": partial(url_for, ".all_games", **where), "back_at": partial(url_for, ".group", **where)}
    return render_template("groups/list.html", group=own, **of, **context)


@bp.get("/groups/<group>/games.csv")
@bp.get("/g/<token>/games.csv")
def games(**where: Any) -> Response:
    """Download the games of a group, or of a season."""
    own, number = shown_to(**where)
    of = own.id, number, request.query_string
    joined = set[str]() if number is None else all_tables().read(group_rows.joined_sessions, own.id, number)
    return whole_csv_file(lambda: game_rows(summary_of(own.id, number), joined), "group-games.csv", *of)


@bp.get("/groups/<group>/table.csv")
@bp.get("/g/<token>/table.csv")
def table(**where: Any) -> Response:
    """Download the tables of a group, or of a season."""
    own, number = shown_to(**where)
    return csv_file(table_rows(summary_of(own.id, number)), "group-table.csv")


@bp.route("/groups/<group>/edit", methods=["GET", "POST"])
def edit(group: str) -> Response:
    """Change the name and the players of a group, in a form."""
    edited, members = require_owner(group), all_tables().read(group_rows.players_of, group)
    if request.method != "POST":
        return _form_page(GroupForm(edited.name, members), edited, 200)
    form = read_group(request.form, {**members, **_offered()})
    if form.faults:
        return _form_page(form, edited, 422)
    group_edits.edit_group(all_tables(), group, form.name, form.names)
    return redirect_to(url_for(".group", group=group))


def _offered() -> dict[str, str]:
    listed = all_tables().read(list_players, phone() or 0, 0, PAGE)
    return {player.key: player.name for player in listed}


def _form_page(form: GroupForm, edited: Group | None, status: int, message: Message | None = None) -> Response:
    members = {} if edited is None else all_tables().read(group_rows.players_of, edited.id)
    ticked = {**form.players, **members}
    offered = dict(sorted(ticked.items(), key=lambda member: by_name(member[1]))) | {
        key: name for key, name in _offered().items() if key not in ticked
    }
    return respond("groups/form.html", status, form=form, group=edited, offered=offered, message=message)


@bp.route("/groups/<group>/delete", methods=["GET", "POST"])
def delete(group: str) -> Response:
    """Delete a group for good after a confirmation, for its owner; other phones leave it."""
    own, number = all_tables().read(group_rows.find_group, phone(), group), phone() or abort(404)
    if own is None or not own.role:
        return redirect_to(url_for(".show")) if is_confirmed_deletion() else abort(404)
    if question := ask_first("groups/delete.html", group=own):
        return question
    if own.is_owned:
        group_edits.delete_group(all_tables(), group)
    else:
        group_edits.leave_group(all_tables(), group, number)
    return redirect_to(url_for(".show"))


_GAMES = (Message("Number"), Message("Date"), Message("Game"), Message("Name"), Message("Place"), Message("Total"))
_TEAM, _TABLE_ID = Message("Team"), Message("Table")
_TABLE = (
    *(Message("Game"), Message("Name"), Message("Played"), Message("Games with opponents"), Message("Won")),
    *(Message("Win rate in percent"), Message("Shared wins"), Message("Points"), Message("Rating")),
    Message("Uncertainty (±)"),
)


def game_rows(summary: GroupSummary, joined: Collection[str]) -> Iterator[list[Cell]]:
    """Yield a row per seat of each game, earliest first, with its team only if any has one; guests have no name.

    Those of tables that were joined have the table's id, by which an import knows a game again.
    """
    games = [*summary.games()]
    has_teams = any(kind == "side" for game in games for kind, _ in game.sides)
    yield [say(title) for title in (*_GAMES, *[_TEAM] * has_teams, *[_TABLE_ID] * bool(joined))]
    for number, game in enumerate(in_slices(games), 1):
        day, title = day_of(game.made).isoformat(), say(game.title)
        for seat in game.ranked:
            name = summary.names.get(game.keys[seat]) or say(GUEST)
            side, team = game.sides[seat]
            teams = [team + 1 if side == "side" else None] if has_teams else []
            tables = [game.session if game.session in joined else None] if joined else []
            place, total = shown_place(game.places[seat]), game.results[seat].total
            yield [number, day, title, name, place, total, *teams, *tables]


def table_rows(summary: GroupSummary) -> list[list[Cell]]:
    """Return a row per player over all games, then one per player and game with the points; each with its rating."""
    stats, ratings = summary.figures
    last = stats.last_place
    places = [say(Message("Place {place}", place=place)) for place in range(2, last + 1)]
    head = [say(title) for title in _TABLE]
    rows: list[list[Cell]] = [[*head[:7], *places, *head[7:]]]
    for row in stats.ordered:
        rows.append([say(Message("All games")), *_counts(row, last), None, *_rated(ratings.overall.get(row.key))])
    for table in stats.by_game:
        title, of = say(table.title), ratings.by_kind[table.game, table.kind]
        for row in table.ordered:
            rows.append([title, *_counts(row, last), row.points if row.scored else None, *_rated(of.get(row.key))])
    return rows


def _counts(row: Tally, last: int) -> list[Cell]:
    places = [row.places.get(place, 0) for place in range(2, last + 1)]
    return [row.name, row.games, row.contests, row.wins, row.win_rate, row.shared, *places]


def _rated(rating: Rating | None) -> list[Cell]:
    return [rating.mean, rating.spread] if rating else [None, None]
