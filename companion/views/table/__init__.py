"""The pages of a table and its actions."""
