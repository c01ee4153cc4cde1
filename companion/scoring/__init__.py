"""Scoresheets replayed by the engines: reading, results, the referee and its search."""
