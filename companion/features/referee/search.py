"""Search of the referee's questions and rules: a text in tokens, and the score of each entry for what somebody types.

Tokens are stems of English words and runs of Chinese characters. Traditional characters become simplified ones and
Chinese numerals digits, so all spellings match each other. A large number is also any large number: no rule is about
31 points. An unknown word becomes the known one that it may be a slip for, else it counts for nothing.

The index counts how often an entry's texts and phrases say each word and each pair of words. The more phrases of an
entry share a word, the likelier a question with this word is about it: the logarithm of the count, as in a naive Bayes
classifier. SQLite's FTS5 over the same tokens is about as good and would replace no more than this counting. A
segmenter of Chinese such as jieba takes 80 MB of memory and does not know the games' words, which the index has anyway,
in 3 MB.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import log, sqrt

from companion.locales import simplified

_PIECE = re.compile(r"(?P<chinese>\d*[㐀-鿿][㐀-鿿\d]*)|(?P<word>[^\W_㐀-鿿]+)")
_CHINESE = re.compile("[㐀-鿿]")
_LARGE_NUMBER = re.compile(r"(?<!\d)(?:[2-9]\d|\d{3})(?!\d)")  # a score rather than a count
_NUMBER = re.compile(r"\d+")
_BREAK = re.compile(r"[^\w\s'’+-]+")
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[㐀-鿿])|(?<=[㐀-鿿])\s+(?=\d)")
_NUMERAL = re.compile("(?:[二三四五六七八九十百两]|一(?=[十百]))[一二三四五六七八九十百两]*")
# What sounds alike is often typed one for the other.
_WRITTEN_ALIKE = str.maketrans("著做版座记帐妳", "着作板坐计账你", "'’")
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
    "someone", "happen", "him", "ppl", "lol",
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
    any_number = [_LARGE_NUMBER.sub("#", piece) for piece in part]
    weights = tokens(any_number) if any_number != list(part) else {}
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
_LEAST_ALIKE = 0.8  # of a misspelt word and the one that is meant, from 0 to 1
_SHORTEST_PREFIX = 3
_LEAST_KNOWN = 0.5  # the share of what is said that must be known for anything to be found

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
        self._by_initial: dict[str, list[str]] = defaultdict(list)
        self._by_letters: dict[str, list[str]] = defaultdict(list)
        self._learn(chain(STOP_WORDS, _IRREGULAR, *map(str.split, self._groups)))

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
        said = [list(chain.from_iterable(map(self._meant_by, part))) for part in parts(words)]
        if not self._is_about(said, game):
            return {}
        scores: dict[int, float] = defaultdict(float)
        by_game: dict[str, float] = defaultdict(float)
        for token, weight in self._of_query(said).items():
            for place, count in self._counts[token].items():
                if game in ("", self._games[place]):
                    scores[place] += weight * log(1 + count / self._scale[place])
            for key in {self._games[place] for place in self._counts[token]}:
                by_game[key] += weight
        return {place: score * sqrt(by_game[self._games[place]]) for place, score in scores.items()}

    def _of_query(self, said: Iterable[list[str]]) -> dict[str, float]:
        """Return the known tokens of a query, each with its weight; a rare one weighs more."""
        games = {"", *self._games}
        weights = dict(chain.from_iterable(self._tokens(part, games).items() for part in said))
        return {
            token: weight * log(1 + len(self._games) / len(self._counts[token])) ** _RARITY
            for token, weight in weights.items()
            if token in self._counts
        }

    def _is_about(self, said: Sequence[list[str]], game: str) -> bool:
        """Whether enough of what is said is known; a chosen game needs no more than one of its words."""
        known = sum(self._known_substance(part, game) for part in said)
        return known >= _LEAST_KNOWN * sum(map(substance, chain.from_iterable(said))) or bool(game and known)

    def _known_substance(self, part: list[str], game: str) -> float:
        """Return how much of the words and Chinese runs of a part is known."""
        said = {term for term in terms(part) if self._is_said(term, game)}
        words = {word for term in said for word in term.split()}
        known = 0.0
        for piece in part:
            if is_chinese(piece):
                places = (range(start, end) for start, end in spans(piece) if piece[start:end] in said)
                known += sum(substance(piece[place]) for place in set(chain.from_iterable(places)))
            elif piece in words:
                known += substance(piece)
        return known

    def _is_said(self, term: str, game: str) -> bool:
        """Whether an entry of the game, or of any game, says a term or a synonym of it; one character says nothing."""
        groups = [group for _, group in self._groups.get(term, ())]
        said = groups if len(term) == 1 and is_chinese(term) else [term, *groups]
        return any(game in ("", self._games[place]) for token in said for place in self._counts.get(token, ()))

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

    def _meant_by(self, word: str) -> list[str]:
        """Return known words for an incomplete or misspelt one, or for two without the space between them."""
        if word in self._known or word in self._counts or not _is_word(word):
            return [word]
        alike = self._by_initial.get(word[0], ())
        # A short word may be another word, unless it lacks a letter or has the same ones.
        shortest = _SHORTEST_MISSPELT if len(word) > _SHORTEST_MISSPELT else len(word) + 1
        likely = [known for known in alike if len(known) >= shortest]
        exchanged = get_close_matches(word, self._by_letters.get("".join(sorted(word)), ()), 1)
        if near := exchanged or get_close_matches(word, likely, 1, _LEAST_ALIKE):
            return [stem(near[0])]
        if len(word) >= _SHORTEST_PREFIX and (longer := [known for known in alike if known.startswith(word)]):
            return [stem(max(longer, key=lambda known: len(self._counts.get(known, ()))))]
        halves = ([stem(word[:place]), stem(word[place:])] for place in range(1, len(word)))
        return next((pair for pair in halves if " ".join(pair) in self._counts), [word])

    def _learn(self, words: Iterable[str]) -> None:
        """Remember words by their first letter and by all their letters, whatever their order."""
        for word in sorted(filter(_is_word, set(words) - self._known)):
            self._known.add(word)
            self._by_initial[word[0]].append(word)
            if len(word) >= _SHORTEST_MISSPELT:
                self._by_letters["".join(sorted(word))].append(word)


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()
