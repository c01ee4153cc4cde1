"""The referee's pages: questions with their answers, the guide and the rules of each game."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, g, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine import Answer, Game, Message, Question
from companion.engine.names import clean_name, shortened
from companion.forms.asking import forms_of
from companion.forms.form import Posted
from companion.forms.help import Example, Fields, QuestionInput, QuestionLink, whole_number
from companion.games import all_games
from companion.scoring import questions
from companion.scoring.questions import check_claim
from companion.scoring.scoresheet import MAX_NAME_LENGTH, SheetError
from companion.views.http.error_pages import respond
from companion.views.render import qr_codes
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import reasons
from companion.views.table.table import address_at, base_address

bp = Blueprint("referee", __name__)

LETTERS = ("A", "B", "C", "D", "E")
_LONGEST_SEARCH = 200
_MOST_TAPS = 20
_TO_SCAN = Message("Scan to see this question on another phone")
_LONGEST_QR = 2300  # bytes that the largest QR code holds with medium correction


@bp.before_request
def _let_search_engines_find_it() -> None:
    g.is_indexed = True


@bp.get("/referee")
def show() -> str:
    """List all questions, those of one game, or those that match the search."""
    words = (request.args.get("q") or "").strip()[:_LONGEST_SEARCH]
    games = all_games()
    only = games.get(request.args.get("game") or "")
    found = []
    if words:
        from companion.features.referee.search import search  # has large tables that no other page needs

        found = search(words, only.key if only else "")
    shown = [game for game in games.values() if only in (None, game)]
    groups = [(game, [one for one in game.questions if one.key in forms_of(game)]) for game in shown]
    groups = [(game, questions) for game, questions in groups if questions or game is only]
    context = {"words": words, "games": games.values(), "only": only, "groups": groups, "found": found}
    return render_template("referee/referee.html", **context)


@bp.get("/referee/<key>/<name>")
def question(key: str, name: str) -> Response:
    """Show a question with the input from the address, and its answer once nothing is missing."""
    game, found, entered, address = _asked(key, name)
    if "tap" in request.args and not request.htmx:
        return redirect(address, 303)
    response = respond("referee/ask.html", **_context(game, found, entered), name=name, address=address)
    if request.htmx:
        response.headers["HX-Replace-Url"] = address
    return response


@bp.get("/referee/<key>/<name>/show")
def showing(key: str, name: str) -> str:
    """Show the question's address as a QR code."""
    game, found, entered, address = _asked(key, name)
    link = address_at(base_address(), address)
    qr = qr_codes.qr_svg(link, say(_TO_SCAN)) if len(link.encode()) <= _LONGEST_QR else None
    return render_template("referee/showing.html", **_context(game, found, entered), address=address, link=link, qr=qr)


@bp.app_template_global()
def address_of(ask: str, fields: Fields) -> str:
    """The address that holds a whole question."""
    key, name = ask.split("/")
    address = url_for("referee.question", key=key, name=name)
    return f"{address}?{urlencode(fields)}" if fields else address


@bp.app_template_global()
def question_at(link: QuestionLink, names: Sequence[str]) -> str:
    """The address of a question that a table raises, with the names of its players."""
    return address_of(link.ask, (*link.fields, *(("name", name) for name in names)))


def apply_taps(read: Callable[[Posted], QuestionInput], query: MultiDict[str, str]) -> QuestionInput:
    """Apply the taps of an address in order; quick taps arrive in one request."""
    taps = query.getlist("tap")
    others = [(key, value) for key, value in query.items(multi=True) if key != "tap"]
    for tap in taps[:-1][:_MOST_TAPS]:
        others = list(read(MultiDict([*others, ("tap", tap)])).fields)
    return read(MultiDict([*others, *(("tap", tap) for tap in taps[-1:])]))


def _asked(key: str, name: str) -> tuple[Game, Question, QuestionInput, str]:
    """Return game, question, input and the address that holds it; abort with 404 if there is no such question."""
    game = all_games().get(key)
    read = forms_of(game).get(f"{key}/{name}") if game else None
    if game is None or read is None:
        abort(404)
    question = questions.find(f"{key}/{name}")
    entered = apply_taps(read, request.args)
    return game, question, entered, address_of(question.key, (*entered.fields, *_beside(request.args, question)))


def _beside(query: Posted, question: Question) -> Fields:
    """Return the query fields that every question shares: player names and the claim."""
    claim = (query.get("claim") or "").strip()[:8]
    names = tuple(("name", name) for name in _given_names(query))
    return names + ((("claim", claim),) if claim and question.claims else ())


def _given_names(query: Posted) -> tuple[str, ...]:
    return tuple(shortened(clean_name(name), MAX_NAME_LENGTH) for name in query.getlist("name")[: len(LETTERS)])


def _context(game: Game, question: Question, entered: QuestionInput) -> dict[str, Any]:
    claim, fault = _claim(request.args.get("claim") if question.claims else None)
    given = _given_names(request.args)
    answered = None
    if entered.question is not None:
        try:
            _, answered = questions.answer({"ask": question.key, **entered.question})
        except SheetError as error:
            fault = error.message
    context = {
        "game": game,
        "question": question,
        "ask": entered.view,
        "names": given + LETTERS[len(given) :],
        "given": request.args.getlist("name")[: len(LETTERS)],
        "claimed": request.args.get("claim") or "",
        "missing": entered.missing,
        "fault": fault,
        "answer": answered,
    }
    if answered is not None:
        context["steps"] = reasons(game, answered.steps)
        context["readings"] = _readings(game, answered)
        context["checked_claim"] = None if claim is None else check_claim(answered, claim)
    return context


def _claim(text: str | None) -> tuple[int | None, Message | None]:
    """Read a claimed number, or return the message about an invalid one."""
    if not (text or "").strip():
        return None, None
    claim = whole_number(text)
    return claim, Message("A claim is a whole number, such as 14 or −5.") if claim is None else None


def _readings(game: Game, answered: Answer) -> list[dict[str, object]]:
    """Return, for each ruling that decided, its text, the answer under the other reading, and its option."""
    readings = []
    for other in answered.alternatives:
        option = next((option for option in game.options if option.key == other.option), None)
        choices = (option and option.choices) or ()
        label = next((label for choice, label in choices if choice == other.value), None)
        reading = {"rule": game.rules[other.rule], "id": other.rule, "headline": other.headline}
        readings.append({**reading, "option": option, "choice": label})
    return readings


@bp.get("/guide/<key>")
def guide(key: str) -> str:
    """Show how a game is scored, with examples that the engine counts at each request."""
    game = all_games().get(key) or abort(404)
    known = game.help
    if known is None or not known.guide:
        abort(404)
    chapters = [(title, [_part(game, part) for part in parts]) for title, parts in known.guide]
    rulings = [(name, rule) for name, rule in game.rules.items() if rule.is_ruling]
    return render_template("referee/guide.html", game=game, chapters=chapters, rulings=rulings, names=LETTERS)


def _part(game: Game, part: Message | Example) -> dict[str, Any]:
    """Return the context for a sentence of the guide, or for an example with the engine's answer."""
    if isinstance(part, Message):
        return {"text": part}
    entered = forms_of(game)[part.ask](MultiDict(list(part.fields)))
    question, answered = questions.answer({"ask": part.ask, **(entered.question or {})})
    return {
        "text": None,
        "name": part.ask.split("/")[1],
        "question": question,
        "ask": entered.view,
        "answer": answered,
        "steps": reasons(game, answered.steps),
        "address": address_of(part.ask, entered.fields),
    }
