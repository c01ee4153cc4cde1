"""What is wrong with the texts of a page in Chinese: English words, and signs right beside letters or digits."""

import re

WORD = re.compile(r"[A-Za-z]{2,}")
# A Chinese sign with a Latin letter or a digit right beside it, such as 紅色 4最大.
CROWDED = re.compile(r"[㐀-鿿][0-9A-Za-z]|[0-9A-Za-z][㐀-鿿]")
# Names of games and things, what an address and a code look like, the letters of seats and cards.
ENGLISH_NAMES = {
    *("Ingenious", "Companion", "Luz", "Azul", "Wi", "Fi", "px", "https", "http", "localhost", "English"),
    *("Al", "Mo", "zzz", "tie", "QR", "Code", "QXM", "CSV", "JSON", "BG", "Stats", "OBS", "size", "App", "json", "UTC"),
    *("Tab", "Home", "End", "Page", "Up", "Down", "Ctrl", "Enter"),  # keys
    *("format", "game", "luz", "players"),  # what a scoresheet is made of
    *("OpenAPI", "Friday", "bgsplay"),  # a format, a group, a file of another program
}


def not_chinese(texts):
    """The texts with English words ("english") and those without a space where one belongs ("crowded")."""
    read = list(texts)
    return [("english", text) for text in read if is_english(text)] + [
        ("crowded", text) for text in read if CROWDED.search(text)
    ]


def is_english(text):
    """Whether a text has a word of English other than a known name.

    >>> [is_english(text) for text in ("儲存 Azul", "Ann 拿了 3", "W" * 40, "G6", "3 墩 tricks")]
    [False, True, False, False, True]
    """
    # What stands in braces is filled in by the page; /api and ?page=2 are parts of an address.
    words = WORD.findall(re.sub(r"{\w+}|/api\b|\?\w+=[\w=&.]+", "", text))
    return any(word not in ENGLISH_NAMES and set(word) != {"W"} for word in words)
