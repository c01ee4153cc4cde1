"""Parse and replay scoresheets, compute results, and answer referee questions."""
