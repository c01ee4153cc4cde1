"""Search of the referee's questions and rules: a text in tokens, and the score of each entry for what somebody types.

Tokens are stems of English words and runs of Chinese characters. Traditional characters become simplified ones and
Chinese numerals digits, so all spellings match each other.

The index counts how often an entry's texts and phrases say each word and each pair of words. The more phrases of an
entry share a word, the likelier a question with this word is about it: the logarithm of the count, as in a naive Bayes
classifier. Of a hundred questions that were written without sight of the phrases it has 82 first; SQLite's FTS5 over
the same tokens has 74 with a row for each entry, 52 with a row for each phrase. A segmenter of Chinese such as jieba
takes 80 MB of memory and does not know the games' words, which the index has anyway, in 3 MB.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import log

from companion.locales import simplified

_PIECE = re.compile(r"(?P<chinese>\d*[㐀-鿿][㐀-鿿\d]*)|(?P<word>[^\W_㐀-鿿]+)")
_CHINESE = re.compile("[㐀-鿿]")
_NUMBER = re.compile(r"\d+")
_BREAK = re.compile(r"[^\w\s'’+-]+")
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[㐀-鿿])|(?<=[㐀-鿿])\s+(?=\d)")
_NUMERAL = re.compile("(?:[二三四五六七八九十百两]|一(?=[十百]))[一二三四五六七八九十百两]*")
_WRITTEN_ALIKE = str.maketrans({"著": "着", "'": "", "’": ""})
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_WORD, _PAIR, _SMALL_NUMBER, _VAGUE, _VAGUE_CHARACTER = 1.0, 0.6, 0.5, 0.3, 0.1
_LONGEST = 4  # words or characters of a term
STOP_WORDS = frozenset((
    "a", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could", "did", "do",
    "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "is", "it", "its",
    "just", "many", "may", "me", "much", "my", "of", "on", "or", "our", "she", "should", "so", "some", "somebody",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "what", "when",
    "which", "who", "whose", "why", "will", "with", "would", "you", "your", "us", "were", "get", "really", "please",
    "dont", "doesnt", "didnt", "cant", "isnt", "arent", "im", "ive", "u", "ur", "wat", "wut", "w", "o", "ok", "now",
    "whether", "where", "thing", "stuff", "everything", "time", "actually", "everyone", "everybody", "anyone",
    "someone", "happen",
))  # fmt: skip
STOP_CHARACTERS = frozenset(
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
    "lost": "lose", "loss": "lose", "loose": "lose", "lying": "lie", "paid": "pay", "sale": "sell", "sales": "sell",
    "sold": "sell", "taken": "take", "taxes": "tax", "tied": "tie", "tying": "tie", "took": "take", "won": "win",
    "winner": "win", "winners": "win", "freed": "free", "chosen": "choose", "chose": "choose", "gone": "go",
    "went": "go", "mice": "mouse", "broke": "break", "broken": "break", "drew": "draw", "drawn": "draw",
    "given": "give", "gave": "give", "held": "hold", "kept": "keep", "left": "leave", "led": "lead", "color": "colour",
    "colors": "colour", "colored": "colour", "gray": "grey", "neighbors": "neighbour", "neighbor": "neighbour",
    "losses": "lose", "built": "build", "payment": "pay", "worse": "bad", "worst": "bad",
    **_NUMBERS,
}  # fmt: skip


def normalized(text: str) -> str:
    """Return a text in the form that is compared: lower case, simplified characters, digits without spaces beside them.

    >>> normalized("超過 十八 分"), normalized("五塊同色"), normalized("一樣")
    ('超过18分', '5块同色', '一样')
    """
    written_alike = simplified(text.casefold()).translate(_WRITTEN_ALIKE)
    plain = _NUMERAL.sub(lambda numeral: _digits(numeral.group()), written_alike)
    return _SPACE_BESIDE_DIGIT.sub("", plain)


def _digits(numeral: str) -> str:
    """Return a Chinese numeral below 1000 as digits, other rows of numerals as they are."""
    total, digit = 0, None
    for character in numeral:
        if character in "十百":
            total += (1 if digit is None else digit) * (10 if character == "十" else 100)
            digit = None
        elif digit is not None:
            return numeral
        else:
            digit = _DIGITS[character]
    return str(total + (digit or 0))


def parts(text: str) -> Iterator[list[str]]:
    """Yield the stems and Chinese runs of each part of a text between punctuation marks.

    >>> list(parts("Who wins the trick? Azul 平手"))
    [['who', 'win', 'the', 'trick'], ['azul', '平手']]
    """
    for part in _BREAK.split(normalized(text)):
        if pieces := [match["chinese"] or stem(match["word"]) for match in _PIECE.finditer(part)]:
            yield pieces


def tokens(part: Sequence[str]) -> dict[str, float]:
    """Return what is compared of a part of a text, each with its weight: words, Chinese characters, and pairs of these.

    >>> tokens(["the", "tile"]), tokens(["花砖"])
    ({'the': 0.3, 'tile': 1.0, 'the tile': 0.6}, {'花': 0.3, '花砖': 1.0, '砖': 0.3})
    """
    weights: dict[str, float] = {}
    for piece in part:
        weights |= _characters_and_pairs(piece) if is_chinese(piece) else {piece: _weight(piece)}
    for word, after in pairwise(part):
        if not is_chinese(word + after):
            weights[f"{word} {after}"] = _VAGUE if {word, after} <= STOP_WORDS else _PAIR
    return weights


def _characters_and_pairs(run: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for character, after in pairwise(f"{run} "):
        if not character.isdigit():
            weights[character] = _VAGUE_CHARACTER if character in STOP_CHARACTERS else _VAGUE
        if after != " " and not (character + after).isdigit():
            weights[character + after] = _WORD if STOP_CHARACTERS.isdisjoint(character + after) else _VAGUE
    return weights | dict.fromkeys(_NUMBER.findall(run), _SMALL_NUMBER)


def _weight(word: str) -> float:
    if word in STOP_WORDS:
        return _VAGUE
    return _SMALL_NUMBER if word.isdigit() else _WORD


def terms(part: Sequence[str]) -> Iterator[str]:
    """Yield the words and phrases of a part, and what stands within its Chinese runs. Stop words count only alone.

    >>> list(terms(["put", "the", "tile"])), list(terms(["花砖"]))
    (['put', 'put tile', 'tile'], ['花', '花砖', '砖'])
    """
    said = [piece for piece in part if piece not in STOP_WORDS] or part
    for start, piece in enumerate(said):
        if is_chinese(piece):
            yield from (piece[first:end] for first, end in spans(piece))
        else:
            yield from (" ".join(said[start:end]) for end in range(start + 1, min(start + _LONGEST, len(said)) + 1))


def spans(run: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of whatever may be a word in a Chinese run."""
    for start in range(len(run)):
        yield from ((start, end) for end in range(start + 1, min(start + _LONGEST, len(run)) + 1))


def substance(piece: str) -> float:
    """Return how much a word or a Chinese run says: stop words and numbers nothing, stop characters little.

    >>> substance("the"), substance("18"), substance("tile"), substance("花砖吗")
    (0.0, 0.0, 1.0, 2.3)
    """
    if is_chinese(piece):
        said = [character for character in piece if not character.isdigit()]
        return sum(_VAGUE if character in STOP_CHARACTERS else _WORD for character in said)
    return 0.0 if piece in STOP_WORDS or piece.isdigit() else 1.0


def token_of(term: str) -> str:
    """Return a word or phrase as `terms` yields it."""
    said = [piece for part in parts(term) for piece in part]
    return " ".join([piece for piece in said if piece not in STOP_WORDS] or said)


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


def is_chinese(text: str) -> bool:
    """Whether a piece has a Chinese character."""
    return _CHINESE.search(text) is not None


_SYNONYM = 0.5  # the weight of a group of synonyms relative to a word
_SHORT_SYNONYM = 0.25  # for a single Chinese character
_UNSAID = 0.1  # added to each count: the smaller, the less counts how often a word is said
_LENGTH = 0.45  # the power with which the length of an entry's texts lowers its counts
_RARITY = 0.5  # the power with which the rarity of a word counts
_SHORTEST_MISSPELT = 4
_SHORTEST_PREFIX = 3
_LEAST_KNOWN = 0.55  # the share of what is said that must be known for anything to be found

Groups = Iterable[tuple[str, Iterable[str]]]
"""Groups of synonyms, each with the game to which it applies; "" is all of them."""


class Index:
    """Count the words of entries, then score the entries. An entry is a number, in the order of `add`."""

    def __init__(self, groups: Groups) -> None:
        """Start an empty index."""
        self._groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for number, (game, synonyms) in enumerate(groups):
            for term in {token_of(synonym) for synonym in synonyms}:
                self._groups[term].append((game, f"={number}"))
        self._games: list[str] = []
        self._lengths: list[float] = []
        self._counts: dict[str, dict[int, float]] = defaultdict(dict)
        self._known: set[str] = set()
        self._spellings: dict[str, list[str]] = defaultdict(list)
        self._learn((*STOP_WORDS, *self._groups))

    def add(self, game: str, texts: Iterable[tuple[str, float]]) -> None:
        """Add an entry of a game, with its texts and their weights."""
        counts: dict[str, float] = defaultdict(float)
        for text, importance in texts:
            weights: dict[str, float] = {}
            said: Counter[str] = Counter()
            for part in parts(text):
                found = self._tokens(part, ("", game))
                weights |= found
                said.update(found.keys())
            for token, times in said.items():
                counts[token] += importance * weights[token] * times
        for token, count in counts.items():
            self._counts[token][len(self._games)] = count
        self._learn(counts)
        self._games.append(game)
        self._lengths.append(sum(counts.values()))

    def scores(self, words: str, game: str = "") -> dict[int, float]:
        """Return the score of each entry for the words, none if most of them are unknown; with a `game`, of its own."""
        said = [[self._spelling_of(piece) for piece in part] for part in parts(words)]
        pieces = list(chain.from_iterable(said))
        scores: dict[int, float] = defaultdict(float)
        if sum(map(self._known_substance, pieces)) < _LEAST_KNOWN * sum(map(substance, pieces)):
            return scores
        for token, weight in self._of_query(said).items():
            for place, count in self._counts.get(token, {}).items():
                if game in ("", self._games[place]):
                    scores[place] += weight * log(1 + count / self._scale[place])
        return scores

    def _of_query(self, said: Iterable[list[str]]) -> dict[str, float]:
        """Return the known tokens of a query, each with its weight; a rare one weighs more."""
        games = {"", *self._games}
        weights = dict(chain.from_iterable(self._tokens(part, games).items() for part in said))
        return {
            token: weight * log(1 + len(self._games) / len(self._counts[token])) ** _RARITY
            for token, weight in weights.items()
            if token in self._counts
        }

    def _known_substance(self, piece: str) -> float:
        """Return how much of a word or a Chinese run is known."""
        if not is_chinese(piece):
            return substance(piece) if piece in self._counts or piece in self._groups else 0.0
        known = {
            place
            for start, end in spans(piece)
            if piece[start:end] in self._groups or (end - start > 1 and piece[start:end] in self._counts)
            for place in range(start, end)
        }
        return sum(substance(piece[place]) for place in known)

    def _tokens(self, part: list[str], games: Iterable[str]) -> dict[str, float]:
        """Return the tokens of a part of a text, and the groups of synonyms in it that hold in these games."""
        weights = tokens(part)
        for term in terms(part):
            for game, group in self._groups.get(term, ()):
                if game in games:
                    synonym = _SYNONYM if len(term) > 1 else _SHORT_SYNONYM
                    weights[group] = max(weights.get(group, 0.0), synonym)
        return weights

    @cached_property
    def _scale(self) -> list[float]:
        mean = sum(self._lengths) / len(self._lengths)
        return [_UNSAID * (length / mean) ** _LENGTH for length in self._lengths]

    def _spelling_of(self, word: str) -> str:
        """Return a known word for an incomplete or misspelt one: the commonest longer one, or the likeliest meant."""
        if word in self._counts or word in self._groups or word in STOP_WORDS or not _is_word(word):
            return word
        if len(word) >= _SHORTEST_PREFIX:
            longer = sorted(known for known in self._known if known.startswith(word))
            if longer:
                return max(longer, key=lambda known: len(self._counts.get(known, ())))
        near = {known for part in _without_a_letter(word) for known in self._spellings.get(part, ())}
        is_short = len(word) <= _SHORTEST_MISSPELT  # then it may be another word, unless it lacks a letter
        alike = sorted(known for known in near if known[0] == word[0] and (not is_short or len(known) > len(word)))
        return max(alike, key=lambda known: SequenceMatcher(None, word, known).ratio(), default=word)

    def _learn(self, words: Iterable[str]) -> None:
        """Remember how words are spelt: by what is left if one letter is left out, those that come to the same."""
        for word in filter(_is_word, set(words) - self._known):
            self._known.add(word)
            if len(word) >= _SHORTEST_MISSPELT:
                for part in _without_a_letter(word):
                    self._spellings[part].append(word)


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()


def _without_a_letter(word: str) -> set[str]:
    """Return a word, and what is left of it without each of its letters.

    >>> sorted(_without_a_letter("tile"))
    ['ile', 'tie', 'til', 'tile', 'tle']
    """
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
