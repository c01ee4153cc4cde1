"""What pages are made with."""
