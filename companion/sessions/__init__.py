"""Scoresheets that are kept and shared: what people do at a table, and how phones see it live."""
