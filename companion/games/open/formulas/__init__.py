"""Formulas of an open score sheet's lines: how a line computes points from its number and from other lines."""
