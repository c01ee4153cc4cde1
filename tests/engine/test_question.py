"""The texts of a question of the referee are messages, also where a plug-in has a class of its own for questions."""

from dataclasses import dataclass

import pytest

from companion.engine import Message, Question


@dataclass(frozen=True)
class AskedOften(Question):
    times: int = 0


@pytest.mark.parametrize("kind", [Question, AskedOften])
def test_texts_are_read_as_messages(kind):
    question = kind("key", title="Title", help="Help", inputs=(), answer=print)
    assert (question.title, question.help, question.words) == (Message("Title"), Message("Help"), Message(""))
