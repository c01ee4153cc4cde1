"""For authors of games: a package to start from, and checks that play, correct and show a game as people would."""
