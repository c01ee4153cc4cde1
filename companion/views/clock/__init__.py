"""The clock of a table: its page, its taps, and how times are written."""
