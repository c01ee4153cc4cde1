"""The referee's questions about 5211: what scores, given the cards played or a count of the colours; the ranking."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine import Answer, Message, Question, Seat, by_seat, ranking_answer
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import Fields, QuestionInput, join_values
from companion.engine.pages.keypad import Column, grid_form
from companion.engine.pages.viewer import View
from companion.games.g5211 import rulebook, rules
from companion.games.g5211.form import PIECES, add_card, card_grid, glyph_of, no_copy
from companion.games.g5211.rulebook import RULES
from companion.games.g5211.rules import Outcome, headline


def _round(question: Mapping[str, Any]) -> Answer:
    players = rules.read_players(question["players"])
    hands = rules.read_hands(question["cards"], players)
    rules.take(rules.FULL_DECK, hands)
    scored = rules.score_round(hands)
    verdict = {**scored.outcome.as_json(), "points": list(scored.points)}
    return Answer(verdict, scored.steps, headline(scored.outcome), _table(players), sum(scored.points))


def _colours(question: Mapping[str, Any]) -> Answer:
    players = rules.read_players(question["players"])
    counts = rules.read_counts(question["counts"], players)
    outcome = rules.judge(tuple(counts.values()), rules.read_roosters(question["roosters"], counts), players)
    return Answer(outcome.as_json(), rules.cascade(outcome, players), headline(outcome), _table(players))


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), rules.SEATS)
    ranked = rules.ranking(totals, by_seat(question["cards"], Message("cards"), len(totals), 0))
    return ranking_answer(totals, ranked, rulebook.MOST_POINTS, RULES)


def _table(players: int) -> Message:
    """Return a sentence with the two limits that depend on the number of players (5211 2.1, 2.2)."""
    return Message(
        "{needed} roosters would score alone; {limit} of a colour are out",
        needed=rules.needed_roosters(players),
        limit=rules.limit(players),
    )


QUESTIONS = (
    Question(
        key="5211/round",
        title=Message("What scores in this round?"),
        help=Message("The four cards of every player; a claim is the points of all players together."),
        words=Message("roosters, majority, limit, tie, points, cards kept"),
        fields=("players", "cards"),
        answer=_round,
        claims=True,
    ),
    Question(
        key="5211/colours",
        title=Message("Which colour scores?"),
        help=Message("How many cards of each colour lie on the table, and how many of all are roosters."),
        words=Message("roosters, majority, too many, tied colours, count"),
        fields=("players", "counts", "roosters"),
        answer=_colours,
    ),
    Question(
        key="5211/ranking",
        title=Message("Who comes first?"),
        help=Message("The totals, and how many cards lie in each score pile."),
        words=Message("who wins, tie, same points, score pile, number of cards, ranking"),
        fields=("totals", "cards"),
        answer=_ranking,
    ),
)


_USUAL_PLAYERS = 4  # players
_OF_A_COLOUR = sum(rules.COPIES.values())
_WHOLE_DECK = {card: rules.COPIES[rules.value_of(card)] for card in rules.CARDS}


_COLOURS = {"pieces": PIECES, "colour_names": rulebook.COLOUR_NAMES, "seats": rules.SEATS}
"""What the forms about cards show besides their fields."""


def _players(posted: Posted) -> int:
    return number(posted, "players", rules.SEATS[0], rules.SEATS[-1]) or _USUAL_PLAYERS


def _round_form(posted: Posted) -> QuestionInput:
    """Read the form for the cards of a round; after a seat's fourth card the form moves to the next seat."""
    players = _players(posted)
    hands, seat, unavailable_card = _after_tap(posted, _hands_in(posted.get("cards") or "", players))
    unfilled, cards = _unfilled_seats(hands), join_values(["".join(hand) for hand in hands])
    view = View(
        **_COLOURS,
        players=players,
        seat=seat,
        cards=cards,
        hands=[[(card, PIECES[card[0]][0], glyph_of(card), rules.value_of(card)) for card in hand] for hand in hands],
        chosen=hands[seat],
        refused=no_copy(rulebook.card_name(unavailable_card)) if unavailable_card else None,
        full=[other for other in range(players) if other not in unfilled],
        grid=card_grid(_WHOLE_DECK, [*hands[:seat], *hands[seat + 1 :]], hands[seat]),
    )
    fields: Fields = (("players", str(players)), ("cards", cards), ("seat", str(seat)))
    fields += (("used_up", unavailable_card),) if unavailable_card else ()
    if not unfilled:
        return QuestionInput(fields, {"players": players, "cards": hands}, None, view)
    seat_to_enter = seat if seat in unfilled else unfilled[0]
    missing_cards = rules.HAND - len(hands[seat_to_enter])
    missing = Message(
        "{count} more card of {seat}", "{count} more cards of {seat}", missing_cards, seat=Seat(seat_to_enter)
    )
    return QuestionInput(fields, None, missing, view)


def _hands_in(text: str, players: int) -> list[list[str]]:
    """Read the hands of an address, such as G1Y1O2T2.B3B3; anything that is not a card is ignored.

    >>> _hands_in("G1Y1.zzB3", 3)
    [['G1', 'Y1'], ['B3'], []]
    """
    parts = text.split(".")[:players]
    hands = [[part[start : start + 2] for start in range(0, 4 * rules.HAND, 2)] for part in parts]
    complete = [[card for card in hand if card in _WHOLE_DECK][: rules.HAND] for hand in hands]
    return complete + [[] for _ in range(players - len(complete))]


def _unfilled_seats(hands: Sequence[Sequence[str]]) -> list[int]:
    return [seat for seat, hand in enumerate(hands) if len(hand) < rules.HAND]


def _after_tap(posted: Posted, hands: list[list[str]]) -> tuple[list[list[str]], int, str | None]:
    """Return the hands and the current seat after a tap, and a card that was not added because no copy is left.

    "t2" chooses a seat, "x0" removes a card, "G1" adds one. The page's address has no tap, but the field `used_up` with
    the card that was not added, so that the page can say so.
    """
    tap, unfilled = posted.get("tap") or "", _unfilled_seats(hands)
    seat = number(posted, "seat", 0, len(hands) - 1)
    if seat is None:
        seat = unfilled[0] if unfilled else 0
    if not tap:
        unavailable_card = posted.get("used_up")
        return hands, seat, unavailable_card if unavailable_card in _WHOLE_DECK else None
    if tap in [f"t{other}" for other in range(len(hands))]:
        return hands, int(tap[1:]), None
    if tap.startswith("x"):
        hands[seat] = [card for place, card in enumerate(hands[seat]) if str(place) != tap[1:]]
    if tap not in _WHOLE_DECK or len(hands[seat]) == rules.HAND:
        return hands, seat, None
    hands[seat], _, refused = add_card(tap, _WHOLE_DECK, [*hands[:seat], *hands[seat + 1 :]], hands[seat])
    if len(hands[seat]) == rules.HAND:
        seat = next(
            (other for other in [*range(seat, len(hands)), *range(seat)] if other in _unfilled_seats(hands)), seat
        )
    return hands, seat, tap if refused else None


def _colours_form(posted: Posted) -> QuestionInput:
    """Read the form for a count: the number of cards of each colour, and of roosters among them."""
    players = _players(posted)
    played = rules.HAND * players
    counts = {colour: number(posted, colour, 0, played) for colour in rules.COLOURS}
    entered = {colour: count for colour, count in counts.items() if count is not None}
    roosters = number(posted, "roosters", 0, played)
    fields: Fields = (("players", str(players)), *((colour, str(count)) for colour, count in entered.items()))
    fields += (("roosters", str(roosters)),) if roosters is not None else ()
    missing = _missing_number(counts, roosters)
    view = View(
        **_COLOURS,
        players=players,
        rows=[(colour, counts[colour], _most(counts, colour, played)) for colour in rules.COLOURS],
        roosters=roosters,
        most_roosters=max(
            roosters or 0, sum(min(entered.get(colour, rules.COPIES[1]), rules.COPIES[1]) for colour in rules.COLOURS)
        ),
        left=played - sum(entered.values()),
        marks={} if missing else _marks(rules.judge(tuple(entered.values()), roosters or 0, players)),
    )
    question = None if missing else {"players": players, "counts": entered, "roosters": roosters}
    return QuestionInput(fields, question, missing, view)


def _most(counts: Mapping[str, int | None], colour: str, played: int) -> int:
    """Return the largest number on the keys of a colour: all cards not counted for others, or the number tapped."""
    others = sum(count or 0 for other, count in counts.items() if other != colour)
    return max(counts[colour] or 0, min(_OF_A_COLOUR, played - others), 0)


def _missing_number(counts: Mapping[str, int | None], roosters: int | None) -> Message | None:
    for colour, count in counts.items():
        if count is None:
            return Message("How many cards are {colour}?", colour=rulebook.COLOUR_NAMES[colour])
    return Message("How many of all these are roosters?") if roosters is None else None


def _marks(outcome: Outcome) -> Mapping[str, str]:
    """Return the mark of each colour in the drawing: "yes" if it scores, "no" if it was discarded."""
    discarded = [*outcome.bust, *(colour for tie in outcome.tied for colour in tie)]
    return {**dict.fromkeys(discarded, "no"), **({outcome.scored: "yes"} if outcome.scored else {})}


_COLUMNS = (
    Column("totals", Message("Total"), lambda seat: Message("Tap the total of {seat}", seat=seat)),
    Column(
        "cards", Message("Score pile"), lambda seat: Message("Tap how many cards {seat} has in the pile", seat=seat)
    ),
)

FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = {
    "5211/round": _round_form,
    "5211/colours": _colours_form,
    "5211/ranking": grid_form(_COLUMNS, rules.SEATS),
}
