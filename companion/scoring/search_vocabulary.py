"""Synonyms that apply to every game; each game adds its own in its `Words`."""

from __future__ import annotations

SAME: tuple[str, ...] = (
    "tie, tied, draw, equal, same points, even, level, 平手, 同分, 一樣, 相同",
    "win, winner, wins, comes first, first place, ahead, victory, 獲勝, 贏, 勝, 第一名",
    "points, score, scores, count, counts, counted, 分數, 得分, 幾分, 計分, 算分, 有分, 算",
    "lose, minus, negative, penalty, taken off, 扣分, 扣, 負分, 失去",
    "below 0, negative, under zero, less than zero, below zero, 低於 0, 零分以下, 負的, 負數",
    "end, ends, over, finished, last round, 結束, 最後",
    "full, filled, complete, completed, 填滿, 滿, 完成, 放滿",
    "swap, swapped, exchange, trade, change, 交換, 換",
    "place, placed, put, lay, lie, lies, go, goes, 放, 擺放, 放置",
    "must, have to, need to, forced, obliged, 必須, 一定要",
    "order, act, acts, turn, goes first, whose turn, 行動, 先動, 順序",
    "start, starts, begin, begins, open, opens, lead, leads, 開始, 先",
    "player, players, people, 玩家, 人",
    "lowest, smallest, least, 最小, 最低, 最落後",
    "most, highest, largest, biggest, 最多, 最大, 最高",
    "free, idle, 免費, 閒置",
    "money, coins, coin, 錢, 元",
)
