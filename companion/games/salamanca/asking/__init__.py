"""Asking about Salamanca: the referee's questions as forms, what an entry raises, what a round brings, the guide."""

from companion.games.salamanca.asking.checks import checks
from companion.games.salamanca.asking.forms import FORMS
from companion.games.salamanca.asking.guide import GUIDE
from companion.games.salamanca.asking.needs import needs

__all__ = ["FORMS", "GUIDE", "checks", "needs"]
