"""What all phones of a session are sent as it changes."""
