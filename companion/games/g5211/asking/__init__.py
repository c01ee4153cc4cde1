"""Asking about 5211: the referee's questions as forms, the round of an entry, what is left of the deck, the guide."""

from companion.games.g5211.asking.forms import FORMS, checks, ranking_check
from companion.games.g5211.asking.guide import GUIDE
from companion.games.g5211.asking.needs import needs

__all__ = ["FORMS", "GUIDE", "checks", "needs", "ranking_check"]
