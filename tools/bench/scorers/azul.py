"""Azul: the runs of each tile, the floor line, and the bonuses once a row is full."""

from typing import Any

COLOURS = ["blue", "yellow", "red", "black", "white"]
FLOOR = [0, 1, 2, 4, 6, 8, 11, 14]

Wall = dict[tuple[int, int], str]


def totals(sheet: dict[str, Any]) -> list[int]:
    seats = range(len(sheet["players"]))
    points = [0 for _ in seats]
    walls: list[Wall] = [{} for _ in seats]
    for entry in sheet["entries"]:
        if "end" in entry:
            break
        for seat in seats:
            points[seat] = after_round(points[seat], walls[seat], entry["tiling"][seat])
    if any(full_rows(wall) for wall in walls):
        return [points[seat] + bonus(walls[seat]) for seat in seats]
    return points


def after_round(points: int, wall: Wall, part: dict[str, Any]) -> int:
    floor = part["floor"]
    for tile in sorted(part["tiles"], key=lambda tile: tile["row"]):
        row, colour = tile["row"], tile["colour"]
        column = tile["column"] if "column" in tile else (COLOURS.index(colour) + row - 1) % 5 + 1
        if column is None:
            floor += row
        else:
            wall[row, column] = colour
            points += tile_points(wall, row, column)
    return max(points - FLOOR[min(floor, 7)], 0)


def tile_points(wall: Wall, row: int, column: int) -> int:
    across = 1 + run(wall, row, column, 0, 1) + run(wall, row, column, 0, -1)
    down = 1 + run(wall, row, column, 1, 0) + run(wall, row, column, -1, 0)
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1


def run(wall: Wall, row: int, column: int, down: int, right: int) -> int:
    length = 0
    while (row + down, column + right) in wall:
        row, column, length = row + down, column + right, length + 1
    return length


def full_rows(wall: Wall) -> int:
    rows = [row for row, _ in wall]
    return sum(rows.count(row) == 5 for row in range(1, 6))


def bonus(wall: Wall) -> int:
    columns, colours = [column for _, column in wall], list(wall.values())
    full_columns = sum(columns.count(column) == 5 for column in range(1, 6))
    full_colours = sum(colours.count(colour) == 5 for colour in COLOURS)
    return 2 * full_rows(wall) + 7 * full_columns + 10 * full_colours
