"""Search vocabulary of 5211: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    (
        "rooster, roosters, chicken, chickens, hen, cock, ones, 1s, 公雞卡, 公雞, 雞, 雞牌, 雞卡, bird, birds, chick, "
        "鳥, roos, fowl, poultry, hens, rooster cards, chicken cards, 公雞牌, 雞的牌, 小雞, 母雞"
    ),
    (
        "limit, too many, bust, busted, busts, over the limit, exceeded, over, more than allowed, 數量上限, 上限, "
        "太多, 爆, 爆掉, 爆牌, 超過, 過多, 爆了, 太多張, too much, 破上限, 超出, too large, to much, to many, "
        "overflow, cap, maximum, max, ceiling, out of bounds, blown, 炸, 炸掉, 過頭, 超標, 太滿, 最多"
    ),
    "majority, most cards, largest colour, 顏色多數, 多數, 最多",
    (
        "colour, colours, green, yellow, orange, blue, teal, 顏色, 綠色, 黃色, 橘色, 藍色, greens, yellows, oranges, "
        "blues, teals, 橙色, 綠的, 黃的, 橘的, navy, dark blue, turquoise, 深藍, 深藍色, 藍綠色, 藍綠, 哪色, 黃, 綠, "
        "藍, 橘"
    ),
    "keep, kept, keeps, take home, 保留, 留下, 留, 拿",
    "card, cards, 卡牌, 牌, 張, 張牌",
    (
        "discard, discarded, leave, leaves, out, thrown away, 棄掉, 棄牌, 丟掉, trash, bin, lose, burn, burnt, 棄, "
        "棄置, 丟棄, 扔掉"
    ),
    "score pile, pile, won cards, collected cards, 分數堆, 牌堆, 得分牌",
    (
        "deck, draw pile, stack, 一副牌, 抽牌堆, 牌庫, pack, cards to draw, draw stack, pile of cards, 牌堆, 牌組, "
        "剩下的牌"
    ),
    (
        "tied colours, equal colours, as many cards, same number, same number of cards, equally many, 數量平手, "
        "一樣多, 相同張數, 張數相同, 數量相同, 同樣多, 平手的顏色, cancel, cancel out, knock out, 抵掉, 抵消"
    ),
    "hand, my hand, cards in hand, 手牌, 手上, cards i hold, hold, holding, 手裡, 手上的牌, 手上有",
)

_ABOUT = {
    "?5211/round": (
        "points of a round, what do I get, how much do we score, 這一輪幾分, 這輪得幾分, 大家得幾分, score this round, "
        "count up the round, cards on the table, our four cards, what everybody played, who gets how much, "
        "total of the round, points for each of us, add up, calculate, work out, 算這輪, 這輪怎麼算, 桌上的牌, "
        "大家出的牌, 每個人得幾分, 誰得幾分, 幫我算, 結算, 計分階段, 四張牌, 場上"
    ),
    "?5211/colours": (
        "which colour wins, which colour counts, too many of one colour, two colours tied, enough roosters, "
        "哪個顏色有分, 哪色計分, 哪個顏色得分, 哪一色, 顏色平手, 公雞夠不夠, six greens, same colour cards, players, "
        "how many greens, still ok, roosters, rooster, do roosters score, exactly enough roosters"
    ),
    "?5211/ranking": (
        "end of the game, tiebreak, who won, final, winner, equal points, more cards, 誰贏, 比牌數, 最後, 名次, "
        "平手怎麼辦, 同分, 最後平手, 平手看什麼, 同分比什麼, 最後同分, tied at the end, who is better, draw at the end"
    ),
    "5211/roosters": (
        "how many roosters, too many roosters, worth one point, exact number, how many do we need, one too many, "
        "one too few, 要幾張, 要幾隻, 幾隻公雞, 多一張, 少一張, 剛好, exactly right, 剛剛好, more than needed, "
        "one short, not enough, 少一隻, 多一隻, 不夠, do roosters score, when do roosters score, do chickens win, "
        "all roosters, 公雞什麼時候得分, 雞算嗎, 幾隻雞, five of us, how many chickens, needed, required, take, "
        "players plus two, 4 5 6 7, more than the number, fewer than, what if there are too many, too few roosters, "
        "who gets the points, do other cards count then, do they beat the colours, only roosters score, "
        "what if nobody plays roosters, 雞不夠, 雞太多, 雞剛好, 人數加二, 只有公雞得分, 四人幾隻, 五個人幾隻, "
        "要多少雞, 少一隻雞, 公雞超過, 沒人出公雞, hens with three players, birds, how many birds, "
        "five roosters with three, roosters between two of us, exactly the number, rooster round, roosters only, "
        "too many hens, one hen missing, six roosters with four, 兩個人四隻, 兩個人要剛好, 剛好四張, 六張公雞, "
        "幾張公雞, 要幾張雞, 公雞沒剛好, 比規定多, 多於規定, 出的雞, 雞比, 太多雞, more birds than needed"
    ),
    "5211/limit": (
        "colour is out, too many of one colour, too many cards of one colour, colour is bust, 整色棄掉, 太多張, "
        "超過上限, next colour, 爆了之後, 換誰, 下一個顏色, 換下一色, how many are too many, discard a colour, "
        "is it out, 是不是爆, 幾張就爆, 七張, is that bust, players plus three, bust colour, colour over the limit, "
        "at the limit, exactly the limit, equal to the limit, seven yellows, what comes next, who scores then, "
        "second biggest, second most, how many of one colour is too many, nine cards of blue, 人數加三, 剛好到上限, "
        "等於上限, 爆掉換誰, 爆的顏色, 哪色爆, 幾張算爆, 超過幾張, 第二多, 第二多的顏色, players and greens, "
        "three players six greens, still ok, still fine, greens, in a four player game, in a five player game, "
        "seven cards of the same colour, cards of the same colour, eight cards, nine cards, six cards of one colour, "
        "same colour, 同色七張, 同色太多, 六張綠的, 沒爆, 還可以嗎, went bust, who scores if, colour went bust, "
        "goes bust, bust color, over the maximum, blown colour, 8 blue cards, eight blue, too many blue, 八張藍, 九張, "
        "八張, 爆了嗎, 爆了誰得分, 太多藍色, 藍色太多, nine of them, nine with five, eight of them, oranges, reds, "
        "比上限多"
    ),
    "5211/tie": (
        "two colours, cancel each other out, same number of cards, two colours tied, equally many, 互相抵消, 兩個顏色, "
        "一樣多, 張數相同, level, both go, both out, 都四張, 一樣張數, 兩色同樣, kill both, both discarded, "
        "both colours go, tie of two colours, tie for most, same amount, matching numbers, three colours tied, "
        "equal majority, what scores then, 兩色平手, 同張數, 數量一樣, 兩色都, 都丟掉, 都不算, 三色平手, 平手換誰, "
        "three colours the same, same count, yellow five green five, five each, four each, three each, equal number, "
        "各五張, 也五張, 各四張, 都五張, 一樣的張數, 同數量"
    ),
    "5211/majority": (
        "roosters count for their colour, roosters included, 公雞的顏色, which colour wins, biggest colour, "
        "most cards of a colour, 最多的顏色, 哪一色, does the bird count for its colour, rooster as green too, "
        "count towards the majority, 雞算顏色, 算進顏色, most common, colour with the most, count roosters, "
        "which colour gets points, single largest, do roosters belong to a colour, second majority, 哪種顏色贏, "
        "哪色最多, 最多的得分, 雞也算顏色, 公雞也有顏色, 不夠公雞看顏色, rooster belongs to, are roosters green, "
        "green rooster, roosters added, count a rooster with its colour, together with the colour, 一起算, "
        "跟顏色一起算, 公雞跟顏色, 綠色公雞, 打出的公雞, 藍色雞"
    ),
    "5211/nothing": (
        "nobody scores, no points, nothing scores, no winner of the round, all colours tied, no colour left, "
        "no majority, 沒有人得分, 沒人有分, 全部平手, 都平手, 沒人得分, whole table tied, no one gets anything, "
        "none of us scores, all thrown away, 全丟, 大家都平手, 沒人拿, nobody gets points, no one, no score, "
        "no colour wins, zero points, everything discarded, all equal, every colour tied, 沒有得分, 沒分數, 都沒人, "
        "這輪沒分, 全部一樣多, 沒有多數, nothing scored, keep cards when nobody scores, none scored, everything tied, "
        "round without points, 沒得分的牌, 沒有人拿分, 沒有顏色剩下, 都爆, 全爆, nobody won, nobody won the round, "
        "no winner, 沒人贏, 都爆掉"
    ),
    "5211/cards": (
        "what do I keep, what is a card worth, 可以留, 留下的牌, 每張幾分, worth, what is a rooster worth, "
        "points of a card, 值幾分, 雞值幾分, how many points, value of a card, six card, 六分的牌, 一張幾分, "
        "which cards do i keep, do i keep my cards, whose cards, do i get others cards, do i get everyones cards, "
        "lose the cards, cards that do not score, points on a card, how is a card scored, score the number, "
        "only my own cards, put in my pile, 我的牌可以留嗎, 拿別人的牌嗎, 留自己的, 拿到的牌怎麼算, 留下來的牌, "
        "牌上的數字, 一隻雞幾分, 怎麼算分, 沒得分的牌, who keeps, keep after scoring, who gets the cards, "
        "cards after scoring, winning colour, each card of the winning colour, 贏的顏色每張, 得分的顏色, 每張, "
        "誰拿走牌, 誰留, do i get my cards back, points is a four, points of a four card, how many points is, "
        "value four, value 5, big cards, cards not scored, discard the others, other cards, 四分的牌, 幾分的牌, "
        "每張牌多少, 別的顏色的牌, 其他牌丟掉, go home, go home with me, take home, which cards are mine, "
        "cards after a round, 歸誰, 牌歸誰, 打完的牌, 打完的牌歸誰, 誰拿, 出的牌, 打出的牌"
    ),
    "5211/deck": (
        "how many rounds, number of rounds, length of the game, cards run out, draw pile is empty, when does it end, "
        "玩幾輪, 幾輪, 打完, 抽完, 幾輪結束, 什麼時候結束, 抽完就結束, when do we stop, stop playing, no more cards, "
        "沒牌了, 什麼時候停, deck is gone, out of cards, when is the game over, how long does it last, short game, "
        "when does 5211 end, number of rounds for two, 打多久, 要玩多久, 牌用完, 牌堆沒了, 玩到什麼時候, 四個人玩幾輪, "
        "遊戲什麼時候結束, stack is empty, 牌抽完了怎麼辦, three players rounds, how many rounds with three players, "
        "draw pile is gone, still playing when the pile is empty, 抽牌堆空了, 還要玩嗎, 總共幾輪, 幾輪打完, "
        "rounds do we play, how many rounds do we play, rounds with five people, five people"
    ),
    "5211/new-deck": (
        "draw pile is empty, reshuffle, shuffle again, used up, 抽完, 重洗, 洗牌, 用完, keep going, play on, "
        "nobody has 50, no one has fifty, 沒人破五十, 沒人到 50, 繼續玩, 再玩一副, second deck, 第二副, 全部重洗, "
        "start again, no winner yet, 還沒有人, nobody reached fifty, below fifty at the end, not fifty yet, under 50, "
        "shuffle all cards again, use the discards, second time through, 不到五十, 還不到 50, 沒到五十, 重新洗牌, "
        "洗回去, 再洗一次, halfway, play a second deck, continue, still under fifty, 還沒五十, 繼續"
    ),
    "5211/fifty": (
        "when is it over, fifty, 50, long game, 五十分, 達到 50, hits 50, reaches fifty, until someone has 50, 破五十, "
        "到五十, long variant, 久時變體, 長的玩法, someone has fifty, over fifty, 51 points, finish the deck first, "
        "immediately at 50, long game end, 超過五十, 過五十, 五十分結束, 到五十就結束, 長時, passed fifty, past fifty, "
        "reach 50 halfway, before the deck is empty, during the deck, fifty in the middle, 中途到五十, 牌沒抽完就五十, "
        "五十分以上"
    ),
    "5211/tie-cards": (
        "who wins, end of the game, tiebreak, 誰贏, 比牌數, thicker pile, bigger pile, 分數堆厚, 厚, 誰的牌多, "
        "牌比較多, more cards in the pile, 看牌多, 牌多的贏, same points, equal score, number of cards in the pile, "
        "count the cards, 同分看什麼, 分數一樣比, 數牌, 張數多的贏, 最後平手, tied at the end, better, "
        "draw at the end, more cards wins, whoever has more cards, tie on points, 張數比較"
    ),
    "5211/hand": (
        "how many cards do I play, how many each round, who begins, who starts, who goes first, face down, flip, "
        "一輪出幾張, 出幾張, 打幾張, 先出兩張, 誰先, 同時翻, 蓋著出, play at once, take turns, whose turn, order, "
        "輪到誰, 一起出, 同時出, just one card, two at first, then one, how many turns, when do we flip, "
        "when do we reveal, all at once, is there a first player, who plays first, one card each, second turn, "
        "third turn, show at once, how many cards does each play, what do i play first, 一次出兩張, 先兩張再一張, "
        "出一張, 第二回合出幾張, 總共出幾張, 一輪四張, 什麼時候翻, 有先後嗎, 要輪流嗎, 蓋牌, 翻牌, play just one, "
        "draw after the first flip, show my cards one after another, reveal in order, keep secret, put down face down, "
        "choose secretly, open together, how do we play cards, first play two, turn order, one by one, "
        "do we take turns, 大家一起翻, 一張一張出, 同時翻開, 出牌順序, 怎麼出牌, 翻牌順序"
    ),
    "5211/removed": (
        "before the start, before we start, thrown out, back in the box, setup, out of the game, "
        "how many cards do we get, dealt, 開始前, 拿掉幾張, 移除幾張, 不用的牌, 發幾張, 設置, 起手幾張, take away, "
        "two players, 拿走, 拿走幾張, 兩個人, 三個人, 五個人, back to the box, not used, 放回盒子, at the start, "
        "how many do we take out, 先抽掉, 要先抽掉多少, box, unseen, which cards go back, how many to remove, "
        "start hand, starting hand, cards out, number of cards removed, remove for three, use all cards, 一開始發幾張, "
        "開局拿掉, 起始手牌, 用全部的牌嗎, 四個人要拿掉嗎, 移除, 不看就拿掉, 放回遊戲盒, taken out of the deck, "
        "with two, with three, take out of the deck, out of the deck at the start, whats taken out, "
        "everybody start with, how many to start, start with how many cards, dealt at the beginning, starting cards, "
        "beginning, which cards are out, five people, four people, 拿掉多少張, 五個人拿掉, 移除多少, 一開始幾張, "
        "每人發幾張, 發多少, 開始有幾張"
    ),
    "5211/refill": (
        "draw back up, draw cards, how many cards in hand, after each card, up to five, when do I draw, last round, "
        "fifth card, last card, 補牌, 抽幾張, 補到五張, 出完補牌, 每次出完, 什麼時候抽牌, 手牌幾張, 最後一張, "
        "use the last card, last hand, 要補嗎, 最後一輪補, how many in hand, keep five, 保持幾張, 手牌保持, hand size, "
        "after the second turn, how many do I draw, 出兩張之後, 手牌上限, cards in a hand, how many in my hand, "
        "fill my hand, do i draw, draw two or one, draw one, draw two, when the deck is empty do we draw, "
        "last round without drawing, final card, what about the last card in hand, leftover card, 抽一張, 抽兩張, "
        "手牌補幾張, 手上應該有幾張, 補牌補到, 最後一輪不補, 還補嗎, 沒牌補, 剩一張, 最後一張怎麼辦, "
        "after the first flip, draw 2 cards, draw two cards after the first, do i get new cards, new cards each turn, "
        "replace played cards, empty draw pile, do we still draw, after every play, top up to five, 抽新牌, 打完抽牌, "
        "牌堆空了還抽嗎, 抽牌堆空, 不補牌"
    ),
    "5211/copies": (
        "how many of each card, how many fours, how many sixes, how often, in the deck, deck contents, 幾張, 牌有幾張, "
        "每種幾張, 有幾張, 牌的分布, sixes, fives, fours, threes, twos, how many of a number, cards of each colour, "
        "number of cards, total number of cards, how many cards in the game, 總共幾張, 一百張, 六有幾張, 每色幾張, "
        "一種顏色幾張, 公雞有幾張, 五分的有幾張, sixes of each colour, how many of each, number of sixes, "
        "of each colour, how many ones"
    ),
    "5211/most-points": "who wins, winner, highest score, 誰贏, 分數最高, how do i win, 怎麼贏",
    "5211/shared": (
        "still tied, share the win, 還是平手, 共享勝利, same number of cards too, both win, nobody breaks it, "
        "牌也一樣多, 一起贏, same score and same number of cards, all equal, everything the same, 分數和張數都一樣"
    ),
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
