"""The replay of a game: at its table, and at a link for others."""
