"""Lexicon, the words that the search knows, and the tokens of texts and queries by them.

Chinese has no spaces, so a text is cut into the words that the games know; the rest is compared by pairs of
characters. A general segmenter such as jieba takes 0.7 s and 80 MB to load, and knows none of the games' words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.scoring.search_tokens import STOP_CHARACTERS, asking_words, is_chinese, is_vague, pieces

_LONGEST = 8  # characters of a Chinese word, words of an English phrase
_WORD, _NUMBER, _ASKING = 1.0, 0.3, 0.1
_PHRASE, _NEIGHBOURS = 0.5, 0.2  # for English words that are known to belong together, and for others side by side
_LONG = 3  # characters of a known word that may have others within it
_SINGLE = 0.7  # for a known word of one character
_WITH_STOP_CHARACTER = 0.8  # for a known word with a character that says little
_INSIDE = 0.6  # relative: for a known word within a longer one, or a pair across two known words
_PAIR, _VAGUE_PAIR, _CHARACTER = 0.8, 0.2, 0.2  # for what is left over between known words

_Span = tuple[int, int, str]
"""Start and end of a known word in a run of Chinese, and the word."""


class Lexicon:
    """Known words and phrases, and the tokens of texts by them."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._known = frozenset(token for term in terms if (token := token_of(term)))

    def of_text(self, text: str) -> Counter[str]:
        """Return all tokens by which a text may be searched, with how many of its parts have them."""
        counts = Counter(asking_words(text))
        for part in pieces(text):
            tokens = {*part, *self._phrases(part)}
            for piece in filter(is_chinese, part):
                tokens.update(_characters_and_pairs(piece).values(), _numbers(piece))
                tokens.update(token for _, _, token in self._words_in(piece))
            counts.update(tokens)
        return counts

    def of_query(self, text: str) -> dict[str, float]:
        """Return the tokens of a query, each with its weight."""
        weights: dict[str, float] = {}
        for part in pieces(text):
            for token, weight in self._of_part(part):
                weights[token] = max(weights.get(token, 0.0), weight)
        return weights | dict.fromkeys(asking_words(text), _ASKING)

    def _of_part(self, part: list[str]) -> Iterator[tuple[str, float]]:
        for phrase in self._phrases(part):
            yield phrase, _PHRASE if phrase in self._known else _NEIGHBOURS
        for piece in part:
            if is_chinese(piece):
                yield from self._of_chinese(piece)
            else:
                yield piece, _NUMBER if piece.isdigit() else _WORD

    def _phrases(self, part: list[str]) -> Iterator[str]:
        """Yield the pairs of neighbouring English words, and longer phrases that are known."""
        for start in range(len(part)):
            for end in range(start + 2, min(len(part), start + _LONGEST) + 1):
                phrase = " ".join(part[start:end])
                if phrase in self._known or (end == start + 2 and not is_chinese(phrase)):
                    yield phrase

    def _of_chinese(self, run: str) -> Iterator[tuple[str, float]]:
        """Yield the words of a run, words within these, and what is left over as pairs and characters."""
        words = list(self._words_in(run))
        chosen = _best_cut(len(run), [word for word in words if not _is_whole_question(word[2])])
        for word in words:
            yield word[2], _weight(word[2]) * (1 if word in chosen else _INSIDE)
        for number in _numbers(run):
            yield number, _NUMBER
        word_at = {place: word for word in chosen for place in range(word[0], word[1])}
        for (start, end), token in _characters_and_pairs(run).items():
            around = {word_at.get(place) for place in range(start, end)}
            if around == {None}:
                yield token, _weight_of_rest(token)
            elif len(around) > 1:
                yield token, _weight_of_rest(token) * (1 if None in around else _INSIDE)

    def _words_in(self, run: str) -> Iterator[_Span]:
        for start in range(len(run)):
            for end in range(start + 1, min(len(run), start + _LONGEST) + 1):
                if run[start:end] in self._known:
                    yield start, end, run[start:end]


def token_of(term: str) -> str:
    """Return a word or phrase as one token."""
    return " ".join(piece for part in pieces(term) for piece in part)


def _weight(word: str) -> float:
    if STOP_CHARACTERS.issuperset(word):
        return _VAGUE_PAIR
    if len(word) == 1:
        return _SINGLE
    return _WITH_STOP_CHARACTER if is_vague(word) else _WORD


def _is_whole_question(word: str) -> bool:
    """Whether a known word is long and vague, such as "平手怎麼辦": the words within it count for themselves."""
    return len(word) >= _LONG and is_vague(word)


def _weight_of_rest(token: str) -> float:
    if len(token) == 1:
        return _CHARACTER
    return _VAGUE_PAIR if is_vague(token) else _PAIR


def _numbers(run: str) -> list[str]:
    return "".join(character if character.isdigit() else " " for character in run).split()


def _characters_and_pairs(run: str) -> dict[tuple[int, int], str]:
    """Return the characters and the pairs of a run by their places, except those of stop characters only."""
    tokens = {}
    for place in range(len(run)):
        for end in (place + 1, place + 2):
            token = run[place:end]
            is_whole = len(token) == end - place and not any(character.isdigit() for character in token)
            if is_whole and not STOP_CHARACTERS.issuperset(token):
                tokens[place, end] = token
    return tokens


def _best_cut(length: int, words: Iterable[_Span]) -> set[_Span]:
    """Return the words that segment a run best: few long ones rather than many short ones."""
    ending: dict[int, list[_Span]] = {}
    for word in words:
        ending.setdefault(word[1], []).append(word)
    best: list[tuple[float, _Span | None]] = [(0.0, None)]
    for end in range(1, length + 1):
        cuts = [(best[word[0]][0] + (end - word[0]) ** 2, word) for word in ending.get(end, ())]
        best.append(max([(best[end - 1][0], None), *cuts], key=lambda cut: cut[0]))
    chosen = set()
    while length:
        last = best[length][1]
        if last:
            chosen.add(last)
        length = last[0] if last else length - 1
    return chosen
