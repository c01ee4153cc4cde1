"""Search vocabulary of Ingenious: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

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
        "marker, markers, cube, cubes, track, colour, colours, 計分標記, 標記, 顏色, 指示物, pawn, peg, counter, "
        "score, score track, scoring board, 分數標記, 計分塊, 計分木塊, 方塊, 小方塊, 進度"
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
        "gap, hole, 隔一格, 隔開, 隔, 中間空, blank, blank space, empty space, hole in between, interruption, "
        "interrupt, break, breaks, stop, 空格, 中間有空, 中間斷, 斷掉, 空一格"
    ),
    "token, chip, chips, disc, disk, duel token, 指示物, 籌碼, 對決指示物, 代幣",
    "place, build, put down, drop, 下, 下在, 貼著",
    "swap, get new tiles, throw back",
    "side, end, ends, both ends, both halves, 兩端, 兩邊",
)

_ABOUT = {
    "?ingenious/placement": (
        "what do I score, double tile, counting lines, how many points, three in a line, five directions, 這塊, "
        "怎麼算, 幾個方向, 一個方向, 兩個圖案, 連線, 一條線, both ends, both halves, 星星, 兩端, 數分, 怎麼數分, "
        "怎麼數, 放了以後, 放了板塊以後, 放好怎麼算"
    ),
    "?ingenious/ranking": (
        "who won, tiebreak, tie breaker, winner, second lowest, same lowest, equal lowest, final score, 誰贏, 怎麼比, "
        "名次, 最低的一樣, 最落後一樣, 最後平手, 平手看什麼, 平手比什麼, 最後同分, tied at the end, draw at the end, "
        "which colour is my score, my lowest is tied, both of us have, lowest both, 最低都是, 比誰, marker, markers"
    ),
    "?ingenious/swap": (
        "change my hand, no tile of my lowest colour, new hand, may I swap, draw new tiles, none of my lowest colour, "
        "換牌, 換手牌, 手上沒有, 換板塊, 可以換嗎, 重抽, 沒有最低的顏色"
    ),
    "ingenious/first-turn": (
        "where does my first tile go, first move, may I place here, where to start, beside a symbol, next to a symbol, "
        "第一塊, 一開始放哪, 放這裡, 第一塊放哪, 挨著圖案, 靠著圖案, 旁邊要有圖案, first go, away from everything, "
        "touch another tile, 第一步, 貼著圖案, 貼著, first placement, beginning, stick to somebody else, same symbol, "
        "next to somebody, start beside another tile, two on one symbol, which symbol, opening move, first round, "
        "別人的旁邊, 貼著別人, 靠別人的板塊, 第一回合, 第一輪, 第一手, 開局放哪, 一開始, 同一個圖案, 靠角落, "
        "next to my opponent, next to another tile, first tile touching, first tile anywhere, same corner, "
        "第一塊貼別人, 開局貼, 開始可以隨便放嗎, 第一塊隨便放"
    ),
    "ingenious/half": (
        "the tile itself, printed symbols, directions, lines, count the new tile, does the tile count itself, "
        "does a gap stop it, 方向, 印好的圖案, 自己, 本身算不算, 算不算, 印的圖案, 隔一格, own piece, other half, "
        "一起數, 自己這塊, 連著, matching halves, double tile, counted twice, own symbol, 兩個一樣, 一樣的圖案, "
        "both ends, both sides of the tile, stars, printed star, 星星, 印的星星, 兩端都算, printed corner, "
        "corner symbols, printed on the board, 角落的圖案, how do i score, how far along, how far do lines go, "
        "does the other half count, my own tile, five lines, each direction, empty space stops, "
        "different symbol stops, blank space stops the row, in a straight line, around corners, bent, "
        "both symbols scored, counted tile, piece i laid, which direction, edge of the board, row of stars, "
        "line of circles, one point each, 數到哪裡, 直線, 轉彎, 遇到空格, 中間斷掉, 新放的算不算, 自己放的算嗎, "
        "剛放的那塊, 兩邊都計分, 另一半算嗎, 五個方向, 每個幾分, 連到幾個, 連線算到哪, blank, blank space stops, "
        "blank tile, 不同圖案, 新放的自己, 自己算不算, bend, around a bend, corner, count around, zigzag, "
        "only straight lines, second line, skip over, hop over, count back, own second half, own half, "
        "how many points for touching, touching two stars, three matching, matching neighbours, one empty space, "
        "隔一個空格, 空格還算, 可以跳過空格, 彎的算嗎, 拐彎算嗎, 只算直線, 碰到兩個, 相連三個, 五個方向都算, 紅星旁邊, "
        "three of the same colour, row of three, three in a row, 連三個, 三個同色, 三個連在一起, 數分, 怎麼數, "
        "放了以後怎麼算"
    ),
    "ingenious/nothing": (
        "no points, no match, must I place, scores nothing, place without points, pass, 沒分, 沒有分數, 一定要放, "
        "不能得分, 沒得分也要放, 可以不放嗎, zero points, worthless, scores zilch, skip my turn, may i skip, "
        "do i have to place, must i play, sit out, nothing matches, 沒得分可以, 跳過, 不放可以嗎, 一定要下, 沒得分, "
        "沒有相同, 拿零分"
    ),
    "ingenious/extra": (
        "reach 18, another turn, again, 到 18, 再來一次, bonus placement, do I have to, must I place again, "
        "refuse the bonus, 一定要再放, 可以不放, extra tile, another piece, must i take the bonus, "
        "when i reach eighteen, two bonuses at once, twice in a turn, call Ingenious, shout, say ingenious, "
        "chain of bonuses, several extra, both colours hit 18, 同時兩個到 18, 兩次額外, 要喊嗎, 喊什麼, 十八再下一塊, "
        "到頂可以再放, 一定要用嗎, 連續額外, 可以不用嗎, two colours to 18, got two colours to 18 with one tile, "
        "two at once, 到 18 分, 到十八分, reached 18, skip the bonus tile, may i skip the extra, decline, "
        "must the bonus, refuse the extra, another turn after 18, bonus when a colour is full, how many bonuses, "
        "獎勵可以不用, 放棄獎勵, 一定要再放嗎, 滿了再放, 到頂有什麼, an 18, eighteen gives, give me something, "
        "what does 18 give, 18 有什麼, 到 18 有什麼好處, has reached 18"
    ),
    "ingenious/past-top": (
        "more than 18, further than the end, too many points, above 18, stops at 18, 到底, 超過, 超過 18 分, 停在 18, "
        "what about the rest, rest is lost, 多的分數, 多的不算, go over 18, 20 points, extra points lost, beyond 18, "
        "do the rest count, beyond the last space, past the end, further, too far, surplus points, 超過的分, 超過十八, "
        "過頭, 超出, 多出的分, 剩下的分數, 還能往前嗎, 走到底, went to 19, 19, 20, 21, 22, to 19, to twenty, "
        "one too far, 到十九, 十九, 二十, shot over, shoot past, over the top, beyond the top, passes 18, "
        "purple past 18, 衝過, 衝過十八, 衝過 18, 紫色超過, 超過頂, 跑超過, over 18, score is over 18, score over 18"
    ),
    "ingenious/past-left-top": (
        "past 18, over 18, rest is lost, teams, 超過 18, 多出來, left board, right board, 左邊的板, 右邊的板, "
        "second board, double board, left track, first track, 左邊計分板, 第二塊板, 換右邊的板, 雙倍長度"
    ),
    "ingenious/to-right-track": (
        "alone, solo, 18, extra placement in the solo game, 單人, 沒有額外放置, 單人額外放置, bonus alone, "
        "extra tile alone, 單人到 18, 單人獎勵, 一個人到十八, solo bonus, single player bonus, "
        "is there a bonus in solo, 單人模式, 單人模式獎勵, 單人也有, 一個人有獎勵"
    ),
    "ingenious/instant-win": (
        "all six colours, instant win, wins at once, all at 18, 六個都到, 全部 18, 直接贏, all colours maxed out, "
        "六色, 六色都, 全滿, 封頂, six at eighteen, every colour full, all six done, all colours at the top, "
        "win right away, win early, game stops at once, six kinds, 六種都滿, 六色全滿, 全部到頂, 馬上贏, 六個 18, "
        "提早贏, 六種都到, all my cubes, am i done, cubes at the end, 六個標記都到頂, win before the end, "
        "immediate win, all colours full, 六色到頂, 直接獲勝"
    ),
    "ingenious/board-full": (
        "board is full, end of the game, when is it over, no room, no space left, nowhere to place, game over, 放滿, "
        "什麼時候結束, 沒地方放, 放不下, 遊戲結束, no room for another, all full, 塞滿, 擺滿, 放不下了, 收工, "
        "nobody can place, where does the game stop, no more moves, 沒人能放, 沒地方下, when does ingenious end, "
        "last tile, no free spaces, no two spaces, single gaps left, cannot place any more, board is filled, "
        "when is it finished, who ends it, 版圖滿了, 沒空位, 沒有兩格, 只剩一格, 沒得放, 放不了, 再也放不下, 怎樣結束, "
        "什麼時候完, play until, until when, last possible tile, finished when, 什麼時候玩完, 玩完, 版圖滿, "
        "玩到什麼時候, 下不了"
    ),
    "ingenious/tie-column": (
        "second lowest, tiebreak, who wins, same lowest marker, equal lowest, 第二低, 怎麼比, 最低的一樣, 最落後一樣, "
        "then the next, 再比, tie on lowest, second worst, next lowest, compare second, both lowest nine, "
        "same smallest, several markers on one space, 第二低的, 比第二低, 最低一樣, 最低同分, 平手比什麼, 平手看什麼, "
        "when both of us have, both five lowest, lowest five each, lowest is the same, equal worst, 最低都是, 都是七, "
        "最低分都一樣, 比誰, 最低都一樣, 最低都是七分"
    ),
    "ingenious/own-side": (
        "who wins the duel, 對決誰贏, what do markers in the middle count, markers on zero, count my side, "
        "who won the duel, 中間的標記, 零分的標記, 在自己這邊, 我這邊幾個, 對決怎麼贏, middle of the duel board, "
        "marker in the middle, whose is it, marker at zero in the duel, nobody's marker, duel board middle, "
        "who has more markers, 中間的標記算誰的, 對決中間"
    ),
    "ingenious/placing": (
        "must it touch, which spaces, cover a symbol, 放在哪裡, 可以放哪, 蓋住, on top of a symbol, on the edge, "
        "printed star, two free spaces, 蓋在圖案上, 邊邊, anywhere, wherever, next to nothing, far away, touch others, "
        "does it have to touch, must it match, off the board, grey spaces, white spaces, outer ring, "
        "which area for two players, three players area, edge of the board, cover printed symbol, on top, rotate, "
        "隨便放哪, 可以放任何地方, 不相鄰可以嗎, 一定要相連嗎, 一定要挨著, 灰色格子, 白色格子, 外圈, 兩個人可以放哪, "
        "三人範圍, 疊上去, 壓住, 邊緣, grey part, on the grey, outside the area, allowed area, which part with two, "
        "edge, cover, hide a symbol, over a printed symbol, overlap, stack tiles, gap between, far from others, "
        "蓋住印好的, 蓋住圖案, 灰色區, 灰色部分, 疊在上面, 可以離遠一點, 位置限制, 兩人版圖"
    ),
    "ingenious/token": (
        "reach nine, both reach nine, take the token from the other, 到九分, 搶, who gets the chip, steal the token, "
        "take it back, 搶回來, 籌碼給誰, 拿指示物, who gets it, both at nine, 都到九, 指示物給誰, both of us, "
        "chip at nine, who keeps the token, reach the 9, take token from opponent, what do i get at nine, duel chip, "
        "拿走對手的, 九分拿什麼, 兩個人都到九, 到九拿什麼, 對決標記, 搶對方的"
    ),
    "ingenious/past-nine": (
        "stops at nine, more than nine, 停在九, 超過九, 到九分, over nine, points over 9, 超過九分, "
        "beyond nine in the duel, more than 9, ten points in the duel, 停在 9, 過九"
    ),
    "ingenious/lowest": (
        "what is my score, which marker counts, final score, 最後幾分, 看哪個標記, lowest counts, my final points, "
        "算最低的, my score, what counts as my score, which of my six, is it the total of all, add up all colours, "
        "sum, final result, best colour, highest colour, do other colours matter, points at the end, how do i win, "
        "加起來嗎, 六個加起來, 總分怎麼算, 最後分數, 看最低, 最高的算嗎, 怎麼贏, 怎麼算輸贏, 哪個顏色算分, "
        "smallest cube, whose smallest, which colour decides, six colours, is my score, 看哪個顏色, 最高的顏色, "
        "final points, add my colours, points total, 分數怎麼看, 幾分, 贏的條件, 算哪個, 算哪個顏色, 最後算哪個, "
        "最後算, marker, markers, scoring marker"
    ),
    "ingenious/turns": (
        "whose turn is it, who is next, 輪到誰, 換誰, order of play, clockwise, next player, after an extra tile, "
        "順時針, 下一個是誰, 還欠額外"
    ),
    "ingenious/first-player": (
        "who starts, who goes first, who begins, who is first, youngest, which way round, 誰先, 誰先下, 誰先開始, "
        "年紀最小, 從誰開始, young, 年輕, 最年輕, first one to play, the youngest, oldest, age, 誰第一個, 誰最小, "
        "年紀小的先, 最小的先, 第一個是誰, who kicks off, oldest player"
    ),
    "ingenious/refill": (
        "how many tiles do I draw, up to six, end of my turn, when do I draw, take new tiles, bag, 補到幾塊, 抽幾塊, "
        "補滿, 架子上幾塊, 手上幾塊, 什麼時候補, 補板塊, how many tiles each, how many tiles do we hold, "
        "tiles in my rack, six tiles, fill my rack, draw before or after the extra, when the bag is empty, "
        "take from the bag, 每人幾塊, 每人拿幾塊, 拿六塊, 手上六塊, 架上幾塊, 抽到六塊, 抽完再, 什麼時候抽, "
        "先抽還是先放, 一開始拿幾塊, refill my rack, when do i refill, after swapping, up to six tiles, "
        "draw after my turn, 回合結束抽, 抽板塊, hexes on a rack, how many on a rack, on the rack, rack holds, "
        "pieces per player"
    ),
    "ingenious/team-talk": (
        "may partners talk, show my partner, tell my mate, table talk, secret, 可以講話, 給隊友看, 跟隊友, "
        "see my tiles, look at my partner's rack, 看我的板塊, 隊友可以看, chat with my partner, tell each other, "
        "share plans, plan together, hints, say, sign, secretly, show tiles to my partner, 跟隊友講話, 可以討論嗎, "
        "說自己有什麼, 商量, 打暗號, 提示隊友, 互相看牌, partner and i, ask my partner, say where to place, "
        "say what to play, tell my partner where, help my partner, 說要放哪, 跟隊友說, 問隊友, 可以提醒, 偷講"
    ),
    "ingenious/team-extra": (
        "team bonus, how often, bonus of a team, 幾次獎勵, 團隊額外, 兩次獎勵, 一隊幾次, my partner reached 18, "
        "partner goes again, who places the extra tile, 隊友到 18, how often does a team get the extra, "
        "twice per colour, who does the extra, which partner, our marker, whose marker moves, 團隊獎勵, 隊伍到 18, "
        "誰放額外, 誰的標記, 一隊幾次額外, share one score, how many bonuses, team bonuses, bonuses for a team, "
        "partner and i, 團隊幾次, 我們這隊, 團隊獎勵幾次"
    ),
    "ingenious/tiles": (
        "how many tiles, how many of each, in the bag, number of tiles, doubles, 幾塊, 每種幾塊, 袋子裡, 總共幾塊, "
        "how many pieces in the bag, total tiles, one hundred and twenty, identical tiles, how many doubles, "
        "how many of two colours, 一百二十塊, 總數, 雙色板塊幾塊, 同色的幾塊, 板塊總共, 有幾個雙, double tiles, "
        "how many two-colour tiles, 幾塊雙色, 雙板塊, 同色板塊有幾塊, 兩邊同色幾塊"
    ),
    "ingenious/modes": (
        "how many players, can two play, five players, 幾人玩, 幾個人可以玩, two against two, teams of two, 怎麼分隊, "
        "兩兩一隊, which modes, can three play, how many can play, one person, four in teams, number of players, "
        "可以幾個人, 三個人可以玩, 五個人可以玩, 單人可以玩嗎, 有哪些模式, how many people can play, with two players, "
        "two of us, 兩個人玩, 四個人分隊"
    ),
    "ingenious/no-hand": (
        "swap alone, solo swap, hand in the solo game, 單人換, 單人可以換, swap when alone, keep tiles alone, "
        "how many tiles do i have alone, one tile at a time, 單人抽一塊, 單人有手牌嗎, 單人手上幾塊, is there a hand, "
        "play alone, hand alone, rack alone, do i hold tiles, 單人拿幾塊, 單人要架子嗎"
    ),
    "ingenious/swap": (
        "when may I swap, once per turn, how often, show the rack, show my tiles, 換幾次, 一回合換, 展示, 給大家看, "
        "什麼時候換, before or after drawing, 先換還是先抽, 抽完才換, 沒有最低的顏色, show the others, 給別人看, "
        "要先展示, how many times, how often can i change, twice in a turn, change all or some, only some of my tiles, "
        "keep some, after scoring, before refilling, show everyone, swapped tiles go back in the bag, "
        "exchange two tiles, trade in, end of turn, 一回合幾次, 只換幾塊, 換一部分, 換全部, 要全換嗎, 展示給別人, "
        "換完還能下嗎, 計分後才換, 換掉的放哪, swap the whole rack, swap all, whole rack, how many do i swap, "
        "swap one tile, part of the rack, do i lose my turn, show tiles first, one time per turn, 一次換幾個, 換幾個, "
        "要全部換, 換整個架子, 換一塊, 換了算一回合嗎, 給大家看才換"
    ),
    "ingenious/swap-hand": (
        "several lowest, 兩個最低, two lowest colours, lowest tied, more than one lowest, 兩種最低, 好幾個最低, "
        "最低有兩個, 最低同分可以換嗎"
    ),
    "ingenious/duel-swap": (
        "swap in the duel, marker on nine, 對決換板塊, swap for a finished colour, throw back maxed colour, "
        "對決可以換嗎, 對決交換, 到九的顏色換"
    ),
    "ingenious/token-held": (
        "again for the same colour, second time, 再一次, 搶回來, second time at nine, reach nine again, "
        "bonus again for the same colour, 又到九, 再到九分, 已經有指示物"
    ),
    "ingenious/lowest-double": (
        "score in the solo game, team score, 單人幾分, 團隊分數, solo result, add 18, on the right board, team total, "
        "右邊加 18, 團隊怎麼算, 單人怎麼算"
    ),
    "ingenious/shared": (
        "still tied, all equal, 全部一樣, 還是平手, all six the same, everything equal, both win, 六個都一樣, 完全一樣"
    ),
    "ingenious/duel-tie": (
        "tie in the duel, same number of markers, 對決平手, same number on our side, both have three, both sides, "
        "兩邊一樣多, duel even, three each, three against three, 對決三比三, 各三個, 對決同分"
    ),
    "ingenious/duel-draw": "draw in the duel, 對決和局, nobody wins the duel, 沒人贏",
}

_RARE = frozenset(
    (
        "ingenious/modes",
        "ingenious/past-left-top",
        "ingenious/to-right-track",
        "ingenious/past-nine",
        "ingenious/lowest-double",
        "ingenious/own-side",
        "ingenious/duel-tie",
        "ingenious/duel-draw",
        "ingenious/duel-swap",
    )
)

_SETTLES = {
    "?ingenious/placement": ("ingenious/half",),
    "?ingenious/ranking": (
        "ingenious/lowest",
        "ingenious/tie-column",
        "ingenious/shared",
        "ingenious/own-side",
        "ingenious/duel-tie",
        "ingenious/duel-draw",
    ),
    "?ingenious/swap": ("ingenious/swap", "ingenious/swap-hand"),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
