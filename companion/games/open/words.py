"""Search vocabulary of an open score sheet."""

from __future__ import annotations

from companion.game.pages.parts import Words

_SAME = (
    "score sheet, sheet, any game, other game, 計分表, 自訂, 其他遊戲",
    "round, rounds, hand, 輪, 回合, 一輪",
    "line, lines, category, categories, at the end, 項目, 類別, 最後計分",
    "negative, minus, below zero, below 0, 負分, 負數",
    "limit, target, up to, first to, 上限, 目標分數",
    "together, cooperative, coop, co-op, everybody, 合作, 一起, 全體",
    "tie, tied, equal, same points, draw, 平手, 同分",
)

_ABOUT = {
    "open/round": (
        "points of a round, team mates, same points for a team, 一輪幾分, 同隊, how do i put in a round, "
        "same points for the team, round by round scores, type the points of each round, 每輪輸入分數, 一輪一輪記, "
        "同隊一樣分, 怎麼輸入一輪"
    ),
    "open/line": (
        "factor, per, divided, rounded down, times, 倍數, 除以, 捨去, what is a line at the end, "
        "end scoring with categories, how is a line counted, factor of a line, divided by, 最後項目怎麼算, 結算項目, "
        "每個幾分, 項目倍數, 除幾"
    ),
    "open/negative": (
        "minus points, can a number be negative, 可以負分嗎, negative numbers, minus sign, can somebody lose points, "
        "below zero allowed, score under 0, 可以負的嗎, 負數, 減號, 扣到負, 零以下"
    ),
    "open/order": (
        "when do lines come, another round, end of the rounds, 什麼時候, 先後, what first rounds or lines, "
        "order of rounds and lines, 先輪還是先項目, 順序是什麼, 輪次先"
    ),
    "open/limit": (
        "when is it over, last round, reached, 什麼時候結束, 最後一輪, play to 500, ends at a number, first to reach, "
        "target reached, 打到五百, 到目標就結束, 分數到了, 誰先到"
    ),
    "open/limit-more": (
        "one more round after the limit, everybody gets another turn, last round, 再一輪, 再打一輪, "
        "everybody gets another round, one more round, last round after somebody reached it, 最後再一輪, 多一輪"
    ),
    "open/limit-tied": (
        "tie at the limit, play on, sudden death, nobody ahead, 平手加賽, 加賽一輪, equal at the limit, "
        "tied over the target, two reached the target, both over the limit, 到了又平手, 同時到目標, 兩個人都到"
    ),
    "open/won": (
        "did we win, victory, 我們贏了, we beat the game, all win, cooperative win, team game won, 大家贏, 全部人贏, "
        "合作成功, 一起獲勝"
    ),
    "open/lost": (
        "did we lose, defeat, 我們輸了, the game beat us, all lose, cooperative loss, 大家輸, 一起輸, 合作失敗, "
        "輸給遊戲"
    ),
    "open/tie-line": (
        "most coins, fewest, 最多, 最少, tie broken by a line, equal points then coins, 平手看項目, 同分比某一項, "
        "用項目分勝負"
    ),
    "open/tie-number": (
        "cards in hand, no points, 手牌, 不算分, tiebreak number, tie broken by a number, "
        "ask for another number on a tie, money left decides, 平手看別的數字, 同分比剩的錢, 另外一個數字"
    ),
    "open/tie-seats": (
        "start player, who sits first, 座位, 起始玩家, start player wins the tie, tie goes to the later player, "
        "seat order decides, 平手看座位, 後手贏, 座位順序"
    ),
    "open/shared": (
        "share the win, still equal, 共享, 並列, both are first, still tied on our sheet, share first place, 並列第一, "
        "一起第一, 平手就並列"
    ),
    "open/steps": (
        "steps of points, 1 gives 1 and 2 gives 3, table of points, staircase scoring, sets score more, 級距, "
        "一個一分兩個三分, 階梯計分, 對照表, 越多越高"
    ),
    "open/places": (
        "first gets 5 second gets 3, most gets points, fewest loses, majority of a line, points for having the most, "
        "tie for most, second most, least of all, 最多的得分, 最少的扣分, 第一名五分第二名三分, 誰最多, 並列最多, "
        "第二多"
    ),
    "open/times": (
        "multiply two lines, crowns times fields, one number times another, product, 相乘, 皇冠乘格子, 兩個項目相乘, "
        "乘, 一項乘一項"
    ),
    "open/several": (
        "line of several numbers, add up numbers in one line, groups in a line, each area by itself, 一項好幾個數, "
        "幾組加起來, 分開算再加, 多組"
    ),
    "open/condition": (
        "only if, bonus if somebody has at least, points only with five, yes or no, 條件, 達到才有分, 至少幾個才算, "
        "有才加分"
    ),
    "open/apart": (
        "number that does not score, only counted, counted apart, used by other lines, 不計分的數字, 只是數一數, "
        "別的項目用, 單獨記"
    ),
    "open/sum": (
        "round must add up, all points together are 26, points do not add up, wrong sum, total of the round, "
        "加起來不對, 總和要對, 一輪合計, 分數和, 總共應該"
    ),
    "open/filled": (
        "fill in the last number, last number by itself, missing number is worked out, 最後一個自動算, 自動填, "
        "剩下那個數字"
    ),
    "open/halves": "half points, point five, 0.5, decimals, fractions, 半分, 小數, 點五, 一半的分",
}

WORDS = Words(same=_SAME, about=_ABOUT)
