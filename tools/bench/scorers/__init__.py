"""Plain scorers, one a game: from a scoresheet to its totals, without reasons, ranking or a look for faults."""
