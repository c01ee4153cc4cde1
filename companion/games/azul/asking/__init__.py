"""Asking about Azul: the referee's questions as forms, what an entry raises, what a wall still lacks, the guide."""

from companion.games.azul.asking.checks import checks, ranking_check
from companion.games.azul.asking.forms import FORMS
from companion.games.azul.asking.guide import GUIDE
from companion.games.azul.asking.needs import needs

__all__ = ["FORMS", "GUIDE", "checks", "needs", "ranking_check"]
