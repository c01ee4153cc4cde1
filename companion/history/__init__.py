"""Finished and running sessions of a phone: found, added up by player, and told."""
