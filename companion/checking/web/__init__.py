"""The pages that a game is tried on: an application in this process, its addresses, and what its forms would post."""
