"""Groups: their pages, links, seasons and tables."""
