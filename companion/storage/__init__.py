"""Persistent storage: the store, the SQLite file, migrations and maintenance."""
