"""Plain scorers, one per game: from a scoresheet to its totals, without reasons, ranking or checks."""
