"""The pages of the badges of a player and of a group."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.pause import in_slices, pause
from companion.engine.ranking import ranked_totals
from companion.features.badges import rows as badge_rows
from companion.features.badges.badges import BADGES, LastHalfway
from companion.features.groups.summary import summary_of
from companion.features.groups.views import require_owner, shown_to
from companion.features.history.results import FinishedGame
from companion.features.history.rows import games_of_player
from companion.features.history.search import finished_games
from companion.features.history.views import find_or_404
from companion.storage.records import now
from companion.table.table_loader import IncompatibleSession
from companion.views.http.error_pages import redirect_to
from companion.views.http.made_once import made_once
from companion.views.http.phone import all_tables, phone

bp = Blueprint("badges", __name__)

MOST_REPLAYED = 30
"""How many games, which must be replayed, are examined for a comeback; of the earliest ones that were won."""
_FEWEST_ENTRIES = 4
_FREED = 500  # games at a time


@bp.app_template_global()
def group_shows_badges(group: str) -> bool:
    """Return whether the owner of a group has switched its badges on."""
    return all_tables().read(badge_rows.shows_badges, group)


@bp.get("/players/<player:key>/badges")
def of_player(key: str) -> str:
    """Show what a player has reached in the games that this phone has joined."""
    number, player = find_or_404(key)
    badges = made_once(lambda: _badges_of(number, key), "badges", *_this_request())
    return render_template("badges/player.html", player=player, badges=badges)


def _this_request() -> tuple[Hashable, ...]:
    """Return what tells requests apart whose badges or links differ: address and phone."""
    return request.script_root, request.full_path, phone()


def _badges_of(number: int, key: str) -> list[dict[str, Any]]:
    read = all_tables().read
    games = _games_with(read(finished_games, read(games_of_player, number, key)), {key})
    badges = _badges(games, {key}, {}, _replay_of)
    while games:  # 20,000 of them, freed at once, would hold up others for 50 ms
        del games[-_FREED:]
        pause()
    return badges


@bp.get("/groups/<group>/badges")
@bp.get("/g/<token>/badges")
def of_group(**where: Any) -> str:
    """Show what the players of a group have reached; 404 if the owner has not switched it on, except for the owner."""
    own, number = shown_to(**where)
    summary = summary_of(own.id, number)
    is_on = group_shows_badges(own.id)
    is_owner = own.is_owned and "group" in where
    if not (is_on or is_owner):
        abort(404)

    def make() -> list[dict[str, Any]]:
        _, _ = summary.figures  # counts the games that came from elsewhere, whose kind is among their figures
        games = _games_with(summary.games(), summary.names.keys())
        return _badges(games, summary.names.keys(), summary.names, summary.replay_of)

    badges = made_once(make, "badges", summary.mark_with_names, *_this_request(), is_fixed=True) if is_on else []
    back = url_for("groups.group", **where)
    about = {"is_on": is_on, "is_owner": is_owner, "badges": badges}
    return render_template("badges/group.html", group=own, back=back, **about)


@bp.post("/groups/<group>/badges")
def switch(group: str) -> Response:
    """Switch the badges of a group on or off; 403 for phones that do not own it."""
    require_owner(group)
    is_on = {"on": True, "off": False}.get(request.form.get("badges", ""))
    if is_on is None:
        abort(400)
    all_tables().write(lambda db: badge_rows.show_badges(db, group, now(), is_on=is_on), f"group {group}")
    return redirect_to(url_for(".of_group", group=group))


def _games_with(played: Iterable[FinishedGame], keys: Set[str]) -> list[FinishedGame]:
    """Return the games in which any of these players took part."""
    return [game for game in in_slices(played) if not keys.isdisjoint(game.keys)]


def _replay_of(played: FinishedGame) -> str | None:
    return url_for("replay.show", session=played.session) if "replay" in current_app.blueprints else None


def _badges(
    games: Sequence[FinishedGame],
    keys: Set[str],
    names: Mapping[str, str],
    replay_of: Callable[[FinishedGame], str | None],
) -> list[dict[str, Any]]:
    """Return the context of all badges: `of` is the first game that did it, with the names of who reached it later."""
    shown, last_halfway = [], _last_halfway()
    for badge in BADGES:
        about: dict[str, Any] = {"badge": badge, "first": None}
        if reached := list(badge.reach(games, keys, last_halfway)):
            first, *later = reached
            played = first.game
            about |= {"first": first, "others": [names[key] for one in later for key in one.keys if key in names]}
            about["names"] = [names[key] for key in first.keys if key in names]
            about["game"] = played.title
            about["replay"] = replay_of(played) if played.has_entries else None
        shown.append(about)
    return shown


def _last_halfway() -> LastHalfway:
    """Return a function that replays a game; after `MOST_REPLAYED` games it tells nothing."""
    left = [MOST_REPLAYED]

    def last_halfway(played: FinishedGame) -> Set[int]:
        left[0] -= 1
        table = None
        with suppress(IncompatibleSession):
            table = all_tables().loader.table(played.session) if left[0] >= 0 else None
        if table is None or not table.state.finished or len(table.entries) < _FEWEST_ENTRIES:
            return frozenset()
        standing = table.replay.standing_after(len(table.entries) // 2)
        places = {seat: place for place, seat, _ in ranked_totals(standing)}
        return {seat for seat, place in places.items() if place == max(places.values()) > 1}

    return last_halfway
