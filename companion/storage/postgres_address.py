"""The address of a PostgreSQL database: its parts, and how it is shown without its password."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from companion.game import Message
from companion.storage.error_messages import StoreError

# Strict where libpq would take a part of a password for a host, port or name, and print it in an error.
_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^\s:@/?\[\],]*)(?::\d*)?"
_ADDRESS = re.compile(rf"postgres(?:ql)?://(?:[^:@/?]*(?::[^@/]*)?@)?{_HOST}(?:,{_HOST})*(?:/[^/@?]*)?(?:\?.*)?")
# A network or server that is gone is noticed within seconds; the address of the database may say otherwise.
_TIMEOUTS = {
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
    "application_name": "companion",
}


def public_name(address: str) -> str:
    """The address without its password."""
    before, at, after = address.partition("://")
    user, has_user, rest = after.rpartition("@")
    return f"{before}{at}{user.partition(':')[0]}{has_user}{rest}".partition("?")[0]


def _parse(address: str) -> Mapping[str, Any]:
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


def connection_info(address: str) -> str:
    """The address with timeouts, as libpq takes it. Raises `StoreError`."""
    return make_conninfo(**{**_TIMEOUTS, **_parse(address)})
