"""Exports of a table: CSV, BG Stats, picture, paper."""
