"""A table: a scoresheet that is kept and shared, what people do at it, and what a phone may see of it."""
