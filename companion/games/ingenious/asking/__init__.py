"""Asking about Ingenious: the referee's questions as forms, what an entry raises, what each seat needs, the guide."""

from companion.games.ingenious.asking.board import ask_placement
from companion.games.ingenious.asking.checks import checks, ranking_check
from companion.games.ingenious.asking.guide import GUIDE
from companion.games.ingenious.asking.needs import needs
from companion.games.ingenious.asking.tracks import ask_ranking, ask_swap

FORMS = {
    "ingenious/placement": ask_placement,
    "ingenious/ranking": ask_ranking,
    "ingenious/swap": ask_swap,
}

__all__ = ["FORMS", "GUIDE", "checks", "needs", "ranking_check"]
