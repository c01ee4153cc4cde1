"""Sample tables: games that are played by chance, through the same actions as those of people."""
