"""Search vocabulary of Azul: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

SAME = (
    "floor, floor line, broken tiles, dropped tiles, leftover tiles, 地板, 地板排, 掉落, 地上, 打破, 多的瓷磚",
    "start marker, first player marker, first player tile, start tile, 起始玩家標記, 先手標記, 起始標記, 先手",
    "tile, tiles, piece, stone, 瓷磚, 磚, 花磚, 塊",
    "neighbours, beside, next to, adjacent, left, right, above, below, touching, 相鄰, 旁邊, 上下左右, 連接",
    "row, line across, horizontal, 橫排, 列",
    "column, vertical, 直排, 行",
    "colour, colours, blue, yellow, red, black, white, 花色, 顏色, 同色",
    "grey, gray, blank wall, free wall, back side, 灰, 灰色, 灰牆, 空白牆",
    "bonus, bonuses, extra points, final scoring, end scoring, 額外分數, 加分, 獎勵",
    "open, free, allowed, possible, can go, 能擺放, 空格, 可以放",
    "pattern line, line, 花樣排",
)

ABOUT = {
    "?azul/tile": "place here, legal, allowed, new tile, chain, group, 放這裡, 這塊, 新放的",
    "?azul/columns": "which column, which space, grey side, 放哪裡, 哪一排, 沒有地方",
    "?azul/bonuses": "end of the game, final, five of a colour, last count, 最後加分, 五塊, 5 塊",
    "?azul/floor": "minus points, penalty, negative points, spaces taken, seven spaces, 扣幾分, 負分, 零分",
    "?azul/ranking": "tiebreak, tie breaker, who won, same points, winner, 誰贏, 比橫排, 名次, 平手怎麼辦",
    "?azul/audit": "wrong total, check the score, add up again, 檢查總分, 算錯, 可能嗎, 重新計算, 最少, 最多",
    "azul/tile": "neighbours, run, chain",
    "azul/space": "place here, which column, twice, same colour, 重複, 放哪裡",
    "azul/line-fell": "no place, no space, blocked line, whole line falls, 沒有地方放, 放不下, 整排掉下",
    "azul/start-marker": "no space left on the floor, eighth tile, 地板滿了",
    "azul/full-row": "when is it over, last round, how does it end, 什麼時候結束, 哪一輪結束, 最後一輪",
    "azul/tie-rows": "who wins, tiebreak, 誰贏",
    "azul/shared": "shared win, still tied, 共享勝利",
}

RARE = frozenset(("azul/start-marker", "azul/lines"))
"""Rules that rarely apply: in search results they come after other rules that match equally well."""
