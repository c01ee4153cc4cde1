"""Search vocabulary of Ingenious: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "tile, tiles, piece, domino, 板塊, 牌, 塊, dominoes, hex, 骨牌, 磚",
    "hand, tiles in hand, rack, my tiles, 手上, 手牌, 板塊架, holder, stand, 架子",
    "marker, markers, cube, cubes, track, colour, colours, 計分標記, 標記, 顏色, 指示物",
    "symbol, symbols, picture, pictures, star, printed, 圖案, 印好的, 印在版圖上, 印的圖案, 版圖上的圖案",
    (
        "top, end of the track, 18, eighteen, reaches 18, reached 18, reach 18, over 18, past 18, hit 18, 18 分, "
        "到 18, 超過 18, 到頂, 盡頭, 到底, max, max out, maxed out, shot past, 封頂, 最高, 頂"
    ),
    (
        "extra placement, another tile, another turn, again, one more tile, bonus turn, extra turn, extra move, "
        "bonus move, play again, 額外放置, 再放, 再放一塊, 多放, 再放一次, 額外, 再下一塊, go again, another go, "
        "extra go, bonus, reward, 獎勵, 再來一次"
    ),
    "alone, solo, one player, single player, 單人, 一個人",
    (
        "team, teams, partner, 團隊, 隊友, partners, mate, mates, teammate, pairs, two against two, 兩兩一隊, "
        "兩人一隊, 一隊, 兩兩, 同隊, 分隊, 隊"
    ),
    "duel, two-player variant, 對決",
    "double, same on both halves, both halves, twin, 雙, 兩邊同色, 兩個一樣",
    "board, map, 版圖, 圖板",
    "at once, instantly, immediately, instant win, 立即, 馬上, 直接贏, 直接",
    "half, halves, side, 圖案, 一半",
    (
        "lowest marker, lowest colour, worst colour, 最落後, 最低的顏色, 最低色, 最低分, 最低的, lowest, worst, "
        "weakest, 最差"
    ),
    "gap, hole, 隔一格, 隔開, 隔, 中間空",
    "token, chip, chips, disc, disk, duel token, 指示物, 籌碼, 對決指示物, 代幣",
    "place, build, put down, drop, 下, 下在, 貼著",
    "swap, get new tiles, throw back",
    "side, end, ends, both ends, both halves, 兩端, 兩邊",
)

_ABOUT = {
    "?ingenious/placement": (
        "what do I score, double tile, counting lines, how many points, three in a line, five directions, 這塊, "
        "怎麼算, 幾個方向, 一個方向, 兩個圖案, 連線, 一條線, both ends, both halves, 星星, 兩端"
    ),
    "?ingenious/ranking": (
        "who won, tiebreak, tie breaker, winner, second lowest, same lowest, equal lowest, final score, 誰贏, "
        "怎麼比, 名次, 最低的一樣, 最落後一樣"
    ),
    "?ingenious/swap": (
        "change my hand, no tile of my lowest colour, new hand, may I swap, draw new tiles, "
        "none of my lowest colour, 換牌, 換手牌, 手上沒有, 換板塊, 可以換嗎, 重抽, 沒有最低的顏色"
    ),
    "ingenious/first-turn": (
        "where does my first tile go, first move, may I place here, where to start, beside a symbol, next to a symbol, "
        "第一塊, 一開始放哪, 放這裡, 第一塊放哪, 挨著圖案, 靠著圖案, 旁邊要有圖案, first go, away from everything, "
        "touch another tile, 第一步, 貼著圖案, 貼著"
    ),
    "ingenious/half": (
        "the tile itself, printed symbols, directions, lines, count the new tile, does the tile count itself, "
        "does a gap stop it, 方向, 印好的圖案, 自己, 本身算不算, 算不算, 印的圖案, 隔一格, own piece, other half, "
        "一起數, 自己這塊, 連著, matching halves, double tile, counted twice, own symbol, 兩個一樣, 一樣的圖案, "
        "both ends, both sides of the tile, stars, printed star, 星星, 印的星星, 兩端都算, printed corner, "
        "corner symbols, printed on the board, 角落的圖案"
    ),
    "ingenious/nothing": (
        "no points, no match, must I place, scores nothing, place without points, pass, 沒分, 沒有分數, "
        "一定要放, 不能得分, 沒得分也要放, 可以不放嗎"
    ),
    "ingenious/extra": (
        "reach 18, another turn, again, 到 18, 再來一次, bonus placement, do I have to, must I place again, "
        "refuse the bonus, 一定要再放, 可以不放"
    ),
    "ingenious/past-top": (
        "more than 18, further than the end, too many points, above 18, stops at 18, 到底, 超過, 超過 18 分, 停在 18, "
        "what about the rest, rest is lost, 多的分數, 多的不算"
    ),
    "ingenious/past-left-top": (
        "past 18, over 18, rest is lost, teams, 超過 18, 多出來, left board, right board, 左邊的板, 右邊的板"
    ),
    "ingenious/to-right-track": "alone, solo, 18, extra placement in the solo game, 單人, 沒有額外放置, 單人額外放置",
    "ingenious/instant-win": (
        "all six colours, instant win, wins at once, all at 18, 六個都到, 全部 18, 直接贏, all colours maxed out, "
        "六色, 六色都, 全滿, 封頂"
    ),
    "ingenious/board-full": (
        "board is full, end of the game, when is it over, no room, no space left, nowhere to place, game over, 放滿, "
        "什麼時候結束, 沒地方放, 放不下, 遊戲結束, no room for another, all full, 塞滿, 擺滿, 放不下了, 收工, "
        "nobody can place, where does the game stop, no more moves, 沒人能放, 沒地方下"
    ),
    "ingenious/tie-column": (
        "second lowest, tiebreak, who wins, same lowest marker, equal lowest, 第二低, 怎麼比, 最低的一樣, 最落後一樣, "
        "then the next, 再比"
    ),
    "ingenious/own-side": "who wins the duel, 對決誰贏",
    "ingenious/placing": (
        "must it touch, which spaces, cover a symbol, 放在哪裡, 可以放哪, 蓋住, on top of a symbol, on the edge, "
        "printed star, two free spaces, 蓋在圖案上, 邊邊"
    ),
    "ingenious/token": (
        "reach nine, both reach nine, take the token from the other, 到九分, 搶, who gets the chip, steal the token, "
        "take it back, 搶回來, 籌碼給誰, 拿指示物, who gets it, both at nine, 都到九, 指示物給誰"
    ),
    "ingenious/past-nine": "stops at nine, more than nine, 停在九, 超過九, 到九分, over nine, points over 9, 超過九分",
    "ingenious/lowest": (
        "what is my score, which marker counts, final score, 最後幾分, 看哪個標記, lowest counts, my final points, "
        "算最低的"
    ),
    "ingenious/turns": "whose turn is it, who is next, 輪到誰, 換誰",
    "ingenious/first-player": (
        "who starts, who goes first, who begins, who is first, youngest, which way round, 誰先, 誰先下, 誰先開始, "
        "年紀最小, 從誰開始, young, 年輕, 最年輕"
    ),
    "ingenious/refill": (
        "how many tiles do I draw, up to six, end of my turn, when do I draw, take new tiles, bag, 補到幾塊, 抽幾塊, "
        "補滿, 架子上幾塊, 手上幾塊, 什麼時候補, 補板塊"
    ),
    "ingenious/team-talk": (
        "may partners talk, show my partner, tell my mate, table talk, secret, 可以講話, 給隊友看, 跟隊友, "
        "see my tiles, look at my partner's rack, 看我的板塊, 隊友可以看"
    ),
    "ingenious/team-extra": (
        "team bonus, how often, bonus of a team, 幾次獎勵, 團隊額外, 兩次獎勵, 一隊幾次, my partner reached 18, "
        "partner goes again, who places the extra tile, 隊友到 18"
    ),
    "ingenious/tiles": (
        "how many tiles, how many of each, in the bag, number of tiles, doubles, 幾塊, 每種幾塊, 袋子裡, 總共幾塊"
    ),
    "ingenious/modes": (
        "how many players, can two play, five players, 幾人玩, 幾個人可以玩, two against two, teams of two, 怎麼分隊, "
        "兩兩一隊"
    ),
    "ingenious/no-hand": "swap alone, solo swap, hand in the solo game, 單人換, 單人可以換",
    "ingenious/swap": (
        "when may I swap, once per turn, how often, show the rack, show my tiles, 換幾次, 一回合換, 展示, 給大家看, "
        "什麼時候換, before or after drawing, 先換還是先抽, 抽完才換, 沒有最低的顏色, show the others, 給別人看, "
        "要先展示"
    ),
    "ingenious/swap-hand": "several lowest, 兩個最低",
    "ingenious/duel-swap": "swap in the duel, marker on nine, 對決換板塊",
    "ingenious/token-held": "again for the same colour, second time, 再一次, 搶回來",
    "ingenious/lowest-double": "score in the solo game, team score, 單人幾分, 團隊分數",
    "ingenious/shared": "still tied, all equal, 全部一樣, 還是平手",
    "ingenious/duel-tie": (
        "tie in the duel, same number of markers, 對決平手, same number on our side, both have three, both sides, "
        "兩邊一樣多"
    ),
    "ingenious/duel-draw": "draw in the duel, 對決和局",
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
