"""Whole games on sheets whose lines count with formulas and whose rounds have a sum."""

from hypothesis import strategies as st

from tests.games.open.strategies import sheet

POINTS = st.integers(-9, 30)


@st.composite
def lines(draw):
    """Lines that count with earlier ones, in any order on the sheet."""
    count = draw(st.integers(1, 6))
    order = draw(st.permutations(range(count)))
    made = {}
    for number, place in enumerate(order):
        made[place] = {"name": f"line {place}", "factor": draw(st.sampled_from([-2, 1, 1, 3])),
                       "per": draw(st.sampled_from([1, 1, 2])), **draw(_more(list(order[:number])))}  # fmt: skip
    return [made[place] for place in range(count)]


@st.composite
def _more(draw, earlier):
    """The formula, the condition and whether the line counts for itself."""
    kinds = ["", "steps", "most", "fewest", *(["times", "best", "worst", "sum"] if earlier else [])]
    kind = draw(st.sampled_from(kinds))
    of = {"of": draw(st.sampled_from(earlier))} if earlier and draw(st.integers(0, 2)) == 0 else {}
    made = {}
    if kind == "steps":
        made = {kind: draw(st.lists(POINTS, min_size=1, max_size=6)), "beyond": draw(st.sampled_from([0, 2])), **of}
    elif kind in ("most", "fewest"):
        ties = draw(st.sampled_from(["split", "pool", "all", "lower", "none"]))
        points = draw(st.lists(POINTS, min_size=1, max_size=4))
        made = {kind: points, "ties": ties, "next": draw(st.booleans()), **draw(limits()), **of}
    elif kind == "times":
        made = {kind: draw(st.sampled_from(earlier)), **of}
    elif kind:
        made = {kind: draw(st.lists(st.sampled_from(earlier), min_size=1, unique=True))}
    more = {"formula": made} if kind else {}
    if earlier and draw(st.integers(0, 3)) == 0:
        more["when"] = {"line": draw(st.sampled_from(earlier)), "above": draw(st.integers(-2, 5))}
    return more | ({"apart": True} if draw(st.integers(0, 3)) == 0 else {})


def limits():
    """From how many sides on a line for the most or the fewest counts, and whether it does where all are equal."""
    return st.fixed_dictionaries({}, optional={"sides": st.integers(2, 4), "equal": st.just(value=False)})


def is_typed(line):
    formula = line.get("formula", {})
    return "of" not in formula and not formula.keys() & {"best", "worst", "sum"}


@st.composite
def rounds_of(draw, options, sides):
    """A round that adds up as the sheet says; its last number is left out where it follows."""
    numbers = draw(st.lists(st.integers(-30, 30), min_size=sides, max_size=sides))
    left = draw(st.integers(0, sides - 1))
    numbers[left] = 0
    numbers[left] = options["rounds"]["sum"] * (2 if options["halves"] else 1) - sum(numbers)
    if options["rounds"]["fill"] and draw(st.booleans()):
        numbers[left] = None
    return {"round": numbers}


@st.composite
def games(draw):
    """A whole game: rounds that add up, with one number left out or none, and the lines of each side."""
    players, halves = draw(st.integers(2, 4)), draw(st.booleans())
    options = {"lines": draw(lines()), "negative": True, "halves": halves, "rounds": None}
    if players == 4 and draw(st.booleans()):
        options["teams"] = [[0, 3], [1, 2]]
    sides, entries = len(options.get("teams") or range(players)), []
    if draw(st.booleans()):
        options["rounds"] = {"count": 2, "sum": draw(st.integers(-20, 60)), "fill": draw(st.booleans())}
        entries = [draw(rounds_of(options, sides)) for _ in range(2)]
    typed = [line for line in options["lines"] if is_typed(line)]
    least = [0 if line["per"] > 1 or "steps" in line.get("formula", {}) else -5 for line in typed]
    entries.append({"lines": [[draw(st.integers(low, 9)) for low in least] for _ in range(sides)]})
    return sheet(entries, players, **options)


@st.composite
def with_secrets(draw, game):
    """The same game, with some of its lines secret."""
    lines = [{**line, **({"secret": True} if draw(st.booleans()) else {})} for line in game["options"]["lines"]]
    return {**game, "options": {**game["options"], "lines": lines}}
