"""Search vocabulary of an open score sheet. Its rules are few and general, so those of other games come first."""

from __future__ import annotations

from companion.game.pages.words import Words
from companion.games.open.rulebook import RULES

_SAME = (
    "score sheet, sheet, any game, other game, 計分表, 自訂, 其他遊戲",
    "round, rounds, hand, 輪, 回合, 一輪",
    "line, lines, category, categories, at the end, 項目, 類別, 最後計分",
    "negative, minus, below zero, below 0, 負分, 負數",
    "limit, target, up to, first to, 上限, 目標分數",
    "together, cooperative, coop, co-op, everybody, 合作, 一起, 全體",
    "tie, tied, equal, same points, draw, 平手, 同分",
)

_ABOUT = {
    "open/round": "points of a round, team mates, same points for a team, 一輪幾分, 同隊",
    "open/line": "factor, per, divided, rounded down, times, 倍數, 除以, 捨去",
    "open/negative": "minus points, can a number be negative, 可以負分嗎",
    "open/order": "when do lines come, another round, end of the rounds, 什麼時候, 先後",
    "open/limit": "when is it over, last round, reached, 什麼時候結束, 最後一輪",
    "open/limit-more": "one more round after the limit, everybody gets another turn, last round, 再一輪, 再打一輪",
    "open/limit-tied": "tie at the limit, play on, sudden death, nobody ahead, 平手加賽, 加賽一輪",
    "open/won": "did we win, victory, 我們贏了",
    "open/lost": "did we lose, defeat, 我們輸了",
    "open/tie-line": "most coins, fewest, 最多, 最少",
    "open/tie-number": "cards in hand, no points, 手牌, 不算分, tiebreak number",
    "open/tie-seats": "start player, who sits first, 座位, 起始玩家",
    "open/shared": "share the win, still equal, 共享, 並列",
}

_RARE = frozenset(RULES)
"""In search results they come after rules of other games that match equally well."""

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE)
