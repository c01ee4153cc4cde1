"""One instance with something of everything in it, for the walk over every page: all games, running and over."""

import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from companion.app import create_app
from companion.forms.form import Whole
from companion.games import all_games
from companion.storage import credentials
from companion.table.changes import Request
from tests.browser.place import of_features
from tests.support.files import example
from tests.support.members import join
from tests.support.phones import Phone, bets, hand, notice, trick

NAMES = ("Ann", "小雯", "Mei-Ling", "עלמה", "Maximiliane")
# Forty letters without a place to break, Chinese, Hebrew, Arabic with a Latin end, and a short one.
UNWIELDY = (
    "W" * 40,
    "歐陽娜娜與她的貓咪小花和隔壁的王老先生一起玩遊戲",
    "עלמה בת־אל הירושלמית",
    "محمد عبد الرحمن (Mo)",
    "Al",
)
HANDS = ("G1 G2 G3 G4", "G1 G2 G3 G5", "Y1 Y2 Y3 O1", "O2 O3 B1 B2", "T1 T2 Y4 O4")
DEAL = {"bets": [{"beads": beads, "safety": beads == 2} for beads in (4, 0, 3, 2, 1)], "tricks": [0, 2, 3, 4, 1]}

CROWDS = {
    "azul-of-4": "azul/ended-early",
    "azul-of-3-over": "azul/shared-win",
    "azul-of-2-over": "azul/whole-game-all-bonuses",
    "fifty-of-5": "5211/five-players",
    "luz-of-3": "luz/three-players",
    "luz-of-4-over": "luz/whole-game",
    "tracks-of-4-over": "ingenious/final-ranking",
    "teams-over": "ingenious/team-instant-win",
    "land-of-3": "salamanca/rulebook-example",
}


@dataclass(frozen=True)
class SampleInstance:
    """What addresses need to know: the tables and a link by name, and the cookie of each phone by who holds it."""

    known: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def address(self, path):
        return path.format_map(self.known)


class Builder:
    """Opens tables with one phone as host, and enters what is told."""

    def __init__(self, app, names):
        self.sessions = app.extensions["companion"]
        self.names = names
        self.phones = {who: Phone(app) for who in ("host", "scorer", "viewer")}
        self.host = self.phones["host"]
        self.known = {"players": urlencode([("player", name) for name in names])}
        self._keys = itertools.count()

    def open(self, name, game, seats=5, **options):
        """A table opened by the form, with the places of options in their lists."""
        self.known[name] = self.host.open(game, self.names[:seats], **options)

    def example(self, name, path, leave=0):
        sheet = example(path)
        players, game = self.names[: len(sheet["players"])], all_games()[sheet["game"]]
        self.open_as(name, game, players, sheet["options"])
        self.enter(name, sheet["entries"][: len(sheet["entries"]) - leave])

    def open_as(self, name, game, players, options):
        self.known[name] = self.sessions.openings.open(game, players, options, self._number())

    def enter(self, name, entries):
        for entry in entries:
            act = Request(self._number(), f"built-{next(self._keys)}", self.table(name).version, b"")
            self.sessions.enter(self.known[name], act, Whole(entry))

    def post(self, name, what, fields=None):
        answer = self.host.act(self.known[name], what, fields)
        assert answer.status_code == 303, notice(answer)

    def table(self, name):
        return self.sessions.table(self.known[name])

    def link_of(self, name, role):
        """The secret part of a link to a table, or to its result."""
        return self.sessions.invites.link_token(self.table(name), role)

    def take_in(self, who, name):
        """Make a phone a member of a game that is over, as one that was there while it was played."""
        join(self.sessions.store, self.known[name], self._number(who), who)

    def _number(self, who="host"):
        return self.sessions.store.phone_and_role(credentials.token_hash(self._cookie(who)), "")[0]

    def _cookie(self, who):
        return str(self.phones[who].client.get_cookie("phone").value)

    def finished(self):
        self.known["player"] = self.names[0].lower()
        return SampleInstance(self.known, {who: self._cookie(who) for who in self.phones})


def fill_database(database, names):
    """Fill a new database; five names are needed."""
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    builder = Builder(app, names)
    _luz(builder)
    _fifty(builder)
    _azul(builder)
    _ingenious(builder)
    _salamanca(builder)
    _open_sheets(builder)
    _twelve(builder)
    _crowds(builder)
    for name in ("over", "secret"):
        builder.known[f"{name}-result"] = builder.known[name] + builder.link_of(name, "result")
    builder.known["over-link"] = builder.link_of("over", "scorer")
    manifest = builder.host.get("/app.webmanifest", headers={"User-Agent": "iPhone"})
    builder.known["pass"] = manifest.get_json()["start_url"].rpartition("/")[2]
    for who in ("scorer", "viewer"):
        for name in ("luz", "secret"):
            builder.phones[who].join(builder.host, builder.known[name], who)
        builder.take_in(who, "over")
    for feature in of_features():
        if hasattr(feature, "fill"):
            feature.fill(builder)
    app.extensions["companion"].store.close()
    return builder.finished()


def _crowds(builder):
    """Tables as full as they may be, and some for a few only."""
    names, builder.names = builder.names, (*builder.names, "阿明")
    options = {"name": builder.names[1], "rounds": 12, "negative": True}
    for seats in (2, 6):
        for name, rounds in ((f"sheet-of-{seats}", 9), (f"sheet-of-{seats}-over", 12)):
            sheet = builder.names[:seats]
            builder.open_as(name, all_games()["open"], sheet, options)
            builder.enter(name, [{"round": _points(number, seats)} for number in range(rounds)])
    for name, path in CROWDS.items():
        builder.example(name, path, leave=0 if name.endswith("over") else 2)
    builder.names = names


def _points(number, seats):
    return [(37 * number + 101 * seat * (number + 2)) % 143 - 9 for seat in range(seats)]


def _luz(builder):
    builder.open("fresh", "luz")
    builder.open("luz", "luz")
    builder.enter("luz", [DEAL])
    builder.post("luz", "enter", bets("4 3 2s 0 0"))
    for number, winner in enumerate((0, 2, 2), 1):
        builder.post("luz", "enter", trick(number, winner))
    builder.post("luz", "undo")
    builder.open("secret", "luz", hidden=1)
    builder.enter("secret", [DEAL])
    builder.post("secret", "sit", {"seat": 0})
    builder.open("over", "luz", 4)
    for number in range(4):
        builder.enter("over", [{"bets": DEAL["bets"][:4], "tricks": [number, 2, 3, 5 - number]}])


def _fifty(builder):
    builder.open("fifty", "5211", long=1)
    for seat, cards in enumerate(HANDS):
        builder.post("fifty", "enter", hand(seat, cards))
    builder.post("fifty", "enter", hand(0, "O4 B4 B6 T4"))
    builder.example("fifty-over", "5211/four-players")


def _azul(builder):
    builder.example("azul", "azul/whole-game-all-bonuses", leave=2)
    builder.post("azul", "enter", {"seat": 0, "typed": 1, "floor": 2, "marker": "on"})
    builder.example("grey", "azul/grey-whole-game", leave=2)
    builder.example("azul-over", "azul/grey-whole-game")


def _ingenious(builder):
    builder.example("tracks", "ingenious/swap-and-shared-place", leave=2)
    builder.example("board", "ingenious/placement-12")
    builder.example("duel", "ingenious/duel-tokens", leave=1)
    builder.example("ingenious-over", "ingenious/no-place-left")
    builder.example("solo", "ingenious/solo-left-18")


def _salamanca(builder):
    builder.open("empty-land", "salamanca", board=1)
    builder.example("land", "salamanca/every-hazard", leave=2)
    builder.example("coins", "salamanca/without-a-board", leave=1)
    builder.example("land-over", "salamanca/every-hazard")
    builder.post("land-over", "end")
    builder.known["land-end"] = str(len(builder.table("land-over").entries))
    builder.open("five-cards", "salamanca")


def _open_sheets(builder):
    """Sheets with Chinese names, as what people type is not translated."""
    setups = Path(__file__).parents[2] / "companion/games/open/setups"
    options = json.loads((setups / "wingspan.zh_Hant.json").read_text("utf-8"))["options"]
    for name in ("sheet", "sheet-over"):
        builder.open_as(name, all_games()["open"], builder.names, options)
    lines = ["41 7 11 14 5 6", "37 10 9 16 3 9", "30 8 7 12 5 0", "28 0 9 12 0 4", "9 8 7 6 5 4"]
    builder.enter("sheet-over", [{"lines": [[*map(int, line.split())] for line in lines], "tie": [1, 4, 0, 2, 3]}])
    builder.open("together", "open", 5, title="小島", win="together")


def _twelve(builder):
    """As many seats as there may be, on sheets with formulas: in a round, with some lines in and one secret, over."""
    names, builder.names = builder.names, (*builder.names, "阿明", "小美", "阿華", "大衛", "安娜", "志強", "美玲")
    lines = [
        {"name": "攤位", "formula": {"steps": [0, 1, 3, 6], "beyond": 5}},
        {"name": "來賓人數", "formula": {"most": [6, 3]}},
        {"name": "目標", "factor": 2, "secret": True},
        {"name": "旗子", "when": {"line": 0}},
    ]
    typed = [[seat % 5, seat % 4, 10, 4] for seat in range(12)]
    for name, rounds in (("twelve", 2), ("twelve-lines", 3), ("twelve-ended", 3)):
        options = {"name": builder.names[1], "rounds": 3, "lines": lines if rounds == 3 else [], "negative": True}
        builder.open_as(name, all_games()["open"], builder.names, options)
        builder.enter(name, [{"round": _points(number, 12)} for number in range(rounds)])
    for seat in range(7):
        builder.post("twelve", "enter", {"seat": seat, "n0": 10 * seat})
        builder.post("twelve-lines", "enter", {"seat": seat, "kind": "lines", "n0": 1, "n1": 2, "n2": 3, "n3": 4})
    builder.enter("twelve-ended", [{"lines": typed}])
    builder.names = names
