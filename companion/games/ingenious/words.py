"""Search vocabulary of Ingenious: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.parts import Words
from companion.games.ingenious.about import ABOUT

_SAME = (
    (
        "tile, tiles, piece, domino, 板塊, 牌, 塊, dominoes, hex, 骨牌, 磚, pieces, block, hexes, hexagons, 六角, "
        "六角板, 雙六角, 牌子, 磚塊"
    ),
    (
        "hand, tiles in hand, rack, my tiles, 手上, 手牌, 板塊架, holder, stand, 架子, tray, in my hand, tiles i have, "
        "架, 手裡, 我的板塊"
    ),
    (
        "marker, markers, cube, cubes, pegs, bead, dot, track, colour, colours, 計分標記, 標記, 顏色, 指示物, pawn, "
        "peg, counter, score, score track, scoring board, 分數標記, 計分塊, 計分木塊, 方塊, 小方塊, 進度"
    ),
    (
        "symbol, symbols, picture, pictures, star, printed, 圖案, 印好的, 印在版圖上, 印的圖案, 版圖上的圖案, suns, "
        "sun, circle, shape, shapes, icon, icons, 星, 太陽, 圓, 圖形, 圖示, 星形"
    ),
    (
        "top, end of the track, 18, eighteen, reaches 18, reached 18, reach 18, over 18, past 18, hit 18, 18 分, "
        "到 18, 超過 18, 到頂, 盡頭, 到底, max, max out, maxed out, shot past, 封頂, 最高, 頂, end, last space, "
        "far end, finish, topped out, maximum, 滿, 滿了, 到滿, 終點, 18 格"
    ),
    (
        "extra placement, another tile, another turn, again, one more tile, bonus turn, extra turn, extra move, "
        "bonus move, play again, 額外放置, 再放, 再放一塊, 多放, 再放一次, 額外, 再下一塊, go again, another go, "
        "extra go, bonus, reward, 獎勵, 再來一次, second tile, one more turn, one more go, 多一次, 多一塊, 加放, "
        "再一塊, 多下一塊, 多一回合"
    ),
    (
        "alone, solo, one player, single player, 單人, 一個人, on my own, just me, by myself, solitaire, 自己玩, 單獨, "
        "獨自, 一人"
    ),
    (
        "team, teams, partner, 團隊, 隊友, partners, mate, mates, teammate, pairs, two against two, 兩兩一隊, "
        "兩人一隊, 一隊, 兩兩, 同隊, 分隊, 隊, allies, ally, side, 搭檔, 夥伴, 同伴"
    ),
    "duel, two-player variant, 對決, head to head, versus, one on one, two of us, 單挑, 一對一, 兩人對戰",
    "double, same on both halves, both halves, twin, 雙, 兩邊同色, 兩個一樣",
    "board, map, 版圖, 圖板",
    "at once, instantly, immediately, instant win, 立即, 馬上, 直接贏, 直接",
    "half, halves, side, 圖案, 一半",
    (
        "lowest marker, lowest colour, worst colour, 最落後, 最低的顏色, 最低色, 最低分, 最低的, lowest, worst, "
        "weakest, 最差, bottom marker, last colour, furthest behind, smallest, slowest, 最後面, 最慢, 最少的, 墊底"
    ),
    (
        "gap, hole, 隔空, skip, 隔一格, 隔開, 隔, 中間空, blank, blank space, empty space, hole in between, "
        "interruption, interrupt, break, breaks, stop, 空格, 中間有空, 中間斷, 斷掉, 空一格"
    ),
    "token, chip, chips, disc, disk, duel token, 指示物, 籌碼, 對決指示物, 代幣",
    "place, build, put down, drop, 下, 下在, 貼著",
    "swap, get new tiles, throw back",
    "side, end, ends, both ends, both halves, 兩端, 兩邊",
)

WORDS = Words(same=_SAME, about=ABOUT)
