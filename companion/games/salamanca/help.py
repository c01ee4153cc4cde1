"""The help for Salamanca: the guide, the questions that an entry raises and their forms, and each seat's needs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, Seat, Step, Values, if_allowed, joined
from companion.forms.form import Posted, number, number_in
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionInput,
    QuestionLink,
    chapter,
    choice,
    filled,
    join_values,
    split_values,
)  # fmt: skip
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.salamanca import estates
from companion.games.salamanca.board import Board, Space, empty_board, put_hazard, put_refusal, read_board, space_in
from companion.games.salamanca.drawing import BoardTile, break_down, draw, parse_tile, tiles_view
from companion.games.salamanca.estates import MOST_FEE, TAXED_FROM, Occupation, estate_at, taxes
from companion.games.salamanca.questions import FREED, IDLE, hazards_on
from companion.games.salamanca.rulebook import NOBLES_TAX, ORDER, TAX, UNSOLD, hazard_refusal
from companion.games.salamanca.rules import highest_card, order_with, read_cards
from companion.games.salamanca.tiles import BUILDINGS, HAZARD_NAMES, HAZARDS, LANDS, TILE_NAMES
from companion.games.salamanca.turns import SPECIALS, State, Turn, begin_turn, do_step, new_fertile


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the question about the order of cards, or about each sale, fee, noble and hazard of a turn.

    They use the board before each step.
    """
    if "cards" in entry:
        return [_order_check(before, entry)]
    if before.board is None or "turn" not in entry:
        return []
    questions: list[QuestionLink] = []
    turn = begin_turn(before)
    for step in entry["turn"]:
        board = turn.board
        if "sell" in step:
            questions.append(_sale_check(turn, step["sell"]))
        if step.get("occupy"):
            questions.append(_fee_check(turn, step))
        for kind in ("sell", "noble"):
            if kind in step:
                questions.append(_estate_check(before, board, step[kind]))
        if "hazard" in step:
            questions.append(_hazard_check(board, step))
        do_step(turn, step)
    return questions


def _order_check(state: State, entry: Any) -> QuestionLink:
    players, slots = state.setup.seats, read_cards(entry, state.setup.seats)
    cards = [card for hand in entry["cards"] for card in hand] if players == 2 else entry["cards"]
    equal = [slot.seat for slot in slots if players > 2 and cards.count(slot.card) > 1]
    fields = filled(players=players, cards=join_values(cards), first=equal[0] if equal else None)
    return QuestionLink("salamanca/order", Message("the order of the turns"), fields)


def _estate_check(state: State, board: Board, space: Sequence[int]) -> QuestionLink:
    place = board.place(space)
    tiles = [
        BoardTile(tile.kind, board.grid.spaces[at], tile.value if tile.is_fertile else None, board.hazard_at(at))
        for at, tile in enumerate(board.cells)
        if tile is not None
    ]
    limit = state.setup.options["noble_limit"]
    fields = filled(tiles=join_values(tiles), building=join_values(space), noble_limit=limit)
    title = Message(
        "the estate of {space} ({building})", space=board.where(place), building=TILE_NAMES[board.kind(place)]
    )
    return QuestionLink("salamanca/estate", title, fields)


def _sale_check(turn: Turn, space: Sequence[int]) -> QuestionLink:
    place = turn.board.place(space)
    was_occupied, has_new_fertile = place in turn.occupied, new_fertile(turn, place) is not None
    fields = (("occupied", "yes" if was_occupied else "no"), ("fertile", "yes" if has_new_fertile else "no"))
    return QuestionLink("salamanca/sale", Message("the sale on {space}", space=turn.board.where(place)), fields)


def _fee_check(turn: Turn, step: Mapping[str, Any]) -> QuestionLink:
    """Return the question about a fee; more money than the highest fee counts as the highest fee."""
    money = None if turn.spare else min(turn.totals[turn.seat], MOST_FEE)
    fields = filled(building=step["place"], squire=IDLE if turn.spare else FREED, money=money)
    title = Message("occupying the {building}", building=TILE_NAMES[step["place"]])
    return QuestionLink("salamanca/fee", title, fields)


def _hazard_check(board: Board, step: Mapping[str, Any]) -> QuestionLink:
    place = board.place(step["at"])
    fields = filled(hazard=step["hazard"], tile=board.kind(place), there=board.hazard_at(place))
    title = Message("{hazard} on {space}", hazard=HAZARD_NAMES[step["hazard"]], space=board.where(place))
    return QuestionLink("salamanca/hazard", title, fields)


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return how the round ends, and with a board each seat's taxes and how hazards can reduce them."""
    needed = [*_ending(state)]
    if state.board is not None and state.phase != "setup":
        for seat in filter(viewer.sees, range(state.setup.seats)):
            needed += _of_seat(state, state.board, seat)
    return needed


def _ending(state: State) -> Iterator[Need]:
    """Yield whose turn ends the round, and a note in the last round; both concern the whole table."""
    values: Values = {"round": state.round, "rounds": state.rounds}
    if state.board is None:
        yield Need(None, Message("The taxes end round {round} of {rounds}.", **values), TAX)
    elif state.slots:
        seat = Seat(state.slots[-1].seat)
        yield Need(None, Message("The turn of {seat} ends round {round} of {rounds}.", **values, seat=seat), ORDER)
    else:
        yield Need(None, Message("Whoever acts last ends round {round} of {rounds}.", **values), ORDER)
    if state.round == state.rounds:
        yield Need(None, Message("This is the last round: what is not sold brings its taxes and nothing more."), UNSOLD)


def _of_seat(state: State, board: Board, seat: int) -> Iterator[Need]:
    points = sum(step.points or 0 for step in taxes(board, state.occupations) if step.seat == seat)
    occupations = [occupation for occupation in state.occupations if occupation.owner == seat]
    rule = NOBLES_TAX if points == 1 else TAX
    if points:
        yield Need(seat, Message("If the round ended now, taxes would bring {points}.", points=points), rule)
    elif not occupations:
        yield Need(seat, Message("No squire stands on a building, so no taxes come."), TAX)
    untaxed = [occupation for occupation in occupations if not estate_at(board, occupation.place).taxed]
    if untaxed:
        best = max(untaxed, key=lambda occupation: estate_at(board, occupation.place).value)
        missing = Message(
            "{missing} more and the estate on {space} is taxed ({building}, worth {value}).",
            missing=TAXED_FROM - estate_at(board, best.place).value, **_estate_values(board, best),
        )  # fmt: skip
        yield Need(seat, missing, TAX)
    yield from _falling(state, board, [occupation for occupation in occupations if occupation not in untaxed])


def _falling(state: State, board: Board, taxed: Sequence[Occupation]) -> Iterator[Need]:
    """Yield the taxed estates that a hazard of this round can bring under 7; before the cards, any hazard."""
    for occupation in taxed:
        coming = {SPECIALS.get(slot.card) for slot in state.slots[state.acted :] if slot.seat != occupation.owner}
        expected = [hazard for hazard in HAZARDS if not state.slots or hazard in coming]
        if falling := [hazard for hazard in expected if _can_fall(board, occupation, hazard)]:
            sentence = Message(
                "The estate on {space} ({building}, worth {value}) loses its taxes if a hazard comes: {hazards}.",
                **_estate_values(board, occupation), hazards=joined([HAZARD_NAMES[hazard] for hazard in falling]),
            )  # fmt: skip
            yield Need(occupation.owner, sentence, f"salamanca/{falling[0]}")


def _can_fall(board: Board, occupation: Occupation, hazard: str) -> bool:
    """Whether the hazard can be placed so that the estate is worth less than 7."""
    estate = estate_at(board, occupation.place)
    lands = [board.place(tile.at) for land in estate.lands for tile in land.tiles if tile.at]
    free = [place for place in (occupation.place, *lands) if put_refusal(board, hazard, place) is None]
    return any(not estate_at(put_hazard(board, hazard, place), occupation.place).taxed for place in free)


def _estate_values(board: Board, occupation: Occupation) -> Values:
    estate = estate_at(board, occupation.place)
    return {
        "space": board.where(occupation.place),
        "building": TILE_NAMES[estate.building],
        "value": estate.value,
    }


GUIDE = (
    chapter(
        "Coins come from sales and taxes",
        "The richest at the end wins. You lay tiles, put squires on new buildings, and sell an estate when it "
        "is worth much. What is not sold at the end is worth nothing, a ruling.",
    ),
    chapter(
        "What an estate is worth",
        "A farm is worth 2, a castle 3, a monastery 4. To that comes every land of its colour that touches the "
        "building, each land whole: 1 a tile, 2 or 3 where it is fertile.",
        Example("salamanca/estate", (("tiles", "F33.f34.f35.f24.f23.p43.p533"), ("building", "3.3"))),
        "Poison and locusts make a tile vanish: here the land behind it is cut off as well.",
        Example("salamanca/estate", (("tiles", "C22.l23p.l24.o212"), ("building", "2.2"))),
        "Rats halve what is left of the whole land, rounded down; ruin makes the building worth 0.",
        Example("salamanca/estate", (("tiles", "M22u.v23r.v24.v332"), ("building", "2.2"))),
        "A sale pays the whole value. A noble's owner gets the value of the lands from the bank too. Fertile "
        "tiles that were counted leave the board.",
    ),
    chapter(
        "Occupying a new building",
        "A squire that was idle when the turn began occupies the building for nothing. One that a sale in the "
        "same turn has just freed costs what the building is worth: farm 2, castle 3, monastery 4.",
        Example("salamanca/fee", (("building", "castle"), ("squire", "freed"), ("money", "9"))),
        "A building is occupied when it is placed or never: without a squire it is nobody's for good.",
    ),
    chapter(
        "when a sale is not allowed",
        "You cannot sell what you occupied in this same round, nor an estate that counts a fertile tile you "
        "placed in it. From the next round on you can.",
        Example("salamanca/sale", (("occupied", "no"), ("fertile", "yes"))),
    ),
    chapter(
        "Taxes",
        "At the end of a round every estate worth 7 or more brings its squire 2 and a noble that stands there "
        "1. A noble may only be put where the estate is not worth more than 7.",
        "Hazards count for taxes and for the noble as in a sale, a ruling.",
        Example("salamanca/estate", (("tiles", "M22.v23.v24.v32"), ("building", "2.2"))),
    ),
    chapter(
        "who acts when",
        "High cards act before low ones; but where 5 is the lowest card, it goes first of all.",
        Example("salamanca/order", (("players", "4"), ("cards", "7.5.8.6"))),
        "With five players the fifth may hold nothing but cards that lie there already. Then two are equal, "
        "and the fifth player decides who starts.",
        Example("salamanca/order", (("players", "5"), ("cards", "9.7.6.4.9"), ("first", "4"))),
        "Placing tiles, moving the noble or the card's own action: one of them a turn. Whoever acts last may "
        "also use the card's action.",
    ),
    chapter(
        "where hazards lie",
        "Each hazard has its own tiles, and a space holds one hazard at most.",
        Example("salamanca/hazard", (("hazard", "locusts"), ("tile", "lake"))),
    ),
    chapter(
        "The end",
        "The round in which the last tile comes to the display, one of those with a blue star, is played to "
        "its end, taxes too, and is the last: round 15, 20, 15 or 12 with 2, 3, 4 or 5 players.",
        "Then only coins count. That what was not sold is worth nothing, and that equal coins share the win, "
        "are rulings.",
    ),
)

_MOST_TILES = 72  # of an address


def _order_form(posted: Posted) -> QuestionInput:
    """Read the form: the cards in seat order, with two players two each; and which of two equal cards goes first."""
    players = number(posted, "players", 2, 5) or 3
    cards_each = 2 if players == 2 else 1
    highest = highest_card(players)
    cards = _cards_after(posted, players * cards_each, highest)
    turn = len(cards) // cards_each if len(cards) < players * cards_each else None
    grouped = [cards[place : place + 2] for place in range(0, len(cards), 2)] if cards_each == 2 else cards
    pair = [seat for seat, card in enumerate(cards) if cards.count(card) > 1] if cards_each == 1 else []
    first = number(posted, "first", 0, players - 1)
    first = first if first in pair else None
    missing = None if turn is None else Message("Tap the card of {seat}", seat=Seat(turn))
    question: Json | None = None if missing else {"players": players, "cards": grouped}
    if question and first is not None:
        order = if_allowed(order_with, players, cards, first)
        question |= {"order": order} if order else {}
    fields = (("players", str(players)), ("cards", join_values(cards)), *filled(first=first or None))
    first = pair[0] if pair and not first else first
    view = View(players=players, cards=cards, cards_each=cards_each, turn=turn, highest=highest, pair=pair, first=first)
    return QuestionInput(fields, question, missing, view)


def _cards_after(posted: Posted, most: int, highest: int) -> list[int]:
    """Return the cards after the tap: a number adds a card, "x0" removes the first."""
    numbers = [number_in(card, 0, 99) for card in split_values(posted, "cards", most)]
    cards = [card for card in numbers if card is not None]
    tap, card = posted.get("tap") or "", number(posted, "tap", 1, highest)
    if card is not None and len(cards) < most:
        return [*cards, card]
    if tap.startswith("x"):
        return [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards


def _estate_form(posted: Posted) -> QuestionInput:
    """Read the form: the tiles, the tool for the next tap, the building in question, and the rotation."""
    # Of several tiles on one space the last one counts; what is no tile is left out.
    parsed = map(parse_tile, split_values(posted, "tiles", _MOST_TILES))
    tiles, building = list({tile.space: tile for tile in parsed if tile}.values()), space_in(posted.get("building"))
    tool = _tool(posted)
    value = _value(posted, tool)
    tiles, building = _after_tap(space_in(posted.get("tap")), tiles, building, tool, value)
    turn, limit = number(posted, "turn", 0, 3), choice(posted, "noble_limit", estates.NOBLE_LIMITS)
    codes, place = join_values(tiles), join_values(building or ())
    fields = (*(("tiles", codes), ("building", place)), *filled(tool=tool, value=value, turn=turn, noble_limit=limit))
    question: Json = {"tiles": [tile.as_json() for tile in tiles], "building": list(building or ())}
    question |= {"noble_limit": limit} if limit else {}
    missing = None if building else Message("Tap a building below, then its space")
    board = if_allowed(read_board, [tile.as_json() for tile in tiles])
    at = if_allowed(board.place, building) if board and building else None
    estate = if_allowed(estates.estate_at, board, at) if board and at is not None else None
    view = tiles_view(
        tool=tool,
        value=value,
        tiles=codes,
        building=place,
        turn=turn,
        limit=limit,
        drawing=draw(board or empty_board(), turn=turn, estate=estate),
        breakdown=break_down(estate, board, limit or estates.NOBLE_LIMITS[0]) if estate else None,
    )
    return QuestionInput(fields, question if building else None, missing, view)


def _tool(posted: Posted) -> str:
    """Return what the next tap places: a kind of tile or a hazard; a building by default."""
    tap = posted.get("tap") or ""
    for wanted in (tap.removeprefix("t-"), posted.get("tool") or ""):
        if wanted in TILE_NAMES or wanted in HAZARDS:
            return wanted
    return BUILDINGS[0]


def _value(posted: Posted, tool: str) -> int | None:
    tap = posted.get("tap") or ""
    if tap.startswith("t-") or tool not in LANDS:
        return None
    value = {"v-1": 1, "v-2": 2, "v-3": 3}.get(tap) or number(posted, "value", 1, 3)
    return value if value in (2, 3) else None


def _after_tap(
    space: Space | None, tiles: list[BoardTile], building: Space | None, tool: str, value: int | None
) -> tuple[list[BoardTile], Space | None]:
    if space is None:
        return tiles, building
    tapped_tile = next((tile for tile in tiles if tile.space == space), None)
    if tool in HAZARDS:
        return _move_hazard(tiles, tapped_tile, tool), building
    others = [tile for tile in tiles if tile.space != space]
    if tapped_tile and (tapped_tile.kind, tapped_tile.value) == (tool, value):
        return others, None if building == space else building
    if tapped_tile and tapped_tile.kind in BUILDINGS:
        return tiles, space
    return [*others, BoardTile(tool, space, value)], space if tool in BUILDINGS else building


def _move_hazard(tiles: list[BoardTile], tapped_tile: BoardTile | None, hazard: str) -> list[BoardTile]:
    """Return the tiles with a hazard moved to the tapped tile, or removed from it; unchanged if it may not be there."""
    if tapped_tile is None or not (tapped_tile.hazard == hazard or hazard_refusal(hazard, tapped_tile.kind) is None):
        return tiles
    new_hazard = None if tapped_tile.hazard == hazard else hazard
    other_tiles = [tile._replace(hazard=None) if tile.hazard == hazard else tile for tile in tiles]
    return [tile._replace(hazard=new_hazard) if tile.space == tapped_tile.space else tile for tile in other_tiles]


HELP = Help(
    forms={"salamanca/estate": _estate_form, "salamanca/order": _order_form},
    shows={
        "salamanca/hazard": lambda **known: vars(tiles_view(can_lie=hazards_on(known))),
        "salamanca/fee": lambda squire, **_: vars(tiles_view(is_freed=squire == FREED, enough=MOST_FEE)),
    },
    guide=GUIDE,
    entry_questions=entry_questions,
    needs=needs,
    unknown=Message("Nobody knows the hidden cards and tiles."),
    has_board=True,
)
