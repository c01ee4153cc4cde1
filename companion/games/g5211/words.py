"""Search vocabulary of 5211: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.parts import Words

_SAME = (
    (
        "rooster, roosters, chicken, birdie, rooster card, 雞仔, 鳥牌, chickens, hen, cock, ones, 1s, 公雞卡, 公雞, "
        "雞, 雞牌, 雞卡, bird, birds, chick, 鳥, roos, fowl, poultry, hens, rooster cards, chicken cards, 公雞牌, "
        "雞的牌, 小雞, 母雞"
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
        "大家出的牌, 每個人得幾分, 誰得幾分, 幫我算, 結算, 計分階段, 四張牌, 場上, score of the round, "
        "how many points did everyone get, what do we each get this round, count up our cards, "
        "who gets points with these cards, 這輪誰得分, 這一輪怎麼算分, 算一下這輪, 大家各幾分, "
        "what did we all score this round, i played two blue two roosters, count this round, who gets which cards, "
        "we played these cards what scores, 這輪各得幾分, 我出了這四張, 幫我算這一輪"
    ),
    "?5211/colours": (
        "which colour wins, which colour counts, too many of one colour, two colours tied, enough roosters, "
        "哪個顏色有分, 哪色計分, 哪個顏色得分, 哪一色, 顏色平手, 公雞夠不夠, six greens, same colour cards, players, "
        "how many greens, still ok, roosters, rooster, do roosters score, exactly enough roosters, "
        "which color wins the round, does green win or blue, six yellow and four blue, is orange bust, "
        "three of us and five greens, did the roosters score, which colour is the majority, "
        "green and yellow same who scores, 綠色贏還是藍色, 哪個顏色贏, 這樣哪色得分, 黃色爆了嗎, 黃跟綠一樣多, "
        "which colour counts now, ten greens on the table, eight blue on the table, four yellow four green, "
        "five cocks on the table, which colour scores, five of blue and five of red, we see 7 orange, 桌上八張綠的, "
        "哪個顏色算, 現在哪色得分, 藍的五張綠的五張"
    ),
    "?5211/ranking": (
        "end of the game, tiebreak, who won, final, winner, equal points, more cards, 誰贏, 比牌數, 最後, 名次, "
        "平手怎麼辦, 同分, 最後平手, 平手看什麼, 同分比什麼, 最後同分, tied at the end, who is better, "
        "draw at the end, final ranking 5211, who has won with 30 each, same points who has more cards, "
        "兩個人都三十分, 誰第一, who won 5211, same points in 5211, equal at the end count piles, 5211 誰贏, "
        "5211 同分, 最後一樣分誰牌多"
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
        "幾張公雞, 要幾張雞, 公雞沒剛好, 比規定多, 多於規定, 出的雞, 雞比, 太多雞, more birds than needed, "
        "how many roosters do we need, needed birds for five, enough chickens, exactly that many, "
        "roosters for 3 players, one rooster too many does it still work, chicken rule, what do roosters do, "
        "when does the bird round happen, what are the chickens for, birds on the table, six birds with four players, "
        "雞要幾隻, 要幾隻雞才算, 雞有什麼用, 雞牌幹嘛的, 公雞怎麼算, 雞多一隻還算嗎, 雞剛好幾隻, 三個人要幾隻雞, "
        "公雞規則, number of hens gives the hens the round, when do birds win, exactly as many chickens, "
        "too few birds, birds only round, players plus 2 roosters, do chickens beat colours, chicken count, "
        "雞出太多隻, 雞太少, 雞贏的條件, 幾隻雞贏, 只有雞得分, 雞多了, 雞少了, 公雞幾張, "
        "we are three and count five cocks, five cocks, exactly that many birds, cock cards, hens, "
        "one rooster more than needed, not enough chickens, do only chickens score, chicken number, 雞牌, 多一隻雞, "
        "剛好幾隻, 只有雞算, 三個人五隻雞"
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
        "比上限多, what happens with too many, bust limit, limit for four, max cards of one color, "
        "when is a color out, how many before it goes bust, over the max, do everyones cards count for the max, "
        "too much green, when does a colour blow up, 爆掉是幾張, 幾張會爆, 太多同色會怎樣, 爆牌是什麼, 上限是多少, "
        "四個人上限幾張, 顏色太多會怎樣, 超過會怎樣, color busted, busted when, over the top, maximum of a colour, "
        "how many greens allowed, threshold for a colour, kicked out colour, cards of a bust colour, "
        "does exactly the limit bust, 爆色, 何時爆, 爆的門檻, 超過上限的顏色怎樣, 剛好上限, 上限幾張, 爆掉的牌, "
        "五人上限, ten greens on the table way too many, way too many, bust, limit for 4, how many is too many, "
        "colour over the top, exactly at the limit, colour blown, 綠的太多, 超過了, 爆掉, 爆牌, 到上限"
    ),
    "5211/tie": (
        "two colours, cancel each other out, same number of cards, two colours tied, equally many, 互相抵消, 兩個顏色, "
        "一樣多, 張數相同, level, both go, both out, 都四張, 一樣張數, 兩色同樣, kill both, both discarded, "
        "both colours go, tie of two colours, tie for most, same amount, matching numbers, three colours tied, "
        "equal majority, what scores then, 兩色平手, 同張數, 數量一樣, 兩色都, 都丟掉, 都不算, 三色平手, 平手換誰, "
        "three colours the same, same count, yellow five green five, five each, four each, three each, equal number, "
        "各五張, 也五張, 各四張, 都五張, 一樣的張數, 同數量, two colors same amount, green and teal both got 4, "
        "equal colours, same number of two colours, colors tied for most, what if colors are even, 兩色一樣多, "
        "兩個顏色一樣, 顏色平手怎麼辦, 黃跟綠一樣多, 一樣多會怎樣, 同樣張數, two colours level, blue and orange level, "
        "tie between colours, colours draw, same count who gets it, even split of colors, both largest, 兩色打平, "
        "平手的顏色, 並列的顏色, same number of blue and green, as many blue as green, three colours equal, "
        "both have five, 一樣多張, 兩個顏色平, 藍跟綠一樣, 都是五張, 三色一樣多"
    ),
    "5211/majority": (
        "roosters count for their colour, roosters included, 公雞的顏色, which colour wins, biggest colour, "
        "most cards of a colour, 最多的顏色, 哪一色, does the bird count for its colour, rooster as green too, "
        "count towards the majority, 雞算顏色, 算進顏色, most common, colour with the most, count roosters, "
        "which colour gets points, single largest, do roosters belong to a colour, second majority, 哪種顏色贏, "
        "哪色最多, 最多的得分, 雞也算顏色, 公雞也有顏色, 不夠公雞看顏色, rooster belongs to, are roosters green, "
        "green rooster, roosters added, count a rooster with its colour, together with the colour, 一起算, "
        "跟顏色一起算, 公雞跟顏色, 綠色公雞, 打出的公雞, 藍色雞, which color wins, color with most cards, "
        "do roosters count for their color, did my rooster count towards orange, are chickens part of the colour, "
        "bird counts as green too, do birds add to the color, majority rule, how is the winning colour found, "
        "most of a color, 哪個顏色贏, 最多的顏色得分, 公雞也算顏色嗎, 雞算不算那個顏色, 雞也算進顏色, 雞的顏色算嗎, "
        "多數決, did the hens count towards yellow, rooster belongs to its colour, most played colour, "
        "biggest colour wins, which colour pays, hens included in the count, do birds count for the colour too, "
        "雞也算那色嗎, 數量最多的顏色, 多數色, 雞算進去嗎, 公雞包含在內, most cards of one colour, "
        "cards of one colour, which color wins the round, which colour scores, biggest colour on the table, "
        "do roosters count as a colour, do chickens count towards the colour, did the cock count towards its colour, "
        "what colour gets points, 雞算不算顏色, 公雞算進顏色嗎, 看哪個色多"
    ),
    "5211/nothing": (
        "nobody scores, no points, nothing scores, no winner of the round, all colours tied, no colour left, "
        "no majority, 沒有人得分, 沒人有分, 全部平手, 都平手, 沒人得分, whole table tied, no one gets anything, "
        "none of us scores, all thrown away, 全丟, 大家都平手, 沒人拿, nobody gets points, no one, no score, "
        "no colour wins, zero points, everything discarded, all equal, every colour tied, 沒有得分, 沒分數, 都沒人, "
        "這輪沒分, 全部一樣多, 沒有多數, nothing scored, keep cards when nobody scores, none scored, everything tied, "
        "round without points, 沒得分的牌, 沒有人拿分, 沒有顏色剩下, 都爆, 全爆, nobody won, nobody won the round, "
        "no winner, 沒人贏, 都爆掉, nothing left that scores, can it happen that nobody gets anything, "
        "everyone gets zero, all colours tied or bust, no color wins, 都沒分, 沒有顏色得分, 全都爆掉, "
        "possible that no one scores, zero for all, empty round, nobody wins the round, all colours out, 大家都沒分, "
        "零分輪, 全棄, nobody gets a thing, all colours cancelled, everything is thrown away, all out, 全部棄掉, "
        "沒顏色了, 大家零分, 都爆了, 沒人拿分"
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
        "cards after a round, 歸誰, 牌歸誰, 打完的牌, 打完的牌歸誰, 誰拿, 出的牌, 打出的牌, "
        "do i keep other peoples cards too, whose cards do i keep, how much is a bird worth, value of a chicken, "
        "how many points is a 5, where do my winning cards go, what do i get for my cards, points on the cards, "
        "do i keep the number on the card, which cards score for me, what is each card worth, do losers get points, "
        "雞算幾分, 可以收別人的牌嗎, 贏的牌放哪, 得分的牌怎麼辦, 牌上的數字就是分數, 收自己的牌, 別人的牌可以拿嗎, "
        "score my opponents cards, whats a chick worth, points per card, worth of a rooster, what do i take, "
        "cards into my pile, number on the card, 別人的牌歸誰, 自己的才算, 一張牌值多少, 誰拿牌, "
        "can i take his yellow ones as well, do i get the cards of others, points of the rooster card, "
        "does the rooster give points, are my cards worth their number, where do scored cards go, 只拿自己的, "
        "拿自己的牌, 公雞牌幾分, 得分的牌放哪, 分數堆"
    ),
    "5211/deck": (
        "how many rounds, number of rounds, length of the game, cards run out, draw pile is empty, when does it end, "
        "玩幾輪, 幾輪, 打完, 抽完, 幾輪結束, 什麼時候結束, 抽完就結束, when do we stop, stop playing, no more cards, "
        "沒牌了, 什麼時候停, deck is gone, out of cards, when is the game over, how long does it last, short game, "
        "when does 5211 end, number of rounds for two, 打多久, 要玩多久, 牌用完, 牌堆沒了, 玩到什麼時候, 四個人玩幾輪, "
        "遊戲什麼時候結束, stack is empty, 牌抽完了怎麼辦, three players rounds, how many rounds with three players, "
        "draw pile is gone, still playing when the pile is empty, 抽牌堆空了, 還要玩嗎, 總共幾輪, 幾輪打完, "
        "rounds do we play, how many rounds do we play, rounds with five people, five people, how long does 5211 last, "
        "how many rounds with 3, rounds total, end of 5211, does the game end when the deck is empty, "
        "how many times do we play, 玩幾輪 5211, 四個人打幾輪, 什麼時候結束 5211, 牌堆沒了就結束, 一副牌幾輪, "
        "rounds before the deck is gone, how long is 5211, total rounds, game length, how many goes, 打多久 5211, "
        "一共幾輪, 牌抽完結束, when does this end, deck is nearly out, when is it over, how many rounds are there, "
        "last five cards, 牌庫快沒了, 牌抽完就結束嗎, 打到什麼時候, 最後五張, 最後一張丟掉"
    ),
    "5211/new-deck": (
        "draw pile is empty, reshuffle, shuffle again, used up, 抽完, 重洗, 洗牌, 用完, keep going, play on, "
        "nobody has 50, no one has fifty, 沒人破五十, 沒人到 50, 繼續玩, 再玩一副, second deck, 第二副, 全部重洗, "
        "start again, no winner yet, 還沒有人, nobody reached fifty, below fifty at the end, not fifty yet, under 50, "
        "shuffle all cards again, use the discards, second time through, 不到五十, 還不到 50, 沒到五十, 重新洗牌, "
        "洗回去, 再洗一次, halfway, play a second deck, continue, still under fifty, 還沒五十, 繼續, "
        "deck is gone and nobody has 50, do we start the deck again, new deck in the long version, "
        "nobody has fifty yet, play another deck, continue after the deck, 還沒有人到五十, 沒人五十分, 繼續玩下一副, "
        "deck used up under 50, all cards shuffled again, nobody at 50, 牌堆用完還沒五十, 再來一副, "
        "shuffle everything again, deck empty in the long game, 沒人到五十, 長局牌用完"
    ),
    "5211/fifty": (
        "when is it over, fifty, 50, long game, 五十分, 達到 50, hits 50, reaches fifty, until someone has 50, 破五十, "
        "到五十, long variant, 久時變體, 長的玩法, someone has fifty, over fifty, 51 points, finish the deck first, "
        "immediately at 50, long game end, 超過五十, 過五十, 五十分結束, 到五十就結束, 長時, passed fifty, past fifty, "
        "reach 50 halfway, before the deck is empty, during the deck, fifty in the middle, 中途到五十, 牌沒抽完就五十, "
        "五十分以上, we want to play longer, to fifty, first to 50, long version, longer game, "
        "how does the long game end, someone has 50 now, reached fifty stop at once, game to 50 points, 玩久一點, "
        "到五十分就結束, 有人五十分, 先到五十, long game when is it finished, end of the long game, over 50, reach 50, "
        "50 points end, longer variant, 長局, 長版, 打到五十, somebody reached fifty, long variant end, "
        "play to a number of points, do we finish the round at fifty, 到五十分, 滿五十, 有人五十了, 打久一點, "
        "長局什麼時候結束"
    ),
    "5211/tie-cards": (
        "who wins, end of the game, tiebreak, 誰贏, 比牌數, thicker pile, bigger pile, 分數堆厚, 厚, 誰的牌多, "
        "牌比較多, more cards in the pile, 看牌多, 牌多的贏, same points, equal score, number of cards in the pile, "
        "count the cards, 同分看什麼, 分數一樣比, 數牌, 張數多的贏, 最後平手, tied at the end, better, "
        "draw at the end, more cards wins, whoever has more cards, tie on points, 張數比較, equal points who has won, "
        "same score at the end, draw, 平手看誰牌多, 同分看牌數, 同分怎麼辦 5211, 分數一樣誰贏, 平手怎麼辦, both at 33, "
        "tie at the end, same total 5211, who wins the tie, 同分 5211, 分數同, 比誰的牌多, "
        "equal points who has more cards, same points count the cards, tie in 5211, 誰牌多, 分數堆張數"
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
        "do we take turns, 大家一起翻, 一張一張出, 同時翻開, 出牌順序, 怎麼出牌, 翻牌順序, how many cards do we play, "
        "cards each go, how many do i put down, first two then one, do we flip at the same time, reveal together, "
        "face down or up, whos first in 5211, who starts 5211, turns in a round, how does a round go, one card or two, "
        "play order, how many turns per round, 一次出幾張, 第一回合出幾張, 一起翻牌, 要蓋著出嗎, 誰先出牌 5211, "
        "每回合出幾張, play all your cards at once, two one one, why is it called 5211, number of turns in a round, "
        "how to play a round, secretly or open, show cards when, 一起出嗎, 幾張幾張出, 二一一, 面朝下出, 誰先出, "
        "同時出牌, 出幾次, how many cards land in front of me, cards each round, how many to play at first, "
        "first turn two then one, do we flip at once, cards lying before me, how many turns in a round, 這輪出幾張, "
        "可以出幾張, 每輪四張, 先兩張再一張一張, 一起翻, 同時打開, 面前幾張, 蓋牌出"
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
        "每人發幾張, 發多少, 開始有幾張, cards out before starting, how many cards u throw out, take cards out with 2, "
        "do we remove cards with four, leave out cards, unused cards, which cards go back in the box, "
        "how many cards are dealt, cards to begin with, set up 5211, 要先拿掉幾張, 移除幾張牌, 兩個人拿掉幾張, "
        "要抽掉牌嗎, 開局手牌幾張, 四個人要不要拿掉, cards left out before starting, cards taken away at setup, "
        "how many out for five, secret removed cards, unused stack, deal how many, 抽掉幾張, 要抽掉多少, 發幾張 5211, "
        "開局抽掉, 三人抽掉, 五人抽掉, toss how many before dealing, cards out before dealing, "
        "how many go back into the box, with five players how many out, do we play with all cards, 發牌前拿掉, "
        "先移掉幾張, 三人拿掉幾張, 五個人去掉幾張, 要抽掉幾張, 全部牌都用嗎"
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
        "牌堆空了還抽嗎, 抽牌堆空, 不補牌, do i pick up new cards after playing, draw after playing, draw back to 5, "
        "deck is empty do i still draw, last card in my hand, what about my last card, no cards to draw, deck ran out, "
        "pick up cards, when do i draw, 打完要抽牌嗎, 補到幾張, 牌堆沒了還抽嗎, 剩一張牌怎麼辦, 最後一張手牌, "
        "牌抽完了, 手上要幾張, top our hands back up, do we draw back, hand always five, draw how many, "
        "no draw in the last round, final hand card, nothing to draw, 要補牌嗎, 抽幾張補, 補回五張, 最後一輪補牌嗎, "
        "沒牌可抽, do i get fresh ones after putting cards down, get new cards after playing, draw up again, "
        "when do we draw, hand back to five, do i draw in the last round, 出完再抽, 補幾張, 什麼時候補牌, "
        "打完一張抽一張, 手牌補滿"
    ),
    "5211/copies": (
        "how many of each card, how many fours, how many sixes, how often, in the deck, deck contents, 幾張, 牌有幾張, "
        "每種幾張, 有幾張, 牌的分布, sixes, fives, fours, threes, twos, how many of a number, cards of each colour, "
        "number of cards, total number of cards, how many cards in the game, 總共幾張, 一百張, 六有幾張, 每色幾張, "
        "一種顏色幾張, 公雞有幾張, 五分的有幾張, sixes of each colour, how many of each, number of sixes, "
        "of each colour, how many ones, how many sixes are there, how many fives, number of fours in a colour, "
        "how many chickens in green, how many cards per color, card distribution, total cards in the game, "
        "is there more than one 5, 6 有幾張, 有幾張六, 每種顏色幾張, 總共幾張牌, 一色幾張, 一個顏色幾隻雞, "
        "just one 6 in each colour, number of threes, how common are fours, what is in the deck, cards of one colour, "
        "highest card in 5211, 牌組裡有什麼, 幾張三, 一種顏色有幾張, 每色, 最大的牌幾張, "
        "are there more threes than fours, how many ones are there, what cards are there, composition of the deck, "
        "how common is a six, how many of each value, cards per colour, how many roosters exist, 三比四多嗎, "
        "五分有幾張, 一分的有幾張, 有沒有六, 牌堆組成, 公雞總共幾張, 兩分的幾張"
    ),
    "5211/most-points": (
        "who wins, winner, highest score, 誰贏, 分數最高, how do i win, 怎麼贏, who wins 5211, goal, aim of the game, "
        "怎麼贏 5211, 誰贏 5211, 最高分贏, highest pile, most points wins, 5211 怎麼贏, 分數最多的贏"
    ),
    "5211/shared": (
        "still tied, share the win, 還是平手, 共享勝利, same number of cards too, both win, nobody breaks it, "
        "牌也一樣多, 一起贏, same score and same number of cards, all equal, everything the same, 分數和張數都一樣, "
        "same points same cards, everything equal, also same number of cards, two winners, 分數牌數都一樣, "
        "都一樣怎麼辦, still tied in 5211, 牌數也一樣, 一起贏 5211"
    ),
    "5211/tie-cards-long": (
        "cards of earlier decks, first deck cards, 前一副的牌, do the old piles count after reshuffling, "
        "cards of the first deck in the tie, pile from before, earlier piles, tie in the long version, "
        "previous score pile, 前一副的牌也算嗎, 長局平手, 之前的分數堆算嗎, 洗牌後舊的牌算嗎, "
        "long game tie which cards count, only cards of the last deck, 長局同分, 久局平手"
    ),
}

WORDS = Words(same=_SAME, about=_ABOUT)
