"""Games that other programs recorded: read their files, show what is in them, and import them in the background."""
