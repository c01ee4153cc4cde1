"""What is stored, read and written row by row, on both databases."""
