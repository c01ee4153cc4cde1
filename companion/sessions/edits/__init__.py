"""Changes that a phone makes in many sessions at once, and in its groups of players."""
