"""Companions that hold the same tables, but for what the seats in `changed` entered: nobody may tell them apart.

What stands open at a table is alike in all of them: who is next, which tricks fell, what scored.
"""

import re

from itsdangerous import URLSafeSerializer

from companion.app import create_app
from tests.support.files import bring, session_of
from tests.support.phones import Phone

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def _sheet(game, seats, options, entries):
    return {"format": 1, "game": game, "players": list(NAMES[:seats]), "options": options, "entries": entries}


def luz(changed):
    def bets(*beads):
        return [{"beads": n + 2 * (seat in changed), "safety": False} for seat, n in enumerate(beads)]

    winners = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    deals = [{"bets": bets(3, 3, 1, 2), "winners": winners}, {"bets": bets(1, 2, 2, 5), "winners": winners}]
    draft = {f"bet-{seat}": bet for seat, bet in enumerate(bets(2, 4, 3, 1))}
    draft |= {"trick-1": 0, "trick-2": 2, "trick-3": 2}
    return _sheet("luz", 4, {}, deals), draft


def g5211(changed):
    hands = [
        [["O2", "O3", "G1", "B2"], ["O2", "O4", "Y2", "Y3"], ["O3", "T2", "T3", "G2"]],
        [["G2", "G3", "Y1", "T2"], ["G3", "G4", "B2", "O1"], ["B3", "B1", "Y2", "O2"]],
    ]
    if changed:  # two hands change places, so that the deck is the same
        first, second = changed
        for played in hands:
            played[first], played[second] = played[second], played[first]
    return _sheet("5211", 3, {}, [{"cards": played} for played in hands]), {"hand-2": ["Y2", "Y3", "B2", "T1"]}


def azul(changed):
    def tiling(colours, floors):
        names = {"r": "red", "b": "blue", "y": "yellow", "k": "black", "w": "white"}
        return [
            {
                "tiles": [{"row": row, "colour": names[letter]} for row, letter in enumerate(seat_colours, 1)],
                "floor": int(floors[seat]) + 2 * (seat in changed),
            }
            for seat, seat_colours in enumerate(colours.split())
        ]

    last = "kb" if 2 in changed else "kw"
    rounds = [tiling("rby bkw wkr", "000"), tiling("kwr rbk yrb", "112"), tiling(f"yk kyy {last}", "211")]
    rounds[0] = [{**seat, "floor": 0} for seat in rounds[0]]
    entries = [{"tiling": rounds[0]}, *({"tiling": later, "first": 1} for later in rounds[1:])]
    wall = {"tiles": [{"row": 1, "colour": "blue"}], "floor": 1, "marker": True}
    return _sheet("azul", 3, {}, entries), {"wall-0": wall}


def ingenious(changed):
    def tile(turn):
        seat, (first, second) = turn % 3, (("red", "blue"), ("green", "yellow"), ("orange", "purple"))[turn // 3]
        more = 2 if seat in changed else 0
        return {"seat": seat, "points": [[first, 2 + turn % 2 + more], [second, 3 + more]]}

    return _sheet("ingenious", 3, {}, [tile(turn) for turn in range(9)]), {}


def salamanca(changed):
    def sale(seat, building, land, tiles):
        more = [1, 1] if seat in changed else []
        lands = [{"land": land, "tiles": [*tiles, *more], "rats": False}]
        return {"seat": seat, "sale": {"building": building, "ruin": False, "noble": None, "lands": lands}}

    tax = [{"squires": 1 + (seat in changed), "nobles": 0} for seat in range(3)]
    entries = [
        {"cards": [3, 7, 1]}, sale(1, "farm", "field", [2, 3]), sale(2, "castle", "lake", [1, 2]),
        sale(0, "monastery", "vineyard", [2]), {"seat": 2, "fee": "castle" if 2 in changed else "farm"},
        {"tax": tax}, {"cards": [2, 5, 6]}, sale(2, "farm", "pasture", [3]),
    ]  # fmt: skip
    return _sheet("salamanca", 3, {"board": False}, entries), {}


def open_sheet(changed):
    def played(*numbers):
        return {"round": [number + 3 * (seat in changed) for seat, number in enumerate(numbers)]}

    options = {"name": "Harbour", "lines": [{"name": "coins", "factor": 2}]}
    return _sheet("open", 3, options, [played(4, 7, 2), played(1, 0, 5)]), {"seat-0": {"round": "12+5-3"}}


SHEETS = {
    "luz": luz, "5211": g5211, "azul": azul, "ingenious": ingenious, "salamanca": salamanca,
    "open": open_sheet,
}  # fmt: skip
_NOISE = (
    (r'name="(act|opens|key)" value="[^"]*"', "KEY"),
    (r"draft=[\w.%-]+", "DRAFT"),
    (r'name="draft" value="[^"]*"', "DRAFT"),
    (r"/(j|r|o)/[\w-]+|/replay/TABLE-[\w-]+", "LINK"),
    (r"\d\d:\d\d(:\d\d)?([.]\d+)?([+]00:00)?", "TIME"),
    (r"mark=\w+", "MARK"),
    (r"whsec_[\w/+=]+", "SECRET"),
    (r'(<svg[^>]*class="qr.*?</svg>|<path[^>]* d="M4[^>]*>)', "QR"),
)


class Companion:
    """A companion with a hidden table of each game; its phones are `host` on seat 0, `ben` on seat 1, and two without.

    `free` keeps score, `viewer` watches.
    """

    def __init__(self, folder, changed):
        self.app = create_app(
            {"DATABASE": str(folder / f"{len(changed)}{changed}.sqlite"), "TESTING": True, "PHOTOS": True}
        )
        self.sessions = self.app.extensions["companion"]
        self.phones = {name: Phone(self.app) for name in ("host", "ben", "free", "viewer")}
        self.tables = {game: self._opened(*sheet(changed)) for game, sheet in SHEETS.items()}
        host = self.phones["host"]
        self.codes = {code for session in self.tables.values() for code in host.codes(session).values()}

    def _opened(self, sheet, draft):
        host = self.phones["host"]
        session = bring(host, session_of(sheet, draft, hidden=True))
        for name, role in (("ben", "scorer"), ("free", "scorer"), ("viewer", "viewer")):
            self.phones[name].join(host, session, role)
        host.act(session, "sit", {"seat": 0})
        self.phones["ben"].act(session, "sit", {"seat": 1})
        return session

    def read(self, phone, path):
        """What a phone gets at an address, without what differs between any two companions."""
        answer = self.phones[phone].get(path)
        parts = answer.json.get("parts") if answer.mimetype == "application/json" else None
        text = self.cleaned(
            "\n".join(f"{name}: {part}" for name, part in sorted(parts.items())) if parts else answer.text
        )
        # Tables that were opened in the same second stand in any order.
        return answer.status_code, text if path.startswith("/t/") else "\n".join(sorted(text.split("<")))

    def cleaned(self, text):
        for game, session in self.tables.items():
            text = text.replace(session, f"TABLE-{game}")
        for code in self.codes:
            text = text.replace(code, "CODE")
        for noise, name in _NOISE:
            text = re.sub(noise, name, text, flags=re.DOTALL)
        return text

    def typed_at(self, game, number, typed):
        """The address of the form that corrects an entry, with what is typed there."""
        session = self.tables[game]
        table = self.sessions.table(session)
        salt = f"{session}/{table.entries[number - 1].number}/correct"
        signed = URLSafeSerializer(self.sessions.key, salt=salt).dumps(typed)
        return f"/t/{session}/entries/{number}/correct?draft={signed}"

    def close(self):
        self.sessions.store.close()
