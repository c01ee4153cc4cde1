"""What people say or type when they look for a rule or question of Ingenious, by its id."""

from __future__ import annotations

ABOUT = {
    "?ingenious/placement": (
        "what do I score, double tile, counting lines, how many points, three in a line, five directions, 這塊, "
        "怎麼算, 幾個方向, 一個方向, 兩個圖案, 連線, 一條線, both ends, both halves, 星星, 兩端, 數分, 怎麼數分, "
        "怎麼數, 放了以後, 放了板塊以後, 放好怎麼算, how much does this tile score, points for laying here, "
        "score of this piece, red next to two reds, tile beside three stars, how many for both halves, 這塊幾分, "
        "放這裡幾分, 這塊板塊得幾分, 兩半各幾分"
    ),
    "?ingenious/ranking": (
        "who won, tiebreak, tie breaker, winner, second lowest, same lowest, equal lowest, final score, 誰贏, 怎麼比, "
        "名次, 最低的一樣, 最落後一樣, 最後平手, 平手看什麼, 平手比什麼, 最後同分, tied at the end, draw at the end, "
        "which colour is my score, my lowest is tied, both of us have, lowest both, 最低都是, 比誰, marker, markers, "
        "who wins with these markers, final ranking, whose lowest is better, 3 against 3 in the duel, "
        "compare our boards, 誰贏這局, 誰的最低比較高, 我們比一下"
    ),
    "?ingenious/swap": (
        "change my hand, no tile of my lowest colour, new hand, may I swap, draw new tiles, none of my lowest colour, "
        "換牌, 換手牌, 手上沒有, 換板塊, 可以換嗎, 重抽, 沒有最低的顏色, may i change my tiles now, "
        "can i swap this hand, i dont have any of my worst colour, none of my lowest, hand without red, "
        "am i allowed new tiles, 我可以換牌嗎, 手上沒有最低的顏色可以換嗎, 現在能換嗎"
    ),
    "ingenious/first-turn": (
        "where does my first tile go, first move, may I place here, where to start, beside a symbol, next to a symbol, "
        "第一塊, 一開始放哪, 放這裡, 第一塊放哪, 挨著圖案, 靠著圖案, 旁邊要有圖案, first go, away from everything, "
        "touch another tile, 第一步, 貼著圖案, 貼著, first placement, beginning, stick to somebody else, same symbol, "
        "next to somebody, start beside another tile, two on one symbol, which symbol, opening move, first round, "
        "別人的旁邊, 貼著別人, 靠別人的板塊, 第一回合, 第一輪, 第一手, 開局放哪, 一開始, 同一個圖案, 靠角落, "
        "next to my opponent, next to another tile, first tile touching, first tile anywhere, same corner, "
        "第一塊貼別人, 開局貼, 開始可以隨便放嗎, 第一塊隨便放, where does my very first tile go, "
        "first move of the game, can we both start on the same symbol, opening placement, "
        "first piece next to other tiles, start beside a printed one, where do i begin, may my first tile touch yours, "
        "first turn where, 第一塊要放哪, 第一手放哪, 第一回合放哪裡, 可以跟別人同一個起點嗎, 開始要放在哪, "
        "可以挨著別人的嗎, have to start near a symbol, begin at a printed hex, first piece anywhere, starting spot, "
        "who may start where, same starting star, 開局放哪裡, 靠圖案放, 第一個放哪, 起點, 第一塊隨便放嗎"
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
        "放了以後怎麼算, how do i count a tile, does the other half of my tile count, "
        "are the pre printed ones included, does it stop at a gap, how does scoring work, how do points work, "
        "which directions count, does my own tile count, which half first, count in lines, "
        "how many per matching symbol, do both colours score, five directions, lines through other colours, "
        "is a hole in between ok, board symbols count, 怎麼算分, 一塊怎麼算, 怎麼算一塊的分數, 隔一格還算嗎, "
        "中間空格還算嗎, 印好的也算嗎, 自己這塊算嗎, 幾個方向, 怎麼得分, 直線上都算嗎, 先算哪一半, "
        "does the line go on after an empty hex, keep counting past a blank, count through gaps, ray, "
        "rays from the tile, count the piece i put down, points for each neighbour, matching colors in line, "
        "other side of the piece, both symbols scored separately, is the piece itself a point, 空格後面還算嗎, 隔空, "
        "隔空算分, 數到哪, 自己算一分嗎, 連線怎麼算, 另外一半的方向, 計分方向, 圖案相連, 挨着幾個"
    ),
    "ingenious/nothing": (
        "no points, no match, must I place, scores nothing, place without points, pass, 沒分, 沒有分數, 一定要放, "
        "不能得分, 沒得分也要放, 可以不放嗎, zero points, worthless, scores zilch, skip my turn, may i skip, "
        "do i have to place, must i play, sit out, nothing matches, 沒得分可以, 跳過, 不放可以嗎, 一定要下, 沒得分, "
        "沒有相同, 拿零分, cant score anywhere can i pass, no points possible, do i have to play if it scores nothing, "
        "can i skip, must i lay a tile, zero points move, no good move, 不能得分也要放嗎, 沒分也要放, 可以跳過嗎, "
        "可以 pass 嗎, 沒得分要放嗎, what if my piece brings nothing, piece scores zero, brings nada, "
        "must play anyway, sit this one out, skip a turn, not place, refuse to place, 零分也要放, 不想放, 一定得放, "
        "沒得分能不放嗎, 跳過回合"
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
        "what does 18 give, 18 有什麼, 到 18 有什麼好處, has reached 18, reached 18 do i get another go, "
        "two markers hit the top with one tile, must i use the extra turn, bonus turn, another tile, "
        "what happens at 18, when can i go again, shout the name, free turn, what is the bonus, "
        "can one tile give two bonuses, get to the end of a colour, 到18再放一次嗎, 十八分有什麼, 額外放置是什麼, "
        "到頂有獎勵嗎, 再來一塊, 兩個一起到十八, 什麼時候可以再放, 獎勵回合, peg got to the top what happens, "
        "marker at the end, colour finished, reach the top, reward at 18, one more go, play again, extra go needed, "
        "到頂再放, 到頂, 滿十八, 衝到十八, 多放一次, 再一次"
    ),
    "ingenious/past-top": (
        "more than 18, further than the end, too many points, above 18, stops at 18, 到底, 超過, 超過 18 分, 停在 18, "
        "what about the rest, rest is lost, 多的分數, 多的不算, go over 18, 20 points, extra points lost, beyond 18, "
        "do the rest count, beyond the last space, past the end, further, too far, surplus points, 超過的分, 超過十八, "
        "過頭, 超出, 多出的分, 剩下的分數, 還能往前嗎, 走到底, went to 19, 19, 20, 21, 22, to 19, to twenty, "
        "one too far, 到十九, 十九, 二十, shot over, shoot past, over the top, beyond the top, passes 18, "
        "purple past 18, 衝過, 衝過十八, 衝過 18, 紫色超過, 超過頂, 跑超過, over 18, score is over 18, score over 18, "
        "i would go to 20 what now, more points than the track, past 18, over the end, do i lose the extra points, "
        "track is full, maximum per colour, 超過18的分怎麼辦, 會超過十八嗎, 最多十八嗎, 超過怎麼辦, 多的分數呢, "
        "到底了還有分, purple would be 19, too far on the track, go beyond the top, peg past the end, over 18 lost, "
        "surplus, 衝過頭, 十九分, 多的浪費嗎"
    ),
    "ingenious/past-left-top": (
        "past 18, over 18, rest is lost, teams, 超過 18, 多出來, left board, right board, 左邊的板, 右邊的板, "
        "second board, double board, left track, first track, 左邊計分板, 第二塊板, 換右邊的板, 雙倍長度, "
        "team points over 18 on the first board, overflow on the left board, left board full, "
        "moves to the second board, extra points at 18 on the left, going past 18 in teams, 左邊滿了, 左邊超過十八, "
        "換到右邊的板子, 左板多的分數, 第一塊板超過, left track finished, 18 on the left then, "
        "cross over to the right board, 左軌滿, 左邊到十八"
    ),
    "ingenious/to-right-track": (
        "alone, solo, 18, extra placement in the solo game, 單人, 沒有額外放置, 單人額外放置, bonus alone, "
        "extra tile alone, 單人到 18, 單人獎勵, 一個人到十八, solo bonus, single player bonus, "
        "is there a bonus in solo, 單人模式, 單人模式獎勵, 單人也有, 一個人有獎勵, do u get extra turns in solo, "
        "bonus in solo, extra tile when alone, 18 in solo, solo at eighteen, 單人有獎勵嗎, 一個人有額外嗎, "
        "單人到十八有嗎, 單人可以再放嗎, alone and reaching 18, reward when solo, 單人到頂, 單人十八"
    ),
    "ingenious/instant-win": (
        "all six colours, instant win, wins at once, all at 18, 六個都到, 全部 18, 直接贏, all colours maxed out, "
        "六色, 六色都, 全滿, 封頂, six at eighteen, every colour full, all six done, all colours at the top, "
        "win right away, win early, game stops at once, six kinds, 六種都滿, 六色全滿, 全部到頂, 馬上贏, 六個 18, "
        "提早贏, 六種都到, all my cubes, am i done, cubes at the end, 六個標記都到頂, win before the end, "
        "immediate win, all colours full, 六色到頂, 直接獲勝, all six maxed out, all at eighteen, "
        "all markers at the end, win immediately, every colour done, perfect win, 六個都到頂, 全部到十八, 馬上贏嗎, "
        "六色都滿了, all my six are on top, everything full, all colours finished, immediate victory, 六個全滿, "
        "全部封頂"
    ),
    "ingenious/board-full": (
        "board is full, end of the game, when is it over, no room, no space left, nowhere to place, game over, 放滿, "
        "什麼時候結束, 沒地方放, 放不下, 遊戲結束, no room for another, all full, 塞滿, 擺滿, 放不下了, 收工, "
        "nobody can place, where does the game stop, no more moves, 沒人能放, 沒地方下, when does ingenious end, "
        "last tile, no free spaces, no two spaces, single gaps left, cannot place any more, board is filled, "
        "when is it finished, who ends it, 版圖滿了, 沒空位, 沒有兩格, 只剩一格, 沒得放, 放不了, 再也放不下, 怎樣結束, "
        "什麼時候完, play until, until when, last possible tile, finished when, 什麼時候玩完, 玩完, 版圖滿, "
        "玩到什麼時候, 下不了, when does ingenious stop, single hole left can we go on, no more room, "
        "when are we done, no place for a tile, only one free hex, what ends it, 放不下了結束嗎, "
        "什麼時候結束 ingenious, 沒有位置放, 版滿了, 放滿就結束, 剩單格, 怎麼結束, no gap for another domino, "
        "is that it, board jammed, nobody can lay, end of ingenious, last move, only singles left, 版圖塞滿, 沒空間了, "
        "擠不下, 都放滿了, 只剩單格, 何時結束"
    ),
    "ingenious/tie-column": (
        "second lowest, tiebreak, who wins, same lowest marker, equal lowest, 第二低, 怎麼比, 最低的一樣, 最落後一樣, "
        "then the next, 再比, tie on lowest, second worst, next lowest, compare second, both lowest nine, "
        "same smallest, several markers on one space, 第二低的, 比第二低, 最低一樣, 最低同分, 平手比什麼, 平手看什麼, "
        "when both of us have, both five lowest, lowest five each, lowest is the same, equal worst, 最低都是, 都是七, "
        "最低分都一樣, 比誰, 最低都一樣, 最低都是七分, same lowest color who is better, lowest both equal, "
        "equal smallest, tied on the lowest, compare next, draw ingenious, 最低的一樣怎麼比, 平手怎麼比, 最低分平手, "
        "同分比什麼, we both have 7 as our worst, same worst, our lowest is the same, then compare, 最低一樣比啥, "
        "最低同分比啥, 最落後同分, 再比什麼"
    ),
    "ingenious/own-side": (
        "who wins the duel, 對決誰贏, what do markers in the middle count, markers on zero, count my side, "
        "who won the duel, 中間的標記, 零分的標記, 在自己這邊, 我這邊幾個, 對決怎麼贏, middle of the duel board, "
        "marker in the middle, whose is it, marker at zero in the duel, nobody's marker, duel board middle, "
        "who has more markers, 中間的標記算誰的, 對決中間, do cubes on zero count for anyone, markers in the middle, "
        "win a duel, count markers on my side, zero belongs to nobody, 在中間的算誰的, 零分的標記算嗎, 我這邊的標記, "
        "more pegs on my side, pegs at zero, won the duel, 對決算什麼, 我方標記"
    ),
    "ingenious/placing": (
        "must it touch, which spaces, cover a symbol, 放在哪裡, 可以放哪, 蓋住, on top of a symbol, on the edge, "
        "printed star, two free spaces, 蓋在圖案上, 邊邊, anywhere, wherever, next to nothing, far away, touch others, "
        "does it have to touch, must it match, off the board, grey spaces, white spaces, outer ring, "
        "which area for two players, three players area, edge of the board, cover printed symbol, on top, rotate, "
        "隨便放哪, 可以放任何地方, 不相鄰可以嗎, 一定要相連嗎, 一定要挨著, 灰色格子, 白色格子, 外圈, 兩個人可以放哪, "
        "三人範圍, 疊上去, 壓住, 邊緣, grey part, on the grey, outside the area, allowed area, which part with two, "
        "edge, cover, hide a symbol, over a printed symbol, overlap, stack tiles, gap between, far from others, "
        "蓋住印好的, 蓋住圖案, 灰色區, 灰色部分, 疊在上面, 可以離遠一點, 位置限制, 兩人版圖, "
        "can i cover the printed star, where may 2 players put stuff, can it stick out over the edge, "
        "where can i lay it, which area for three, can i put it anywhere, do tiles have to touch, "
        "must it be next to the same color, on the outer ring, board area with two, allowed spaces, over another tile, "
        "two empty hexes, 可以放哪裡, 能蓋住印好的圖嗎, 可以超出邊邊嗎, 一定要連著放嗎, 可以單獨放嗎, 放的範圍, "
        "三個人放哪, 外圍可以放嗎, lay a piece over a printed hex, where am i allowed to lay, does it need to connect, "
        "lie alone, zone for two players, grey ring allowed, on the border, partly outside, 可以蓋圖案嗎, 放外面, "
        "哪些格能放, 可以亂放嗎, 兩人範圍, 單獨放一邊"
    ),
    "ingenious/token": (
        "reach nine, both reach nine, take the token from the other, 到九分, 搶, who gets the chip, steal the token, "
        "take it back, 搶回來, 籌碼給誰, 拿指示物, who gets it, both at nine, 都到九, 指示物給誰, both of us, "
        "chip at nine, who keeps the token, reach the 9, take token from opponent, what do i get at nine, duel chip, "
        "拿走對手的, 九分拿什麼, 兩個人都到九, 到九拿什麼, 對決標記, 搶對方的, can i steal the duel chip, "
        "get the chip, what does the token do, reach 9 in the duel, chip from the other player, duel tokens, "
        "who holds the token, 搶對手的指示物, 可以搶對手的嗎, 對決指示物怎麼拿, 拿對決標記, nick the chip, "
        "take the chip away, token stolen, 搶指示物, 偷指示物, 對決籌碼"
    ),
    "ingenious/past-nine": (
        "stops at nine, more than nine, 停在九, 超過九, 到九分, over nine, points over 9, 超過九分, "
        "beyond nine in the duel, more than 9, ten points in the duel, 停在 9, 過九, duel at 9 do i go further, "
        "beyond 9, more than nine in the duel, points over nine lost, duel track end, max in the duel, 對決超過九, "
        "九分以後, 到九停嗎, 對決上限, peg past nine, ten in the duel, 對決到頂, 過了九"
    ),
    "ingenious/lowest": (
        "what is my score, which marker counts, final score, 最後幾分, 看哪個標記, lowest counts, my final points, "
        "算最低的, my score, what counts as my score, which of my six, is it the total of all, add up all colours, "
        "sum, final result, best colour, highest colour, do other colours matter, points at the end, how do i win, "
        "加起來嗎, 六個加起來, 總分怎麼算, 最後分數, 看最低, 最高的算嗎, 怎麼贏, 怎麼算輸贏, 哪個顏色算分, "
        "smallest cube, whose smallest, which colour decides, six colours, is my score, 看哪個顏色, 最高的顏色, "
        "final points, add my colours, points total, 分數怎麼看, 幾分, 贏的條件, 算哪個, 算哪個顏色, 最後算哪個, "
        "最後算, marker, markers, scoring marker, which number is my score in the end, "
        "why did i lose i have so many points, lowest counts only, is it the sum, add all together, "
        "what counts at the end, weakest colour, how do you win ingenious, smallest one decides, "
        "my best colour useless, do i add the six, 看最低那個嗎, 最後怎麼算分, 分數看哪個, 總分是加起來嗎, 最低的才算, "
        "為什麼我輸, 看最小的, 最爛的顏色, which peg decides my result, which cube matters, result at the end, "
        "highest colour matter, overall score, is everything added, what matters in the end, 最後看什麼, 哪個標記算, "
        "勝負看什麼, 全部加嗎, 算最爛那個, 最低分算, lowest marker counts, which marker, marker that counts, "
        "six markers"
    ),
    "ingenious/turns": (
        "whose turn is it, who is next, 輪到誰, 換誰, order of play, clockwise, next player, after an extra tile, "
        "順時針, 下一個是誰, 還欠額外, whos turn after the bonus tile, whose go is it, play order, clockwise or not, "
        "direction, 換誰了, 下一個誰, 順時針嗎, who is up after me, which way round, left neighbour next, 輪誰, "
        "換下一個, 往左輪流"
    ),
    "ingenious/first-player": (
        "who starts, who goes first, who begins, who is first, youngest, which way round, 誰先, 誰先下, 誰先開始, "
        "年紀最小, 從誰開始, young, 年輕, 最年輕, first one to play, the youngest, oldest, age, 誰第一個, 誰最小, "
        "年紀小的先, 最小的先, 第一個是誰, who kicks off, oldest player, youngest or oldest starts, "
        "who goes first ingenious, beginner of the game, 年紀小的先嗎, 誰先 ingenious, 誰開始, 先手怎麼決定, "
        "who lays first, kid starts, who opens ingenious, 小孩先, 誰先放, 先後怎麼決定"
    ),
    "ingenious/refill": (
        "how many tiles do I draw, up to six, end of my turn, when do I draw, take new tiles, bag, 補到幾塊, 抽幾塊, "
        "補滿, 架子上幾塊, 手上幾塊, 什麼時候補, 補板塊, how many tiles each, how many tiles do we hold, "
        "tiles in my rack, six tiles, fill my rack, draw before or after the extra, when the bag is empty, "
        "take from the bag, 每人幾塊, 每人拿幾塊, 拿六塊, 手上六塊, 架上幾塊, 抽到六塊, 抽完再, 什麼時候抽, "
        "先抽還是先放, 一開始拿幾塊, refill my rack, when do i refill, after swapping, up to six tiles, "
        "draw after my turn, 回合結束抽, 抽板塊, hexes on a rack, how many on a rack, on the rack, rack holds, "
        "pieces per player, when do i draw new tiles, how many tiles in hand, pick new tiles, draw up to six, "
        "draw after the bonus, how many do i hold, fill the rack, take from the bag when, hand size, 什麼時候補板塊, "
        "要抽幾塊, 什麼時候抽新的, 架子上要幾塊, how many on my rack, when to fill up, take tiles at the end, "
        "new tiles after the bonus, 何時補, 補滿六個, 架上幾個, 抽新板塊"
    ),
    "ingenious/team-talk": (
        "may partners talk, show my partner, tell my mate, table talk, secret, 可以講話, 給隊友看, 跟隊友, "
        "see my tiles, look at my partner's rack, 看我的板塊, 隊友可以看, chat with my partner, tell each other, "
        "share plans, plan together, hints, say, sign, secretly, show tiles to my partner, 跟隊友講話, 可以討論嗎, "
        "說自己有什麼, 商量, 打暗號, 提示隊友, 互相看牌, partner and i, ask my partner, say where to place, "
        "say what to play, tell my partner where, help my partner, 說要放哪, 跟隊友說, 問隊友, 可以提醒, 偷講, "
        "can i talk with my teammate, discuss with partner, secret signs, show my tiles to my partner, talk in teams, "
        "communicate, 隊友可以商量嗎, 可以跟隊友講話嗎, 可以給隊友看板塊嗎, 可以打暗號嗎, "
        "can my buddy and me chat about moves, give hints, tell what i have, partner communication, "
        "whisper to a friend, 跟隊友聊, 可以講嗎, 溝通, 偷偷說"
    ),
    "ingenious/team-extra": (
        "team bonus, how often, bonus of a team, 幾次獎勵, 團隊額外, 兩次獎勵, 一隊幾次, my partner reached 18, "
        "partner goes again, who places the extra tile, 隊友到 18, how often does a team get the extra, "
        "twice per colour, who does the extra, which partner, our marker, whose marker moves, 團隊獎勵, 隊伍到 18, "
        "誰放額外, 誰的標記, 一隊幾次額外, share one score, how many bonuses, team bonuses, bonuses for a team, "
        "partner and i, 團隊幾次, 我們這隊, 團隊獎勵幾次, how often can a team get the bonus move, bonus in team game, "
        "who lays the team's extra tile, extra twice, team reached 18, 一隊可以幾次獎勵, 隊伍的額外放置, 誰來放額外的, "
        "team at 18 twice, which teammate places, bonus for our team, 團隊到頂, 隊友誰放"
    ),
    "ingenious/tiles": (
        "how many tiles, how many of each, in the bag, number of tiles, doubles, 幾塊, 每種幾塊, 袋子裡, 總共幾塊, "
        "how many pieces in the bag, total tiles, one hundred and twenty, identical tiles, how many doubles, "
        "how many of two colours, 一百二十塊, 總數, 雙色板塊幾塊, 同色的幾塊, 板塊總共, 有幾個雙, double tiles, "
        "how many two-colour tiles, 幾塊雙色, 雙板塊, 同色板塊有幾塊, 兩邊同色幾塊, "
        "how many tiles in the bag altogether, how many red red tiles, how many red and blue tiles, number of pieces, "
        "tile count, are there two same colours on a tile, distribution of tiles, 紅藍的有幾個, 總共幾塊板塊, "
        "每種有幾個, 袋子裡幾塊, 雙紅有幾塊, 一樣的板塊有幾個, how many pieces total, same coloured doubles count, "
        "amount of tiles, copies of a tile, 板塊數量, 同色板塊幾個, 一種幾塊, 一共多少塊"
    ),
    "ingenious/modes": (
        "how many players, can two play, five players, 幾人玩, 幾個人可以玩, two against two, teams of two, 怎麼分隊, "
        "兩兩一隊, which modes, can three play, how many can play, one person, four in teams, number of players, "
        "可以幾個人, 三個人可以玩, 五個人可以玩, 單人可以玩嗎, 有哪些模式, how many people can play, with two players, "
        "two of us, 兩個人玩, 四個人分隊, can 5 play ingenious, is there a solo version, how many people, "
        "player count, can i play alone, one player, team version, ways to play, 2 vs 2, how many can join, "
        "versions of the game, 一個人可以玩嗎, 幾個人玩, 可以五個人嗎, 有單人模式嗎, 有幾種玩法, 兩隊怎麼分, 幾人遊戲, "
        "how many ppl for ingenious, can six play, pairs, game for one, 2 teams, max players, 人數, 分兩隊, "
        "兩人可以玩嗎, 一個人玩, 團隊怎麼玩"
    ),
    "ingenious/no-hand": (
        "swap alone, solo swap, hand in the solo game, 單人換, 單人可以換, swap when alone, keep tiles alone, "
        "how many tiles do i have alone, one tile at a time, 單人抽一塊, 單人有手牌嗎, 單人手上幾塊, is there a hand, "
        "play alone, hand alone, rack alone, do i hold tiles, 單人拿幾塊, 單人要架子嗎, swap tiles when playing alone, "
        "hand in solo, solo drawing, how many tiles in solo, can i change tiles alone, how does solo work, "
        "play by myself how, 單人可以換嗎, 單人怎麼抽, 一個人怎麼玩, 單人模式規則, solo how many tiles do i draw, "
        "do i have a rack in solo, alone can i swap, 單人抽幾個, 單人換板塊, 一個人有架子嗎"
    ),
    "ingenious/swap": (
        "when may I swap, once per turn, how often, show the rack, show my tiles, 換幾次, 一回合換, 展示, 給大家看, "
        "什麼時候換, before or after drawing, 先換還是先抽, 抽完才換, 沒有最低的顏色, show the others, 給別人看, "
        "要先展示, how many times, how often can i change, twice in a turn, change all or some, only some of my tiles, "
        "keep some, after scoring, before refilling, show everyone, swapped tiles go back in the bag, "
        "exchange two tiles, trade in, end of turn, 一回合幾次, 只換幾塊, 換一部分, 換全部, 要全換嗎, 展示給別人, "
        "換完還能下嗎, 計分後才換, 換掉的放哪, swap the whole rack, swap all, whole rack, how many do i swap, "
        "swap one tile, part of the rack, do i lose my turn, show tiles first, one time per turn, 一次換幾個, 換幾個, "
        "要全部換, 換整個架子, 換一塊, 換了算一回合嗎, 給大家看才換, can i change my whole hand, swap all my tiles, "
        "how often may i swap, new hand, exchange everything, do i have to show them, when can i swap, "
        "i dont have my lowest colour, trade my tiles, throw my tiles back, bad hand, 可以換牌嗎, 可以換掉全部嗎, "
        "換牌規則, 什麼時候可以換, 手上沒有最低色, 換板塊, 手牌很爛可以換嗎, 要給大家看嗎, "
        "toss my whole rack and get six new ones, ditch my tiles, redraw, mulligan, dump my hand, fresh six, "
        "all new tiles, replace the rack, 整手換掉, 全部換, 換六塊, 重抽板塊, 換手牌條件, 丟回去重抽"
    ),
    "ingenious/swap-hand": (
        "several lowest, 兩個最低, two lowest colours, lowest tied, more than one lowest, 兩種最低, 好幾個最低, "
        "最低有兩個, 最低同分可以換嗎, two colors are lowest and i got one of them, two lowest colours swap, "
        "several colours lowest, multiple worst colours, tied lowest and swapping, 最低的顏色有兩個, "
        "兩個顏色都最低可以換嗎, 兩種都最低, 有一個最低的顏色, two worst colours, both lowest colours, "
        "equal lowest and swap, 兩色同為最低, 最低有兩色, 並列最低換牌"
    ),
    "ingenious/duel-swap": (
        "swap in the duel, marker on nine, 對決換板塊, swap for a finished colour, throw back maxed colour, "
        "對決可以換嗎, 對決交換, 到九的顏色換, change tiles in the 2 player match, swap in a duel, "
        "swap tiles in duel mode, put aside tiles of a finished colour, duel exchange, 對決怎麼換, 兩人對決換板塊, "
        "對決換牌, one on one swap, replace tiles in the duel, 對決換手, 對決重抽"
    ),
    "ingenious/token-held": (
        "again for the same colour, second time, 再一次, 搶回來, second time at nine, reach nine again, "
        "bonus again for the same colour, 又到九, 再到九分, 已經有指示物, already got the blue token another extra, "
        "same colour at nine again, second bonus for a colour, have the chip already, 已經有那個指示物, "
        "同色第二次到九, 有指示物還有獎勵嗎, 再次到九, token again, extra twice with the same token, 同一個指示物, "
        "已有指示物"
    ),
    "ingenious/lowest-double": (
        "score in the solo game, team score, 單人幾分, 團隊分數, solo result, add 18, on the right board, team total, "
        "右邊加 18, 團隊怎麼算, 單人怎麼算, does second board add 18, score on the right board, double track score, "
        "counting in solo or team at the end, right track points, 第二塊板加十八嗎, 右邊的分怎麼算, 團隊最後分數, "
        "單人最後幾分"
    ),
    "ingenious/shared": (
        "still tied, all equal, 全部一樣, 還是平手, all six the same, everything equal, both win, 六個都一樣, "
        "完全一樣, all six equal who wins, everything tied, same on all colours, 六個都一樣怎麼辦, 完全平手"
    ),
    "ingenious/duel-tie": (
        "tie in the duel, same number of markers, 對決平手, same number on our side, both have three, both sides, "
        "兩邊一樣多, duel even, three each, three against three, 對決三比三, 各三個, 對決同分, duel 3 each, "
        "equal number of markers in the duel, tie in a duel, same on both sides, 對決一樣多, 兩邊一樣怎麼比"
    ),
    "ingenious/duel-draw": (
        "draw in the duel, 對決和局, nobody wins the duel, 沒人贏, duel completely equal, duel nobody wins, "
        "draw possible in duel, 對決完全一樣, 對決沒人贏"
    ),
}
