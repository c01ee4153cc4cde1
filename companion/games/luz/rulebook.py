"""The rules of Luz that decide points, places or the lead: their text, and their place in the rulebook."""

from collections.abc import Mapping
from typing import Any

from companion.engine import Message, Seat, Step, joined, joined_seats, named_values, rule, says
from companion.games.luz import rules
from companion.games.luz.rules import Card

_TRICKS = Message("Luz 3, Tricks")
_WINS = Message("Luz 3, Which card wins?")


def _trumped(step: Step) -> Message:
    count = len(step.values["trumps"])
    if step.values["suit"] == rules.TRUMP:
        return Message("The suit led is trump: nothing else can win.")
    if not count:
        return Message("No trump lies there: the suit led wins.")
    return Message(
        "{count} trump lies there: it beats every other suit.",
        "{count} trumps lie there: they beat every other suit.",
        count,
    )


def _best(step: Step) -> Message:
    seat, card = Seat(step.seat or 0), rules.card_name(Card(step.values["suit"], step.values["value"]))
    if step.values["complete"]:
        return Message("{seat} has the highest of them, {card}, and takes the trick.", seat=seat, card=card)
    return Message("{seat} has the highest of them so far, {card}; the trick goes on.", seat=seat, card=card)


def _free(step: Step) -> Message:
    suit, suits = rules.SUIT_NAMES[step.values["suit"]], joined(rules.names_of(step.values["allowed"]))
    if rules.TRUMP in step.values["allowed"]:
        return Message(
            "No card in hand shows {suit}: any may be played ({suits}), trump or not.", suit=suit, suits=suits
        )
    return Message("No card in hand shows {suit}: any may be played ({suits}).", suit=suit, suits=suits)


TRICK_RULES = {
    rules.DECK: rule(
        "Luz, Setup",
        "cards of the game",
        "Each suit has the cards 1 to 8 with three players, 1 to 10 with four, 1 to 12 with five; each once.",
    ),
    rules.TEN_TRICKS: rule(
        _TRICKS,
        "ten tricks",
        "A deal has ten tricks, and each player plays one card to each of them.",
    ),
    rules.LED: rule(
        _TRICKS,
        "suit led",
        "Whoever opens a trick plays any card; its suit is the suit led.",
        says("{seat} led {suit}.", suit=rules.SUIT_NAMES),
    ),
    rules.TRUMPED: rule(
        _WINS,
        "trump",
        "Yellow, the sun, is trump. A trick with a trump in it goes to a trump, else to the suit led.",
        _trumped,
    ),
    rules.BEST: rule(
        _WINS,
        "highest card",
        "Of the cards that can win, the highest number takes the trick; other suits count nothing.",
        _best,
    ),
    rules.FOLLOW: rule(
        _TRICKS,
        "follow suit",
        "Whoever has a card of the suit led plays one of these, whatever its number turns out to be.",
        says(
            "{count} card in hand shows {suit}, the suit led: it must be played.",
            "{count} cards in hand show {suit}, the suit led: one of them must be played.",
            suit=rules.SUIT_NAMES,
        ),
    ),
    rules.FREE: rule(
        _TRICKS,
        "no card of the suit",
        "Whoever has no card of the suit led plays any card. Nobody is made to play a trump.",
        _free,
    ),
}


def _with_safety(step: Step) -> Message:
    beads, tricks, full = step.values["beads"], step.values["tricks"], rules.reward(step.values["deal"], safety=False)
    if beads == rules.TRICKS:
        return Message("Bet {beads} with safety, took {tricks}: half of {full}.", beads=beads, tricks=tricks, full=full)
    return Message(
        "Bet {beads} with safety, so {beads} or {more} fits. Took {tricks}: half of {full}.",
        beads=beads,
        more=beads + 1,
        tricks=tricks,
        full=full,
    )


def _missed(step: Step) -> Message:
    if step.values["safety"]:
        return Message(
            "Bet {beads} with safety, took {tricks}. Missed by {count} trick: {count} × −5.",
            "Bet {beads} with safety, took {tricks}. Missed by {count} tricks: {count} × −5.",
            step.values["off"],
            **step.values,
        )
    return Message(
        "Bet {beads}, took {tricks}. Missed by {count} trick: {count} × −5.",
        "Bet {beads}, took {tricks}. Missed by {count} tricks: {count} × −5.",
        step.values["off"],
        **step.values,
    )


def _leader_opens(step: Step) -> Message:
    values = {**step.values, "seat": Seat(step.seat or 0), "leaders": joined_seats(step.values["leaders"])}
    if len(step.values["leaders"]) == 1:
        return Message("{seat} leads with {total} and opens deal {deal}.", **values)
    return Message(
        "{leaders} lead with {total}; {seat} comes first from the start card and opens deal {deal}.", **values
    )


def _tie_last_deal(step: Step) -> Message:
    values = named_values(step)
    if "deal" not in values:
        return Message(
            "{seats} before {over}: same total, {total}; the last deal decides, {value} against {other}.", **values
        )
    return Message(
        "{seats} before {over}: same total, {total}; deal {deal} decides, {value} against {other}.", **values
    )


def _tie_start_card(step: Step) -> Message:
    values = named_values(step)
    if "deal" not in values:
        return _tie_of_holder({**values, "start": Seat(step.values["start"])}, step)
    if step.values["seats"] == [step.values["start"]]:
        return Message(
            "{seats} before {over}: same total, {total}, and the same in the last deal. "
            "{seats} has the start card in deal {deal}.",
            **values,
        )
    return Message(
        "{seats} before {over}: same total, {total}, and the same in the last deal. "
        "Clockwise from {start}, who has the start card in deal {deal}, {seats} comes first.",
        **{**values, "start": Seat(step.values["start"])},
    )


def _tie_of_holder(values: Mapping[str, Any], step: Step) -> Message:
    """Return the sentence for a question, in which the deal of the start card is not given."""
    if step.values["seats"] == [step.values["start"]]:
        return Message(
            "{seats} before {over}: same total, {total}, and the same in the last deal. "
            "{seats} has the start card that decides.",
            **values,
        )
    return Message(
        "{seats} before {over}: same total, {total}, and the same in the last deal. "
        "Clockwise from {start}, who has the start card that decides, {seats} comes first.",
        **values,
    )


_SCORING = Message("Luz 4, Scoring")
_END = Message("Luz, End of the game")


RULES = {
    rules.EXACT: rule(
        _SCORING,
        "exact bet",
        "Without the safety bead a bet is made only with exactly as many tricks as yellow beads. "
        "It brings 10, 20, 30 or 40 points in deals 1 to 4.",
        says("Bet {beads}, took {tricks}. Exact, no safety bead: {points}."),
    ),
    rules.WITH_SAFETY: rule(
        _SCORING,
        "bet with safety",
        "With the safety bead one trick more than the yellow beads is right too. "
        "A bet so made brings half: 5, 10, 15 or 20 points in deals 1 to 4.",
        _with_safety,
    ),
    rules.MISSED: rule(
        _SCORING,
        "missed bet",
        "A missed bet costs 5 points for each trick more or fewer than the yellow beads; "
        "the safety bead does not count here.",
        _missed,
    ),
    rules.FLOOR: rule(
        _SCORING,
        "no total below 0",
        "The rulebook does not say whether a total can fall below 0, and it usually may. At this table it stops at 0.",
        says("{total} less {loss} would fall below 0; at this table it stops at 0."),
        is_ruling=True,
    ),
    "luz/passing": rule(
        "Luz 1, Sorting the cards",
        "sorting and passing the hand",
        "Everybody gets ten cards, sorts them by suit and number, puts the start card or plus card at the end "
        "where the highest numbers are, and passes the hand face down to the left.",
    ),
    "luz/no-looking": rule(
        "Luz 3, Tricks",
        "looking at numbers and won tricks",
        "Nobody looks at the numbers of the own cards before they are played, at tricks already won, or at the ten "
        "cards set aside. How many tricks each has won stays visible to all.",
    ),
    "luz/beads": rule(
        "Luz 2, Bets",
        "beads of a bet",
        "Everybody takes a yellow bead for each trick they expect; none is allowed. One safety bead at most comes "
        "with them, or alone.",
    ),
    rules.START_CARD: rule(
        "Luz 2, Bets",
        "start card",
        "The start card goes one seat to the left each deal; whoever has it bids and leads first.",
        says("{seat} has the start card and opens deal {deal}."),
    ),
    rules.LEADER_OPENS: rule(
        "Luz, Three players",
        "the leader opens deal 4",
        "With three players the highest total bids and leads first in deal 4; "
        "among equals the first clockwise from the start player, who counts too.",
        _leader_opens,
    ),
    rules.HIGHEST_TOTAL: rule(
        _END,
        "highest total",
        "The highest total after the fourth deal wins; with equal totals the last deal is compared.",
        says(
            "{seats} has the highest total, {total}.", "{seats} have the highest total, {total} each.", counted="seats"
        ),
    ),
    rules.TIE_LAST_DEAL: rule(
        _END,
        "tie: the last deal",
        "With equal totals, whoever scored more in the last deal comes first.",
        _tie_last_deal,
    ),
    rules.TIE_START_CARD: rule(
        _END,
        "tie: the start card",
        "If the last deal is equal too, the first clockwise from the start player comes first; the start player "
        "counts too. Which deal's start player is meant the rulebook leaves open: usually deal 4.",
        _tie_start_card,
        is_ruling=True,
    ),
    **TRICK_RULES,
}
