"""The tables of groups of players, for both engines. They are part of migrations, so they stay as they are.

`grp` is a group's id; `key` is a normalized name. A deleted group keeps its id only, so that no import brings it back.
"""

from __future__ import annotations

SQLITE = (
    "CREATE TABLE player_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL, changed TEXT NOT NULL,"
    " opened BLOB UNIQUE, deleted TEXT)",
    "CREATE TABLE group_phones (grp TEXT NOT NULL REFERENCES player_groups (id), phone INTEGER NOT NULL REFERENCES"
    " phones (id), role TEXT NOT NULL, joined TEXT NOT NULL, UNIQUE (grp, phone))",
    "CREATE INDEX group_phones_phone ON group_phones (phone, grp)",
    "CREATE TABLE group_players (grp TEXT NOT NULL REFERENCES player_groups (id), key TEXT NOT NULL, name TEXT NOT"
    " NULL, PRIMARY KEY (grp, key)) WITHOUT ROWID",
    "CREATE INDEX group_players_key ON group_players (key)",
    "CREATE TABLE group_sessions (grp TEXT NOT NULL REFERENCES player_groups (id), session TEXT NOT NULL REFERENCES"
    " sessions (id), replay INTEGER NOT NULL, added TEXT NOT NULL, PRIMARY KEY (grp, session)) WITHOUT ROWID",
    "CREATE INDEX group_sessions_session ON group_sessions (session)",
    "CREATE TABLE group_seasons (grp TEXT NOT NULL REFERENCES player_groups (id), number INTEGER NOT NULL, name TEXT"
    " NOT NULL, since TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (grp, number)) WITHOUT ROWID",
    "CREATE TABLE group_links (grp TEXT NOT NULL REFERENCES player_groups (id), role TEXT NOT NULL, number INTEGER NOT"
    " NULL, is_open INTEGER NOT NULL, PRIMARY KEY (grp, role)) WITHOUT ROWID",
)
POSTGRESQL = """
CREATE TABLE player_groups (
    id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, made text COLLATE "C" NOT NULL,
    changed text COLLATE "C" NOT NULL, opened bytea UNIQUE, deleted text COLLATE "C",
    rowid bigint GENERATED ALWAYS AS IDENTITY
);
CREATE TABLE group_phones (
    grp text COLLATE "C" NOT NULL REFERENCES player_groups (id), phone bigint NOT NULL REFERENCES phones (id),
    role text COLLATE "C" NOT NULL, joined text COLLATE "C" NOT NULL, rowid bigint GENERATED ALWAYS AS IDENTITY,
    UNIQUE (grp, phone)
);
CREATE INDEX group_phones_phone ON group_phones (phone, grp);
CREATE TABLE group_players (
    grp text COLLATE "C" NOT NULL REFERENCES player_groups (id), key text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, PRIMARY KEY (grp, key)
);
CREATE INDEX group_players_key ON group_players (key);
CREATE TABLE group_sessions (
    grp text COLLATE "C" NOT NULL REFERENCES player_groups (id), session text COLLATE "C" NOT NULL REFERENCES
    sessions (id), replay integer NOT NULL, added text COLLATE "C" NOT NULL, PRIMARY KEY (grp, session)
);
CREATE INDEX group_sessions_session ON group_sessions (session);
CREATE TABLE group_seasons (
    grp text COLLATE "C" NOT NULL REFERENCES player_groups (id), number integer NOT NULL,
    name text COLLATE "C" NOT NULL, since text COLLATE "C" NOT NULL, until text COLLATE "C" NOT NULL,
    PRIMARY KEY (grp, number)
);
CREATE TABLE group_links (
    grp text COLLATE "C" NOT NULL REFERENCES player_groups (id), role text COLLATE "C" NOT NULL,
    number integer NOT NULL, is_open integer NOT NULL, PRIMARY KEY (grp, role)
);
"""
