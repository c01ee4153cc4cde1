"""The table on other screens: an overlay for streams, and results that are told to other programs."""
