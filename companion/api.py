"""The engines as a library: all that docs/api.md names. What stands here keeps its name and its meaning.

It imports neither the web nor the database. A game's own package uses `companion.engine`.
"""

import gettext
from collections.abc import Mapping

from companion.engine import (
    ENGLISH,
    Answer,
    Catalogue,
    Engine,
    Game,
    Halves,
    Message,
    Option,
    Question,
    Rule,
    RuleError,
    Setup,
    Standing,
    State,
    Step,
)
from companion.engine.results import (
    DetailedPlace,
    DetailedPoints,
    DetailedResult,
    DetailedStep,
    EntryResult,
    Result,
    StepResult,
    Verdict,
)
from companion.games import all_games
from companion.locales import LOCALES, SOURCE, game_translations, known_locale, read_locales
from companion.paths import TRANSLATIONS
from companion.scoring.detailed_result import detailed_result
from companion.scoring.questions import all_questions, answer, ask
from companion.scoring.scoresheet import (
    Played,
    Scoresheet,
    SheetError,
    parse,
    play,
    read,
    read_setup,
    replay,
    result,
)

__all__ = [
    "Answer",
    "Catalogue",
    "DetailedPlace",
    "DetailedPoints",
    "DetailedResult",
    "DetailedStep",
    "Engine",
    "EntryResult",
    "Game",
    "Halves",
    "Message",
    "Option",
    "Played",
    "Question",
    "Result",
    "Rule",
    "RuleError",
    "Scoresheet",
    "Setup",
    "SheetError",
    "Standing",
    "State",
    "Step",
    "StepResult",
    "Verdict",
    "all_questions",
    "answer",
    "ask",
    "catalogue",
    "detailed_result",
    "games",
    "parse",
    "play",
    "read",
    "read_setup",
    "replay",
    "result",
]


def games() -> Mapping[str, Game]:
    """Return each game by its key: those of the companion, and those of installed packages; raises `GameError`.

    >>> list(games())[:3]
    ['azul', '5211', 'ingenious']
    """
    return all_games()


def catalogue(language: str) -> Catalogue:
    """Return all texts, those of installed games too, in a language such as "zh-TW".

    Raises `ValueError` for a language that has none.

    >>> catalogue("zh").gettext("Players")
    '玩家人數'
    >>> catalogue("fr")
    Traceback (most recent call last):
    ValueError: there are no texts in 'fr', only in English, Deutsch, 繁體中文, 简体中文
    """
    locale = known_locale(language)
    if locale is None:
        raise ValueError(f"there are no texts in {language!r}, only in {', '.join(LOCALES.values())}")
    if locale == SOURCE:
        return ENGLISH
    texts = gettext.translation("messages", TRANSLATIONS, read_locales(locale))
    for of_game in game_translations(locale):
        texts.add_fallback(of_game)
    return texts
