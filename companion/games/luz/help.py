"""The help for Luz: the guide with scored examples, the questions that a deal raises, and what each seat needs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.engine import Message, Seat, Step, joined
from companion.forms.form import Posted, number
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
    split_values,
)
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.luz import rulebook, rules
from companion.games.luz.form import SLOTS, bets_of, missing_bets, pictures, winners_of
from companion.games.luz.rules import Bet, State


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a deal: the bet of each seat, and after the last deal the ranking."""
    bets, tricks = rules.read_deal(entry, before.setup.seats)
    questions = []
    for seat, (bet, taken) in enumerate(zip(bets, tricks, strict=True)):
        safety = "on" if bet.safety else None
        fields = filled(deal=len(before.starts) + 1, beads=bet.beads, tricks=taken, safety=safety)
        questions.append(QuestionLink("luz/bet", Message("the bet of {seat}", seat=Seat(seat)), fields))
    return [*questions, ranking_question(after)] if after.finished else questions


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals, the last deal and the seat of the start card."""
    players, holder = state.setup.seats, rules.final_holder(state.setup)
    totals, latest = join_values(state.totals), join_values(state.latest)
    return ranking_link("luz", *filled(players=players, holder=holder, totals=totals, latest=latest))


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return what makes each bet, and in deal 4 what wins; before the bets, the reward and how far each is behind."""
    deal = len(state.starts) + 1
    if missing_bets(draft, state.setup.seats):
        behind = behind_first(state.totals, rulebook.TIE_LAST_DEAL) if viewer.sees_all else ()
        return [_worth(deal), *behind]
    winners, seats = winners_of(draft), range(state.setup.seats)
    taken, left = [winners.count(seat) for seat in seats], winners.count(None)
    bets = {seat: Bet(**bet) for seat in filter(viewer.sees, seats) if (bet := draft.get(SLOTS.of(seat)))}
    needed = [_bet_need(deal, seat, bet, taken[seat], left) for seat, bet in bets.items()]
    if deal < rules.DEALS or not viewer.sees_all:
        return needed
    return [*needed, *_winning(state, bets_of(draft, state.setup.seats), taken, left)]


def _worth(deal: int) -> Need:
    worth = Message(
        "A bet that is made brings {full} in deal {deal}, with the safety bead {half}.",
        deal=deal,
        full=rules.reward(deal, safety=False),
        half=rules.reward(deal, safety=True),
    )
    return Need(None, worth, rulebook.EXACT)


def _bet_need(deal: int, seat: int, bet: Bet, taken: int, left: int) -> Need:
    """Return which numbers of tricks still make a bet, or the least loss if none does."""
    winning_counts = [tricks for tricks in range(taken, taken + left + 1) if rules.is_made(bet, tricks)]
    rule = rulebook.WITH_SAFETY if bet.safety else rulebook.EXACT
    if not winning_counts:
        best = max((rules.score_bet(deal, bet, tricks).points or 0) for tricks in range(taken, taken + left + 1))
        return Need(seat, Message("The bet cannot be made any more; {points} at best.", points=best), rule)
    points = rules.reward(deal, bet.safety)
    if left == 0:
        return Need(seat, Message("The bet is made: +{points}.", points=points), rule)
    if winning_counts == [taken]:
        sentence = Message(
            "Without the last trick the bet is made: +{points}.",
            "None of the {count} tricks left: that makes the bet, +{points}.",
            left,
            points=points,
        )
        return Need(seat, sentence, rule)
    sentence = Message(
        "The last trick makes the bet: +{points}. Every trick off costs 5.",
        "{more} more of the {count} tricks left makes the bet: +{points}. Every trick off costs 5.",
        left,
        more=winning_counts[0] - taken,
        points=points,
    )
    if len(winning_counts) > 1:
        sentence = Message(
            "With or without the last trick the bet is made: +{points}.",
            "{fewest} or {most} more of the {count} tricks left make the bet: +{points}. Every trick off costs 5.",
            left,
            fewest=winning_counts[0] - taken,
            most=winning_counts[-1] - taken,
            points=points,
        )
    return Need(seat, sentence, rule)


def _winning(state: State, bets: Sequence[Any], taken: Sequence[int], left: int) -> Iterator[Need]:
    """Yield for each seat the numbers of tricks with which it certainly wins or can win."""
    seats = range(state.setup.seats)
    wins: list[dict[int, set[bool]]] = [{} for _ in seats]
    for tricks in _distributions(taken, left):
        after, _ = rules.play(state, {"bets": bets, "tricks": tricks})
        first = rules.standing(after).ranking[0]
        for seat in seats:
            wins[seat].setdefault(tricks[seat], set()).add(seat in first)
    yield from (_winning_need(seat, wins[seat]) for seat in seats)


def _distributions(taken: Sequence[int], left: int) -> Iterator[list[int]]:
    """Yield every distribution of the remaining tricks among the seats.

    >>> list(_distributions([9, 0], 1))
    [[9, 1], [10, 0]]
    """
    seats = len(taken)
    for bars in combinations(range(left + seats - 1), seats - 1):
        edges = (-1, *bars, left + seats - 1)
        yield [won_already + edges[seat + 1] - edges[seat] - 1 for seat, won_already in enumerate(taken)]


def _winning_need(seat: int, wins: Mapping[int, set[bool]]) -> Need:
    certain = [tricks for tricks, outcomes in sorted(wins.items()) if outcomes == {True}]
    possible = [tricks for tricks, outcomes in sorted(wins.items()) if outcomes == {True, False}]
    if not certain and not possible:
        sentence = Message("The game cannot be won any more.")
    elif certain and len(certain) == len(wins):
        sentence = Message("The game is won whatever happens.")
    elif certain and possible:
        sentence = Message(
            "Tricks in all that win the game: {sure} for certain, {maybe} if the others let it.",
            sure=joined(certain),
            maybe=joined(possible),
        )
    elif certain:
        sentence = Message("Tricks in all that win the game: {sure}, no other number.", sure=joined(certain))
    else:
        sentence = Message(
            "Tricks in all that can win the game, if the others let it: {maybe}.", maybe=joined(possible)
        )
    return Need(seat, sentence, rulebook.TIE_LAST_DEAL)


GUIDE = (
    chapter(
        "Four deals of ten tricks",
        "You see everybody's cards but your own. Before each deal you say how many of its ten tricks you will "
        "take; points come from that bet alone.",
        "After the fourth deal the highest total wins.",
    ),
    chapter(
        "Who takes a trick",
        "The suit that is led must be followed by whoever has it. Yellow is trump and beats every other suit; "
        "without a trump the highest card of the suit led takes the trick.",
        Example("luz/trick", (("players", "4"), ("leader", "0"), ("cards", "R4.R3.B3.R2"))),
        "A single trump is enough, however small.",
        Example("luz/trick", (("players", "4"), ("leader", "2"), ("cards", "G10.G2.Y1.P9"))),
    ),
    chapter(
        "What a bet brings",
        "Take exactly as many tricks as yellow beads: 10, 20, 30 or 40 points in deals 1 to 4. Take the blue "
        "safety bead as well and one trick more is right too, but a bet that is made brings half.",
        Example("luz/bet", (("deal", "1"), ("beads", "3"), ("tricks", "3"), ("safety", "on"))),
        "A missed bet costs 5 points for each trick too many or too few, counted from the yellow beads, "
        "with the safety bead too.",
        Example("luz/bet", (("deal", "1"), ("beads", "3"), ("tricks", "6"), ("safety", "on"))),
    ),
    chapter(
        "Who opens, and ties",
        "The start card goes one seat to the left each deal; whoever holds it bids and leads first. With three "
        "players the leader opens the fourth deal instead.",
        "Equal totals: the better last deal comes first, then whoever sits nearest clockwise to the start "
        "card, its holder before all others.",
        Example(
            "luz/ranking", (("players", "4"), ("holder", "2"), ("totals", "45.45.20.30"), ("latest", "20.20.-5.40"))
        ),
    ),
)

PIECES: Mapping[str, tuple[str, str]] = {
    "Y": ("yellow", "sun"),
    "R": ("red", "heart"),
    "G": ("green", "leaf"),
    "B": ("blue", "drop"),
    "P": ("purple", "moon"),
}

_SUITS = {"suits": rules.SUITS, "pieces": PIECES, "suit_names": rulebook.SUIT_NAMES}
"""What pages of questions about suits show besides their values."""


def trick_form(posted: Posted) -> QuestionInput:
    """Read the form for a trick: players, leader and cards. The default suit of the next card is the suit led."""
    players = number(posted, "players", min(rules.HIGHEST), max(rules.HIGHEST)) or 4
    leader = number(posted, "leader", 0, players - 1) or 0
    cards, suit = _cards_after(posted, players)
    # An address may hold anything: codes that are not cards are not drawn; the referee refuses them with a message.
    valid_cards = [card for card in cards if _is_card(card)]
    fields = (("players", str(players)), ("leader", str(leader)), ("cards", join_values(cards)), ("suit", suit))
    view = View(
        **_SUITS,
        players=players,
        leader=leader,
        cards=[(card[0], card[1:], (leader + place) % players) for place, card in enumerate(valid_cards)],
        suit=suit,
        highest=rules.HIGHEST[players],
        turn=(leader + len(valid_cards)) % players if len(valid_cards) < players else None,
        played=[int(card[1:]) for card in valid_cards if card[0] == suit],
    )
    missing = None if cards else Message("Tap the card that {seat} led", seat=Seat(leader))
    question = {"players": players, "leader": leader, "cards": cards} if cards else None
    return QuestionInput(fields, question, missing, view)


def _cards_after(posted: Posted, players: int) -> tuple[list[str], str]:
    """Return the cards and the chosen suit after a tap: "sR" chooses a suit, "v7" its number, "x0" removes a card."""
    cards = split_values(posted, "cards", 5)
    suit, tap = posted.get("suit") or "", posted.get("tap") or ""
    suit = tap[1:] if tap.startswith("s") else suit
    suit = suit if suit in rules.SUITS else ""
    if tap.startswith("v") and suit and len(cards) < players:
        cards, suit = [*cards, suit + tap[1:]], ""
    elif tap.startswith("x"):
        cards = [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards, suit or (cards[0][0] if cards and _is_card(cards[0]) else "")


def _is_card(text: str) -> bool:
    """Whether a code is a suit and a number, even a number that no card has."""
    return text[:1] in rules.SUITS and re.fullmatch("[0-9]{1,2}", text[1:]) is not None


def _show_bet(beads: int | None, tricks: int | None, safety: bool, **_: int) -> Mapping[str, Any]:
    drawn = [] if beads is None or tricks is None else pictures(Bet(beads, safety), tricks)
    return {"deals": rules.DEALS, "pictures": drawn}


HELP = Help(
    forms={"luz/trick": trick_form},
    shows={"luz/follow": lambda **_: _SUITS, "luz/bet": _show_bet},
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
    unknown=Message("Nobody knows the hidden cards."),
)
