"""Search vocabulary of Azul: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    (
        "floor, floor line, broken tiles, dropped tiles, leftover tiles, on the ground, broken, broken tile, drop, "
        "fall, extra tiles, too many tiles, 地板, 地板排, 掉落, 地上, 打破, 多的瓷磚, 掉, 掉到, 掉了, 掉到地上, 破掉, "
        "多出來, 放不下的, smash, smashed, shattered, 摔破, 摔, 碎掉, 破, 掉下去, dump, throw away, bin, trash, 丟, "
        "丟到地板, 丟掉, trash row, minus row, negative row, bottom row, penalty row, 垃圾排, 扣分排, 最下面那排"
    ),
    (
        "start marker, first player marker, first player tile, start tile, first player token, start token, "
        "starting tile, first from the middle, from the centre, 起始玩家標記, 先手標記, 起始標記, 先手, 先拿, "
        "先拿中間, 中間, 第一個拿, first player thing, number one tile, marker, 先手磚, 一號磚"
    ),
    "tile, tiles, piece, stone, 瓷磚, 磚, 花磚, 塊, 磁磚, 磚塊, 片, 磚片",
    (
        "neighbours, beside, next to, adjacent, left, right, above, below, touching, 相鄰, 旁邊, 上下左右, 連接, 相連, "
        "上下, 左右, 連在一起, 挨着, 緊鄰, 貼著, 靠著, 兩邊, 兩邊都有"
    ),
    "row, line across, horizontal, across, sideways, 橫排, 列, 橫的, 橫列, 整排, 行, stripe",
    "column, vertical, down, up and down, 直排, 行, 直的, 直列, 直行, 整直排, 列, top to bottom",
    "colour, colours, blue, yellow, red, black, white, one colour, 花色, 顏色, 同色, 一種顏色, 同一種花色, 同一色",
    "grey, gray, blank wall, free wall, back side, variant, 灰, 灰色, 灰牆, 空白牆, 灰色牆面, 灰色那面, 背面, 變體",
    "bonus, bonuses, extra points, final scoring, end scoring, 額外分數, 加分, 獎勵, 加幾分, 額外, 全齊, 集滿, 湊齊",
    "open, free, allowed, possible, can go, 能擺放, 空格, 可以放",
    "pattern line, line, 花樣排, pattern row, staircase, 樓梯",
    "cost, costs, lose, minus, penalty, 扣分, 扣, 負分, 失去",
    "azul, 花磚密語, 花磚物語",
    (
        "display, displays, factory, factories, disc, discs, plate, plates, saucer, coaster, 工廠圓盤, 圓盤, 盤子, 盤, "
        "工廠"
    ),
    "bag, sack, pouch, 袋子, 袋, 布袋",
    "lid, box, tray, 盒蓋, 蓋子, 盒子",
    "middle, centre, center, 中央, 中間, 桌面中央",
    (
        "unfinished, incomplete, half done, half full, not full, partly filled, not finished, 沒滿, 未完成, 沒完成, "
        "還沒滿, 沒填滿, 沒放滿"
    ),
    "take, pick, pick up, draft, grab, 拿, 拿取, 選, 挑",
    "wall, mosaic, right side, 牆面, 牆, 上牆, 右邊",
)

_ABOUT = {
    "?azul/tile": (
        "place here, legal, allowed, new tile, chain, group, how much for this tile, across and down, "
        "both directions, no neighbours, alone, 放這裡, 這塊, 新放的, 橫直都有, 單獨一塊, 沒有相鄰, 怎麼算分"
    ),
    "?azul/columns": (
        "which column, which space, grey side, may this colour go here, same colour again, same colour twice, "
        "where can I put it, 放哪裡, 哪一排, 沒有地方, 還能放, 同色放兩次, 重複, 能不能放, which spot, blank side, "
        "哪個位置"
    ),
    "?azul/bonuses": (
        "end of the game, final, five of a colour, last count, finish a column, complete column, complete row, "
        "all five, set of one colour, how much at the end, 最後加分, 五塊, 5 塊, 直排填滿, 橫排填滿, 五塊同色, "
        "集齊, 全部放上, 最後算分"
    ),
    "?azul/floor": (
        "minus points, penalty, negative points, spaces taken, seven spaces, tiles fell, below zero, "
        "how much for the floor, 扣幾分, 負分, 零分, 掉了幾塊, 扣多少, 變成負的"
    ),
    "?azul/ranking": (
        "both have the same points, same total, tiebreak, tie breaker, who won, same points, winner, 誰贏, "
        "比橫排, 名次, 平手怎麼辦"
    ),
    "?azul/audit": (
        "wrong total, check the score, add up again, is this total possible, can the score be right, miscount, "
        "how many at most, 檢查總分, 算錯, 可能嗎, 重新計算, 最少, 最多, 有可能, 可不可能, 分數對不對"
    ),
    "azul/tile": (
        "neighbours, run, chain, both directions, count itself, the new one too, counts twice, across and down, "
        "towards its own row, next to how many, 自己算不算, 橫的直的都算, 兩邊都算, 加兩次, 挨着幾塊, 沒挨着"
    ),
    "azul/space": (
        "place here, which column, twice, same colour, same colour twice in a row, "
        "same colour twice in a column, again, repeated, 重複, 放哪裡, 同色兩次, 兩塊同色"
    ),
    "azul/line-fell": (
        "no place, no space, blocked line, whole line falls, nowhere to put it, no space left, does not fit, "
        "cannot be placed, 沒有地方放, 放不下, 整排掉下, 沒地方放, 放不進去"
    ),
    "azul/start-marker": (
        "no space left on the floor, eighth tile, floor is full, floor line full, first player, 地板滿了, "
        "地板排滿了, 先拿的人"
    ),
    "azul/full-row": (
        "when is it over, last round, how does it end, when does it end, game over, play on, somebody completes a row, "
        "什麼時候結束, 哪一輪結束, 最後一輪, 遊戲結束, 結束了嗎, 還要繼續嗎, 填滿一排, when does the game end, "
        "when does azul end, end of the game, right away, immediately, finish the round, 馬上結束, 立刻結束, 打完這輪, "
        "stop the game, at once, fill a row, 立刻停, 馬上停"
    ),
    "azul/tie-rows": "who wins, tiebreak, 誰贏, equal points, what next, 一樣分",
    "azul/shared": "shared win, still tied, 共享勝利",
    "azul/displays": (
        "how many factories, how many discs, how many plates, how many displays, how many tiles on each, setup, "
        "幾個盤子, 擺幾個, 幾個圓盤, 每盤幾塊, 一盤幾片, 設置, circles in the middle, how many coasters, 中間擺幾個, "
        "圓盤幾個, how many for four, 圓盤補幾塊"
    ),
    "azul/first-player": (
        "who goes first, who starts, who begins, who is first, first round, next round, starting player, "
        "which direction, 誰先, 誰先拿, 誰先開始, 下一輪誰先, 誰是起始玩家, 順時針, 從誰開始, next round starts, 輪流, "
        "who begins azul, last in Portugal, 葡萄牙, 去過葡萄牙"
    ),
    "azul/taking": (
        "how many tiles do I take, all of one colour, only some of them, leave some, take two colours, pick tiles, "
        "from the middle, rest to the middle, 拿磚, 拿幾塊, 全部拿, 只拿一塊, 拿兩色, 剩下的放中間, 一次拿, "
        "have to take all, take every one, all of the same colour, must I take all, plate, 全拿, 要全拿嗎, 整盤, 一盤, "
        "拿一部分, 中間的, leave a tile behind, one of them only, 留一塊, two of three, just one, some of one colour, "
        "只拿兩塊, 一部分"
    ),
    "azul/pattern-lines": (
        "two lines, split tiles, mix colours in a line, which line, colour already on the wall, straight to the floor, "
        "分兩排, 放哪一排, 混色, 不同顏色放同一排, 牆上已經有, 直接放地板, 故意放地板, dump on the floor, "
        "red and blue in one line, refuse tiles, throw them away, 丟地板, 不想要, 放不下的"
    ),
    "azul/unfinished-lines": (
        "do they stay, next round, go away, end of the round, lose them, half-filled row, leftover tiles in a row, "
        "沒滿的排, 要清掉嗎, 會留著嗎, 留到下一輪, 沒填滿的花樣排, 剩下的瓷磚, rest of a line, rest of the tiles, "
        "remaining tiles, what happens to the others, 其他的瓷磚, 剩下的, does it reset, nearly done, almost full, "
        "still there next round, 下輪還在嗎, 只放了, 歸零, 重來, 清光"
    ),
    "azul/empty-bag": (
        "bag ran out, bag is empty, no tiles left, refill the bag, not enough tiles, 袋子空了, 沒磚了, 不夠補, 補磚, "
        "磚用完, nothing in the lid, nothing left, fewer tiles, 盒蓋也空了, pour back, tiles from the lid, 倒回去, "
        "盒蓋的磚, not enough for the displays, 磚不夠, 不夠補圓盤"
    ),
    "azul/bonus-colours": ("whole set, set of one colour, all five, one of each row, 顏色全齊, 集滿一色, 全齊, 十分"),
    "azul/bonus-columns": "whole column, 整條直的, 直的填滿, vertical bonus, 直的加分, 七分",
    "azul/bonus-rows": "whole row, 整條橫的, 橫的填滿, horizontal bonus, 橫的加分, 兩分",
    "azul/floor": (
        "smashed tiles, nine tiles, more than seven, eighth tile, lid, 超過七塊, 第八塊, 打破, 摔破, how much off, "
        "tiles in the trash, points off, 掉了幾塊扣幾分, 掉八塊"
    ),
    "azul/lines": (
        "more than one a round, several lines in one round, two tiles in one row in the same round, "
        "one tile of a line, move tiles over, 一輪一塊, 一排一塊, 放兩塊上牆, 一輪幾塊, 移到牆上, 什麼時候上牆"
    ),
    "azul/most-points": "who wins, winner, highest score, 誰贏, 分數最高",
}

_RARE = frozenset(
    (
        "azul/lines",
        "azul/start-marker",
    )
)

_SETTLES = {
    "?azul/tile": ("azul/tile",),
    "?azul/columns": ("azul/space",),
    "?azul/bonuses": ("azul/bonus-rows", "azul/bonus-columns", "azul/bonus-colours"),
    "?azul/floor": ("azul/floor",),
    "?azul/ranking": ("azul/most-points", "azul/tie-rows", "azul/shared"),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
