"""Games as files, for the tests of what goes out and comes in: examples, drafts of each game, and a phone's ways."""

import json
from io import BytesIO
from pathlib import Path

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.support.page_tree import parse
from tests.support.phones import ORIGIN

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*/*.json"))
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]


def example(name, count=None):
    """The scoresheet of an example, such as "luz/whole-game", with so many of its entries; all but the last −count."""
    sheet = json.loads((Path(__file__).parents[1] / f"examples/{name}.json").read_text("utf-8"))["sheet"]
    return sheet | {"entries": sheet["entries"][:count]}


def examples(game):
    """The scoresheets of all examples of a game."""
    return [example(f"{game}/{path.stem}") for path in EXAMPLES if path.parent.name == game]


def session_of(sheet, draft=None, **changes):
    made = {"companion": 1, "made": "2026-10-03T18:05:00+00:00", "hidden": False, "sheet": sheet, "draft": draft or {}}
    return made | changes


def look(phone, value):
    """Paste a text, or a value as JSON, on the import page."""
    return send(phone, "/import/look", {"text": value if isinstance(value, str) else json.dumps(value)})


def upload(phone, content, path="/import/look"):
    return send(phone, path, {"file": FileStorage(BytesIO(content), "game.json"), "text": ""})


def send(phone, path, sent):
    """Post a form as the import pages do; not through a file on the disk, as the client would with a large one."""
    boundary, body = encode_multipart(sent)
    kind = f"multipart/form-data; boundary={boundary}"
    return phone.client.post(path, data=body, headers=ORIGIN, content_type=kind)


def fields(page):
    """The hidden fields of the page that shows what was brought."""
    hidden = parse(page).with_attribute("type", "hidden")
    return {field["name"]: field["value"] for field in hidden}


def bring(phone, value):
    page = look(phone, value)
    assert page.status_code == 200, page.text
    answer = send(phone, "/import/open", fields(page.text))
    assert answer.status_code == 303, answer.text
    return str(answer.location.split("/")[2])


def luz(**changes):
    return {"format": 1, "game": "luz", "players": NAMES[:3], "options": {}, "entries": []} | changes


WALL = {"tiles": [{"row": 1, "colour": "red"}, {"row": 3, "colour": "blue"}], "floor": 2, "marker": True}
GREY = {"tiles": [{"row": 2, "colour": "red", "column": 4}, {"row": 1, "colour": "blue", "column": 1}], "floor": 0,
        "marker": False}  # fmt: skip
LANDS = [{"tile": "lake", "at": [1, 1]}, {"tile": "field", "at": [2, 4], "value": 3}, {"tile": "forest", "at": [8, 9]},
         {"tile": "vineyard", "at": [5, 5]}, {"tile": "pasture", "at": [3, 3]}]  # fmt: skip
STEPS = [{"place": "castle", "at": [1, 2], "occupy": True}, {"noble": [1, 2]}, {"hazard": "rats", "at": [1, 1]},
         {"sell": [1, 2]}, {"draw": 1}, {"place": "field", "at": [4, 4], "value": 2}]  # fmt: skip


def _sheet(game, players, options=None, entries=()):
    return {"format": 1, "game": game, "players": NAMES[:players], "options": options or {}, "entries": list(entries)}


def _numbered(slot, parts):
    return {f"{slot}-{number}": part for number, part in enumerate(parts, 1)}


BOARD = {"board": True}
DRAFTS = {
    "luz": (
        _sheet("luz", 3),
        {"bet-0": {"beads": 3, "safety": True}, "bet-1": {"beads": 0, "safety": False},
         "bet-2": {"beads": 10, "safety": False}, **_numbered("trick", [2, 0, 1])},
    ),
    "luz, bets": (
        _sheet("luz", 3), {"bet-0": {"beads": 3, "safety": True}, "bet-2": {"beads": 10, "safety": False}},
    ),
    "5211": (_sheet("5211", 3), {"hand-0": ["G1", "G2", "Y3", "O2"], "hand-2": ["G1", "B5", "T6", "T1"]}),
    "azul": (_sheet("azul", 3), {"wall-1": WALL, "wall-2": {"tiles": [], "floor": 0, "marker": False}}),
    "azul, grey": (_sheet("azul", 2, {"wall": "grey"}), {"wall-0": GREY}),
    "ingenious": (_sheet("ingenious", 2), {}),
    "salamanca, setup": (_sheet("salamanca", 3, BOARD), _numbered("land", LANDS[:4])),
    "salamanca, turn": (
        _sheet("salamanca", 3, BOARD, [{"setup": LANDS}, {"cards": [3, 7, 1]}]),
        _numbered("step", STEPS[:2]),
    ),
    "salamanca, any steps": (
        _sheet("salamanca", 3, BOARD, [{"setup": LANDS}, {"cards": [3, 7, 1]}]),
        _numbered("step", STEPS),
    ),
    "open": (
        _sheet("open", 3, {"name": "Harbour", "lines": [{"name": "coins"}]}),
        {"seat-0": {"round": "12+5-3"}, "seat-2": {"round": "7"}},
    ),
    "salamanca, no board": (_sheet("salamanca", 2), {}),
}  # fmt: skip
