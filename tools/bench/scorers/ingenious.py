"""Ingenious: what the halves of each tile score, where the markers stop, and the lowest of them."""

from typing import Any

COLOURS = ["red", "green", "blue", "orange", "yellow", "purple"]
CORNERS = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]

Space = tuple[int, int]


def totals(sheet: dict[str, Any]) -> list[int]:
    options, seats = sheet["options"], range(len(sheet["players"]))
    mode = options.get("mode", "solo" if len(seats) == 1 else "base")
    board: dict[Space, str] = dict(zip(CORNERS, options.get("symbols", COLOURS), strict=True))
    tracks = [dict.fromkeys(COLOURS, 0) for _ in seats]
    if mode == "team":
        tracks[2:] = tracks[:2]
    for entry in sheet["entries"]:
        if "tile" in entry:
            move(mode, tracks, entry["seat"], tile_points(board, entry["tile"], entry["at"]))
        elif "points" in entry:
            move(mode, tracks, entry["seat"], entry["points"])
    if mode == "duel":
        return [sum(place > 0 for place in track.values()) for track in tracks]
    return [min(track.values()) for track in tracks]


def tile_points(board: dict[Space, str], tile: list[str], at: list[list[int]]) -> list[tuple[str, int]]:
    (q, r), (other_q, other_r) = at
    towards = (other_q - q, other_r - r)
    back = (q - other_q, r - other_r)
    scored = [
        (tile[0], half_points(board, tile[0], q, r, towards)),
        (tile[1], half_points(board, tile[1], other_q, other_r, back)),
    ]
    board[q, r], board[other_q, other_r] = tile
    return scored


def half_points(board: dict[Space, str], colour: str, q: int, r: int, towards: Space) -> int:
    points = 0
    for step in DIRECTIONS:
        if step != towards:
            at = (q + step[0], r + step[1])
            while board.get(at) == colour:
                points += 1
                at = (at[0] + step[0], at[1] + step[1])
    return points


def move(mode: str, tracks: list[dict[str, int]], seat: int, points: Any) -> None:
    """Move the markers; at 18, on a double track at its left 18 and at 36, and in a duel at 9 they stop."""
    for colour, scored in points:
        place = tracks[seat][colour]
        if mode == "duel":
            tracks[seat][colour] = min(place + scored, 9)
            tracks[1 - seat][colour] = -tracks[seat][colour]
        else:
            top = 18 if mode == "base" or place < 18 else 36
            tracks[seat][colour] = min(place + scored, top)
