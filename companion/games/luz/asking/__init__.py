"""Asking about Luz: the referee's questions as forms, what an entry raises, what a bet still needs, the guide."""

from companion.games.luz.asking.forms import FORMS, checks, ranking_check
from companion.games.luz.asking.guide import GUIDE
from companion.games.luz.asking.needs import needs

__all__ = ["FORMS", "GUIDE", "checks", "needs", "ranking_check"]
