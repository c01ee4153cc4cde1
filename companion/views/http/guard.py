"""What comes before every request (proxy, encoding, rate, origin, size), and after it: headers, measures, gzip."""

import gzip
import hashlib
import logging
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from string import punctuation
from urllib.parse import quote_from_bytes, unquote, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as AnyResponse

from companion import paths
from companion.engine import Message
from companion.engine.bounds import FORM
from companion.engine.pause import in_slices
from companion.metrics import ACT_SECONDS, REFUSED
from companion.server import BEGAN, RETRY_AFTER, rate_limits
from companion.server.addresses import Networks, client_network, read_root
from companion.table.service import Tables
from companion.views.http.error_pages import FROM_ELSEWHERE, problem
from companion.views.http.made_once import made_once
from companion.views.http.phone import phone, set_phone_cookie

_log = logging.getLogger(__name__)

_YEAR = 365 * 24 * 3600
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
# Files and data that are opened on their own may not load or run anything.
_INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"
# What asks people for something, and no page uses; features in use, such as the wake lock, are not listed.
_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_INERT_HEADERS = {"Content-Security-Policy": _INERT_POLICY, **_HEADERS}
# What a service worker fetches is held to the policy that its script came with.
_WORKER_HEADERS = {**_INERT_HEADERS, "Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
# Browsers read these headers in documents only; other responses leave them out to stay small.
_DOCUMENTS = {"text/html", "image/svg+xml"}
_DOCUMENT_HEADERS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
    "Content-Security-Policy": _POLICY,
    **_HEADERS,
}
_VARY = "Cookie, Accept-Language, HX-Request"
FILES = ("static", "home.game_file", "home.scripts", "settings.theme")
"""Endpoints of files whose address contains a digest, so that browsers may cache them forever."""
WORKER = "home.service_worker"
_ROOTS = ("HTTP_X_FORWARDED_PREFIX", "HTTP_X_INGRESS_PATH")  # the latter by Home Assistant
_FORWARDED = frozenset({"HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", *_ROOTS})
_FOR_NEXT_PAGE = "at-once"
"""The query of a form's address that asks for the next page as its answer; a form on such a page does, too."""
_IS_NEXT = "companion.is_next_page"
"""Marks the request of a page that answers a form: its address is the form's until a script mends it."""
_LONGEST_QUERY = 8000  # bytes; a request line of the server holds no more
_SMALL = 64 * 1024  # bytes; an answer fits into the system's buffer, and an upload is a form
_STREAMED = 1024 * 1024  # bytes that an answer uses while it is made and sent piece by piece
_MB = 1024 * 1024
# For one address and for all together. An upload of plays has 32 MB, and the files of uploads are on a disk that may be
# small: `compose.yaml` gives them 128 MB.
_UPLOADS = (40 * _MB, 100 * _MB)
_ANSWERS = (32 * _MB, 128 * _MB)

_OTHER_UPLOADS = Message(
    "Other files are still being sent, from here or by many phones. Try again once they have arrived."
)
_OTHER_ANSWERS = Message(
    "Other pages or files are still on their way, to here or to many phones. Try again in a moment."
)
_SLOW = 1.0  # seconds from which a request is logged where the log shows it
_REASONS = {
    **dict.fromkeys((400, 405), "malformed"),
    **dict.fromkeys((413, 414), "too large"),
    **{403: "forbidden", 404: "not found", 409: "conflict", 422: "rules", 500: "error"},
}
_TEXT = {"text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml", "application/json", "text/plain"}
_SMALLEST = 600  # bytes; a response that fits into one packet gains nothing
_AT_ONCE = 64 * 1024  # bytes: some 3 ms
_GZIP = 16 + zlib.MAX_WBITS  # zlib's sign for gzip


def _check_request() -> None:
    """Refuse what no page sends; one function, as Flask looks at each anew for each request."""
    if (seconds := request.environ.get(RETRY_AFTER)) is not None:
        abort(_too_soon(seconds))
    if (request.content_length or 0) > _SMALL:
        _limit_uploads()
    if len(request.query_string) > _LONGEST_QUERY or request.query_string.count(b"&") >= FORM.values:
        abort(414)
    if request.mimetype == "application/x-www-form-urlencoded":
        is_large = (request.content_length or 0) > (request.max_form_memory_size or 0)
        if is_large or request.get_data().count(b"&") >= FORM.values:
            abort(413)
    _require_same_origin()
    if request.mimetype == "multipart/form-data" and None in request.form:  # a field without a name
        abort(400)


def _too_soon(seconds: int) -> Response:
    """Answer 429 with Retry-After, as the server marked the request as over the limit."""
    too_soon = Message(  # the script of a page waits and retries
        "Too much came from here in a short time, so this was not done. Try again in {count} second.",
        "Too much came from here in a short time, so this was not done. Try again in {count} seconds.",
        seconds,
    )
    answer = problem(too_soon, 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _limit_uploads() -> None:
    """Abort with 429, before anything is written, where too many uploads are still coming in."""
    size = request.content_length or 0
    if size <= (request.max_content_length or 0):  # a larger one is refused for that
        g.upload_ended = _take("uploads", size) or abort(problem(_OTHER_UPLOADS, 429))


def begin_long_answer() -> None:
    """Abort with 429 where too many answers that are made while they are sent are still on their way."""
    g.answer_ended = _take("answers", _STREAMED) or abort(problem(_OTHER_ANSWERS, 429))


def _limit_answers(response: Response) -> Response:
    """Answer 429 instead of a large answer while too many of them are being sent, to phones that hardly read them."""
    if request.method == "HEAD":  # nothing is sent
        _give_back(None)
        return response
    ended, size = g.pop("answer_ended", None), response.content_length or 0
    if ended is None:
        ended = _take("answers", size)
    if ended is None:
        response.close()
        return problem(_OTHER_ANSWERS, 429)
    response.call_on_close(weakref.finalize(response, ended))
    return response


def _take(what: str, size: int) -> Callable[[], None] | None:
    held: rate_limits.Held = current_app.extensions[f"companion.{what}"]
    return held.take(size, client_network(request.remote_addr or ""), "all")


def _give_back(_: BaseException | None) -> None:
    for name in ("upload_ended", "answer_ended"):
        if (ended := g.pop(name, None)) is not None:
            ended()


def _require_same_origin() -> None:
    """Abort with 403 if an unsafe method comes from another site (CSRF protection)."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    # Under https a page that was loaded without it cannot be trusted, whatever its host name.
    schemes = ("https",) if request.is_secure else ("https", "http")
    origin = request.headers.get("Origin")
    if origin is None:
        is_own = request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")
    else:
        is_own = origin in [f"{scheme}://{request.host}" for scheme in schemes]
    if not is_own:
        abort(problem(FROM_ELSEWHERE, 403))


def _headers(response: Response) -> Response:
    is_file = request.endpoint in FILES
    if "answer_ended" in g or ((response.content_length or 0) > _SMALL and not is_file):
        response = _limit_answers(response)
    set_phone_cookie(response)
    is_document = response.mimetype in _DOCUMENTS and response.status_code != 204 and not is_file
    if is_file and response.status_code in (200, 304):
        response.cache_control.max_age, response.cache_control.immutable = _YEAR, True
    else:
        response.headers.setdefault("Cache-Control", "no-store")
        vary = response.headers.get("Vary")
        response.headers["Vary"] = f"{vary}, {_VARY}" if vary else _VARY
    if "token" in (request.view_args or {}):  # search engines shall leave out what is seen by a link
        response.headers["X-Robots-Tag"] = "noindex"
    if request.is_secure:
        # Only where it is alone there, neither below a path nor at a port of its own, it speaks for its whole host.
        if current_app.config["HSTS"] and not request.script_root and ":" not in request.headers.get("Host", ""):
            response.headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"  # without https browsers complain of it
    # No view sets one of these, so they are added, and last: to set a header compares it with all others.
    rest = _WORKER_HEADERS if request.endpoint == WORKER else _INERT_HEADERS
    response.headers.extend(_DOCUMENT_HEADERS if is_document else rest)
    if is_document and "allowed" in g:
        response.headers["Content-Security-Policy"] = _POLICY.replace(*g.allowed)
    return response


def allow_sources(directive: str, sources: str) -> None:
    """Add sources to a directive of the content security policy of this request's page."""
    g.allowed = f"{directive} 'self'", f"{directive} 'self' {sources}"


def _with_trusted_proxies(app: WSGIApplication, proxies: Networks, public_url: str | None) -> WSGIApplication:
    """Apply the headers X-Forwarded-... from trusted proxies only; say once where the operator named none.

    The path below which the site is served is that of such a proxy, else that of the public URL.
    """
    proxied, warned = ProxyFix(app, x_for=1, x_proto=1), public_url is None
    own_root = urlsplit(public_url or "").path

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        nonlocal warned
        _encode_query(environ)
        address = environ.get("REMOTE_ADDR", "")
        if not _FORWARDED.isdisjoint(environ) and proxies.has(address):
            told = (read_root(environ.get(name, "")) for name in _ROOTS)
            _serve_below(next(filter(None, told), own_root), environ)
            return proxied(environ, start_response)
        _serve_below(own_root, environ)
        if not warned and "HTTP_X_FORWARDED_FOR" in environ:
            warned = True
            _log.warning("%s speaks for other addresses; if it is your proxy, add --behind-proxy %s", address, address)
        return app(environ, start_response)

    return answer


def _serve_below(root: str, environ: WSGIEnvironment) -> None:
    """Let addresses begin with this path, whether the proxy has removed it from that of the request or not."""
    path = environ["PATH_INFO"]
    environ["SCRIPT_NAME"] = root
    if f"{path}/".startswith(f"{root}/"):
        environ["PATH_INFO"] = path.removeprefix(root)


def _encode_query(environ: WSGIEnvironment) -> None:
    """Percent-encode what is not ASCII in a query; Werkzeug raises where that is not UTF-8."""
    query: str = environ.get("QUERY_STRING", "")
    if not query.isascii():
        environ["QUERY_STRING"] = quote_from_bytes(query.encode("latin-1"), safe=punctuation)


def _with_next_page(app: WSGIApplication) -> WSGIApplication:
    """Answer a form that a script sends with the page that it leads to: a slow phone waits for one answer less."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("QUERY_STRING") != _FOR_NEXT_PAGE:
            return app(environ, start_response)
        done = AnyResponse.from_app(app, environ)
        if done.status_code != 303:
            return done(environ, start_response)
        cookies = done.headers.getlist("Set-Cookie")
        page = AnyResponse.from_app(app, _next_request(environ, done.headers["Location"], cookies))
        done.close()
        for cookie in cookies:
            page.headers.add("Set-Cookie", cookie)
        return page(environ, start_response)

    return answer


def _next_request(environ: WSGIEnvironment, location: str, cookies: list[str]) -> WSGIEnvironment:
    """Return the request that the browser would send to go where the form leads, with the cookies that it set."""
    address = urlsplit(location)
    kept = {name: value for name, value in environ.items() if name not in ("CONTENT_LENGTH", "CONTENT_TYPE")}
    new = [cookie.split(";")[0] for cookie in cookies]
    return {
        **kept,
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(address.path, "latin-1").removeprefix(environ["SCRIPT_NAME"]),
        "QUERY_STRING": address.query,
        "HTTP_COOKIE": "; ".join([*new, *filter(None, [environ.get("HTTP_COOKIE")])]),
        "wsgi.input": BytesIO(),
        _IS_NEXT: True,
    }


def accepts_gzip() -> bool:
    """Return whether the client accepts gzip."""
    return bool(request.accept_encodings["gzip"] > 0)


@lru_cache(maxsize=64)
def _compressed_file(text: bytes) -> bytes:
    """Return the file that the build minified and compressed; one that it has not seen is compressed as it is."""
    made = paths.MINIFIED / f"{hashlib.sha256(text).hexdigest()}.gz"
    return made.read_bytes() if made.is_file() else gzip.compress(text, mtime=0)


def _compressed(text: bytes) -> bytes:
    """Compress a page at once, and a long file in pieces, as others wait meanwhile."""
    if len(text) <= _AT_ONCE:
        return gzip.compress(text, mtime=0)
    pieces = (text[start : start + _AT_ONCE] for start in range(0, len(text), _AT_ONCE))
    return made_once(lambda: b"".join(_compressed_pieces(in_slices(pieces))), "compressed", text, is_fixed=True)


def _compressed_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    for piece in pieces:
        if small := compressor.compress(piece):
            yield small
    yield compressor.flush()


def _compress(response: Response) -> Response:
    is_file, is_empty = request.endpoint in FILES, response.response == [b""]  # which only leads elsewhere
    is_text = response.status_code == 200 and response.mimetype in _TEXT and "Content-Encoding" not in response.headers
    if is_empty or not is_text or (response.direct_passthrough and not is_file):
        return response
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if accepts_gzip():
        if response.is_streamed and not is_file:
            response.response = _compressed_pieces(response.iter_encoded())
            response.headers["Content-Encoding"] = "gzip"
            return response
        response.direct_passthrough = False
        text = response.get_data()
        if len(text) >= _SMALLEST:
            is_made = is_file or request.endpoint == WORKER
            response.set_data(_compressed_file(text) if is_made else _compressed(text))
            response.headers["Content-Encoding"] = "gzip"
    return response


def _measure(response: Response) -> Response:
    if (began := request.environ.get(BEGAN)) is not None:
        seconds = time.perf_counter() - began
        if seconds > _SLOW:
            # The pattern of the address, as the address itself may have the token of a link.
            _log.info("%s %s took %.1f s: %d", request.method, request.url_rule, seconds, response.status_code)
    if response.status_code >= 400:
        REFUSED.labels(_reason(response.status_code)).inc()
    if (action_began := g.get("action_began")) is not None:
        ACT_SECONDS.observe(time.perf_counter() - action_began)
    return response


def _reason(status: int) -> str:
    if status == 429:
        return "rate limit" if RETRY_AFTER in request.environ else "too many tries"
    if status == 503:
        return "too many streams" if request.endpoint == "stream.stream" else "database"
    return _REASONS.get(status, "other")


def init_app(app: Flask) -> None:
    """Install the middleware, the request checks, and what is done with each response."""
    proxies, public_url = Networks.read(app.config["PROXIES"]), app.config.get("PUBLIC_URL")
    served = _with_trusted_proxies(_with_next_page(app.wsgi_app), proxies, public_url)
    app.wsgi_app = served  # type: ignore[assignment, method-assign]
    tables: Tables = app.extensions["companion"]
    publish = tables.live.publish
    openings = app.extensions["companion.openings"] = rate_limits.HourlyLimits(app.config["OPEN_LIMIT"], publish)
    guesses = app.extensions["companion.guesses"] = rate_limits.JoinCodeLimits(publish)
    joinings = app.extensions["companion.joinings"] = rate_limits.HourlyLimits(
        app.config["JOIN_LIMIT"], publish, rate_limits.JOINED
    )
    handlers = app.extensions["companion.peers"].handlers
    handlers[rate_limits.WRONG_CODE] = lambda notice: guesses.count_failure(notice["network"])
    handlers[rate_limits.MEMBER] = lambda notice: guesses.count_member(notice["network"])
    handlers[rate_limits.OPENED] = lambda notice: openings.count(notice["network"])
    handlers[rate_limits.JOINED] = lambda notice: joinings.count(notice["network"])
    app.jinja_env.globals.update(is_new_phone=lambda: phone() is None, is_next_page=lambda: _IS_NEXT in request.environ)
    app.extensions["companion.uploads"] = rate_limits.Held(*_UPLOADS)
    app.extensions["companion.answers"] = rate_limits.Held(*_ANSWERS)
    app.after_request(_compress)  # last: Flask begins with the one that is named last
    app.after_request(_measure)
    app.before_request(_check_request)
    app.teardown_request(_give_back)
    app.after_request(_headers)
