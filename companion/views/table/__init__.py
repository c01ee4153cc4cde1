"""The pages of a table and what is done on them."""
