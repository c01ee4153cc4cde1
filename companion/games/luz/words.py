"""Search vocabulary of Luz: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "trick, tricks, 墩, 吃墩, 這墩, 這一墩",
    "take a trick, takes the trick, wins the trick, gets the trick, get, 吃, 贏得, 吃墩, 誰吃",
    "bead, beads, yellow beads, marble, 賭注彩珠, 彩珠, 珠子, 珠, 黃珠, 黃色珠子, counter",
    (
        "safety bead, safety, blue bead, blue, insurance, blue marble, 安全彩珠, 安全, 藍色珠子, 藍珠, 藍色彩珠, "
        "藍珠子, 藍色的珠, 保險, blue thing, 藍的"
    ),
    "bet, bets, bid, bids, call, forecast, 下注, 賭注, 叫, 喊",
    "trump, yellow, sun, yellow card, 王牌, 黃色, 太陽, 主牌, 將牌, sun card, sun cards, 太陽牌, 黃牌",
    (
        "follow, follow suit, suit led, same colour, follow the colour, 跟牌, 跟花色, 要求花色, 必須跟, 跟出, "
        "throw off, throw away, other suit, 墊牌, 丟別的, 亂出, 隨便丟, ditch, dump, discard, asked, asked suit, "
        "跟不出來"
    ),
    "suit, colour, red, green, blue, purple, 花色, 紅色, 綠色, 藍色, 紫色",
    "made, exact, exactly right, hit, 成功, 剛好",
    (
        "missed, failed, miss, off, too many, too few, wrong, over, under, short, 失敗, 差, 沒中, 多吃, 少吃, "
        "沒達成, 沒達到, 沒成功, 少一墩, 差一墩"
    ),
    "deal, round, hand, 局, 第幾局, 盤, deals, hands",
    "deal 4, fourth deal, last deal, 第四局, 第 4 局, 最後一局",
    "start card, start player, first player, 起始玩家, 起始, 先手",
    "play, played, lead, leads, 出牌, 打出, 出",
    "three players, 3 players, 三人, 三個人, 3 人",
    "leader, leading, highest total, 領先, 總分最高",
    "luz, 璃光",
    "below 0, under nothing, go negative",
    "set aside, left out, ten cards, leftover cards, 放到一旁, 蓋著的十張, 剩下的牌, 沒用的牌",
)

_ABOUT = {
    "?luz/trick": (
        "who gets it, who took it, highest card, who won this trick, which card wins, 誰吃, 誰贏, 誰拿, 誰的牌大, "
        "哪張最大, 贏這一墩, 誰拿走, 誰拿這墩"
    ),
    "?luz/follow": (
        "must I follow, must I trump, what may I play, no card of the suit, have to follow, can I play, "
        "must I play, 可以出什麼, 一定要出, 一定要跟嗎, 必須跟牌, 可以出王牌嗎"
    ),
    "?luz/bet": (
        "how many points, off by, does it count, one too many, bet zero, took more, won too many, safety bead, "
        "扣幾分, 得幾分, 差幾墩, 有算, 下注零, 沒達成, 扣多少, 多吃一墩, 少吃一墩"
    ),
    "?luz/ranking": (
        "tiebreak, tie breaker, who won, equal totals, winner, tied, same total, 誰贏, 名次, 平手怎麼辦, 總分一樣, 同分"
    ),
    "luz/bet-exact": (
        "without the safety bead, exactly right, 剛好, 下注成功, how much is a bet worth, 值幾分, 押中幾分, "
        "zero tricks, no tricks, 零墩, 一墩都不拿, 算成功, hit my bid exactly, 剛好押中, 第二局"
    ),
    "luz/bet-safety": (
        "one trick more, one too many, what is the blue bead for, 多一墩, 安全彩珠的用處, how much is a bet worth, "
        "half the points, 一半的分數, what is it good for, use of the bead, 有什麼用"
    ),
    "luz/bet-missed": (
        "minus 5, per trick, how much do I lose, off by two, 扣 5 分, 差幾墩, 扣多少, 沒達成, how bad is it, "
        "got more than I bid, 扣多少分, bid two took five, over my bid, under my bid, 喊二吃五, 喊三, 多吃了, 少吃了, "
        "bid zero and took one, took one too many, 押零拿一墩, 押零結果, 結果拿了"
    ),
    "luz/total-floor": (
        "negative total, below zero, minus total, minus points, negative score, 總分負的, 負分, 變成負的, "
        "drop below nothing, under zero, 低於零"
    ),
    "luz/start-card": (
        "who bids first, who leads first, who deals, who starts, who bets first, who begins, who plays first, "
        "誰先下注, 誰先出牌, 誰先叫, 誰開始, 誰先, who deals next, dealer, next deal, 誰發牌, 發牌, 下一局誰先"
    ),
    "luz/leader-opens": (
        "last deal, fourth deal, three players, who starts, who leads the last deal, 誰先出, 第四局誰先, 最後一局誰先, "
        "first to bid in the fourth hand, 第四局三人, 三人第四局"
    ),
    "luz/tie-last-deal": (
        "who wins, tiebreak, tied after four deals, 誰贏, 看最後一局, after the fourth hand, after four hands, "
        "四局打完, 打完同分"
    ),
    "luz/tie-start-card": "who wins, tiebreak, tied with the start player, 誰贏, 看起始玩家",
    "luz/trump": (
        "always the highest, beats all, wins, strongest, which colour is trump, yellow beats, 最大, 一定贏, 壓過, "
        "什麼顏色是王牌, 黃色最大, lowest yellow, yellow one, small trump, 最小的黃色, 小王牌, does the sun win, "
        "sun card, beats red, 太陽最大, 太陽贏, small sun, against a red twelve, 小太陽"
    ),
    "luz/follow-suit": (
        "must, 一定要跟, throw off, still have one, another suit, 藏牌, 不跟, 可以不跟嗎, ditch, have the suit, "
        "asked one, 有花色, do I need to follow the colour, 要跟嗎, 別人要跟"
    ),
    "luz/no-card-of-the-suit": (
        "must I trump, no red, none of it, free choice, 沒有這個花色, 一定要出王牌嗎, throw anything, throw off, "
        "隨便丟, 隨便出, 沒紅的, 墊牌, cannot follow, play trump, 跟不出來, 出太陽, 出王牌"
    ),
    "luz/no-looking": (
        "look at my own cards, peek at my numbers, own numbers, see my own hand, the front, go back through tricks, "
        "tricks I won, look at what was played, cards set aside, 偷看自己, 看自己的牌, 自己的數字, 看正面, 看吃到的牌, "
        "吃到的牌, 看贏的墩, 吃過的牌, 可以看嗎, 蓋著的牌, number I just played, check, ten cards, 十張, 蓋著, 先看, "
        "look at won tricks, review tricks, 看吃過的, glance at my card, look at a trick again, 瞄一下, 再看一次"
    ),
    "luz/passing": (
        "pass the cards, pass the hands, which way, to the left, sort the cards, how to sort, how many cards do I get, "
        "ten cards, plus card, dealt, 傳牌, 傳給誰, 往左傳, 怎麼排, 排序, 發幾張, 幾張牌, 手牌給誰, "
        "put my cards in order, arrange my hand, order of the cards, 整理手牌, 排牌, left or right, 左邊還是右邊"
    ),
    "luz/beads": (
        "how many beads may I take, two safety beads, only the blue bead, bet nothing, bet zero, no beads, "
        "blue bead alone, 拿幾顆, 拿兩顆, 兩顆藍珠, 只拿藍珠, 下注零, 可以不押, 最多幾顆, bet more than ten, "
        "bet eleven, how many can I bet, 最多押幾墩, 押幾墩"
    ),
    "luz/highest-total": "who wins, winner, most points, 誰贏, 總分最高, 最後看誰",
    "luz/deck": (
        "which cards are in the game, how many cards, with three players, highest number, 哪些牌, 幾張牌, 用到幾號, "
        "up to which number, 用到幾號的牌"
    ),
    "luz/ten-tricks": (
        "how many tricks, how many deals, how long is the game, how often do we deal, four deals, 幾墩, 一局幾墩, "
        "幾局, 打幾局, 要打多久"
    ),
    "luz/led-suit": (
        "first card of the trick, open a trick, may I lead anything, lead trump, 第一張牌, 先出什麼, 可以先出王牌, "
        "open with a sun, start with trump, lead yellow, 先出黃色, 先出太陽, 可以先出太陽嗎"
    ),
    "luz/highest-card": "higher number, which card wins, another suit, 數字大, 比大小, 別的花色",
}

_RARE = frozenset(
    (
        "luz/ten-tricks",
        "luz/deck",
        "luz/total-floor",
    )
)

_SETTLES = {
    "?luz/trick": ("luz/trump", "luz/highest-card"),
    "?luz/follow": ("luz/follow-suit", "luz/no-card-of-the-suit"),
    "?luz/bet": ("luz/bet-exact", "luz/bet-safety", "luz/bet-missed"),
    "?luz/ranking": ("luz/highest-total", "luz/tie-last-deal", "luz/tie-start-card"),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
