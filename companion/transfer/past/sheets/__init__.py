"""Reads sheets saved as CSV: their rows and columns, and what dates, numbers and marks in them mean."""
