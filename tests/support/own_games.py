"""The games that come with the companion, for tests that know each by hand; others may be installed beside them."""

from pathlib import Path

from companion import games
from companion.games import all_games

FOLDER = Path(games.__file__).parent


def own_games():
    """All games but those of other packages, by key."""
    return {key: game for key, game in all_games().items() if game.folder.parent == FOLDER}
