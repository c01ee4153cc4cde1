"""What keeps a database in order while it is used."""
