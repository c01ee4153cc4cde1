"""Valid scoresheets of Luz, whole or stopped anywhere."""

from hypothesis import strategies as st

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]


@st.composite
def deals(draw, seats):
    """One deal; bets lie near the tricks, so that many are made."""
    winners = draw(st.lists(st.integers(0, seats - 1), min_size=10, max_size=10))
    tricks = [winners.count(seat) for seat in range(seats)]
    bets = [
        {"beads": min(max(taken - draw(st.integers(-3, 3)), 0), 10), "safety": draw(st.booleans())} for taken in tricks
    ]
    return {"bets": bets, "winners": winners} if draw(st.booleans()) else {"bets": bets, "tricks": tricks}


def options(seats):
    return st.fixed_dictionaries(
        {},
        optional={
            "start": st.integers(0, seats - 1),
            "final_start": st.sampled_from(["deal-4", "deal-1"]),
            "negative_totals": st.booleans(),
        },
    )


@st.composite
def sheets(draw):
    seats = draw(st.integers(3, 5))
    entries = draw(st.lists(deals(seats), max_size=4))
    if len(entries) < 4 and draw(st.booleans()):
        entries = [*entries, {"end": True}]
    return {"format": 1, "game": "luz", "players": NAMES[:seats], "options": draw(options(seats)), "entries": entries}
