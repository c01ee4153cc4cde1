"""Changes that a phone makes in many sessions at once."""
