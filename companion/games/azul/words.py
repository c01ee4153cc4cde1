"""Search vocabulary of Azul: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.parts import Words

_SAME = (
    (
        "floor, floor line, broken tiles, crash, crashed, junk, 摔碎, 打碎, 碎, 往下掉, dropped tiles, leftover tiles, "
        "on the ground, broken, broken tile, drop, fall, extra tiles, too many tiles, 地板, 地板排, 掉落, 地上, 打破, "
        "多的瓷磚, 掉, 掉到, 掉了, 掉到地上, 破掉, 多出來, 放不下的, smash, smashed, shattered, 摔破, 摔, 碎掉, 破, "
        "掉下去, dump, throw away, bin, trash, 丟, 丟到地板, 丟掉, trash row, minus row, negative row, bottom row, "
        "penalty row, 垃圾排, 扣分排, 最下面那排, minus points, dump row, overflow, excess tiles, spill, spilled, "
        "spare tiles, 地上那排, 扣分區, 掉地, 溢出, 多餘的磚, 打翻, 掉下來"
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
    "row, line across, horizontal, across, sideways, 橫排, 列, 橫的, 橫列, 整排, stripe",
    "column, vertical, down, up and down, 直排, 行, 直的, 直列, 直行, 整直排, 直條, top to bottom",
    "colour, colours, blue, yellow, red, black, white, one colour, 花色, 顏色, 同色, 一種顏色, 同一種花色, 同一色",
    "grey, gray, blank wall, free wall, back side, variant, 灰, 灰色, 灰牆, 空白牆, 灰色牆面, 灰色那面, 背面, 變體",
    (
        "bonus, bonuses, extra points, prize, 加碼, 獎, final scoring, end scoring, 額外分數, 加分, 獎勵, 加幾分, "
        "額外, 全齊, 集滿, 湊齊, reward, extra, complete set, full set, 獎分, 獎勵分, 結尾加分, 終局加分"
    ),
    "open, free, allowed, possible, can go, 能擺放, 空格, 可以放",
    "pattern line, line, 花樣排, stair, stairs, steps, 階梯, left side, pattern row, staircase, 樓梯",
    "cost, costs, lose, minus, penalty, 扣分, 扣, 負分, 失去",
    "azul, 花磚密語, 花磚物語",
    (
        "display, displays, factory, factories, disk, disks, platter, tray, 碟, disc, discs, plate, plates, saucer, "
        "coaster, 工廠圓盤, 圓盤, 盤子, 盤, 工廠, circle, circles, dish, dishes, coasters, round thing, 圓盤子, 碟子, "
        "杯墊, 圓的"
    ),
    "bag, sack, pouch, 袋子, 袋, 布袋, draw bag, 袋裡, 抽袋",
    "lid, box, tray, cover, 盒蓋, 蓋子, 盒子, box lid, discard, discards, thrown, 棄磚, 遊戲盒, 盒",
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
    (
        "split, divide, spread, break up, two lines, two rows, several lines, 拆, 跨排, share out, separate, 分開, "
        "分成, 拆開"
    ),
)

_ABOUT = {
    "?azul/tile": (
        "place here, legal, allowed, new tile, chain, group, how much for this tile, across and down, both directions, "
        "no neighbours, alone, 放這裡, 這塊, 新放的, 橫直都有, 單獨一塊, 沒有相鄰, 怎麼算分, score this tile, "
        "count this tile, i placed a tile with, tile with three to the left, 這塊幾分, 左邊有, 上面有, 右邊三塊, "
        "牆上連著, 連著五塊, 連著幾塊, points for this tile, how many does this tile get, is my tile 4 or 5, "
        "tile here scores, pts for the new brick, score for placing here, touching three on one side, 這格幾分, "
        "放這格拿幾分, 這塊磚算幾分, 擺這裡得幾分, i put a tile here with two on the left how many, "
        "placing between two tiles, tile above and tile beside what do i score, how many points do i get for this one, "
        "the tile sits between two others, 這一塊左邊兩塊上面一塊, 夾在兩塊中間幾分, 我這塊可以拿幾分, 貼上這塊算幾分"
    ),
    "?azul/columns": (
        "which column, which space, grey side, may this colour go here, same colour again, same colour twice, "
        "where can I put it, 放哪裡, 哪一排, 沒有地方, 還能放, 同色放兩次, 重複, 能不能放, which spot, blank side, "
        "哪個位置, which column is still free for, free spots for this colour, can green go in column two, "
        "allowed columns, grey wall spots left, 這色還能放哪格, 灰牆哪幾格可以, 哪幾直行能放, "
        "which squares are left for red, blank board where can i still put it, on the blank board any square, "
        "on the empty wall which columns, 空白牆哪裡還能放, 灰面這塊放哪格, 哪幾格還可以放紅的"
    ),
    "?azul/bonuses": (
        "final scoring, end scoring, end of the game, final, five of a colour, last count, finish a column, "
        "complete column, complete row, all five, set of one colour, how much at the end, 最後加分, 五塊, 5 塊, "
        "直排填滿, 橫排填滿, 五塊同色, 集齊, 全部放上, 最後算分, add up my end bonuses, "
        "end of game extras for my wall, total bonus of my board, what extras does my wall give, "
        "rows columns and colours together, 我的牆最後加多少, 幫我算結尾加分, 獎勵總共幾分, final scoring azul, "
        "scoring at the end, final scoring of the wall, end scoring azul, all black ones in place, "
        "did the full row count at the end, what do i get at the end for my wall, count the bonus of this wall, "
        "did my column count, bonus total, 結束時這面牆加多少, 整面牆的獎勵, 橫的直的同色各幾個"
    ),
    "?azul/floor": (
        "minus points, penalty, negative points, spaces taken, seven spaces, tiles fell, below zero, "
        "how much for the floor, 扣幾分, 負分, 零分, 掉了幾塊, 扣多少, 變成負的, i have three on the floor, i dropped, "
        "my floor, 我掉了, 地板上有, count my floor, add up the floor, what do i lose, work out the floor, "
        "floor with five tiles, broken pieces, smashed, dropped pieces, spaces filled, "
        "first player marker on the floor, how bad, subtract, take off, off my score, 算地板, 地板幾塊, 地上幾塊, "
        "幫我算地板, 地板共扣, 掉了五塊, 掉了三塊, 摔破幾塊, 減幾分, 倒扣幾分, 佔了幾格, how much is my floor, "
        "minus for 4 broken, four on the ground, dropped seven, lost points for six tiles, 5 fell, "
        "total minus of the bottom row, 掉四塊扣多少, 地板五塊, 掉了三塊扣幾分, 總共扣, "
        "how big is the penalty for 3 dropped, three dropped, dropped 4 tiles, "
        "i have 5 on the ground how much do i lose, two points left and floor costs five, 掉三塊扣幾分, "
        "地上四塊要扣多少, 只剩兩分地板扣五分, floor line with two tiles, floor line with 4 tiles, "
        "floor line has 5 tiles, three tiles on my floor line, 地板排有三塊"
    ),
    "?azul/ranking": (
        "both have the same points, same total, tiebreak, tie breaker, who won, same points, winner, 誰贏, 比橫排, "
        "名次, 平手怎麼辦, 最後平手, 最後平手看什麼, 平手看什麼, 平手比什麼, 最後同分, 誰名次高, tied at the end, "
        "who is better, who is ahead, draw at the end, who wins with 60 each, same total more rows, we both have 55, "
        "final ranking, 兩人都六十分誰贏, 排名次, both ended on 70 who won azul, equal points at the end of azul, "
        "we ended equal, who won with the same points and rows, 花磚打平誰贏, 花磚最後一樣分, 兩個人都七十分"
    ),
    "?azul/audit": (
        "wrong total, check the score, add up again, is this total possible, can the score be right, miscount, "
        "how many at most, 檢查總分, 算錯, 可能嗎, 重新計算, 最少, 最多, 有可能, 可不可能, 分數對不對, "
        "is that score possible, can he really have that many, did she cheat with the score, score seems too high, "
        "max score of this board, maximum possible with this wall, lowest possible total, could this wall give, "
        "did we add wrong, believe his score, verify the total, 這面牆最多幾分, 這分數可能嗎, 他說他有幾分可能嗎, "
        "是不是算錯了, 分數怪怪的, 總分有沒有算錯, 有八十分可能嗎, 真的有那麼多分嗎, could she really have 90, "
        "impossible score, cheated points, too many points for that wall, how many points can this give, "
        "is 70 realistic, recount total, lowest this wall can have, 不可能那麼多分, 這牆能有幾分, 分數合理嗎, "
        "幾分才對, 檢查分數, check wall, check his wall, i dont believe his score, tom says 95, is 95 possible, "
        "can that be right, too good to be true, verify this wall, 他說九十五分我不信, 檢查這面牆, 幫我驗分數, "
        "分數太高了吧"
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
        "牆上連著, 連著五塊, 連著四塊, tile with nobody next to it, no neighbours how many points, "
        "how does scoring work, points when both ways, horizontal and vertical both, crossing lines, "
        "tile that touches two others, counts in both directions, 4 across and 3 down, does the new tile itself count, "
        "how do i score my wall, do diagonals count, gap in the line, how are tiles scored, point for a lonely tile, "
        "row and column together, 單獨一塊幾分, 橫的跟直的都算, 兩個方向都有, 旁邊都沒磚, 怎麼計分, 計分怎麼算, "
        "交叉的磚, 斜對角算嗎, 相鄰的磚幾分, 新磚算不算, count towards both lines, tile in a cross, "
        "how many for touching, alone on the wall, first tile on the wall, adjacent points, run of five, "
        "score per tile, both axes, connecting two groups, my new one included, empty neighbours, 挨着, "
        "挨着兩塊得幾分, 連成一線, 孤零零一塊, 一塊磚貼上去幾分, 左右都有, 上下都有, 連三塊幾分, 兩邊都碰到, "
        "touching only at the corner, corner contact any points, tile between two tiles counts once or twice, "
        "does a gap count, do diagonal ones count, does the tile itself count in both, did the tiles next to it count, "
        "did the one below count towards it, points for two in line, single tile no neighbours one point, 斜角碰到, "
        "只有角碰到, 兩邊都有算兩次, 自己算一次還是兩次, 隔壁的算嗎, 下面那塊算進去嗎, 落單一分, 左右上下"
    ),
    "azul/space": (
        "place here, which column, twice, same colour, same colour twice in a row, same colour twice in a column, "
        "again, repeated, 重複, 放哪裡, 同色兩次, 兩塊同色, already on the wall, can i repeat, two of the same, "
        "both blue, twice on the wall, grey side rules, anywhere in the row, choose the spot, free choice of space, "
        "灰牆規則, 自由放, 隨便放, 任意位置, 直排不能重複, 同一直排兩塊, same colour in a column, one of each colour, "
        "both rows, coloured side, fixed spaces, printed colours, 彩色牆, 固定位置, 印好的位置, 每排每色一塊, "
        "一直排兩個藍, can i put blue anywhere on the gray side, two of the same color in a column, same colour twice, "
        "free choice on the grey board, where do i place it on the grey wall, rules of the back side, "
        "rules of the variant, does the color have to match the wall, must it match the picture, 灰色那面怎麼擺, "
        "灰色怎麼玩, 變體規則, 同一直行可以兩塊紅嗎, 一定要放對應顏色, 背面怎麼玩, two whites in one column, "
        "repeat colour on grey, same tile twice in a line, must follow the printed pattern, is every spot ok, "
        "colour fixed on the normal side, one colour per column, freestyle wall, 同色可重複嗎, 重複顏色, 灰面規則, "
        "灰牆同行同色, 照圖案放嗎, 任意格嗎, choose any square on the blank board, any square on the blank side, "
        "blank board free placing, can a colour be twice in a column, same colour twice on the wall, "
        "must it go on the printed colour, 空白那面自己選, 自己選位置, 同色同一直排, 要對顏色嗎, 顏色可以重複嗎, "
        "固定的格子嗎"
    ),
    "azul/line-fell": (
        "no place, no space, blocked line, whole line falls, nowhere to put it, no space left, does not fit, "
        "cannot be placed, 沒有地方放, 放不下, 整排掉下, 沒地方放, 放不進去, no legal space, nowhere left, "
        "can no longer go on the wall, all spots taken, stuck line, cannot move to the wall, grey wall blocked, "
        "沒位置, 沒空格, 移不過去, 放不了, 無法上牆, 卡住, 灰牆放不了, theres no spot left on the grey board, "
        "cant place my finished line, tile that cannot be placed on the wall, full line nowhere to go, "
        "completed line no column, color blocked everywhere, what if it cant go anywhere on the grey wall, "
        "排滿了但沒位置放, 沒格子可以放整排掉, 放不上牆, 灰牆沒位置, 整排掉下去, "
        "finished line but every column is taken, no legal column, colour already in every column, "
        "must drop the whole line, full row cannot move, 上不了牆, 整排丟地板, 沒地方上牆, 每一直行都有了, "
        "line with no place on the grey side, finished row has nowhere to go on the blank wall, "
        "completed row but no spot on the wall, line is full but colour cannot go on the wall, "
        "no legal spot on the grey wall, blank wall blocked, 滿了卻沒地方鋪, 灰牆放不進去, 沒格子可放, 整排掉到地板, "
        "排滿了但牆上不能放, 鋪不上去"
    ),
    "azul/start-marker": (
        "no space left on the floor, eighth tile, floor is full, floor line full, first player, 地板滿了, 地板排滿了, "
        "先拿的人, does the marker cost points, does the first player lose points, minus one for going first, "
        "marker on a full floor, 標記也扣分嗎, 起始標記扣分, 先手扣一分, 滿了還放標記, marker on my floor, "
        "marker takes a space, does it take a space, start marker and eight tiles, 標記佔一格, 起始標記放哪, "
        "標記放地板, does the 1 tile cost points, does the first player thingy cost points, starting tile minus one, "
        "floor full and i take the marker, no space for the first player tile, marker when floor is full, "
        "where do i put the 1 tile, is the start marker a tile, does the marker go to the lid, 先手那塊要扣嗎, "
        "一號磚也算扣分, 起始標記也扣, 地板滿了還要放先手, 先手標記扣分嗎, 拿先手會扣分, does the 1 hurt me, "
        "minus for taking first, is being first a penalty, first marker takes a floor spot, cost of the start marker, "
        "white one tile, 拿一號扣嗎, 先手扣幾分, 先手標記佔格, 先拿中間扣分, floor is full and i take the start tile, "
        "floor line full where does it go, first to take the middle loses a point, "
        "do i lose a point for the start tile, does the start tile lie on the floor, more than seven on the floor, "
        "floor is full what now, 地板排滿了再掉, 滿了放蓋子, 第八塊, 拿中間扣一分, 先手標記扣分, 起始標記放地板, "
        "標記也算一塊嗎"
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
        "horizontal row full, 兩個人都滿, 橫的滿了, 觸發結束, 誰先填滿, when is azul over, "
        "someone filled a line across, do we stop right away, game over condition, when does the game stop, "
        "how long do we play, five in a row on the wall, what ends the game, how many rounds is azul, finish line, "
        "什麼時候玩完, 怎樣算結束, 一排滿就結束, 有人滿一橫排, 要玩幾輪, 滿了一排還要打完嗎, 遊戲怎麼結束, "
        "finish straight after a horizontal is done, end trigger azul, row of five done now what, play out the round, "
        "is there another round after, last round when, how it ends, 橫排滿了結束, 滿一排, 結束條件, 何時結束, "
        "滿排還玩嗎, 觸發, completed her horizontal row another round or not, one horizontal row done is it over, "
        "how many rounds does azul last, game over trigger, when is the last round, "
        "does it end right away or do we finish, five in a row ends it, 還要再一輪嗎, 花磚打幾輪, 什麼時候打完, "
        "花磚怎麼結束, 滿一排就結束嗎"
    ),
    "azul/tie-rows": (
        "who wins, tiebreak, 誰贏, equal points, what next, 一樣分, same points in azul, both level, what decides, "
        "more rows, count the rows, 同分比什麼, 平手比什麼, 橫排多的贏, 平手看什麼, 最後平手, 花磚平手, "
        "tied at the end, tie on points, tied on points, who has more lines, 完成的橫排, 橫排數量, "
        "same score who wins, equal score at the end, tie breaker, draw in azul, what if we have the same points, "
        "tiebreak rule, 同分怎麼辦, 同分誰贏, 分數一樣看什麼, 一樣分數, 平手怎麼分勝負, same points whos the champ, "
        "tied score what then, level on points, both 50, equal final score, 同分怎麼判, 平手怎麼判, 分數相同 花磚, "
        "一樣多分, who wins a tie, same points who wins, wins a tie, tie in azul, azul ended equal what breaks it, "
        "equal points in azul who has more rows, tie breaker rows, count the rows on a tie, 花磚同分看什麼, "
        "同分比橫排, 打平比什麼"
    ),
    "azul/shared": (
        "shared win, still tied, 共享勝利, nobody wins, two winners, same number of rows, still equal, both win, "
        "兩個人一起贏, 橫排也一樣, 都一樣, 都贏, same rows and points, all equal, equal rows, tie with the same rows, "
        "is it a draw, 橫排和分數都一樣, 橫排一樣多, 又平手, still tied after counting rows, equal rows too, "
        "same points same rows, do we share, two winners possible, 橫排也一樣多, 還是平手怎麼辦, 可以共享勝利, "
        "兩個人都贏, tie after the tiebreak, total draw, rows equal as well, 同分同排, 還是一樣怎麼辦, "
        "still equal after rows, do we both win azul, 都贏嗎, 兩個都算贏, 一起贏花磚"
    ),
    "azul/displays": (
        "how many factories, how many discs, how many plates, how many displays, how many tiles on each, setup, "
        "幾個盤子, 擺幾個, 幾個圓盤, 每盤幾塊, 一盤幾片, 設置, circles in the middle, how many coasters, 中間擺幾個, "
        "圓盤幾個, how many for four, 圓盤補幾塊, how many plates for three, number of factories, "
        "how many do we lay out, start setup, five seven nine, how many go on each disc, fill the displays, "
        "擺幾個圓盤, 幾個工廠, 二人幾個, 三人七個, 每個圓盤放幾塊, 補四塊, pieces, sit on, on one plate, "
        "how many sit on each, each plate, how many circles, lay out, around the table, factories needed, 擺多少, "
        "多少圓盤, 三個玩家, 四位玩家, 要幾個盤子, 多少個工廠, how many plates go out, plates per player count, "
        "number of round boards, how many factories for two, four of us how many circles, circles for 3 people, "
        "how many tiles per plate, round things in the middle, cardboard rounds, how many tile holders, 要放幾個圓盤, "
        "三個人幾個, 圓盤要擺多少, 四人幾個盤, 一盤放幾塊磚, 幾個杯墊, 每個盤子四塊, plates on the table, "
        "how many coasters go out, disc amount, count of factories, rings of tiles, number of saucers, "
        "what do i lay out at the start, 擺幾盤, 盤子數量, 工廠數, 圓盤數, 二人局幾個圓盤, number of discs for three, "
        "how many discs do we put out, discs for four players, how many round cardboards, count of plates with 2, "
        "four on each disc, 幾個盤, 要擺幾個工廠, 四人幾個, 兩個人擺幾個, 一盤放四塊, 盤上幾片"
    ),
    "azul/first-player": (
        "who goes first, who starts, who begins, who is first, first round, next round, starting player, "
        "which direction, 誰先, 誰先拿, 誰先開始, 下一輪誰先, 誰是起始玩家, 順時針, 從誰開始, next round starts, 輪流, "
        "who begins azul, last in Portugal, 葡萄牙, 去過葡萄牙, next first player, who opens, who has the first turn, "
        "start marker owner begins, whose turn first, which way round, 誰第一個, 第一輪誰先, 第一個拿的人下輪先, "
        "起始玩家怎麼決定, 下輪誰, 輪流方向, 逆時針, 誰當起始玩家, 當起始玩家, 怎麼選起始玩家, "
        "who becomes first player, 起始玩家是誰, restart the next round, who restarts, new round begins, "
        "whoever took the marker, next starting, 新一輪誰先, 拿標記的先, 下一輪起始, 什麼人先拿, 哪個人先拿, "
        "誰可以先拿, who gets to start, who starts the next round, who takes tiles first, do we go left or right, "
        "direction of play, which way do we go around, how is the starter chosen, who plays first in the beginning, "
        "誰起頭, 誰先拿磚, 順時針還是逆時針, 下一輪換誰先, 最近去過葡萄牙, who kicks off, who takes the first go, "
        "who is up first, turn order in azul, whose turn is first, who goes after me, next round opener, 誰第一, "
        "起始玩家怎麼定, 先手怎麼定, 誰先手, 輪流順序, 往左輪, 下輪先手, do we start in seat order, "
        "who opens the next round, does he open next round, grabbed from the centre first opens next, "
        "last in portugal, who has been to portugal, the one with the marker begins, 拿中間的下輪先嗎, 花磚誰先, "
        "誰去過葡萄牙先開始"
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
        "從兩個盤子拿, 誰拿起始標記, 拿起始, 中間的都要拿, 中間拿一色, 一回合拿, 可以只拿, 挑兩塊, "
        "what can i do on my turn in azul, what happens to the leftovers on the plate, other colours on the plate, "
        "can i take two colours, both red and blue in one go, just two of the three, have to grab all of them, "
        "must i take the 1 tile too, penalty tile when taking from the center, can i pick from the middle, "
        "what do i take on my turn, how do i draft, leave some for later, take only part of a colour, can i take less, "
        "pick from two factories, 可以只拿一塊, 只拿其中兩塊, 沒拿的磚放哪, 沒選的磚, 其他顏色的磚去哪, 沒拿完的去哪, "
        "一定要全部拿嗎, 可以拿兩種顏色, 從中間拿, 怎麼拿磚, 拿磚規則, 輪到我可以做什麼, scoop up every blue, "
        "take half, some of a color, grab one from each plate, how drafting works, take what, pick amount, "
        "must take the full set, what gets pushed to the center, rest of the plate, skip taking, pass a turn, 拿一半, "
        "可不可以少拿, 要拿光嗎, 全拿還是拿一個, 拿幾個, 中間可以拿嗎, 剩下推中間, 拿完剩的, 只要一塊, "
        "keep one tile from the factory and leave the other, pick two colours from one plate, only some of a colour, "
        "do i have to take every tile of the colour, what happens to the rest of the plate, take from the pool, "
        "from the pile in the middle, one colour only, 同一盤拿兩色, 可以拿兩種嗎, 只拿一種顏色, 其他的推到中間, "
        "剩下的放中央, 一次拿一色, 拿全部同色"
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
        "可以跨排嗎, 多拿的, can i put my tiles in two different rows, split between lines, "
        "two colours in the same line, where do my taken tiles go, which side of the board, "
        "yellow already up on the wall, collect a colour again, i took too many, what if they dont all fit, "
        "extras go where, straight into the trash row, can i choose the floor, chuck everything on the floor, "
        "can i add to a started row, mixed colours in a row, left board rows, stairs, 拿太多放不下, 可以拆成兩排放, "
        "可以放兩排嗎, 牆上有了還能收集嗎, 已經有這顏色的排, 直接丟地板可以嗎, 多的要放哪, 一排可以混色嗎, "
        "拿來的磚放哪裡, break up my tiles over lines, tiles over several lines, place them wherever, "
        "put them in which row, overflow from a line, line too small, doesnt fit in the row, "
        "colour not allowed in that row, same colour in two lines, where to store tiles, dump a whole take, "
        "refuse to place, 跨兩排放, 分兩行擺, 放不下, 太多了放哪, 塞不下的磚, 往哪丟, 多出來的磚, 同色放兩排, "
        "這排不能放這色, 拿了不想放, 自願丟地板, where can i store tiles of a colour that is in this wall row, "
        "colour already on the wall row, which line may i use, tiles must be the same colour in a line, "
        "do i have to fill the line, take more than fit, extra ones that do not fit in the line, "
        "where do surplus tiles go, 牆上有的顏色能放花樣排嗎, 牆上重複顏色, 一排混兩色, 同排要同色, 多拿的放哪, "
        "排太小, 裝不下, 多出來放地板, 只能同一種顏色"
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
        "box lid, spare tiles of a line, 用過的磚, 其餘的磚去哪, 剩下的磚放哪, 放盒蓋, 滿的排剩下, 多的三塊, "
        "my row isnt finished, not complete row, do i lose the tiles in it, leftover of the completed line, "
        "other tiles of a full line, do incomplete rows reset, half a row, keep it for the next round, "
        "row with a hole left, line of five has four, what do i do with the rest of the full line, "
        "only one goes over what about others, 沒滿的要清嗎, 沒排完, 還沒滿的怎麼辦, 這排還差一塊, 沒完成會留著嗎, "
        "完成的排剩下四塊, 剩的磚丟哪, half filled stair vanish, incomplete line stays or goes, "
        "stuff left in the stairs, not enough for a full line, one short at round end, are lines emptied, "
        "does my progress stay, line not ready, 未滿的排, 沒湊滿, 半滿, 留不留, 下一輪還算嗎, 沒放完的, "
        "round over but row has only two, does my half line carry over, lines not full at the end of the round, "
        "keep the tiles in the stairs, are incomplete rows emptied, do tiles in an incomplete row stay there, "
        "下輪繼續排, 沒滿的留著嗎, 還沒填完的排, 沒完成會清空嗎, 缺一塊的排"
    ),
    "azul/empty-bag": (
        "bag ran out, bag is empty, no tiles left, refill the bag, not enough tiles, 袋子空了, 沒磚了, 不夠補, 補磚, "
        "磚用完, nothing in the lid, nothing left, fewer tiles, 盒蓋也空了, pour back, tiles from the lid, 倒回去, "
        "盒蓋的磚, not enough for the displays, 磚不夠, 不夠補圓盤, no more tiles, tiles in the lid, "
        "box lid tiles come back, when do they come back, out of tiles, run out of tiles, cannot fill, too few tiles, "
        "沒有磚了, 袋子沒了, 袋子抽光, 磚抽完了, 盒蓋裡的磚什麼時候回來, 圓盤補不滿, 放回袋子, where do used tiles go, "
        "lid, refill from the lid, discarded tiles return, used tiles come back, 用過的磚回來, 盒蓋裡的, 抽不到磚, "
        "袋子裡沒磚, no more tiles in the pouch, pouch is empty, bag and lid empty, sack is out, "
        "we cant fill all plates, tiles used up what now, ran out of bricks, when do i refill the bag, "
        "where do discarded tiles go, 袋子空空, 磚不夠放, 沒磚可補, 抽完磚了, 磚用光怎麼辦, 袋子跟盒蓋都空, "
        "bag ran dry, sack ran dry, nothing to refill with, last tiles drawn, cant refill, shake the box back in, "
        "袋空, 袋子見底, 沒磚補了, 不夠補滿, 磚沒了, 蓋子裡的倒回去, sack has nothing, no tiles in the sack, "
        "bag is empty how to refill discs, put the lid tiles back, refill from the box lid, "
        "not enough tiles for all discs, what if there are no tiles left to draw, 磚用完了, 補不滿圓盤, 盒蓋倒回袋子, "
        "抽完了怎麼補"
    ),
    "azul/bonus-colours": (
        "whole set, set of one colour, all five, one of each row, 顏色全齊, 集滿一色, 全齊, five of the same, "
        "five blue, all reds, every red, ten points, complete colour, what is a full colour worth, whole colour, "
        "all five yellow, 五塊藍的, 五個一樣, 同色五塊, 同色加十分, 每種顏色幾分, 全部藍色, 藍的全滿, "
        "every red tile placed, all tiles of a colour, bonus per colour, five colours, 集滿一種, 集滿紅色, 全部紅色, "
        "got all 5 reds whats that worth, five of a color, all of one colour, all blues on the wall, "
        "complete color set, color bonus, all whites placed, 五個紅的集齊, 集滿五個同色, 五塊都放上去, 一種顏色集滿, "
        "同花色五塊加幾分, 顏色獎勵, prize for having every tile of one kind, all of a kind, complete set of a colour, "
        "one colour everywhere, ten, 同色集滿, 五個同色加多少, 一色全放, 顏色集齊加分, "
        "all black ones in place how much, five of the same colour on the wall, every blue on the wall, "
        "all five reds placed, colour set, 五塊都是藍的, 一種顏色鋪完, 同花色五塊獎幾分, 湊到五個, 十分獎勵, 藍色全上牆"
    ),
    "azul/bonus-columns": (
        "whole column, 整條直的, 直的填滿, vertical bonus, 直的加分, all the way down, full column at the end, "
        "column of five, seven points, what is a full column worth, bonus for a column, top to bottom complete, "
        "直排加幾分, 直排七分, 整條直, 每直排, 填滿直排, vertical line, vertical or horizontal, worth more, "
        "which bonus, 直的一排滿了, 直排滿了, 一直排, are columns worth more than rows, column bonus, "
        "vertical line complete, full column points, up and down line, all five in a column, how much for a column, "
        "一整直條幾分, 直條, 直的整條幾分, 一整直排, 整直行滿, 直行獎勵, 直排獎勵, 直的滿了加多少, "
        "extra for finishing top to bottom, reward for a vertical, seven, a finished column gives, 直滿幾分, "
        "直的湊滿加多少, 直排加分, 直行七分, 每直排加, 直的完成, vertical finished gives, "
        "column of five how much extra, 直排加七分, 一直排幾分"
    ),
    "azul/bonus-rows": (
        "whole row, 整條橫的, 橫的填滿, horizontal bonus, 橫的加分, finished line across, row at the end, row of five, "
        "each horizontal line, what is a full row worth, bonus for a row, two points, 橫排加幾分, 橫排兩分, "
        "一整排幾分, 填滿橫排, 每橫排, horizontal one, horizontal line, vertical or horizontal, worth more, "
        "bonus for a complete row at the end, complete row points, 2 points each row, horizontal line bonus, "
        "is a full row worth anything, row bonus, reward for a row, 橫排滿加幾分, 一整橫排幾分, 橫的一排加多少, "
        "完成橫排, 橫排獎勵, points for a horizontal at the end, extra for a line across, a finished row gives, "
        "橫滿幾分, 橫排加分, 每橫排加, did the full row count, did my complete row bring extra, "
        "horizontal finished gives, two points per row, full line across bonus, 一橫排兩分, 滿橫排獎勵, 橫的滿了加分"
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
        "tiles that cannot be placed, cant place, what are the minus points, how much is broken, points lost per tile, "
        "cost of the first two, how bad is dropping, minus for each space, more than seven tiles, 7 fell down, "
        "can my score go negative, can i have less than zero, minus score possible, how does the floor line work, "
        "how much does the fifth one cost, where do the penalty tiles go afterwards, 摔破的扣多少, 掉下來扣幾分, "
        "會扣到負分嗎, 會不會變負的, 分數可以負嗎, 第三格扣多少, 掉超過七塊, 地板怎麼算, 掉一塊扣幾分, 每塊扣, "
        "how costly is the floor, penalties for smashed bricks, points per broken piece, is there a cap on floor loss, "
        "floor numbers, bottom row minus, floor values, whats under the board, negative total in azul, "
        "score under zero, floor scoring, drop a tile how much, 摔碎賠多少, 地板線, 地板扣分表, 倒扣多少, 掉一塊扣, "
        "地板最多扣, 分數會低於零嗎, 碎磚扣幾分, what does the floor cost, cost of each space, "
        "how much is the first broken one, floor minus one minus two, do i end below zero, score cannot go under zero, "
        "does the floor make me negative, how many spaces has the floor line, what comes off for tiles that fell, "
        "did the dropped tiles count, 扣到零以下嗎, 會扣成負的嗎, 第一格扣多少, 碎一塊扣多少, 地板七格, 地板每格幾分, "
        "破磚, 地板怎麼扣分, 地板排怎麼扣, 怎麼扣, how are fallen tiles scored, how do minus points work"
    ),
    "azul/lines": (
        "more than one a round, several lines in one round, two tiles in one row in the same round, "
        "one tile of a line, move tiles over, 一輪一塊, 一排一塊, 放兩塊上牆, 一輪幾塊, 移到牆上, 什麼時候上牆, "
        "which row first, top to bottom, order of tiling, how many tiles go to the wall, when do tiles move over, "
        "both at once, 從上到下, 先移哪一排, 哪排先, 幾塊上牆, 何時上牆, tiles move up, move up to the wall, "
        "move to the wall, right away or at the end, at the end of the round, when do i tile, each finished line, "
        "put on the wall, one at a time, 什麼時候移到牆, 馬上移到牆上, 立刻上牆, 輪末, 一輪結束才移, 完成的排移動, "
        "can i move two tiles over from the same line, more than one tile to the wall, "
        "how many tiles go to the wall per row, top down, when do tiles move to the wall, "
        "do i tile at once or at the end, two tiles per row, how do tiles get onto the wall, 從上面開始嗎, "
        "一排可以移幾塊, 什麼時候移到牆上, 由上往下, 一輪可以放兩塊嗎, 什麼時候貼磚, 鋪磚順序, "
        "one tile a row the most per round, how many may move to the wall, all completed lines at once, tiling step, "
        "moving to the right side, when scored, from top row down, wall phase, one per line, 每排一塊, 一排只能上一塊, "
        "上牆順序, 鋪牆階段, do we tile from top to bottom, top row first, which row is moved first, "
        "move two tiles from one line, how many tiles go from a full line to the wall, "
        "what happens to the rest of a finished line, only the rightmost moves, rest of a full line goes into the lid, "
        "tiling order, 由上往下鋪, 一排上幾塊, 滿排剩下的丟蓋子, 最右邊那塊, 其餘放盒蓋, 先鋪哪一排"
    ),
    "azul/most-points": (
        "who wins, winner, highest score, 誰贏, 分數最高, how do i win, what do i need to win, who is the winner, "
        "怎麼贏, 怎樣算贏, who wins azul, how do you win, goal of the game, aim, highest score wins, 怎麼贏花磚, "
        "誰贏 花磚, 分數最高贏, 目標是什麼, what decides who wins, winning condition, who wins at the end, "
        "winner azul, 勝利條件 花磚, 贏的條件, who is the winner of azul, what decides the game, do points decide, "
        "花磚誰贏, 分數高的贏"
    ),
}

WORDS = Words(same=_SAME, about=_ABOUT)
