"""What is kept on disk and how: the store, the database file, its migrations and its upkeep."""
