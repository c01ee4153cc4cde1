"""Split a text into search tokens: word stems, Chinese characters, and pairs of neighbouring ones.

Traditional characters become simplified ones, so a text in one script finds the same text in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from companion.scoring.simplified import simplified

_WORD = re.compile(r"[㐀-鿿]+|[^\W_㐀-鿿]+")
_STOP_WORDS = frozenset(
    (
        *("a", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could", "did", "do"),
        *("does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "is", "it", "its"),
        *(
            "just",
            "many",
            "may",
            "me",
            "much",
            "my",
            "of",
            "on",
            "or",
            "our",
            "she",
            "should",
            "so",
            "some",
            "somebody",
            "that",
            "the",
        ),
        *("their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "what", "when", "which", "who"),
        *("whose", "why", "will", "with", "would", "you", "your"),
    )
)
_STOP_CHARACTERS = frozenset(
    simplified(
        "的了嗎呢吧啊是有在和與或我你他她它們這那個就都也還要會能可以怎麼什樣多少幾誰哪何為於到把被給從辦裡很只又來去做時候"
    )
)
_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eighteen": "18", "fifty": "50", "third": "3", "fourth": "4",
}  # fmt: skip
_IRREGULAR = {
    "best": "good", "bought": "buy", "dies": "die", "fell": "fall", "fallen": "fall", "got": "get", "laid": "lay",
    "lost": "lose", "loss": "lose", "losses": "lose", "lying": "lie", "paid": "pay", "sale": "sell", "sales": "sell",
    "sold": "sell", "taken": "take", "taxes": "tax", "tied": "tie", "tying": "tie", "took": "take", "won": "win",
    "winner": "win", "winners": "win", "freed": "free",
    **_NUMBERS,
}  # fmt: skip


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return an English word without its common endings, other words unchanged.

    >>> [stem(word) for word in ("occupying", "occupied", "tiles", "swapping", "selling", "scored", "score", "ties")]
    ['occupy', 'occupy', 'tile', 'swap', 'sell', 'score', 'score', 'tie']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-3] + ("y" if len(word) > 4 else "ie")
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return stem(word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1])
    for ending in ("ing", "ed"):
        if word.endswith(ending) and re.search("[aeiouy]", word[: -len(ending)]):
            return _base(word[: -len(ending)])
    return word


def _base(word: str) -> str:
    """Restore the base form of what precedes "ing" or "ed": "swapp" is swap, "scor" is score."""
    if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "lsz":
        return word[:-1]
    if re.search(r"[^aeiou][aeiou][cgrstvz]$|[aeiou][nr]g$|[lrn][cs]$|[bcdfgpt]l$", word) and len(word) > 2:
        return word + "e"
    return word


def is_vague(token: str) -> bool:
    """Whether a token is unspecific: a single Chinese character, or a pair that contains a stop character.

    >>> [is_vague(token) for token in ("墩", "赢吗", "公鸡", "trick")]
    [True, True, False, False]
    """
    return "㐀" <= token[0] <= "鿿" and (len(token) == 1 or bool(set(token) & _STOP_CHARACTERS))


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, without stop words unless there is nothing else.

    >>> tokens("Who wins the trick?"), tokens("誰贏這墩"), tokens("墩")
    (['win', 'trick', 'win trick'], ['谁赢', '赢', '赢这', '这墩', '墩'], ['墩'])
    """
    found = list(_tokens(simplified(text.casefold())))
    return found or [stem(word) for word in _WORD.findall(text.casefold()) if word.isascii()]


def _tokens(text: str) -> Iterator[str]:
    before = ""
    for word in _WORD.findall(text):
        if "㐀" <= word[0] <= "鿿":
            yield from _characters(word)
        elif word not in _STOP_WORDS:
            found = stem(word)
            yield found
            if before:
                yield f"{before} {found}"
            before = found


def _characters(word: str) -> Iterator[str]:
    """Yield each character that is not a stop character, and each pair that is not made of two of them."""
    for place, character in enumerate(word):
        pair = word[place : place + 2]
        if character not in _STOP_CHARACTERS:
            yield character
        if len(pair) == 2 and not set(pair) <= _STOP_CHARACTERS:
            yield pair
