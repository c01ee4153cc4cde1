"""The referee answers a question without a table; guides to games, and the search of questions and rules."""

from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.engine.results import Verdict
from companion.feature import Feature


def add_ask(subparsers: Any) -> None:
    """Add the command `ask`."""
    from companion.commands.scoring import add_command
    from companion.engine.bounds import QUESTION
    from companion.scoring.questions import ask
    from companion.scoring.scoresheet import parse_within

    about = Message("Settle a disputed point; the verdict goes to standard output.")
    path, lines = Message("the question, - for standard input"), Message("one question a line, one verdict a line")
    a_question = Message("a question")

    def work(text: bytes) -> Verdict:
        return ask(parse_within(QUESTION, text, a_question))

    add_command(subparsers, "ask", about, ("QUESTION.json", path), lines, work)


FEATURE = Feature(
    "referee",
    Path(__file__).parent,
    order=20,
    slots={
        "home ways": "referee/home.html",
        "game help": "referee/game-help.html",
        "rules back": "referee/rules-back.html",
        "rule": "referee/rule-links.html",
        "pad help": "referee/pad-help.html",
        "entry questions": "referee/entry-questions.html",
        "place questions": "referee/place-questions.html",
    },
    commands={"ask": (f"{__name__}:add_ask", Message("settle a disputed point"))},
    blueprint=f"{__name__}.views:bp",
)
