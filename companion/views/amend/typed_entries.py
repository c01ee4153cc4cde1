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
from companion.views.amend.amended_entry import AmendedEntry


def read_now(table: Table, entry: Any = None) -> dict[str, Any]:
    """Return what is typed of an entry, complete or empty, that was read from the table as it stands."""
    return {"draft": {}, "entry": entry, "fields": {}, "version": table.version}


def typed_values(entry: AmendedEntry) -> dict[str, Any]:
    """Return what is typed as the address has it; without that, the entry to correct."""
    known = signed_values(entry.table, entry.line, entry.kind)
    if known is not None:
        return known
    return read_now(entry.table) if entry.kind == "insert" else _filled(entry, entry.value)


def _filled(entry: AmendedEntry, value: Any) -> dict[str, Any]:
    draft, fields = entry.table.game.form.draft_from_entry(entry.state, value)
    return {**read_now(entry.table), "draft": draft, "fields": dict(fields)}


def signed_values(table: Table, line: int, kind: str) -> dict[str, Any] | None:
    """Return what is typed as the address has it, None if it has nothing; abort with 404 if that is not ours."""
    text = request.args.get("draft") or request.form.get("draft")
    if not text:
        return None
    try:
        known: dict[str, Any] = _signer(table, line, kind).loads(text)
    except BadSignature:
        abort(404)
    return known


def sign(entry: AmendedEntry, entered: Mapping[str, Any]) -> str:
    """Return the typed values as a signed part of an address."""
    text: str = _signer(entry.table, entry.line, entry.kind).dumps(entered)
    return text


def _signer(table: Table, line: int, kind: str) -> URLSafeSerializer:
    key: bytes = current_app.extensions["companion"].key
    # With other options the numbers of an entry may mean something else.
    changed = json.dumps(table.changed_options) if table.changed_options else ""
    return URLSafeSerializer(key, salt=f"{table.id}/{line}/{kind}{changed}")


def address_of(entry: AmendedEntry, entered: Mapping[str, Any]) -> str:
    """Return the address of the form, or where what is typed is complete of its preview."""
    return form_at(entry, draft=sign(entry, entered))


def form_at(entry: AmendedEntry, endpoint: str = "form", /, **fields: Any) -> str:
    """Return an address of the form with these fields."""
    where = {"session": entry.table.id, "number": entry.number, "kind": entry.kind, "line": entry.line}
    return url_for(f"amendment_form.{endpoint}", **{**where, **fields})


def form_address(entry: AmendedEntry, value: Any) -> str:
    """Return the address of the form with an entry, to edit it further."""
    return address_of(entry, _filled(entry, value))
