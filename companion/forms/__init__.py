"""The types and functions for the pages of a game; engines do not import them."""
