"""Opening a table, and templates of options."""
