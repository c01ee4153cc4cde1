"""The referee's questions, the guides and the rules."""
