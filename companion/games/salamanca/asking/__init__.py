"""Asking about Salamanca: the referee's questions as forms, what an entry raises, what taxes would come, the guide."""

from companion.games.salamanca.asking.checks import checks, needs
from companion.games.salamanca.asking.forms import FORMS
from companion.games.salamanca.asking.guide import GUIDE

__all__ = ["FORMS", "GUIDE", "checks", "needs"]
