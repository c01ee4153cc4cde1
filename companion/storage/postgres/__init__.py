"""PostgreSQL, for several processes."""
