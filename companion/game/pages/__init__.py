"""What the pages of a game are made with; its engine does without."""
