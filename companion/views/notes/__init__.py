"""The pages on which people write notes, words and the place of a game."""
