"""Valid scoresheets of 5211: real decks, shuffled well or badly, in one deck or to 50 points."""

from random import Random

from hypothesis import strategies as st

from tests.games.g5211.slow import ROUNDS_OF_A_DECK, Count, count_round

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]
DECK = [colour + value for colour in "GYOBT" for value in "11111222222333334456"]


@st.composite
def decks(draw, seats):
    """The rounds of a deck. A deck that was shuffled badly brings limits, ties and enough roosters more often."""
    cards = list(DECK)
    Random(draw(st.integers(0, 2**32))).shuffle(cards)
    badly = draw(st.sampled_from(["well", "colours", "values"]))
    if badly != "well":
        start = draw(st.integers(0, 50))
        cards[start : start + 50] = sorted(cards[start : start + 50], key=lambda card: card[badly == "values"])
    if draw(st.booleans()):
        # Deal card by card instead of hand by hand.
        return [
            [cards[4 * seats * number + seat : 4 * seats * (number + 1) : seats] for seat in range(seats)]
            for number in range(ROUNDS_OF_A_DECK[seats])
        ]
    hands = [cards[index : index + 4] for index in range(0, 100, 4)]
    return [hands[number * seats : (number + 1) * seats] for number in range(ROUNDS_OF_A_DECK[seats])]


def options():
    return st.fixed_dictionaries(
        {}, optional={"long": st.booleans(), "long_tiebreak": st.sampled_from(["all-decks", "last-deck"])}
    )


@st.composite
def sheets(draw):
    seats = draw(st.integers(2, 5))
    chosen = draw(options())
    rounds = [hands for deck in draw(st.lists(decks(seats), min_size=1, max_size=3)) for hands in deck]
    count, entries = Count([0] * seats, [0] * seats, [0] * seats), []
    for hands in rounds[: draw(st.integers(0, len(rounds)))]:
        if not count.finished:
            count.add(count_round(hands), chosen.get("long", False))
            entries.append({"cards": hands})
    if not count.finished and draw(st.booleans()):
        entries.append({"end": True})
    return {"format": 1, "game": "5211", "players": NAMES[:seats], "options": chosen, "entries": entries}
