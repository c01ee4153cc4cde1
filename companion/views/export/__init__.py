"""What can be taken along of a table: CSV, BG Stats, picture, paper."""
