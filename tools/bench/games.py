"""Half-played tables of every game on a running companion, and entries that change much of their pages."""

import json
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from tools.bench.serving import Visitor

EXAMPLES = Path(__file__).parents[2] / "tests/examples"


@dataclass(frozen=True)
class PlayedGame:
    """A game with the entries of an example, the last ones left out."""

    key: str
    example: str
    leave: int = 1

    def opened(self, host: Visitor) -> str:
        """Import it; return the session."""
        sheet = json.loads((EXAMPLES / self.example).read_text("utf-8"))["sheet"]
        sheet["entries"] = sheet["entries"][: len(sheet["entries"]) - self.leave]
        status, _ = host.post("/import/open", {"text": json.dumps(sheet), "key": secrets.token_urlsafe(12)})
        assert status == 303, (self.key, status)
        return host.location.split("/")[2].split("?")[0]

    def enter(self, host: Visitor, session: str) -> float:
        """Undo or redo the last entry, which changes totals, places, pad and drawing; return when it was sent."""
        status, page = host.get(f"/t/{session}")
        assert status == 200
        version = re.search(rb'data-version="(\d+)"', page)
        assert version
        act = "redo" if b"/redo" in page else "undo"
        fields = {"act": secrets.token_urlsafe(12), "version": int(version[1])}
        sent = time.time()
        status, _ = host.post(f"/t/{session}/{act}", fields)
        assert status in (200, 303), (act, status)
        return sent


GAMES = (
    PlayedGame("luz", "luz/whole-game.json"),
    PlayedGame("5211", "5211/four-players.json"),
    PlayedGame("azul", "azul/whole-game-all-bonuses.json"),
    PlayedGame("ingenious", "ingenious/no-place-left.json"),
    PlayedGame("salamanca", "salamanca/every-hazard.json"),
    PlayedGame("open", "open/both-with-number.json"),
)
