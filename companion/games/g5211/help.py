"""The help for 5211: the guide with scored examples, the questions that a round raises, and what each seat needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message, Seat, Step, joined_seats
from companion.forms.form import Draft, Posted, number
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionInput,
    QuestionLink,
    behind_first,
    chapter,
    filled,
    join_values,
    ranking_link,
)
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.g5211 import rulebook, rules
from companion.games.g5211.form import PIECES, SLOTS, add_card, card_grid, glyph_of, no_copy
from companion.games.g5211.rules import Outcome, State


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a round, by its cards and by its counts; after the last round also the ranking."""
    hands = entry["cards"]
    cards = [card for hand in hands for card in hand]
    players = ("players", str(len(hands)))
    count_fields = tuple((colour, str(sum(card[0] == colour for card in cards))) for colour in rules.COLOURS)
    rooster_field = ("roosters", str(sum(rules.value_of(card) == 1 for card in cards)))
    round_fields = (players, ("cards", join_values(["".join(hand) for hand in hands])), ("seat", "0"))
    questions = [
        QuestionLink("5211/round", Message("which cards scored"), round_fields),
        QuestionLink("5211/colours", Message("which colour it was"), (players, *count_fields, rooster_field)),
    ]
    return [*questions, ranking_question(after)] if after.finished else questions


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals and the cards that break ties at this table."""
    totals, cards = join_values(state.totals), join_values(rules.deciding_cards(state))
    return ranking_link("5211", *filled(players=state.setup.seats, totals=totals, cards=cards))


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return the number of rounds left, then the points to 50 in the long game, else how far each seat is behind."""
    left = rulebook.ROUNDS[state.setup.seats] - state.round
    if not state.setup.options["long"]:
        rounds = Message("This round is the last.") if left == 1 else _rounds_left(left)
        behind = behind_first(state.totals, rulebook.TIE_CARDS) if viewer.sees_all else ()
        return [Need(None, rounds, rulebook.DECK), *behind]
    if state.deck == 1 and left > 1:  # the first deck is always completed, then 50 points end the game
        rounds = Message(
            "{rounds} The first deck is always played to its end, so this is not the last.", rounds=_rounds_left(left)
        )
        needed = [Need(None, rounds, rulebook.FIFTY)]
    else:
        rounds = Message("This round uses up the deck.") if left == 1 else _rounds_left(left)
        needed = [Need(None, rounds, rulebook.DECK), *([_ending(state, draft)] if viewer.sees_all else [])]
    return [*needed, *(_points_to_target(state) if viewer.sees_all else [])]


def _rounds_left(left: int) -> Message:
    return Message("{count} round is left, this one.", "{count} rounds are left, this one counted.", left)


def _points_to_target(state: State) -> list[Need]:
    needs_by_seat = []
    for seat, total in enumerate(state.totals):
        to_go = rules.TARGET - total
        sentence = Message("{target} points are reached.", target=rules.TARGET)
        if to_go > 0:
            sentence = Message("{count} point to {target}.", "{count} points to {target}.", to_go, target=rules.TARGET)
        needs_by_seat.append(Need(seat, sentence, rulebook.FIFTY))
    return needs_by_seat


def _ending(state: State, draft: Draft) -> Need:
    able_seats = [
        seat for seat, total in enumerate(state.totals) if total + most_in_a_round(state, draft, seat) >= rules.TARGET
    ]
    if max(state.totals) >= rules.TARGET:
        ending = Message("{target} points are reached: this round ends the game.", target=rules.TARGET)
    elif able_seats:
        ending = Message(
            "This round ends the game if it brings {seats} to {target} points.",
            "This round ends the game if it brings one of these to {target} points: {seats}.",
            len(able_seats),
            seats=joined_seats(able_seats),
            target=rules.TARGET,
        )
    else:
        ending = Message("This round cannot bring anybody to {target} points: another follows.", target=rules.TARGET)
    return Need(None, ending, rulebook.FIFTY)


def most_in_a_round(state: State, draft: Draft, seat: int) -> int:
    """Return an upper bound of a seat's points in this round: the four best available cards of one colour.

    If the seat's cards are entered, only they count.
    """
    hands = SLOTS.parts(draft, state.setup.seats)
    if seat in hands:
        hand = hands[seat]
        return max(
            *(rules.worth([card for card in hand if card[0] == colour]) for colour in rules.COLOURS),
            rules.worth([card for card in hand if rules.value_of(card) == 1]),
        )
    available = rules.copies_left(state)
    for card in [card for hand in hands.values() for card in hand]:
        available[card] -= 1
    by_colour = [
        sorted((card for card in rules.CARDS if card[0] == colour for _ in range(available[card])), key=rules.value_of)
        for colour in rules.COLOURS
    ]
    roosters = [card for card in rules.CARDS if rules.value_of(card) == 1 for _ in range(available[card])]
    return max(rules.worth(cards[-rules.HAND :]) for cards in (*by_colour, roosters))


def _counted(counts: str, roosters: int) -> Example:
    """Return an example with four players and the cards of each colour."""
    numbers = zip(rules.COLOURS, counts.split(), strict=True)
    return Example("5211/colours", (("players", "4"), *numbers, ("roosters", str(roosters))))


GUIDE = (
    chapter(
        "Four cards each",
        "In a round everybody plays four cards: two at once, then one and one more. All of them together "
        "decide what scores; you keep those of your own cards that do, and each is worth its number.",
        Example("5211/round", (("players", "2"), ("cards", "G1G2G2Y3.G3G4Y6B1"), ("seat", "0"))),
    ),
    chapter(
        "First the roosters",
        "Every 1 is a rooster. Two more roosters than players, not one more or less: then the roosters alone "
        "score, whatever their colours.",
        _counted("8 4 2 0 2", 6),
    ),
    chapter(
        "Then the largest colour",
        "Else the colour with the most cards scores, its roosters among them. But three more cards than "
        "players are too many: such a colour is out, and the next one has its turn.",
        _counted("8 4 2 0 2", 3),
        "Colours of the same size put each other out, and the next one has its turn.",
        _counted("5 5 3 2 1", 2),
        "It can happen that nothing is left.",
        _counted("5 5 2 2 2", 0),
    ),
    chapter(
        "The end",
        "A deck brings eleven rounds for two players, seven for three, six for four and four for five. The "
        "most points win; if they are equal, more cards in the score pile do, else the win is shared.",
        Example("5211/ranking", (("players", "3"), ("totals", "31.31.24"), ("cards", "17.19.15"))),
        "In the long game the first deck is played to its end, and new decks follow until somebody has 50 "
        "points; from the second deck on the round that brings them is the last.",
    ),
)

_OF_A_COLOUR = sum(rules.COPIES.values())
_WHOLE_DECK = {card: rules.COPIES[rules.value_of(card)] for card in rules.CARDS}

_COLOURS = {"pieces": PIECES, "colour_names": rulebook.COLOUR_NAMES, "seats": rules.SEATS}
"""What the forms about cards show besides their fields."""


def _players(posted: Posted) -> int:
    return number(posted, "players", rules.SEATS[0], rules.SEATS[-1]) or 4


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
    fields = filled(players=players, cards=cards, seat=seat, used_up=unavailable_card)
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
    fields = filled(players=players, **entered, roosters=roosters)
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


HELP = Help(
    forms={"5211/round": _round_form, "5211/colours": _colours_form},
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
    unknown=Message("Nobody knows the hidden cards."),
    has_board=True,
)
