"""The address of a PostgreSQL database: its parts, and how it is shown without its password."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from companion.game import Message
from companion.storage.error_messages import StoreError

# Strict where libpq would take a part of a password for a host, port or name, and print it in an error.
_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^\s:@/?\[\],]*)(?::\d*)?"
_ADDRESS = re.compile(rf"postgres(?:ql)?://(?:[^:@/?]*(?::[^@/]*)?@)?{_HOST}(?:,{_HOST})*(?:/[^/@?]*)?(?:\?.*)?")


def public_name(address: str) -> str:
    """The address without its password."""
    before, at, after = address.partition("://")
    user, has_user, rest = after.rpartition("@")
    return f"{before}{at}{user.partition(':')[0]}{has_user}{rest}".partition("?")[0]


def parse_address(address: str) -> Mapping[str, Any]:
    """The parts of an address as libpq names them. Raises `StoreError`, which shows nothing of it."""
    try:
        if _ADDRESS.fullmatch(address):
            return conninfo_to_dict(address)
    except psycopg.Error:
        pass  # its message may hold the password
    raise StoreError(
        Message(
            "The address of the database is not valid. It is like postgresql://user:password@host:5432/name, with"
            " special characters written as %40 for @."
        )
    )
