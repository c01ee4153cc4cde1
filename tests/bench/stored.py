"""Pages of a companion that holds 10,000 sessions, beside those of one that holds next to nothing."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.app import create_app
from tests.bench.figures import Figure
from tests.bench.serving import Visitor, serving
from tests.phones import Phone, bets, totals

MANY = 10_000
ROUNDS = 5
PAGES = (
    "/",
    "/history",
    "/history?q=ann",
    "/players",
    "/players/ann0",
    "/t/{session}",
    "/t/{session}/enter",
    "/new/luz",
)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        cookies = [_filled(Path(few), 10), _filled(Path(many), MANY)]
        with serving(Path(few)) as one, serving(Path(many)) as other:
            visitors = [Visitor(served.port, cookie) for served, cookie in zip((one, other), cookies, strict=True)]
            sessions = [_running(visitor) for visitor in visitors]
            for page in PAGES:
                ratios = [_ratio(visitors, sessions, page) for _ in range(ROUNDS)]
                yield Figure(f"{page} with 10,000 sessions, of one with 10", statistics.median(ratios), "times", 1.5)


def _ratio(visitors: list[Visitor], sessions: list[str], page: str) -> float:
    few, many = (
        visitor.milliseconds(page.format(session=session), 20)
        for visitor, session in zip(visitors, sessions, strict=True)
    )
    return many / few


def _running(visitor: Visitor) -> str:
    visitor.post("/new/luz", [("player", name) for name in ("Ann", "Ben", "Cleo")])
    return visitor.location.split("/")[2]


def _filled(folder: Path, number: int) -> str:
    """Play so many short games on one phone, without waiting for the disk; returns the phone's cookie."""
    app = create_app({"DATABASE": str(folder / "companion.sqlite"), "TESTING": True})
    store = app.extensions["companion"].store
    store.write(lambda db: None)
    store._writer.conn.execute("PRAGMA synchronous = OFF")
    host = Phone(app)
    for game in range(number):
        session = host.open("luz", [f"Ann{game % 40}", f"Ben{game % 7}", "Cleo"])
        host.enter(session, bets("3 2s 1"), seen=0)
        host.enter(session, totals("3 3 4"), seen=1)
        host.act(session, "end", seen=2)
    store.close()
    return next(f"{cookie.key}={cookie.value}" for cookie in [host.client.get_cookie("phone")] if cookie)
