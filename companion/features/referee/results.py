"""What the referee's search finds: the questions and rules of all games, by their texts in all languages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine import Game, Message, Question
from companion.engine.pause import in_slices
from companion.features.referee.search import Index, normalized, parts, terms, token_of
from companion.forms.parts import Words
from companion.games import all_games
from companion.locales import LOCALES
from companion.views.render.template_helpers import in_language, say

_SHARED = Words.from_file(Path(__file__).with_name("search_words.json"))  # synonyms that apply to every game


def words_of(game: Game) -> Words:
    """Return the words of a game: its own, else those of the file words.json in its folder, else none."""
    file = game.folder / "words.json"
    return game.words or (Words.from_file(file) if file.exists() else Words())


MOST = 20
_TEXT = 0.3  # the weight of what a rule says, relative to a title or a phrase in people's words
_QUESTION = 1.1  # a question answers the exact case, a rule is general
_WEAK = 0.3  # results below this fraction of the best score are left out,
_FEWEST = 3  # unless they are among the first few and of the best one's game


class SearchResult(NamedTuple):
    """A search result: a question, or else the id of a rule."""

    game: Game
    question: Question | None
    rule: str = ""


def search(words: str, game: str = "") -> list[SearchResult]:
    """Return the matching questions and rules, best first; only those of a game if its key is given."""
    titles, entries, index = _search()
    said = {term for part in parts(words) for term in terms(part)}
    named = [key for key, title in titles.items() if not title.isdisjoint(said)]
    scores = index.scores(words, game or (named[0] if len(named) == 1 else ""))
    results = [(entries[place], score) for place, score in scores.items()]
    weighed = [(result, score * (_QUESTION if result.question else 1.0)) for result, score in results]
    weighed.sort(key=lambda pair: -pair[1])
    return [
        result
        for place, (result, score) in enumerate(weighed[:MOST])
        if score >= _WEAK * weighed[0][1] or (place < _FEWEST and result.game is weighed[0][0].game)
    ]


@cache
def _search() -> tuple[Mapping[str, frozenset[str]], Sequence[SearchResult], Index]:
    """Return each game's titles as tokens, all questions and rules, and their index, in all languages.

    It is built on first use, in time slices.
    """
    index = Index(in_slices(_groups()))
    entries = []
    for game in all_games().values():
        for result, texts in in_slices(_texts(game)):
            index.add(game.key, texts)
            entries.append(result)
    titles = {key: frozenset(token_of(title) for title in _translated(game.title)) for key, game in all_games().items()}
    return titles, entries, index


def _groups() -> Iterator[tuple[str, list[str]]]:
    """Yield the groups of synonyms, each with the game in which it holds; "" is all of them."""
    yield from (("", group.split(",")) for group in _SHARED.same)
    for game in all_games().values():
        yield from ((game.key, group.split(",")) for group in words_of(game).same)


def _texts(game: Game) -> Iterator[tuple[SearchResult, Iterator[tuple[str, float]]]]:
    """Yield every question and rule of a game, with its texts and their weights."""
    words = words_of(game)
    for question in game.questions:
        key = f"?{question.key}"
        yield (
            SearchResult(game, question),
            _weighted(game, (question.title, question.words), question.help, words.about.get(key, "")),
        )
    for key, rule in game.rules.items():
        yield SearchResult(game, None, key), _weighted(game, (rule.title,), rule.text, words.about.get(key, ""))


def _weighted(game: Game, titles: Iterable[Message], text: Message, about: str) -> Iterator[tuple[str, float]]:
    yield about, 1.0
    for message, weight in ((game.title, _TEXT), *((title, 1.0) for title in titles), (text, _TEXT)):
        yield from ((translated, weight) for translated in _translated(message))


def _translated(message: Message) -> Iterable[str]:
    """Return the text in each language; what is the same to the search once."""
    texts = []
    for locale in LOCALES:
        with in_language(locale):
            texts.append(normalized(say(message)))
    return dict.fromkeys(texts)
