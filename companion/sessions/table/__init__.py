"""A session as it stands: its log, its entries, and what a phone may see of it."""
