"""The words by which the referee's search finds the rules and questions of Qwixx."""

from __future__ import annotations

from companion.engine.pages.parts import Words

WORDS = Words(
    same=("cross, crosses, x, 叉, 劃掉", "lock, locked, close, 鎖, 鎖定", "penalty, penalties, minus, 罰, 失誤"),
    about={
        "qwixx/shared": "tie, equal, 平手, 同分",
        "?qwixx/row": "how many points, worth, 幾分",
        "?qwixx/ranking": "who won, winner, 誰贏, 名次",
    },
)
