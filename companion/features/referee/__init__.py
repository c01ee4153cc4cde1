"""The referee answers a question without a table; guides to games, and the search of questions and rules."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature("referee", Path(__file__).parent, blueprint=f"{__name__}.views:bp")
