"""What people call the things of Ingenious when they search: words of one meaning, and what a rule is also about."""

from __future__ import annotations

SAME = (
    "tile, tiles, piece, domino, 板塊, 牌, 塊",
    "hand, tiles in hand, rack, my tiles, 手上, 手牌, 板塊架",
    "marker, markers, cube, cubes, track, colour, colours, 計分標記, 標記, 顏色",
    "symbol, symbols, picture, pictures, star, printed, 圖案, 印好的, 印在版圖上",
    "top, end of the track, 18, eighteen, reaches 18, reached 18, 18 分, 到 18",
    "extra placement, another tile, another turn, again, one more tile, bonus turn, 額外放置, 再放, 再放一塊, 多放",
    "alone, solo, one player, single player, 單人, 一個人",
    "team, teams, partner, 團隊, 隊友",
    "duel, two-player variant, 對決",
    "double, same on both halves, both halves, twin, 雙, 兩邊同色, 兩個一樣",
    "board, map, 版圖, 圖板",
    "at once, instantly, immediately, instant win, 立即, 馬上, 直接贏, 直接",
    "half, halves, side, 圖案, 一半",
)

ABOUT = {
    "?ingenious/placement": "what do I score, double tile, counting lines, 這塊, 怎麼算",
    "?ingenious/ranking": "who won, tiebreak, tie breaker, winner, second lowest, 誰贏, 怎麼比, 名次",
    "?ingenious/swap": "change my hand, no tile of my lowest colour, new hand, 換牌, 換手牌, 手上沒有",
    "ingenious/first-turn": "where does my first tile go, first move, may I place here, 第一塊, 一開始放哪, 放這裡",
    "ingenious/half": "the tile itself, printed symbols, directions, lines, 方向, 印好的圖案, 自己",
    "ingenious/nothing": "no points, no match, must I place, 沒分, 沒有分數, 一定要放",
    "ingenious/extra": "reach 18, another turn, again, 到 18, 再來一次",
    "ingenious/past-top": "more than 18, further than the end, too many points, 到底, 超過",
    "ingenious/past-left-top": "past 18, over 18, rest is lost, teams, 超過 18, 多出來",
    "ingenious/to-right-track": "alone, solo, 18, 單人, 沒有額外放置",
    "ingenious/instant-win": "all six colours, instant win, wins at once, all at 18, 六個都到, 全部 18, 直接贏",
    "ingenious/board-full": "board is full, end of the game, when is it over, no room, 放滿, 什麼時候結束",
    "ingenious/tie-column": "second lowest, tiebreak, who wins, 第二低, 怎麼比",
    "ingenious/own-side": "who wins the duel, 對決誰贏",
}

RARE = frozenset(
    (
        "ingenious/modes",
        "ingenious/no-hand",
        "ingenious/past-top",
        "ingenious/past-left-top",
        "ingenious/to-right-track",
        "ingenious/team-extra",
        "ingenious/past-nine",
        "ingenious/token",
        "ingenious/token-held",
        "ingenious/lowest-double",
        "ingenious/own-side",
        "ingenious/duel-tie",
        "ingenious/duel-draw",
        "ingenious/duel-swap",
    )
)
"""Rules that few tables come to: another rule that fits as well comes first."""
