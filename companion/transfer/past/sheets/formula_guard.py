"""The apostrophe before a text of a sheet that a spreadsheet would run as a formula: put there, and taken off again."""

from __future__ import annotations

import re

# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_BEGINS = r"(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))"
_WITHIN = re.compile(rf"(?<=[;\t]){_BEGINS}")
_GUARDED = re.compile(rf"(?<=[;\t])'{_BEGINS}")


def guarded(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run.

    >>> guarded("=1+1"), guarded("Ann;=1+1"), guarded("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    return ("'" if _begins(text) else "") + _WITHIN.sub("'", text)


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given.

    >>> unguarded("'=1+1"), unguarded("Ann;'=1+1"), unguarded("'tis")
    ('=1+1', 'Ann;=1+1', "'tis")
    """
    rest = text[1:] if text.startswith("'") and _begins(text[1:]) else text
    return _GUARDED.sub("", rest)


def _begins(text: str) -> bool:
    # Some spreadsheets skip spaces and invisible characters before they look for a formula.
    visible = text if text.isprintable() else "".join(character for character in text if character.isprintable())
    return text.startswith(_FORMULA) or visible.lstrip().startswith(_FORMULA)
