"""The addresses that answer with JSON, CSV or one value, their page for people, and their description (OpenAPI)."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, g, request, url_for
from werkzeug.exceptions import InternalServerError, NotFound

from companion.engine import Message, RuleError
from companion.engine.halves import plain
from companion.features import handlers
from companion.features.api.openapi import MOST_PAGES, MOST_ROWS, USUAL_ROWS, description
from companion.features.api.tables import Answer, Reading
from companion.forms.form import number
from companion.views.http.error_pages import respond
from companion.views.http.made_once import made_once
from companion.views.http.responses import csv_pieces
from companion.views.table.table import address_at, base_address

bp = Blueprint("api", __name__)

_FORMAT = 2
"""Part of each ETag; a release that changes answers counts it up."""
_LONGEST_VALUE = 100


class Address(NamedTuple):
    """What `handlers("json")` has of an address."""

    read: Callable[[str], Reading]
    title: Message
    example: Answer


def addresses() -> Mapping[str, Address]:
    """Return the addresses that the installed features answer, such as "g/games"."""
    return {path: Address(*told) for readings in handlers("json") for path, told in readings.items()}


@bp.get("/api")
def show() -> Response:
    """Show people all addresses, with an example of each."""
    examples = {path: json.dumps(each.example, ensure_ascii=False) for path, each in addresses().items()}
    base = address_at(base_address(), url_for(".show"))
    return respond("api/addresses.html", addresses=addresses(), examples=examples, base=base)


@bp.get("/api/openapi.json")
def openapi() -> Response:
    """Describe the addresses to programs."""
    return _json(description(addresses(), request.url_root.rstrip("/")))


@bp.get("/api/<kind>/<token>/<what>")
def read(kind: str, token: str, what: str) -> Response:
    """Answer with a page of rows as JSON or CSV, or with one value; 304 if the program has this version already."""
    address = addresses().get(f"{kind}/{what}") or abort(404)
    # Everything that is asked is read before the answer is made, which may be long.
    page, size = _asked("page", 1, MOST_PAGES), _asked("size", USUAL_ROWS, MOST_ROWS)
    wanted, path = request.args.get("format", "json"), request.args.get("value", "")
    if wanted not in ("json", "csv"):
        return _fault(f"There is no format {wanted[:20]}. Leave it out for JSON, or ask for format=csv.", 400)
    tag, make = made_once(lambda: _read(address, token), "api", kind, what, token, request.query_string)
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = _answer(make(), page, size, wanted, path[:_LONGEST_VALUE])
    if response.status_code < 400:
        response.set_etag(tag, weak=True)
    return response


def _read(address: Address, token: str) -> tuple[str, Callable[[], Answer]]:
    """Return the tag of an answer and what makes it; one without a version is made for its tag."""
    version, make = address.read(token)
    answer = make() if version is None else None
    tag = hashlib.sha256(repr((_FORMAT, version, answer)).encode()).hexdigest()[:22]
    return tag, make if answer is None else lambda: answer


def _asked(name: str, usual: int, most: int) -> int:
    """Return a number that the query may have; raises `RuleError`."""
    asked = number(request.args, name, 1, most) if name in request.args else usual
    if asked is None:
        raise RuleError(Message("{name} is a whole number from 1 to {most}.", name=name, most=most))
    return asked


def _answer(answer: Answer, page: int, size: int, wanted: str, path: str) -> Response:
    *others, (key, rows) = answer.items()
    some = plain(rows[(page - 1) * size : page * size])
    if wanted == "csv":
        return Response(b"".join(csv_pieces(_table(some))), mimetype="text/csv")
    pages = {"page": page, "pages": max(1, -(-len(rows) // size)), "count": len(rows)}
    whole = {**plain(dict(others)), **pages, key: some}
    return _value(whole, path) if path else _json(whole)


def _table(rows: Sequence[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield the head and the rows of a CSV file; a list of numbers or names has a column per item."""
    flat = [dict(_cells(row)) for row in rows]
    head = list(dict.fromkeys(key for row in flat for key in row))
    yield head
    yield from ([row.get(key) for key in head] for row in flat)


def _cells(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if not isinstance(value, list):
            yield key, value
        elif not any(isinstance(item, dict) for item in value):
            yield from ((f"{key} {place}", item) for place, item in enumerate(value))


def _value(whole: Any, path: str) -> Response:
    """Answer with the value at a path such as "standings.0.player" as plain text."""
    value = whole
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part, _NOTHING)
        elif isinstance(value, list) and part.isascii() and part.isdigit():
            value = next(iter(value[int(part) :][:1]), _NOTHING)
        else:
            value = _NOTHING
    if isinstance(value, dict | list):
        return _fault(f"{path} names no single value. Give its keys with points, such as value=totals.0.", 400)
    return Response(value if isinstance(value, str) else json.dumps(value), mimetype="text/plain")


_NOTHING: dict[str, Any] = {}


def _json(value: object, status: int = 200) -> Response:
    return Response(json.dumps(value, ensure_ascii=False), status, mimetype="application/json")


def _fault(sentence: str, status: int) -> Response:
    return _json({"error": sentence}, status)


@bp.errorhandler(NotFound)
def not_found(_: NotFound) -> Response:
    """Say what an address needs."""
    return _fault("Nothing is here: the link may be withdrawn or not complete. /api lists the addresses.", 404)


@bp.errorhandler(InternalServerError)
def failed(_: InternalServerError) -> Response:
    """Say what to do about a fault of the companion's own."""
    sentence = "Something went wrong on the companion's side. Ask again later; if it fails again, tell whoever runs it."
    return _fault(sentence, 500)


@bp.errorhandler(RuleError)
def refused(error: RuleError) -> Response:
    """Say what is wrong with a query; in English, as no cookie is looked at."""
    return _fault(error.message.text(), 400)


@bp.url_value_preprocessor
def answer_programs(*_: Any) -> None:
    """Let error pages be JSON, too; also those of what runs before each request."""
    g.answers_programs = request.endpoint != f"{bp.name}.show"


@bp.after_request
def allow_other_sites(response: Response) -> Response:
    """Let scripts of other sites read what a link alone shows; the page for people is not for them."""
    if request.endpoint != f"{bp.name}.show":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        response.headers["Cache-Control"] = "no-cache"
    return response
