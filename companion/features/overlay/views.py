"""The pages of the overlay."""

from flask import Blueprint, Response, current_app, request
from flask_babel import get_locale
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.forms.form import Posted, number
from companion.live.audiences import STRANGER, Audience
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, respond
from companion.views.http.guard import allow_sources
from companion.views.render.template_helpers import Page
from companion.views.table.joining import table_of_link
from companion.views.table.live_pages import common, current_parts, stream_to
from companion.views.table.standings import final_context

bp = Blueprint("overlay", __name__)

PAGE = "overlay"
_SMALLEST, _LARGEST = 50, 400  # percent


def overlay_page(table: VisibleTable, _: Posted) -> Page:
    """Return the page for the current standings."""
    heading = final_context(table)["winners_headline"] if table.finished else table.game.title
    return Page("overlay/overlay.html", {**common(table), "plates": table.plates, "heading": heading}, ("head",))


@bp.get("/o/<token>")
def show(token: str) -> AnyResponse:
    """Show the standings without a background; `size` is in percent."""
    table = table_of_link(token, PAGE, for_people=True)
    size = number(request.args, "size", _SMALLEST, _LARGEST) if "size" in request.args else 100
    if size is None:
        fault = Message(
            "The address asks for the size {text}. Give a whole number of percent from {low} to {high}, such as"
            " ?size=150.",
            text=request.args["size"][:20], low=_SMALLEST, high=_LARGEST,
        )  # fmt: skip
        return problem(fault, 400)
    shown = overlay_page(table, request.args)
    if sites := current_app.config.get("FRAME_ANCESTORS"):
        allow_sources("frame-ancestors", " ".join(sites))
    return respond(shown.template, **shown.context, token=token, size=size)


@bp.get("/o/<token>/live")
def stream(token: str) -> Response:
    """Stream changes until the link is withdrawn."""
    table = table_of_link(token, PAGE)
    audience = Audience(PAGE, (), "viewer", str(get_locale()), root=request.script_root)
    return stream_to(table.id, STRANGER, audience, lambda: bool(table_of_link(token, PAGE)))


@bp.get("/o/<token>/parts")
def parts(token: str) -> Response:
    """Return the current standings, for a page that cannot stream."""
    table = table_of_link(token, PAGE)
    return current_parts(table.id, table.version, lambda: overlay_page(table, request.args))
