"""The current state of a session: its log, its entries, and what a phone may see of it."""
