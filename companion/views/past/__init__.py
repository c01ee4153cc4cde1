"""The pages that import games of other programs."""
