"""A companion that speaks a language which nobody does: English with accents, each word longer by two fifths.

`python -m tests.browser.pseudo_language serve ...` serves it to phones that ask for German. It shows which texts have
no room for a longer language. Its long words have soft hyphens where a browser that knows a language breaks them.
"""

import re
import sys

from gevent import monkey

STANDS_FOR = "de"
MARK = "ŏ"
"""A letter that each word of the language has and no name."""
_KEPT = re.compile(r"(\{\w+\}|%\(\w+\)[sd]|%%|<[^>]+>|&\w+;|https?:\S+|\.\w+|[?/]\w+=?\S*)")
_WORD = re.compile(r"[A-Za-z]{2,}")
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíŏúÁÉÍŎÚ")
_SYLLABLE = 3


def lengthened(word):
    """A word with accents and two fifths more letters, and soft hyphens between its syllables.

    >>> lengthened("Save").replace("\\u00ad", "|"), lengthened("referee").replace("\\u00ad", "|")
    ('Sáv|éŏn', 'réf|éré|éŏnŏ')
    """
    more = -(-2 * len(word) // 5)
    longer = word.translate(_ACCENTS) + ("ŏn" * more)[:more]
    ends = range(_SYLLABLE, len(longer) - 2, _SYLLABLE)
    for end in reversed(ends):
        longer = f"{longer[:end]}\u00ad{longer[end:]}"
    return longer


def text(english):
    """A text in the language; what stands for values, and what browsers read, stays."""
    parts = _KEPT.split(english)
    parts[::2] = [_WORD.sub(lambda word: lengthened(word[0]), part) for part in parts[::2]]
    return "".join(parts)


class Catalogue:
    """The catalogue of the language."""

    def gettext(self, message):
        """The text."""
        return text(message)

    def ngettext(self, msgid1, msgid2, n):
        """The text, in one of two forms as in English."""
        return text(msgid1 if n == 1 else msgid2)


def install():
    """Let German be this language."""
    from companion.views.render import template_helpers

    spoken_words = template_helpers.words_in

    def words_in(code, game=None):
        words = spoken_words(code, game)
        return {**words, "spoken": Catalogue()} if code == STANDS_FOR else words

    template_helpers.words_in = words_in


if __name__ == "__main__":
    monkey.patch_all()  # before anything that it patches is imported
    install()
    sys.argv[0] = "companion"
    from companion.commands.start import main

    raise SystemExit(main())
