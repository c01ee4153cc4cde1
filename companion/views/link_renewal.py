"""The host makes new links and codes; those that were shared before open nothing any more. Who has joined makes a new
code where the old one has expired."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.form import number
from companion.sessions.invites import LINK_ROLES
from companion.views.access import require_host, visible_table_for
from companion.views.error_pages import redirect_to
from companion.views.guard import phone, sessions

bp = Blueprint("renewing", __name__)

_MOST = 9999


@bp.post("/t/<session>/renew")
def renew(session: str) -> Response:
    """New links and codes in the place of those the host saw; with `others` ticked, all other phones are sent away."""
    require_host(session)
    generation = number(request.form, "generation", 0, _MOST)
    if generation is None:
        abort(400)
    own = phone() or abort(404)
    sessions().invites.renew(session, generation, own, alone=request.form.get("others") == "away")
    return redirect_to(url_for("table.shared", session=session))


@bp.post("/t/<session>/codes")
def codes(session: str) -> Response:
    """New codes in the place of those that have expired, for the roles that this phone may pass on."""
    role = visible_table_for(session).viewpoint.role
    sessions().invites.make_codes(session, ("viewer",) if role == "viewer" else LINK_ROLES)
    return redirect_to(url_for("table.shared", session=session))
