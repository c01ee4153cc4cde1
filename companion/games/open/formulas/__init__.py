"""Formulas of the lines of an open score sheet: what a line makes of its number, and of other lines."""
