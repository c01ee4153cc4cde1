"""The referee's pages: list and search of questions, each question with its answer, and its QR code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion import qr_codes
from companion.game import Answer, Game, Message, Option, Question
from companion.game.names import clean_name, shortened
from companion.game.pages.form import Posted
from companion.game.pages.help import Fields, QuestionInput, whole_number
from companion.game.pause import pausing
from companion.games import all_games
from companion.scoring import referee
from companion.scoring.referee import check_claim
from companion.scoring.scoresheet import MAX_NAME_LENGTH, SheetError
from companion.time_slices import Slices
from companion.views.referee.search import search
from companion.views.render.explanations import reasons
from companion.views.render.template_helpers import say
from companion.views.table.help import address_of
from companion.views.table.table import base_address

bp = Blueprint("referee", __name__)

LETTERS = ("A", "B", "C", "D", "E")
_LONGEST_SEARCH = 200
_MOST_TAPS = 20
_TO_SCAN = Message("Scan to see this question on another phone")
_LONGEST_QR = 2300  # bytes that the largest QR code holds with medium correction


@bp.get("/referee")
def show() -> str:
    """List all questions, those of one game, or those that match the search."""
    words = (request.args.get("q") or "").strip()[:_LONGEST_SEARCH]
    games = all_games()
    only = games.get(request.args.get("game") or "")
    answers = search(words, only.key if only else "") if words else []
    groups = [(game, _asked_of(game)) for game in games.values() if only in (None, game)]
    groups = [(game, questions) for game, questions in groups if questions or game is only]
    return render_template(
        "referee/referee.html", words=words, games=games.values(), only=only, groups=groups, found=answers
    )


def _asked_of(game: Game) -> list[Question]:
    return [found for found in game.questions if game.help and found.key in game.help.forms]


@bp.get("/referee/<key>/<name>")
def question(key: str, name: str) -> Response:
    """Show a question with the input from the address, and its answer once nothing is missing."""
    game, found, read = _question(key, name)
    with pausing(Slices()):
        entered = apply_taps(read, request.args)
    address = address_of(found.key, (*entered.fields, *_beside(request.args, found)))
    if "tap" in request.args and not request.htmx:  # type: ignore[attr-defined]
        return redirect(address, 303)
    response = make_response(
        render_template("referee/ask.html", **_context(game, found, entered), name=name, address=address)
    )
    if request.htmx:  # type: ignore[attr-defined]
        response.headers["HX-Replace-Url"] = address
    return response


@bp.get("/referee/<key>/<name>/show")
def showing(key: str, name: str) -> str:
    """Show the question's address as a QR code."""
    game, found, read = _question(key, name)
    with pausing(Slices()):
        entered = apply_taps(read, request.args)
    address = address_of(found.key, (*entered.fields, *_beside(request.args, found)))
    link = base_address() + address
    qr = qr_codes.qr_svg(link, say(_TO_SCAN)) if len(link.encode()) <= _LONGEST_QR else None
    return render_template("referee/showing.html", **_context(game, found, entered), address=address, link=link, qr=qr)


def apply_taps(read: Callable[[Posted], QuestionInput], query: MultiDict[str, str]) -> QuestionInput:
    """Apply the taps of an address in order; quick taps arrive in one request."""
    taps = query.getlist("tap")
    others = [(key, value) for key, value in query.items(multi=True) if key != "tap"]
    for tap in taps[:-1][:_MOST_TAPS]:
        others = list(read(MultiDict([*others, ("tap", tap)])).fields)
    return read(MultiDict([*others, *(("tap", tap) for tap in taps[-1:])]))


def _question(key: str, name: str) -> tuple[Game, Question, Callable[[Posted], QuestionInput]]:
    """Return game, question and form reader; abort with 404 if there is no such question."""
    game = all_games().get(key)
    read = game.help.forms.get(f"{key}/{name}") if game and game.help else None
    if game is None or read is None:
        abort(404)
    return game, referee.find(f"{key}/{name}"), read


def _beside(query: Posted, question: Question) -> Fields:
    """Return the query fields that every question shares: player names and the claim."""
    claim = (query.get("claim") or "").strip()[:8]
    names = tuple(
        ("name", shortened(clean_name(name), MAX_NAME_LENGTH)) for name in query.getlist("name")[: len(LETTERS)]
    )
    return names + ((("claim", claim),) if claim and question.claims else ())


def _given_names(query: Posted) -> tuple[str, ...]:
    return tuple(shortened(clean_name(name), MAX_NAME_LENGTH) for name in query.getlist("name")[: len(LETTERS)])


def _names(query: Posted) -> tuple[str, ...]:
    """Return the players' names, with letters for missing ones."""
    given = _given_names(query)
    return given + LETTERS[len(given) :]


def _context(game: Game, question: Question, entered: QuestionInput) -> dict[str, Any]:
    claim, fault = _claim(request.args.get("claim") if question.claims else None)
    context = {
        "game": game,
        "question": question,
        "ask": entered.view,
        "names": _names(request.args),
        "given": request.args.getlist("name")[: len(LETTERS)],
        "claimed": request.args.get("claim") or "",
        "missing": entered.missing,
        "fault": fault,
        "answer": None,
    }
    if entered.question is None:
        return context
    try:
        with pausing(Slices()):
            _, answered = referee.answer({"ask": question.key, **entered.question})
    except SheetError as error:
        return {**context, "fault": error.message}
    steps = reasons(game, answered.steps)
    with pausing(Slices()):
        checked = None if claim is None else check_claim(answered, claim)
    return {
        **context,
        "answer": answered,
        "steps": steps,
        "readings": _readings(game, answered),
        "checked_claim": checked,
    }


def _claim(text: str | None) -> tuple[int | None, Message | None]:
    """Read a claimed number, or return the message about an invalid one."""
    if not (text or "").strip():
        return None, None
    claim = whole_number(text)
    return claim, Message("A claim is a whole number, such as 14 or −5.") if claim is None else None


def _readings(game: Game, answered: Answer) -> list[Mapping[str, Any]]:
    """Return, for each ruling that decided, its text, the answer under the other reading, and its option."""
    options = {option.key: option for option in game.options}
    return [
        {
            "rule": game.rules[other.rule],
            "id": other.rule,
            "headline": other.headline,
            "option": options.get(other.option or ""),
            "choice": _choice(options.get(other.option or ""), other.value),
        }
        for other in answered.alternatives
    ]


def _choice(option: Option | None, value: Any) -> Message | None:
    """Return the label of an option's value."""
    for choice, label in (option.choices or ()) if option else ():
        if choice == value:
            return label
    return None
