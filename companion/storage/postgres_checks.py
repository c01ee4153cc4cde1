"""Whether a PostgreSQL server, its database and the user's rights are what the companion needs."""

from __future__ import annotations

from typing import Any

import psycopg

from companion.game import Message
from companion.storage.error_messages import StoreError

OLDEST = 15
"""The oldest version of PostgreSQL that is served on."""
_ENCODING = "UTF8"
_FORBIDDEN = """
    SELECT c.relname, c.relkind = 'S' FROM pg_class c JOIN pg_class m USING (relnamespace)
    CROSS JOIN unnest((CASE WHEN c.oid = m.oid THEN '{SELECT}' WHEN c.relkind = 'S' THEN '{USAGE,SELECT,UPDATE}'
        ELSE '{SELECT,INSERT,UPDATE,DELETE}' END)::text[]) wanted
    WHERE m.oid = to_regclass('_migrations') AND c.relkind IN ('r', 'S')
    AND NOT CASE c.relkind WHEN 'S' THEN has_sequence_privilege(c.oid, wanted)
        ELSE has_table_privilege(c.oid, wanted) END
    ORDER BY c.relname LIMIT 1
"""


def check_server(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise `StoreError` if the server is too old, or the encoding of the database is not UTF-8; changes nothing."""
    version = connection.info.server_version // 10_000
    if version < OLDEST:
        raise StoreError(
            Message(
                "The database {path} is on PostgreSQL {version}; version {oldest} or newer is needed.",
                path=name, version=version, oldest=OLDEST,
            )
        )  # fmt: skip
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != _ENCODING:
        raise StoreError(
            Message(
                "The database {path} has the encoding {encoding}; make one with the encoding {wanted}.",
                path=name, encoding=encoding, wanted=_ENCODING,
            )
        )  # fmt: skip


def check_rights(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise `StoreError` if the user may not use all tables and sequences of a database that has them."""
    forbidden = connection.execute(_FORBIDDEN).fetchone()
    if forbidden is None:
        return
    relation, is_sequence = forbidden
    if is_sequence:
        raise StoreError(
            Message(
                "The user of the database {path} may not use the sequence {sequence}; grant all rights on it.",
                path=name, sequence=relation,
            )
        )  # fmt: skip
    raise StoreError(
        Message(
            "The user of the database {path} may not read and change the table {table}; grant all rights on it.",
            path=name, table=relation,
        )
    )  # fmt: skip
