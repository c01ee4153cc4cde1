"""The figures of Ingenious, its sample games, and its secrecy."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from companion.engine import Best, Count, Figures, Json, Message, Split, Step
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy, open_parts
from companion.games.ingenious.board import COLOURS, Board, Placed, SpacePair, Tile, copies_left, score_tile
from companion.games.ingenious.drawing import GLYPHS, sides
from companion.games.ingenious.form import FORM, may_not_swap
from companion.games.ingenious.form_state import TilePreview
from companion.games.ingenious.rulebook import COLOUR_NAMES, DUEL_SWAP, HALF, SWAP
from companion.games.ingenious.rules import State, legal_places
from companion.games.ingenious.tracks import EXTRAS, MODE_NAMES, lowest_colours, own_colours

_HAND = 4  # tiles that a player compares, drawn anew each time
_MOST_PLACES = 12  # places that are compared for each


def _next_entry(state: State, random: Random) -> Any:
    board = state.board
    assert board is not None, "the sample tables of this game have a board"
    kinds = [(min(tile), max(tile)) for tile in combinations_with_replacement(COLOURS, 2)]
    bag = [tile for tile in kinds for _ in range(copies_left(board, tile))]
    places, track = list(legal_places(state)), state.track(state.turn)
    candidates = [
        (tile, placing)
        for tile in random.sample(bag, min(_HAND, len(bag)))
        for at in random.sample(places, min(_MOST_PLACES, len(places)))
        for placing in (at, (at[1], at[0]))
    ]
    tile, at = max(candidates, key=lambda placing: _worth(board, placing[0], placing[1], track))
    return {"seat": state.turn, **Placed(tile, at).as_json()}


def _worth(board: Board, tile: Tile, at: SpacePair, track: Sequence[int]) -> float:
    """Return the value of a placing: its points, weighted by how far each colour's marker is behind."""
    most = max(track)
    return sum(half.points * (2 + most - track[COLOURS.index(half.colour)]) for half in score_tile(board, tile, at))


_BOARD = {"board": True}
_KINDS = {mode: name for mode, name in MODE_NAMES.items() if mode != "base"}
_PIECES = {colour: (colour, glyph) for colour, glyph in GLYPHS.items()}
_SHOWN = (
    Split("lowest", Message("Which colour stood lowest at the end"), COLOUR_NAMES, _PIECES, is_points=False),
    Split("own", Message("Which colour ended on the own side"), COLOUR_NAMES, _PIECES, is_points=False),
    Split("scored", Message("Points scored, by colour"), COLOUR_NAMES, _PIECES),
    Count("extra", Message("Extra placements")),
    Count("swaps", Message("Swaps")),
    Best("tile", Message("Most points with one placement")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat: of its own tiles, and of its track, which team mates share."""
    state = states[-1]
    kind = {} if state.mode == "base" else {"kind": state.mode}
    rows = []
    for seat in range(state.setup.seats):
        side = {"side": seat % 2} if state.mode == "team" else {}
        seat_steps = [[step for step in entry_steps if step.seat == seat] for entry_steps in steps]
        rows.append({**kind, **side, **_of_track(state, seat), **_of_tiles(seat_steps)})
    return tuple(rows)


def _of_track(state: State, seat: int) -> Json:
    """Return the lowest colours, none before the first tile; in the duel the colours on the seat's side."""
    track = state.track(seat)
    if state.mode == "duel":
        return {"own": dict.fromkeys(own_colours(track), 1)}
    return {"lowest": dict.fromkeys(lowest_colours(track), 1) if any(track) else {}}


def _of_tiles(steps: Sequence[Sequence[Step]]) -> Json:
    scored = dict.fromkeys(COLOURS, 0)
    tiles = [[step.values for step in entry_steps if step.rule == HALF] for entry_steps in steps]
    for half in [half for halves in tiles for half in halves]:
        scored[half["colour"]] += half["scored"]
    rules = [step.rule for entry_steps in steps for step in entry_steps]
    return {
        "scored": scored,
        "extra": sum(map(rules.count, EXTRAS)),
        "swaps": rules.count(SWAP) + rules.count(DUEL_SWAP),
        "tile": max([sum(half["scored"] for half in halves) for halves in tiles], default=0),
    }


FIGURES = Figures(shown=_SHOWN, count=figures, kinds=_KINDS)

SECRECY = Secrecy(
    limits=Message(
        "Secret in Ingenious: markers, points, totals and places. By the rules the tracks lie open on the table; "
        "leave those away. Extra tiles cannot be kept secret, nor can the board: whoever counts every tile on it "
        "can add up. In a duel one track serves both players, so each knows the other's."
    ),
    types={
        State: Readable(
            open=("setup", "finished", "turn", "owed", "turns", "swapped", "board", "laid", "swaps"),
            by_seat=("totals",),
            by_side=("tracks",),
            holders=("tokens",),
        ),
        TilePreview: Readable(open=("seat", "fault", "after"), owned={"steps": "seat"}),
    },
    entry=Readable(open=("seat", "swap", "tile", "at")),
    part_access=open_parts,
    part=FORM.describe_part,
    disclosed=(may_not_swap,),
    sides=lambda state: [(0, 1)] if state.mode == "duel" else sides(state),  # in a duel both share one track
)

SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(2, _BOARD), SampleSetup(4, {**_BOARD, "mode": "team"})),
    running=(SampleSetup(3, _BOARD),),
)
