"""The photographs of a table: where they are shown, and the page where they are added and removed."""
