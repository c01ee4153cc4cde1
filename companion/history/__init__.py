"""The finished and running sessions of a phone: search, players and their statistics."""
