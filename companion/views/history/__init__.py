"""Past games, players and their statistics."""
