"""The typed values of a correction or an insertion, carried in the address and signed against forgery.

It consists of a draft, the complete entry or None, the fields of the form's address, and the version of the table at
which the form was read, from which a correction tells what it changes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import abort, current_app, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer

from companion.sessions.table.table import Table


def entry_body(table: Table, number: int, kind: str, entry: Any) -> dict[str, Any]:
    """Return the body of the event that saves an entry."""
    line = table.entries[number - 1].number
    return {"before" if kind == "insert" else "entry": line, "value": entry}


def read_now(table: Table, entry: Any = None) -> dict[str, Any]:
    """Return what is typed of an entry, complete or empty, that was read from the table as it stands."""
    return {"draft": {}, "entry": entry, "fields": {}, "version": table.version}


def typed_values(table: Table, number: int, kind: str) -> dict[str, Any]:
    """Return what is typed as the address has it; without that, the entry to correct."""
    known = signed_values(table, table.entries[number - 1].number, kind)
    if known is not None:
        return known
    return read_now(table) if kind == "insert" else _filled(table, number, table.entries[number - 1].body)


def _filled(table: Table, number: int, entry: Any) -> dict[str, Any]:
    draft, fields = table.game.form.draft_from_entry(table.states[number - 1], entry)
    return {**read_now(table), "draft": draft, "fields": dict(fields)}


def signed_values(table: Table, line: int, kind: str) -> dict[str, Any] | None:
    """Return what is typed as the address has it, None if it has nothing; abort with 404 if that is not ours."""
    text = request.args.get("draft") or request.form.get("draft")
    if not text:
        return None
    try:
        known: dict[str, Any] = _signer(table, line, kind).loads(text)
    except BadSignature:
        abort(404)
    return {"version": table.version, **known}  # addresses of earlier versions have no version


def sign(table: Table, number: int, kind: str, entered: Mapping[str, Any]) -> str:
    """Return the typed values as a signed part of an address."""
    text: str = _signer(table, table.entries[number - 1].number, kind).dumps(entered)
    return text


def _signer(table: Table, line: int, kind: str) -> URLSafeSerializer:
    key: bytes = current_app.extensions["companion"].key
    # With other options the numbers of an entry may mean something else.
    changed = json.dumps(table.changed_options) if table.changed_options else ""
    return URLSafeSerializer(key, salt=f"{table.id}/{line}/{kind}{changed}")


def address_of(table: Table, number: int, kind: str, entered: Mapping[str, Any]) -> str:
    """Return the address of the form, or where the entry is complete of its preview."""
    line, signed = table.entries[number - 1].number, sign(table, number, kind, entered)
    return url_for("amendment_form.form", session=table.id, number=number, kind=kind, line=line, draft=signed)


def form_address(table: Table, number: int, kind: str, entry: Any) -> str:
    """Return the address of the form with an entry, to edit it further."""
    return address_of(table, number, kind, _filled(table, number, entry))
