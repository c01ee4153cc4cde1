"""The words by which the referee's search finds the rules and questions of Six Takes."""

from __future__ import annotations

from companion.engine.pages.parts import Words

WORDS = Words(
    same=(
        "bull head, bull heads, heads, points, 牛頭, 牛頭數, 分數, 分",
        "card, cards, number, 牌, 張",
        "row, rows, 列, 排",
    ),
    about={
        "six-takes/shared": "tie, equal, 平手, 同分",
        "six-takes/one-of-each": "twice, same card, deck, 重複, 一樣的牌",
        "?six-takes/cards": "what is it worth, how many, 幾分, 幾個牛頭",
        "?six-takes/ranking": "who won, winner, 誰贏, 名次",
    },
)
