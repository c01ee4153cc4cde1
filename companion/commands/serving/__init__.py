"""`companion serve`: its options, where it listens, and what runs beside it."""
