"""The embedded database: a SQLite file that one process has."""
