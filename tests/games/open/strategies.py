"""Whole games on open score sheets of any kind."""

from hypothesis import strategies as st

from companion.games.open.sheet import tie_breaks

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]


def sheet(entries, players=2, **options):
    return {"format": 1, "game": "open", "players": NAMES[:players], "options": options, "entries": entries}


def numbers(*, least=-50):
    terms = st.integers(least, 50)
    return st.one_of(terms, st.lists(terms, min_size=2, max_size=4))


def bids():
    """A bid and its tricks, or 0 of a side that did not play."""
    return st.just(0) | st.lists(st.integers(0, 5), min_size=2, max_size=2)


@st.composite
def sheets(draw):
    """A whole game: any sheet, its rounds and its closing entry."""
    players = draw(st.integers(1, 6))
    lines = [
        {"name": f"line {place}", "factor": draw(st.sampled_from([-3, -1, 1, 2, 7])), "per": per}
        for place in range(draw(st.integers(0, 3)))
        for per in [draw(st.sampled_from([1, 1, 2, 3]))]
    ]
    options = {
        "rounds": draw(st.sampled_from([1, 2, 3])) if not lines else draw(st.sampled_from([None, 0, 2])),
        "lines": lines,
        "lowest_wins": draw(st.booleans()),
        "negative": True,
        "halves": draw(st.booleans()),
        "tie": draw(st.sampled_from(["shared", "seats", {"number": "tiles", "fewest": True}, {"number": "tiles"}])),
    }
    if lines and draw(st.booleans()):
        options["tie"] = {"line": 0, "fewest": draw(st.booleans())}
        if draw(st.booleans()):
            second = [{"number": "tiles"}, {"line": len(lines) - 1}][draw(st.integers(0, len(lines) > 1))]
            options["tie"] = [options["tie"], {**second, "fewest": draw(st.booleans())}]
    if players > 3 and draw(st.booleans()):
        options["teams"] = [list(range(0, players, 2)), list(range(1, players, 2))]
    sides = len(options.get("teams") or range(players))
    rounds = options["rounds"] if options["rounds"] else 0 if options["rounds"] is None else draw(st.integers(0, 3))
    if options["rounds"] is not None and not options["halves"] and draw(st.booleans()):
        options["bids"] = {key: draw(st.integers(-20, 20)) for key in ("made", "each", "missed")}
    of_round = bids() if "bids" in options else numbers()
    entries = [{"round": [draw(of_round) for _ in range(sides)]} for _ in range(rounds)]
    closing = {}
    if lines:
        closing["lines"] = [[draw(numbers(least=0 if line["per"] > 1 else -9)) for line in lines] for _ in range(sides)]
    if any("number" in tie for tie in tie_breaks(options["tie"])):
        closing["tie"] = [draw(st.integers(0, 3)) for _ in range(sides)]
    return sheet([*entries, *([closing] if closing else [])], players, **options)


def secret_sheets():
    """Games of which some count with formulas, have a sum of a round, and lines that are secret."""
    from tests.games.open.formula_strategies import games, with_secrets

    return sheets() | games().flatmap(with_secrets)
