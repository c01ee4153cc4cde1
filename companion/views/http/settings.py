"""The settings of a phone: language, theme and size of text; its devices and the time zone stand beside them."""

import hashlib
from collections.abc import Collection
from functools import cache
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import paths
from companion.engine import Message
from companion.locales import LOCALES
from companion.views.http.error_pages import respond
from companion.views.http.phone import role_at
from companion.views.render.template_helpers import COOKIE, own_path

bp = Blueprint("settings", __name__)

SAVED = "saved"
"""The cookie with the day on which this browser saved all, as in a file to move."""
_DARK = "@media (prefers-color-scheme: dark) {"
_YEAR = 365 * 24 * 3600
LOOKS = {
    "theme": (Message("Theme"), {"": Message("Automatic"), "light": Message("Light"), "dark": Message("Dark")}),
    "text": (Message("Text size"), {"": Message("Normal"), "large": Message("Large"), "largest": Message("Largest")}),
}
"""What a phone may choose beside its language, each kept in a cookie; the first is what the browser does by itself."""


@bp.get("/settings")
def show() -> Response:
    """Show the settings, with the way back to the page that led here."""
    back = local_path(request.args.get("back", "")) or _came_from() or url_for("home.show")
    return respond("http/settings.html", back=back, session=_hosted(back), languages=LOCALES, looks=LOOKS)


@bp.post("/settings")
def choose() -> AnyResponse:
    """Keep what was chosen in cookies, and show the settings again."""
    response = redirect(url_for(".show", back=local_path(request.form.get("back", ""))), 303)
    choices: dict[str, Collection[str]] = {COOKIE: LOCALES, **{name: labels for name, (_, labels) in LOOKS.items()}}
    for name, known in choices.items():
        if request.form.get(name) in known:
            keep(response, name, request.form[name])
    return response


@bp.app_template_global()
def chosen_look(name: str) -> str:
    """Return what this phone chose of a look, else an empty text."""
    chosen = request.cookies.get(name, "")
    return chosen if chosen in LOOKS[name][1] else ""


@bp.get("/theme.css")
def theme() -> Response:
    """Serve the colours of a theme that was chosen, which style.css has for phones that are dark or light."""
    light, dark = _themes()
    name = "dark" if request.args.get("name") == "dark" else "light"
    return Response(f":root{{color-scheme:{name}}}\n{dark if name == 'dark' else light}", mimetype="text/css")


@cache
def _themes() -> tuple[str, str]:
    light, _, rest = (paths.STATIC / "style.css").read_text("utf-8").partition(_DARK)
    return light.replace("color-scheme: light dark;", ""), rest.partition("\n}\n")[0]


@bp.app_template_global()
def theme_style(name: str) -> str:
    """Return the address of a theme's colours, another one whenever they change."""
    return url_for("settings.theme", name=name, v=hashlib.sha256("".join(_themes()).encode()).hexdigest()[:8])


def keep(response: AnyResponse, name: str, value: str) -> None:
    """Set a cookie of this browser, such as that of a setting, for a year."""
    path = request.script_root or "/"
    response.set_cookie(name, value, max_age=_YEAR, path=path, samesite="Lax", secure=request.is_secure)


def local_path(address: str) -> str | None:
    """Return an address that is a path of this site, None for any other."""
    # Browsers drop tabs and take a backslash for a slash, so these could hide another site (open redirect).
    is_local = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if is_local else None


def _came_from() -> str | None:
    """Return the path of the page that led here, unless that is one of the pages that this one leads to."""
    came, adapter = urlsplit(request.referrer or ""), current_app.create_url_adapter(request)
    if came.netloc != request.host or came.path.startswith((own_path(), url_for("devices.show"))):
        return None
    if adapter is None or "GET" not in adapter.allowed_methods(came.path.removeprefix(request.script_root)):
        session = _session_in(came.path)  # the answer to a form
        return url_for("table.show", session=session) if session else None
    return local_path(f"{came.path}?{came.query}" if came.query else came.path)


def _hosted(address: str) -> str | None:
    """Return the session of a table's page, where this phone is its host."""
    session = _session_in(urlsplit(address).path)
    return session if session and role_at(session) == "host" else None


def _session_in(path: str) -> str | None:
    parts = path.removeprefix(request.script_root).split("/")
    return parts[2] if parts[1:2] == ["t"] and len(parts) > 2 else None
