"""Search vocabulary of 5211: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "rooster, roosters, chicken, chickens, hen, cock, ones, 1s, 公雞卡, 公雞, 雞, 雞牌, 雞卡, bird, birds, chick, 鳥",
    (
        "limit, too many, bust, busted, busts, over the limit, exceeded, over, more than allowed, 數量上限, 上限, "
        "太多, 爆, 爆掉, 爆牌, 超過, 過多, 爆了, 太多張, too much, 破上限, 超出, too large, to much, to many"
    ),
    "majority, most cards, largest colour, 顏色多數, 多數, 最多",
    (
        "colour, colours, green, yellow, orange, blue, teal, 顏色, 綠色, 黃色, 橘色, 藍色, greens, yellows, oranges, "
        "blues, teals, 橙色, 綠的, 黃的, 橘的"
    ),
    "keep, kept, keeps, take home, 保留, 留下, 留, 拿",
    "card, cards, 卡牌, 牌, 張, 張牌",
    "discard, discarded, leave, leaves, out, thrown away, 棄掉, 棄牌, 丟掉",
    "score pile, pile, won cards, collected cards, 分數堆, 牌堆, 得分牌",
    "deck, draw pile, stack, 一副牌, 抽牌堆, 牌庫, pack",
    (
        "tied colours, equal colours, as many cards, same number, same number of cards, equally many, 數量平手, "
        "一樣多, 相同張數, 張數相同, 數量相同, 同樣多, 平手的顏色, cancel, cancel out, knock out, 抵掉, 抵消"
    ),
    "hand, my hand, cards in hand, 手牌, 手上",
)

_ABOUT = {
    "?5211/round": "points of a round, what do I get, how much do we score, 這一輪幾分, 這輪得幾分, 大家得幾分",
    "?5211/colours": (
        "which colour wins, which colour counts, too many of one colour, two colours tied, enough roosters, "
        "哪個顏色有分, 哪色計分, 哪個顏色得分, 哪一色, 顏色平手, 公雞夠不夠"
    ),
    "?5211/ranking": (
        "end of the game, tiebreak, who won, final, winner, equal points, more cards, 誰贏, 比牌數, 最後, 名次, "
        "平手怎麼辦, 同分"
    ),
    "5211/roosters": (
        "how many roosters, too many roosters, worth one point, exact number, how many do we need, one too many, "
        "one too few, 要幾張, 要幾隻, 幾隻公雞, 多一張, 少一張, 剛好, exactly right, 剛剛好, more than needed, "
        "one short, not enough, 少一隻, 多一隻, 不夠, do roosters score, when do roosters score, do chickens win, "
        "all roosters, 公雞什麼時候得分, 雞算嗎, 幾隻雞"
    ),
    "5211/limit": (
        "colour is out, too many of one colour, too many cards of one colour, colour is bust, 整色棄掉, 太多張, "
        "超過上限, next colour, 爆了之後, 換誰, 下一個顏色, 換下一色, how many are too many, discard a colour, "
        "is it out, 是不是爆, 幾張就爆, 七張"
    ),
    "5211/tie": (
        "two colours, cancel each other out, same number of cards, two colours tied, equally many, 互相抵消, 兩個顏色, "
        "一樣多, 張數相同, level, both go, both out, 都四張, 一樣張數, 兩色同樣"
    ),
    "5211/majority": (
        "roosters count for their colour, roosters included, 公雞的顏色, which colour wins, biggest colour, "
        "most cards of a colour, 最多的顏色, 哪一色, does the bird count for its colour, rooster as green too, "
        "count towards the majority, 雞算顏色, 算進顏色"
    ),
    "5211/nothing": (
        "nobody scores, no points, nothing scores, no winner of the round, all colours tied, no colour left, "
        "no majority, 沒有人得分, 沒人有分, 全部平手, 都平手, 沒人得分, whole table tied, no one gets anything, "
        "none of us scores, all thrown away, 全丟, 大家都平手, 沒人拿"
    ),
    "5211/cards": (
        "what do I keep, what is a card worth, 可以留, 留下的牌, 每張幾分, worth, what is a rooster worth, "
        "points of a card, 值幾分, 雞值幾分, how many points, value of a card, six card, 六分的牌, 一張幾分"
    ),
    "5211/deck": (
        "how many rounds, number of rounds, length of the game, cards run out, draw pile is empty, when does it end, "
        "玩幾輪, 幾輪, 打完, 抽完, 幾輪結束, 什麼時候結束, 抽完就結束, when do we stop, stop playing, no more cards, "
        "沒牌了, 什麼時候停"
    ),
    "5211/new-deck": (
        "draw pile is empty, reshuffle, shuffle again, used up, 抽完, 重洗, 洗牌, 用完, keep going, play on, "
        "nobody has 50, no one has fifty, 沒人破五十, 沒人到 50, 繼續玩, 再玩一副, second deck, "
        "第二副, 全部重洗, start again, no winner yet, 還沒有人"
    ),
    "5211/fifty": (
        "when is it over, fifty, 50, long game, 五十分, 達到 50, hits 50, reaches fifty, until someone has 50, 破五十, "
        "到五十, long variant, 久時變體, 長的玩法"
    ),
    "5211/tie-cards": (
        "who wins, end of the game, tiebreak, 誰贏, 比牌數, thicker pile, bigger pile, 分數堆厚, 厚, 誰的牌多, "
        "牌比較多, more cards in the pile, 看牌多, 牌多的贏"
    ),
    "5211/hand": (
        "how many cards do I play, how many each round, who begins, who starts, who goes first, "
        "face down, flip, 一輪出幾張, 出幾張, 打幾張, 先出兩張, 誰先, 同時翻, 蓋著出, play at once, take turns, "
        "whose turn, order, 輪到誰, 一起出, 同時出"
    ),
    "5211/removed": (
        "before the start, before we start, thrown out, back in the box, setup, out of the game, "
        "how many cards do we get, dealt, 開始前, 拿掉幾張, 移除幾張, 不用的牌, 發幾張, 設置, 起手幾張, take away, "
        "two players, 拿走, 拿走幾張, 兩個人, 三個人, 五個人, back to the box, not used, 放回盒子, at the start, "
        "how many do we take out, 先抽掉, 要先抽掉多少"
    ),
    "5211/refill": (
        "draw back up, draw cards, how many cards in hand, after each card, up to five, when do I draw, last round, "
        "fifth card, last card, 補牌, 抽幾張, 補到五張, 出完補牌, 每次出完, 什麼時候抽牌, 手牌幾張, 最後一張, "
        "use the last card, last hand, 要補嗎, 最後一輪補, how many in hand, keep five, 保持幾張, 手牌保持, hand size, "
        "after the second turn, how many do I draw, 出兩張之後, 手牌上限"
    ),
    "5211/copies": (
        "how many of each card, how many fours, how many sixes, how often, in the deck, deck contents, 幾張, 牌有幾張, "
        "每種幾張, 有幾張, 牌的分布"
    ),
    "5211/most-points": "who wins, winner, highest score, 誰贏, 分數最高",
    "5211/shared": "still tied, share the win, 還是平手, 共享勝利",
    "5211/tie-cards-long": "cards of earlier decks, first deck cards, 前一副的牌",
}

_RARE = frozenset(
    (
        "5211/copies",
        "5211/tie-cards-long",
    )
)

_SETTLES = {
    "?5211/round": ("5211/cards",),
    "?5211/colours": ("5211/roosters", "5211/limit", "5211/tie", "5211/majority", "5211/nothing"),
    "?5211/ranking": ("5211/most-points", "5211/tie-cards", "5211/tie-cards-long", "5211/shared"),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
