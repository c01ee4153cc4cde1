"""Search vocabulary of Azul: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    (
        "floor, floor line, broken tiles, dropped tiles, leftover tiles, on the ground, broken, broken tile, drop, "
        "fall, extra tiles, too many tiles, 地板, 地板排, 掉落, 地上, 打破, 多的瓷磚, 掉, 掉到, 掉了, 掉到地上, 破掉, "
        "多出來, 放不下的, smash, smashed, shattered, 摔破, 摔, 碎掉, 破, 掉下去, dump, throw away, bin, trash, 丟, "
        "丟到地板, 丟掉, trash row, minus row, negative row, bottom row, penalty row, 垃圾排, 扣分排, 最下面那排, "
        "minus points, dump row, overflow, excess tiles, spill, spilled, spare tiles, 地上那排, 扣分區, 掉地, 溢出, "
        "多餘的磚, 打翻, 掉下來"
    ),
    (
        "start marker, first player marker, first player tile, start tile, first player token, start token, "
        "starting tile, first from the middle, from the centre, 起始玩家標記, 先手標記, 起始標記, 先手, 先拿, "
        "先拿中間, 中間, 第一個拿, first player thing, number one tile, 先手磚, 一號磚, number one, the one, "
        "white tile, first marker, 1 號, 一號, 起始那塊, 先手那塊"
    ),
    (
        "tile, tiles, piece, stone, 瓷磚, 磚, 花磚, 塊, 磁磚, 磚塊, 片, 磚片, ceramic, ceramics, square, squares, "
        "方塊, 小磚, 瓷片"
    ),
    (
        "neighbours, beside, next to, adjacent, left, right, above, below, touching, 相鄰, 旁邊, 上下左右, 連接, 相連, "
        "上下, 左右, 連在一起, 挨着, 緊鄰, 貼著, 靠著, 兩邊, 兩邊都有"
    ),
    "row, line across, horizontal, across, sideways, 橫排, 列, 橫的, 橫列, 整排, 行, stripe",
    "column, vertical, down, up and down, 直排, 行, 直的, 直列, 直行, 整直排, 列, top to bottom",
    "colour, colours, blue, yellow, red, black, white, one colour, 花色, 顏色, 同色, 一種顏色, 同一種花色, 同一色",
    "grey, gray, blank wall, free wall, back side, variant, 灰, 灰色, 灰牆, 空白牆, 灰色牆面, 灰色那面, 背面, 變體",
    (
        "bonus, bonuses, extra points, final scoring, end scoring, 額外分數, 加分, 獎勵, 加幾分, 額外, 全齊, 集滿, "
        "湊齊, reward, extra, complete set, full set, 獎分, 獎勵分, 結尾加分, 終局加分"
    ),
    "open, free, allowed, possible, can go, 能擺放, 空格, 可以放",
    "pattern line, line, 花樣排, pattern row, staircase, 樓梯",
    "cost, costs, lose, minus, penalty, 扣分, 扣, 負分, 失去",
    "azul, 花磚密語, 花磚物語",
    (
        "display, displays, factory, factories, disc, discs, plate, plates, saucer, coaster, 工廠圓盤, 圓盤, 盤子, 盤, "
        "工廠, circle, circles, dish, dishes, coasters, round thing, 圓盤子, 碟子, 杯墊, 圓的"
    ),
    "bag, sack, pouch, 袋子, 袋, 布袋, draw bag, 袋裡, 抽袋",
    "lid, box, tray, 盒蓋, 蓋子, 盒子, box lid, discard, discards, thrown, 棄磚, 遊戲盒, 盒",
    "middle, centre, center, 中央, 中間, 桌面中央",
    (
        "unfinished, incomplete, half done, half full, not full, partly filled, not finished, 沒滿, 未完成, 沒完成, "
        "還沒滿, 沒填滿, 沒放滿"
    ),
    "take, pick, pick up, draft, grab, 拿, 拿取, 選, 挑",
    "wall, mosaic, right side, 牆面, 牆, 上牆, 右邊, grid, 5 by 5, picture, 圖, 牆上, 格子",
    (
        "alone, lonely, lone, isolated, on its own, by itself, single, no neighbour, 單獨, 孤單, 孤立, 沒有鄰居, "
        "旁邊沒有, 獨自"
    ),
    "split, divide, spread, share out, separate, 分開, 分成, 拆開",
)

_ABOUT = {
    "?azul/tile": (
        "place here, legal, allowed, new tile, chain, group, how much for this tile, across and down, both directions, "
        "no neighbours, alone, 放這裡, 這塊, 新放的, 橫直都有, 單獨一塊, 沒有相鄰, 怎麼算分, score this tile, "
        "count this tile, i placed a tile with, tile with three to the left, 這塊幾分, 左邊有, 上面有, 右邊三塊, "
        "牆上連著, 連著五塊, 連著幾塊"
    ),
    "?azul/columns": (
        "which column, which space, grey side, may this colour go here, same colour again, same colour twice, "
        "where can I put it, 放哪裡, 哪一排, 沒有地方, 還能放, 同色放兩次, 重複, 能不能放, which spot, blank side, "
        "哪個位置"
    ),
    "?azul/bonuses": (
        "end of the game, final, five of a colour, last count, finish a column, complete column, complete row, "
        "all five, set of one colour, how much at the end, 最後加分, 五塊, 5 塊, 直排填滿, 橫排填滿, 五塊同色, 集齊, "
        "全部放上, 最後算分"
    ),
    "?azul/floor": (
        "minus points, penalty, negative points, spaces taken, seven spaces, tiles fell, below zero, "
        "how much for the floor, 扣幾分, 負分, 零分, 掉了幾塊, 扣多少, 變成負的, i have three on the floor, i dropped, "
        "my floor, 我掉了, 地板上有, count my floor, add up the floor, what do i lose, work out the floor, "
        "floor with five tiles, broken pieces, smashed, dropped pieces, spaces filled, "
        "first player marker on the floor, how bad, subtract, take off, off my score, 算地板, 地板幾塊, 地上幾塊, "
        "幫我算地板, 地板共扣, 掉了五塊, 掉了三塊, 摔破幾塊, 減幾分, 倒扣幾分, 佔了幾格"
    ),
    "?azul/ranking": (
        "both have the same points, same total, tiebreak, tie breaker, who won, same points, winner, 誰贏, 比橫排, "
        "名次, 平手怎麼辦, 最後平手, 最後平手看什麼, 平手看什麼, 平手比什麼, 最後同分, 誰名次高, tied at the end, "
        "who is better, who is ahead, draw at the end"
    ),
    "?azul/audit": (
        "wrong total, check the score, add up again, is this total possible, can the score be right, miscount, "
        "how many at most, 檢查總分, 算錯, 可能嗎, 重新計算, 最少, 最多, 有可能, 可不可能, 分數對不對"
    ),
    "azul/tile": (
        "neighbours, run, chain, both directions, count itself, the new one too, counts twice, across and down, "
        "towards its own row, next to how many, 自己算不算, 橫的直的都算, 兩邊都算, 加兩次, 挨着幾塊, 沒挨着, lonely, "
        "lone, on its own, single tile, isolated, diagonal tiles, corner, score when placing, how is a tile scored, "
        "gap between tiles, three in a row, long run, cross, L shape, tile in the middle of two, points for placing, "
        "when do i score, immediately, 斜的算嗎, 對角, 中間隔一格, 三塊連, 連四塊, 放上去幾分, 馬上算分, 單獨, "
        "孤單一塊, 十字, 沒有鄰居, 旁邊沒有磚, 沒有磚算一分, 旁邊都空, 一分, nothing beside it, only one point, "
        "empty spots, empty spot, break my run, hole in the row, skip a space, spaces between, adjacent tiles, "
        "connected tiles, touches two tiles, joins two groups, line of four, points for a tile with, plus shape, "
        "cross both ways, 隔一格, 空一格, 不連續, 中間空, 斷開, 連續, 連起來幾分, 上下左右都有, 一塊磚幾分, 旁邊兩塊, "
        "牆上連著, 連著五塊, 連著四塊"
    ),
    "azul/space": (
        "place here, which column, twice, same colour, same colour twice in a row, same colour twice in a column, "
        "again, repeated, 重複, 放哪裡, 同色兩次, 兩塊同色, already on the wall, can i repeat, two of the same, "
        "both blue, twice on the wall, grey side rules, anywhere in the row, choose the spot, free choice of space, "
        "灰牆規則, 自由放, 隨便放, 任意位置, 直排不能重複, 同一直排兩塊, same colour in a column, one of each colour, "
        "both rows, coloured side, fixed spaces, printed colours, 彩色牆, 固定位置, 印好的位置, 每排每色一塊, "
        "一直排兩個藍"
    ),
    "azul/line-fell": (
        "no place, no space, blocked line, whole line falls, nowhere to put it, no space left, does not fit, "
        "cannot be placed, 沒有地方放, 放不下, 整排掉下, 沒地方放, 放不進去, no legal space, nowhere left, "
        "can no longer go on the wall, all spots taken, stuck line, cannot move to the wall, grey wall blocked, "
        "沒位置, 沒空格, 移不過去, 放不了, 無法上牆, 卡住, 灰牆放不了"
    ),
    "azul/start-marker": (
        "no space left on the floor, eighth tile, floor is full, floor line full, first player, 地板滿了, 地板排滿了, "
        "先拿的人, does the marker cost points, does the first player lose points, minus one for going first, "
        "marker on a full floor, 標記也扣分嗎, 起始標記扣分, 先手扣一分, 滿了還放標記, marker on my floor, "
        "marker takes a space, does it take a space, start marker and eight tiles, 標記佔一格, 起始標記放哪, 標記放地板"
    ),
    "azul/full-row": (
        "when is it over, last round, how does it end, when does it end, game over, play on, somebody completes a row, "
        "什麼時候結束, 哪一輪結束, 最後一輪, 遊戲結束, 結束了嗎, 還要繼續嗎, 填滿一排, when does the game end, "
        "when does azul end, end of the game, right away, immediately, finish the round, 馬上結束, 立刻結束, 打完這輪, "
        "stop the game, at once, fill a row, 立刻停, 馬上停, as soon as a row is done, immediately or finish, "
        "one more round, when does it stop, whole row across, someone finishes a row, last turn, finished line across, "
        "do we finish the round, how many rounds, 一排滿了, 橫排滿了, 排滿一排, 有人填滿, 填滿橫排就, 還有下一輪嗎, "
        "再一輪嗎, 打完這輪嗎, 玩幾輪, how does azul finish, row completed, whole row completed, "
        "two players complete a row, keep playing, complete row ends, trigger the end, who ends the game, end trigger, "
        "horizontal row full, 兩個人都滿, 橫的滿了, 觸發結束, 誰先填滿"
    ),
    "azul/tie-rows": (
        "who wins, tiebreak, 誰贏, equal points, what next, 一樣分, same points in azul, both level, what decides, "
        "more rows, count the rows, 同分比什麼, 平手比什麼, 橫排多的贏, 平手看什麼, 最後平手, 花磚平手, "
        "tied at the end, tie on points, tied on points, who has more lines, 完成的橫排, 橫排數量"
    ),
    "azul/shared": (
        "shared win, still tied, 共享勝利, nobody wins, two winners, same number of rows, still equal, both win, "
        "兩個人一起贏, 橫排也一樣, 都一樣, 都贏, same rows and points, all equal, equal rows, tie with the same rows, "
        "is it a draw, 橫排和分數都一樣, 橫排一樣多, 又平手"
    ),
    "azul/displays": (
        "how many factories, how many discs, how many plates, how many displays, how many tiles on each, setup, "
        "幾個盤子, 擺幾個, 幾個圓盤, 每盤幾塊, 一盤幾片, 設置, circles in the middle, how many coasters, 中間擺幾個, "
        "圓盤幾個, how many for four, 圓盤補幾塊, how many plates for three, number of factories, "
        "how many do we lay out, start setup, five seven nine, how many go on each disc, fill the displays, "
        "擺幾個圓盤, 幾個工廠, 二人幾個, 三人七個, 每個圓盤放幾塊, 補四塊, pieces, sit on, on one plate, "
        "how many sit on each, each plate, how many circles, lay out, around the table, factories needed, 擺多少, "
        "多少圓盤, 三個玩家, 四位玩家, 要幾個盤子, 多少個工廠"
    ),
    "azul/first-player": (
        "who goes first, who starts, who begins, who is first, first round, next round, starting player, "
        "which direction, 誰先, 誰先拿, 誰先開始, 下一輪誰先, 誰是起始玩家, 順時針, 從誰開始, next round starts, 輪流, "
        "who begins azul, last in Portugal, 葡萄牙, 去過葡萄牙, next first player, who opens, who has the first turn, "
        "start marker owner begins, whose turn first, which way round, 誰第一個, 第一輪誰先, 第一個拿的人下輪先, "
        "起始玩家怎麼決定, 下輪誰, 輪流方向, 逆時針, 誰當起始玩家, 當起始玩家, 怎麼選起始玩家, "
        "who becomes first player, 起始玩家是誰, restart the next round, who restarts, new round begins, "
        "whoever took the marker, next starting, 新一輪誰先, 拿標記的先, 下一輪起始, 什麼人先拿, 哪個人先拿, 誰可以先拿"
    ),
    "azul/taking": (
        "how many tiles do I take, all of one colour, only some of them, leave some, take two colours, pick tiles, "
        "from the middle, rest to the middle, 拿磚, 拿幾塊, 全部拿, 只拿一塊, 拿兩色, 剩下的放中間, 一次拿, "
        "have to take all, take every one, all of the same colour, must I take all, plate, 全拿, 要全拿嗎, 整盤, 一盤, "
        "拿一部分, 中間的, leave a tile behind, one of them only, 留一塊, two of three, just one, some of one colour, "
        "只拿兩塊, 一部分, every, whole colour, must i take every, just the ones i want, only one of them, "
        "two colours at once, how many can i pick up, first to take from the middle, who takes the start marker, "
        "gets the marker, what happens to the others on the plate, push to the middle, 拿全部, 不拿全部, 只拿一個, "
        "要不要拿起始標記, 拿中間要, 先拿中間, 同一色全拿, 一次拿幾色, 剩的放哪, 推到中間, number one marker, "
        "who takes the marker, takes the number one, first to grab, from the centre, from the pile, can i leave, "
        "whole pile, empty display, only from one display, two displays, take from two plates, white and blue, grab, "
        "從兩個盤子拿, 誰拿起始標記, 拿起始, 中間的都要拿, 中間拿一色, 一回合拿, 可以只拿, 挑兩塊"
    ),
    "azul/pattern-lines": (
        "two lines, split tiles, mix colours in a line, which line, colour already on the wall, straight to the floor, "
        "分兩排, 放哪一排, 混色, 不同顏色放同一排, 牆上已經有, 直接放地板, 故意放地板, dump on the floor, "
        "red and blue in one line, refuse tiles, throw them away, 丟地板, 不想要, 放不下的, split over two lines, "
        "two rows, do not want, not wanted, unwanted, can i refuse, i already have that colour on the wall, "
        "same colour already, must it be one colour, two colours in one row, start a new line, put all on the floor, "
        "too many for the line, 同一排兩種顏色, 分開放, 拆成兩排, 一定要放同一排, 不要的磚, 不想放, 牆上已有的顏色, "
        "放花樣排, 太多放不下, dont want, what if i do not want the tiles, only some fit, only three fit, too short, "
        "not enough spaces, throw all on purpose, discard on purpose, throw all my tiles away, "
        "colour on the wall already, red already, same row again, fill from the right, fill several lines, "
        "two rows at a time, 已經在牆上, 還能放那排, 同色已在牆上, 故意丟掉, 放不完, 只放得下三塊, 空格不夠, "
        "可以跨排嗎, 多拿的"
    ),
    "azul/unfinished-lines": (
        "do they stay, next round, go away, end of the round, lose them, half-filled row, leftover tiles in a row, "
        "沒滿的排, 要清掉嗎, 會留著嗎, 留到下一輪, 沒填滿的花樣排, 剩下的瓷磚, rest of a line, rest of the tiles, "
        "remaining tiles, what happens to the others, 其他的瓷磚, 剩下的, does it reset, nearly done, almost full, "
        "still there next round, 下輪還在嗎, 只放了, 歸零, 重來, 清光, uncompleted, not completed, "
        "not full at the end of the round, does it carry over, do i keep them, wiped, cleared, do they fall, "
        "nearly full, 沒排滿, 排不滿, 還差一塊, 差一塊, 下一輪還在, 會不會掉, 會清空嗎, 留著, 沒完成的排, emptied, "
        "when is it emptied, empty a line, line emptied, when are tiles removed, when do i clear, 什麼時候清, "
        "花樣排清空, used tiles, where do used tiles go, where do the rest go, others of the line, discard the rest, "
        "box lid, spare tiles of a line, 用過的磚, 其餘的磚去哪, 剩下的磚放哪, 放盒蓋, 滿的排剩下, 多的三塊"
    ),
    "azul/empty-bag": (
        "bag ran out, bag is empty, no tiles left, refill the bag, not enough tiles, 袋子空了, 沒磚了, 不夠補, 補磚, "
        "磚用完, nothing in the lid, nothing left, fewer tiles, 盒蓋也空了, pour back, tiles from the lid, 倒回去, "
        "盒蓋的磚, not enough for the displays, 磚不夠, 不夠補圓盤, no more tiles, tiles in the lid, "
        "box lid tiles come back, when do they come back, out of tiles, run out of tiles, cannot fill, too few tiles, "
        "沒有磚了, 袋子沒了, 袋子抽光, 磚抽完了, 盒蓋裡的磚什麼時候回來, 圓盤補不滿, 放回袋子, where do used tiles go, "
        "lid, refill from the lid, discarded tiles return, used tiles come back, 用過的磚回來, 盒蓋裡的, 抽不到磚, "
        "袋子裡沒磚"
    ),
    "azul/bonus-colours": (
        "whole set, set of one colour, all five, one of each row, 顏色全齊, 集滿一色, 全齊, five of the same, "
        "five blue, all reds, every red, ten points, complete colour, what is a full colour worth, whole colour, "
        "all five yellow, 五塊藍的, 五個一樣, 同色五塊, 同色加十分, 每種顏色幾分, 全部藍色, 藍的全滿, "
        "every red tile placed, all tiles of a colour, bonus per colour, five colours, 集滿一種, 集滿紅色, 全部紅色"
    ),
    "azul/bonus-columns": (
        "whole column, 整條直的, 直的填滿, vertical bonus, 直的加分, all the way down, full column at the end, "
        "column of five, seven points, what is a full column worth, bonus for a column, top to bottom complete, "
        "直排加幾分, 直排七分, 整條直, 每直排, 填滿直排, vertical line, vertical or horizontal, worth more, "
        "which bonus, 直的一排滿了, 直排滿了, 一直排"
    ),
    "azul/bonus-rows": (
        "whole row, 整條橫的, 橫的填滿, horizontal bonus, 橫的加分, finished line across, row at the end, row of five, "
        "each horizontal line, what is a full row worth, bonus for a row, two points, 橫排加幾分, 橫排兩分, "
        "一整排幾分, 填滿橫排, 每橫排, horizontal one, horizontal line, vertical or horizontal, worth more"
    ),
    "azul/floor": (
        "smashed tiles, nine tiles, more than seven, eighth tile, lid, 超過七塊, 第八塊, 打破, 摔破, how much off, "
        "tiles in the trash, points off, 掉了幾塊扣幾分, 掉八塊, below zero, push under zero, floor costs, "
        "first space, second tile, third broken tile, four tiles, how much do three cost, total penalty, minus 14, "
        "when is the floor counted, when do i lose points, floor tiles go to the lid, maximum penalty, 扣幾分, "
        "地板幾塊, 地板四塊, 一塊扣一分, 最多扣幾分, 全滿扣多少, 起始標記算一塊嗎, 什麼時候扣分, 會低於零嗎, 負分嗎, "
        "總共扣, totally full, how bad, pay for the floor, dropped ten, each tile more, price of the floor, "
        "steps of the floor, most i can lose, fourteen, cleared after the round, 全滿, 掉七塊, 掉六塊, 十塊, "
        "越多扣越多, 依序扣多少, 清地板, 地板扣完要清嗎, 丟地上, leftover tiles i cannot place, "
        "tiles that cannot be placed, cant place"
    ),
    "azul/lines": (
        "more than one a round, several lines in one round, two tiles in one row in the same round, "
        "one tile of a line, move tiles over, 一輪一塊, 一排一塊, 放兩塊上牆, 一輪幾塊, 移到牆上, 什麼時候上牆, "
        "which row first, top to bottom, order of tiling, how many tiles go to the wall, when do tiles move over, "
        "both at once, 從上到下, 先移哪一排, 哪排先, 幾塊上牆, 何時上牆, tiles move up, move up to the wall, "
        "move to the wall, right away or at the end, at the end of the round, when do i tile, each finished line, "
        "put on the wall, one at a time, 什麼時候移到牆, 馬上移到牆上, 立刻上牆, 輪末, 一輪結束才移, 完成的排移動"
    ),
    "azul/most-points": (
        "who wins, winner, highest score, 誰贏, 分數最高, how do i win, what do i need to win, who is the winner, "
        "怎麼贏, 怎樣算贏"
    ),
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
