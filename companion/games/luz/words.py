"""Search vocabulary of Luz: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.parts import Words

_SAME = (
    "trick, tricks, 墩, 吃墩, 這墩, 這一墩, tricks won, stack, pile, 一墩, 墩數, 贏的墩, 吃的墩, 牌墩",
    (
        "take a trick, takes the trick, wins the trick, gets the trick, get, 吃, 贏得, 吃墩, 誰吃, whose trick, "
        "who wins it, beat, beats, higher, outrank, 贏這墩, 大過, 壓, 壓死, 蓋過"
    ),
    (
        "bead, beads, yellow beads, pearl, 球, 彈珠, marble, 賭注彩珠, 彩珠, 珠子, 珠, 黃珠, 黃色珠子, counter, "
        "yellow ones, pebble, stone, token, chip, 黃珠子, 賭珠, 籌碼"
    ),
    (
        "safety bead, safety, blue bead, blue, insurance, blue marble, 安全彩珠, 安全, 藍色珠子, 藍珠, 藍色彩珠, "
        "藍珠子, 藍色的珠, 保險, blue thing, 藍的, blue one, safe, backup, 藍的那顆, 保險珠, 藍色那顆, 安全珠, 備用"
    ),
    (
        "bet, bets, bid, bids, call, forecast, 下注, 賭注, 叫牌, 叫墩, 叫幾, 叫了, 叫一, 叫二, 叫三, 叫四, 喊, "
        "predict, prediction, guess, guesses, wager, stake, betting, bidding, announce, 押, 押注, 預測, 猜, 喊牌, 賭"
    ),
    (
        "trump, yellow, sun, sunny, 日頭, yellow card, 王牌, 黃色, 太陽, 主牌, 將牌, sun card, sun cards, 太陽牌, "
        "黃牌, yellows, golden, gold, suns, strongest suit, 黃的, 王, 太陽花色, 黃卡, 太陽卡, 最強花色, 黃, 黃花色"
    ),
    (
        "follow, follow suit, suit led, same colour, follow the colour, 跟牌, 跟花色, 要求花色, 必須跟, 跟出, "
        "throw off, throw away, other suit, 墊牌, 丟別的, 亂出, 隨便丟, ditch, dump, discard, asked, asked suit, "
        "跟不出來, matching colour, match the colour, keep suit, obey, revoke, renege, 跟, 跟同色, 要跟, 不跟, 出同色, "
        "出別色, 別的顏色"
    ),
    (
        "suit, colour, red, sort, kind, green, blue, purple, 花色, 紅色, 綠色, 藍色, 紫色, coloured, colours, reds, "
        "顏色, 色, 紅, 綠, 藍, 紫"
    ),
    (
        "made, exact, exactly right, hit, 成功, 剛好, nail, nailed, succeed, success, reach, correct, right, got it, "
        "押中, 中了, 命中, 猜中, 猜對, 押對"
    ),
    (
        "missed, failed, miss, off, too many, too few, wrong, over, under, short, 失敗, 差, 沒中, 多吃, 少吃, 沒達成, "
        "沒達到, 沒成功, 少一墩, 差一墩, wrong bet, failed bet, fell short, one off, off by one, overshoot, "
        "undershoot, 沒押中, 猜錯, 押錯, 多一墩, 多了, 少了, 差一, 沒猜中"
    ),
    "deal, round, hand, 局, 第幾局, 盤, deals, hands, part, 幾局, 這局, 牌局",
    "deal 4, fourth deal, last deal, 第四局, 第 4 局, 最後一局",
    "start card, start player, first player, 起始玩家, 起始, 先手",
    "play, played, lead, leads, 出牌, 打出, 出, put down, throw, plays, 打, 打牌, 出一張",
    "three players, 3 players, 三人, 三個人, 3 人",
    "leader, leading, highest total, 領先, 總分最高",
    "luz, 璃光",
    "below 0, under nothing, go negative",
    "set aside, left out, ten cards, leftover cards, 放到一旁, 蓋著的十張, 剩下的牌, 沒用的牌",
)

_ABOUT = {
    "?luz/trick": (
        "吃墩, 吃墩看什麼, who gets it, who took it, highest card, who won this trick, which card wins, 誰吃, 誰贏, "
        "誰拿, 誰的牌大, 哪張最大, 贏這一墩, 誰拿走, 誰拿這墩, whose trick, i played, he played, 我出, 他出, "
        "which one wins, green or yellow, red or yellow, green nine, yellow two, who is bigger, 誰大, 哪張大, 比較大, "
        "我的牌贏, 壓得過, 比得過, 大得過, who takes this trick, red 5 yellow 1 red 9, who wins if he plays, "
        "i played the highest, whose card is best, 這墩誰吃, 這墩誰的, 誰拿走這墩, 紅九黃一誰大, who gets this trick, "
        "gets this trick, this trick, sun card on a green lead who takes it, red led i played sun, "
        "who gets these cards, which of these cards wins, highest of these, 這幾張誰大, 這些牌誰贏, "
        "紅領出他出太陽誰吃, 誰收這墩"
    ),
    "?luz/follow": (
        "must I follow, must I trump, what may I play, no card of the suit, have to follow, can I play, must I play, "
        "可以出什麼, 一定要出, 一定要跟嗎, 必須跟牌, 可以出王牌嗎, 沒有綠的, 沒有紅的, 沒有藍的, 丟黃的, 可以丟, "
        "what can i play now, may i play yellow, i have two reds can i play blue, what am i allowed to put, "
        "我可以出什麼, 我現在能出哪張, 手上有紅要出什麼, do we need to match the first card, "
        "purple was led i only have sun and green, i have red and sun red was led, which of my cards may i play, "
        "led blue and i hold green, 領紫我只有太陽跟綠, 我有紅的可以出太陽嗎, 領藍我沒藍, 我能出哪些"
    ),
    "?luz/bet": (
        "how many points, off by, does it count, one too many, bet zero, took more, won too many, safety bead, 扣幾分, "
        "得幾分, 差幾墩, 有算, 下注零, 沒達成, 扣多少, 多吃一墩, 少吃一墩, i bid, i bet, we bid, i took, 我押, 我喊, "
        "我猜, 我下注, points for my bid, bid 3 made 3 in deal 2, bid four got two, two tricks off, "
        "i said five and took four, how many points for 3 with safety, beads and tricks points, 喊三吃三幾分, "
        "我喊四吃五, 差兩墩扣幾分, 猜三中三, 幫我算下注, bid 2 got 4, three beads took five tricks, "
        "called four made four, zero beads took one, 押三拿五, 喊四拿六, 叫兩墩拿三墩, 押零吃一, 三顆珠子拿四墩"
    ),
    "?luz/ranking": (
        "tiebreak, tie breaker, who won, equal totals, winner, tied, same total, 誰贏, 名次, 平手怎麼辦, 總分一樣, "
        "同分, 最後平手, 平手看什麼, 總分一樣看, 最後同分, finish with the same total, draw at the end, "
        "who won with equal totals, final ranking luz, same total last deal, 最後誰贏, 兩個人總分一樣, luz tie, "
        "both on 90 in luz, luz winner with equal points, 璃光同分, 璃光誰贏, 都九十分"
    ),
    "luz/bet-exact": (
        "without the safety bead, exactly right, 剛好, 下注成功, how much is a bet worth, 值幾分, 押中幾分, "
        "zero tricks, no tricks, 零墩, 一墩都不拿, 算成功, hit my bid exactly, 剛好押中, 第二局, nailing your bet, "
        "bet made, correct bet, how many points for a bet, right bet, points for a good bet, "
        "what does a made bet score, in the last deal, in the first deal, in the second deal, third deal, 押對幾分, "
        "猜對幾分, 成功幾分, 第三局押中, 第四局押中, 第一局, 押零墩成功, 沒拿藍珠, 中了幾分, guess is right, "
        "right guess, without the blue, correct guess, reach my bet, how much do i get, 押中兩墩, 押中拿幾分, "
        "第一局拿幾分, 對了拿幾分, 沒有藍珠, got it exactly right how many points, points for the right bid, "
        "hit it exactly, made my bid, correct prediction, reward for guessing right, 20 or 30 points, points per deal, "
        "why is it worth more in the last deal, full points, 猜中拿幾分, 押中得多少, 完全猜對, 中了拿多少, 喊中幾分, "
        "每局分數, 猜對加幾分, nailing your bid, bid right without the blue, exact guess, spot on, reward for exact, "
        "called it, 押準, 剛剛好幾分, 喊準拿幾分, 猜準, 沒拿藍珠猜中, points for a right bid, guessed right, "
        "how much for hitting, deal three how much, zero beads and no trick, is a bid of zero worth the same, "
        "猜對拿幾分, 準的話幾分, 第三局猜對, 押零中了, 中零墩"
    ),
    "luz/bet-safety": (
        "one trick more, one too many, what is the blue bead for, 多一墩, 安全彩珠的用處, how much is a bet worth, "
        "half the points, 一半的分數, what is it good for, use of the bead, 有什麼用, is the blue bead worth it, "
        "points with the blue bead, one above, safe bet points, with the safety, without the safety, "
        "made with the blue, 有藍珠押中, 拿藍珠幾分, 藍珠要扣嗎, 藍珠減半, 多吃一墩算成功, 藍珠算一墩嗎, 有保險, "
        "guess is right with the blue, right with the blue, correct with safety, blue marble points, "
        "how many points with blue, one extra, plus one, 多吃一墩算對, 拿了藍珠, 有拿藍珠, 藍珠算對, 有藍的押中, "
        "what does the blue bead do, is it only half with the safe one, took safety and got one more, blue ball, "
        "why take the blue one, safety points, one over with safety, half points with blue, meaning of the blue one, "
        "藍珠子幹嘛用, 藍珠子有什麼用, 藍色的做什麼, 安全珠幾分, 拿藍的只有一半, 保險的好處, 多一墩也算中, "
        "one trick over but had the blue thing, blue marble use, worth taking blue, less points with safety, cushion, "
        "藍珠, 藍珠一半分, 藍色珠子用途, 保險珠幾分, 拿藍珠的好處, with the blue one and one more, "
        "safety bead one over, half points, did the extra trick count with the blue bead, 有藍珠多一墩, 藍珠少一半, "
        "拿藍的中了, 安全珠有什麼好處, 多一墩算嗎"
    ),
    "luz/bet-missed": (
        "minus 5, per trick, how much do I lose, off by two, 扣 5 分, 差幾墩, 扣多少, 沒達成, how bad is it, "
        "got more than I bid, 扣多少分, bid two took five, over my bid, under my bid, 喊二吃五, 喊三, 多吃了, 少吃了, "
        "bid zero and took one, took one too many, 押零拿一墩, 押零結果, 結果拿了, wrong bet, failed bet, "
        "penalty per trick, fail, miss by, what does a failed bet cost, one short, three too many, "
        "does safety save me, 沒中扣幾分, 押錯扣, 沒押中扣多少, 猜錯扣幾分, 一墩扣五分, 多兩墩, 少兩墩, 差兩墩, "
        "差三墩, 每墩扣, 失敗扣, won none, bet one, got none, one fewer, wrong by one, guess was wrong, how much off, "
        "missed by three, 少一墩扣, 押一墩沒吃到, 一墩都沒吃到, 不對扣, how much do i lose when i bid wrong, "
        "wrong guess, minus for missing, bid not made, points lost per trick, what if i take too many tricks, "
        "too few tricks, failed my bid, cost of a wrong prediction, penalty, 猜錯扣多少, 沒猜中扣分, 喊錯, 沒中扣多少, "
        "差一墩扣幾分, 多吃會扣分嗎, 少吃扣幾分, 失敗扣幾分, how bad is missing a bid, not reached my bid, bid broken, "
        "off by three, got zero but bid two, too greedy, minus five each, 喊錯扣分, 押錯, 沒喊中, 差一墩, 猜錯, "
        "missed by two, two off, minus per trick, took fewer than bid, failed how much, 沒中扣, 少拿一墩, 多拿兩墩, "
        "一墩扣多少, 沒猜準, 猜不中"
    ),
    "luz/total-floor": (
        "negative total, below zero, minus total, minus points, negative score, 總分負的, 負分, 變成負的, "
        "drop below nothing, under zero, 低於零, total goes below, can i owe points, 總分會變負, 總分低於 0, "
        "可以負分嗎, 分數會負嗎, score drop under zero, drop under, less than zero, fall below, 掉到零以下, "
        "can you go below zero, negative score in luz, score under zero, start with zero and lose, 會變負分嗎, "
        "總分可以是負的, 分數會不會負, 負的分數, 扣到負分, can luz points be negative, minus in total, in the red, "
        "總分負, 零以下嗎, can the total be negative, total negative, total under zero in luz, "
        "do i get negative points in luz, cant lose what i dont have, 璃光會負嗎, 零以下嗎 璃光, 扣到負的"
    ),
    "luz/start-card": (
        "who bids first, who leads first, who deals, who starts, who bets first, who begins, who plays first, "
        "誰先下注, 誰先出牌, 誰先叫, 誰開始, 誰先, who deals next, dealer, next deal, 誰發牌, 發牌, 下一局誰先, "
        "who shuffles, who deals the next hand, who has the plus card, first better, who is the dealer, bidding order, "
        "who plays the first card, who leads after a trick, 誰洗牌, 誰第一個押, 誰先押, 誰第一個出, 起始卡給誰, "
        "起始玩家換誰, 押注順序, 誰先喊, 第一個下注, does the winner lead, announces first, announce their bet, "
        "says first, who speaks first, bidding starts, first bid, dealer's left, 誰先說, 誰先報, 誰先押注, 從誰押, "
        "who is dealer next, who leads the first trick, who begins the deal, who says first, start player next, "
        "does the dealer change, who deals now, 下一局換誰, 換誰發牌, 誰當莊, 誰先出第一張, 第一墩誰先, 起始玩家換人, "
        "下局誰先, who calls first, deals the next hand, first lead, start player moves, dealer order, 先喊的人, "
        "發牌的人, 起始卡, 換莊, 誰先打, who starts the next deal, where does the plus card go, "
        "dealer of the next deal, first player luz, 誰先出, 下一局誰開始, 加號卡"
    ),
    "luz/leader-opens": (
        "last deal, fourth deal, three players, who starts, who leads the last deal, 誰先出, 第四局誰先, 最後一局誰先, "
        "first to bid in the fourth hand, 第四局三人, 三人第四局, last round with three, final deal start, "
        "three of us last hand, leader starts, 三個人第四局, 最後一局領先的先, 三個人最後一局, "
        "three players last deal, who leads deal 4 with three, 3 of us in the last hand, leader begins at the end, "
        "special rule for three players, 三人第四局誰先, 三個人最後一局誰先, 三人規則, 最高分先下注, 三人遊戲, "
        "with three who goes first in the last one, last hand of three players, 三人最後一局, 三人末局, "
        "last deal with three, fourth deal three players who begins, leader bets first, 領先的先押"
    ),
    "luz/tie-last-deal": (
        "who wins, tiebreak, tied after four deals, 誰贏, 看最後一局, after the fourth hand, after four hands, "
        "四局打完, 打完同分, same total in luz, both on, tied at the end, who scored more in the last, 同分看什麼, "
        "總分同分, 平手看什麼, same after four, four deals tie, total the same, 四局後, 四局後總分, 總分相同, "
        "總分一樣, tied at the end of deal four, same total, equal at the end, tiebreak luz, draw after all deals, "
        "equal score who wins, 同分看哪局, 同分比最後一局, 總分一樣怎麼辦, 同分怎麼辦 璃光, 平手看哪裡, "
        "equal after 4 deals, same total after the last, drawn after four, 打完平手, 四局後同分, 同分看最後一局, "
        "equal total look at the last deal, who was better in deal four, 最後一局高的贏"
    ),
    "luz/tie-start-card": (
        "who wins, tiebreak, tied with the start player, 誰贏, 看起始玩家, tie still, last deal tied too, "
        "closest to the start player, 最後一局也同分, 還是同分, 離起始玩家近, last deal also equal, "
        "still the same after the last deal, tie even in the last deal, tied again, second tiebreak, 最後一局也一樣, "
        "還是平手看誰, 最後一局也同分怎麼辦, 又同分, also same in the fourth deal, still level, 最後一局又同分, "
        "依然平手, still equal after the last deal, closest to the start card, 還是一樣看起始卡"
    ),
    "luz/trump": (
        "always the highest, beats all, wins, strongest, which colour is trump, yellow beats, 最大, 一定贏, 壓過, "
        "什麼顏色是王牌, 黃色最大, lowest yellow, yellow one, small trump, 最小的黃色, 小王牌, does the sun win, "
        "sun card, beats red, 太陽最大, 太陽贏, small sun, against a red twelve, 小太陽, what is the yellow suit for, "
        "what is the sun for, what does yellow do, which suit is best, top suit, two trumps in a trick, higher trump, "
        "trump one, low trump against high card, special colour, 王牌是什麼, 哪個是王牌, 黃色有什麼用, 黃牌有什麼用, "
        "黃 1 贏, 兩張黃的, 兩張王牌, 黃的比紅的大, 太陽比較大, 王牌比較大, 王牌可以壓, which one wins, "
        "green or yellow, yellow two, a low yellow, 黃色一誰大, 誰大, 紅跟黃, does the sun always take, sun takes, "
        "always win with yellow, 太陽牌一定, 一定吃, 太陽一定贏, 黃色一定贏, 壓得過, 壓過綠, 黃壓綠, 黃 3, 黃 2, 黃 1, "
        "黃贏綠, 小黃, trump beats, is the sun the trump, does yellow beat everything, what is trump, which is trump, "
        "strongest colour, does a yellow 1 win, suns beat others, is yellow better, 太陽最大嗎, 王牌是哪個, "
        "王牌是哪色, 黃色最大嗎, 黃的都贏嗎, 太陽一定贏嗎, 黃色一可以贏嗎, sun card vs high red, sun beats everything, "
        "power suit, low sun against high, trump colour, yellow over red, 日頭牌最大, 太陽牌, 太陽 vs 紅, 黃吃紅, "
        "王牌, 最強的花色, is yellow stronger, sun beats all, does a small sun beat a big red, "
        "which colour is strongest, 太陽贏紅的嗎, 黃的最大嗎, 小太陽贏大紅, 王牌顏色, 哪色最強, 主花色"
    ),
    "luz/follow-suit": (
        "must, 一定要跟, throw off, still have one, another suit, 藏牌, 不跟, 可以不跟嗎, ditch, have the suit, "
        "asked one, 有花色, do I need to follow the colour, 要跟嗎, 別人要跟, must i beat, have to beat, "
        "beat the card, may i hold back, forced to play red, forced to follow, hide a card, i have red, keep my red, "
        "wrong colour, have to play the same colour, 手上有紅的, 有紅色要, 有同色, 一定要出紅的, 要出同色嗎, 可以不出, "
        "有卻不出, 要不要跟, 不想跟, 必須出, 有綠的, 有紅的, 有藍的, i still have, have a red one, "
        "play another colour, trump although, trump when i have the suit, hold the colour, 有紅色不出, 明明有, "
        "手上還有, 還有綠色, gotta play the same colour, must i follow, do i have to follow, have to match the color, "
        "can i play another color although i have it, same suit required, following suit, 一定要跟一樣的顏色嗎, "
        "要跟同色嗎, 一定要跟嗎, 可以出別的顏色嗎, 有同色一定要出, 要不要跟花色, have to stick to the colour, "
        "stay in suit, same kind needed, allowed to play off, hold back my red, keep to the colour, 跟花色, 非跟不可, "
        "要出一樣的花色, 有就要跟, 藏牌可以嗎, do we need to match the first card, match the colour of the first card, "
        "may i play sun though i have red, keep my red back, have to follow, did i have to follow, 要跟第一張嗎, "
        "有就要出嗎, 有紅還可以出太陽嗎, 藏著不出, 不跟可以嗎, 必須出同花色"
    ),
    "luz/no-card-of-the-suit": (
        "must I trump, no red, none of it, free choice, 沒有這個花色, 一定要出王牌嗎, throw anything, throw off, "
        "隨便丟, 隨便出, 沒紅的, 墊牌, cannot follow, play trump, 跟不出來, 出太陽, 出王牌, ran out of red, "
        "out of green, without the suit, any card, what if i have no, have none, void, do i have to trump, "
        "discard anything, 沒有紅的, 沒紅色, 沒那個顏色, 沒同色, 沒得跟, 一定要出黃, 可以出別的, 出什麼都可以, 跟不了, "
        "隨意出, 缺門, 沒有綠的, 沒綠的, 沒有藍的, 丟黃的, 可以丟黃的, 可以丟別的, 沒有紫的, no purple, no green, "
        "no blue, no card of that colour, cant follow, when i cant follow, out of the colour, free to play, "
        "may i throw anything, i hold no, 手上沒紅色, 手上沒綠色, 手上沒有, 沒紅色可以出, 可以出什麼, 隨便出嗎, "
        "i have none of that color, out of that suit, no red in hand, must i trump if im out, cant follow suit, "
        "dont have the colour, do i need to play yellow, play anything if i dont have it, 沒有那個花色, "
        "沒有那個顏色怎麼辦, 沒有同色可以出什麼, 跟不了怎麼辦, 沒牌可跟, got no green what now, "
        "none of the led colour, missing colour, empty in that suit, any card ok, without that color, 沒綠色, 缺色, "
        "沒有可以隨便出嗎, 沒那色, purple was led i only have sun and green, out of that colour, may i trump then, "
        "must i trump, free to play anything, 沒那個色, 沒有同花色可以出什麼, 沒花色隨便出, 一定要出太陽嗎, "
        "可以出王牌嗎"
    ),
    "luz/no-looking": (
        "look at my own cards, peek at my numbers, own numbers, see my own hand, the front, go back through tricks, "
        "tricks I won, look at what was played, cards set aside, 偷看自己, 看自己的牌, 自己的數字, 看正面, 看吃到的牌, "
        "吃到的牌, 看贏的墩, 吃過的牌, 可以看嗎, 蓋著的牌, number I just played, check, ten cards, 十張, 蓋著, 先看, "
        "look at won tricks, review tricks, 看吃過的, glance at my card, look at a trick again, 瞄一下, 再看一次, "
        "what cards i have, see my cards, my own values, front of my cards, know my numbers, who may see my cards, "
        "is it allowed to look, count tricks, look back, previous trick, last trick, look at the pile, cheat, "
        "see what i hold, cards put aside, 自己的牌, 我自己的牌, 自己牌, 看自己手牌, 看正面嗎, 可以偷看, 上一墩, "
        "前一墩, 之前的墩, 看之前, 翻回去看, 剩下十張可以看, 旁邊十張, 知道自己的數字, see the numbers of others, "
        "see others' numbers, others see my numbers, numbers of my opponents, cards that i have, 別人的數字, "
        "看別人的牌, 看對手的牌, 對手看得到, ask what my number is, what is my number, ask another, tell me my number, "
        "may others tell me, which number i hold, hint about my cards, know my card, flip the ten cards, "
        "flip cards set aside, how many tricks did i win, count my tricks, 問我的數字, 別人可以告訴我, 可以問, "
        "翻放旁邊的, 放旁邊的十張, 放一旁的牌, 可以翻, 知道我的牌, can i peek at my own cards, "
        "may i check the tricks i won, see my own numbers, look at my hand, can i see what i have, look at old tricks, "
        "peek at the ten extra cards, can i turn my cards, do i know my cards, may i look at the last trick again, "
        "how many tricks has everyone, 可以偷看自己的牌, 可以看自己手牌嗎, 可以翻之前的墩, 看吃過的牌, 偷看可以嗎, "
        "可以看剩下的牌嗎, 不能看自己的牌, cheating to look at what i hold, flip my own card, look at the front, "
        "secretly look, check previous tricks, see what has been played, look at the pile i won, look at unused cards, "
        "翻看吃過的, 翻看, 看一眼, 看自己的數字, 看剩下的十張, 回看墩, look at my own numbers, flip a won trick, "
        "check the tricks i won, look at the ten left over cards, turn my cards around, may i know my numbers, "
        "翻自己的牌, 看吃到的墩, 回頭看, 自己的牌可以看嗎, 偷看, 翻回來看"
    ),
    "luz/passing": (
        "pass the cards, pass the hands, which way, to the left, sort the cards, how to sort, how many cards do I get, "
        "ten cards, plus card, dealt, 傳牌, 傳給誰, 往左傳, 怎麼排, 排序, 發幾張, 幾張牌, 手牌給誰, "
        "put my cards in order, arrange my hand, order of the cards, 整理手牌, 排牌, left or right, 左邊還是右邊, "
        "whose cards do i play, do i keep my own hand, who gets my hand, cards back to back, which end, "
        "where do i put the plus card, ascending or descending, how do we start a deal, give my hand away, 牌給誰, "
        "給左邊, 給下家, 拿誰的牌, 用誰的牌, 加號卡放哪, 大的放左邊, 從小到大, 排列, 一人幾張, 每人十張, 手牌排, "
        "who sees my cards, numbers of the others, see the others, my cards to the left, give my cards, left person, "
        "give to the left, who gets my cards, 我的牌給, 給左邊的人, 傳左邊, 牌給左邊, 交換手牌, what is the plus card, "
        "plus card do, plus cards, which way do we pass the hands, how many cards do i get dealt, cards each in luz, "
        "where do i stick the plus card, what is the plus for, how do i sort, whose hand do i play with, "
        "do i give my cards away, dealing, how to hold the cards, left or right pass, start of a hand, 牌要傳給誰, "
        "手牌傳哪邊, 發幾張牌 璃光, 加號卡放哪邊, 怎麼排牌, 發完牌做什麼, 要把牌給別人嗎, 牌怎麼整理, 一人發幾張, "
        "hand my cards to the left or right, cards to whom, swap hands, hold cards backwards, sort by colour, "
        "big numbers on which side, getting ten cards, 手牌傳左邊, 傳牌方向, 牌背, 拿到誰的牌, 牌怎麼放, 理牌, 發十張, "
        "why do i see his cards, hand over my cards, do i keep my cards, who sorts my hand, "
        "the neighbour gets my cards, arrow card left or right, 我打的是誰的牌, 牌要傳嗎, 依顏色排, 加號卡放左還是右"
    ),
    "luz/beads": (
        "how many beads may I take, two safety beads, only the blue bead, bet nothing, bet zero, no beads, "
        "blue bead alone, 拿幾顆, 拿兩顆, 兩顆藍珠, 只拿藍珠, 下注零, 可以不押, 最多幾顆, bet more than ten, "
        "bet eleven, how many can I bet, 最多押幾墩, 押幾墩, how many blue beads, more than one safety, max beads, "
        "minimum bet, can i pass, bet none, do i have to bet, change my bet, two blue, no blue bead, 一定要押嗎, "
        "可以押零嗎, 押 0, 不押, 幾顆藍珠, 藍珠最多幾顆, 可以拿兩個藍的, 拿幾顆珠子, 改押注, 只拿藍的, "
        "guess no tricks, bet no tricks, possible to bet zero, no tricks at all, 猜零墩, 可以猜零, number of beads, "
        "how do i bet, take beads, place a bet, highest bet, 怎麼下注, 拿珠子, 珠子怎麼拿, 喊零, 喊零可以, 叫零, "
        "call zero, bid none, am i allowed to bid zero, two blue beads, how do bids work, how do i bid, zero bid, "
        "how many beads can i take, can i bid nothing, max bid, bid ten, only blue, how does bidding go, "
        "yellow beads mean, not enough beads, 可以喊零嗎, 可以不拿珠子, 最多拿幾顆, 怎麼喊, 怎麼押, 可以只拿藍珠, "
        "下注規則, 珠子代表什麼, 要拿幾顆黃珠, can you guess zero, take no beads, how many pearls, most beads, "
        "take two safeties, just the blue, bidding rules, 押零, 拿零顆, 珠子上限, 怎麼喊墩, is zero an ok bid, "
        "may i bid nothing, how many beads may i take, who bids first, do bids have to differ, may i change my bid, "
        "零可以嗎, 不拿珠子, 可以拿幾顆, 拿兩顆藍的, 誰先押, 誰先下注, 幾顆珠子"
    ),
    "luz/highest-total": (
        "who wins, winner, most points, 誰贏, 總分最高, 最後看誰, how do i win, add up the four deals, 四局加起來, "
        "怎麼贏, who wins luz at the end, how do you win luz, most points wins, aim of luz, "
        "when is the game over who wins, 璃光怎麼贏, 誰贏 璃光, 最高總分贏, winner of luz, most points after four, "
        "璃光誰贏, 勝利條件 璃光, who wins luz, most points at the end, 總分高贏"
    ),
    "luz/deck": (
        "which cards are in the game, how many cards, with three players, highest number, 哪些牌, 幾張牌, 用到幾號, "
        "up to which number, 用到幾號的牌, numbers up to, are all cards used, cards for four, which numbers, "
        "four players cards, five players cards, 三人用幾號, 四個人用哪些牌, 五人幾號, 用幾張牌, 最大幾號, "
        "highest card in the game, with four players, numbers used, 四個人用到, 五個人用到, "
        "which cards are in with 4 players, is there a 12 when 3 play, cards for three, highest number with four, "
        "which cards do we take out, how many cards in total luz, deck for five players, do we use all cards, "
        "setup luz, 四個人用到幾號, 三個人用哪些牌, 要拿掉哪些牌, 五個人用到幾, 牌有幾張 璃光, 最大是幾, "
        "up to which number with four, are the twelves in, cards in the box with three, which ones go away, 三人到幾, "
        "用到八還是十, 哪些牌不用, 12 號, which numbers do we use, highest number with three, "
        "how high do the cards go, cards with five players, which cards go out, are all sixty used, 三人用一到八, "
        "哪些牌拿掉, 數字到多少"
    ),
    "luz/ten-tricks": (
        "how many tricks, how many deals, how long is the game, how often do we deal, four deals, 幾墩, 一局幾墩, "
        "幾局, 打幾局, 要打多久, how long, how many cards per trick, length of a deal, tricks in a hand, total deals, "
        "when does luz end, when does the game end, 打幾墩, 十墩, 總共幾局, 四局, 打幾輪, 璃光幾局, "
        "how many rounds of luz, rounds in luz, how many games, number of deals, number of hands, total rounds, "
        "play how many hands, 幾局結束, 玩幾局, 璃光要玩幾局, 一共幾局, 幾盤, 一局有幾墩, how many tricks per hand, "
        "how many tricks in a deal, how many rounds luz, how long is luz, when is a deal over, tricks total, "
        "一局打幾墩, 總共幾墩, 打幾局結束, 要打幾局, 一共打幾局, 什麼時候打完, how many tricks do we play, "
        "tricks each deal, hands in a game, length of luz, 幾墩一局, 玩多久 璃光, 總共打幾局, how many cards do i get, "
        "cards left over, 發幾張牌, 打四局"
    ),
    "luz/led-suit": (
        "first card of the trick, open a trick, may I lead anything, lead trump, 第一張牌, 先出什麼, 可以先出王牌, "
        "open with a sun, start with trump, lead yellow, 先出黃色, 先出太陽, 可以先出太陽嗎, first to play may, "
        "any colour, start a trick with, what can i lead, who leads the next trick, winner leads, "
        "after winning a trick, 贏的人先出, 第一個出什麼, 起手出什麼, 開墩, 首家, 可以先出黃, 帶頭, "
        "one who won the trick, winner of the trick leads, who leads next, lead the next trick, who won leads, "
        "贏的人開始下一墩, 下一墩誰先, 誰先出下一墩, next trick starts, who begins the next trick, "
        "starts the next trick, 下一墩誰開始, 贏了這墩, 贏的先出, 誰開始下一墩, can the leader play anything, "
        "first card of a trick, can i start with yellow, may i open with trump, winner starts next, "
        "which colour was asked, 第一張可以隨便出嗎, 先出的人可以出什麼, 可以先出太陽, 贏的人先出嗎, 下一墩誰先出, "
        "首攻, what may i open with, opening card, lead the sun, start a trick, leader free choice, "
        "who goes first in the next trick, 開墩出什麼, 首張, 能先出黃嗎, 贏墩的先, which colour is asked, "
        "what may i lead, may i lead the sun, who opens the next trick, 先出什麼都可以嗎, 領什麼花色, 第一張決定, "
        "誰開下一墩"
    ),
    "luz/highest-card": (
        "higher number, which card wins, another suit, 數字大, 比大小, 別的花色, nobody plays trump, "
        "no trump in the trick, same suit, higher card, red 8 against green 10, off suit, other colours, "
        "biggest number, 沒有王牌, 都沒出王牌, 數字最大, 別的顏色比較大, 大的贏, 不同花色, purple ten beats red three, "
        "higher off suit, another colour higher, wrong colour, beats red when red was led, led colour wins, "
        "does 10 beat 3, not the led colour, 紫色十贏紅色三, 不同色大的, 跟的花色最大, 別色比較大, 沒跟色的能贏嗎, "
        "who takes it if nobody played yellow, no trump played, highest card of the wrong colour, biggest number wins, "
        "does the higher number win, off colour card, highest of the led colour, nobody has a sun, 沒人出黃色誰贏, "
        "沒人出王牌, 數字最大贏嗎, 不同色比較大, 別的花色大有用嗎, 誰吃這墩, none played sun who takes it, "
        "high off suit card, bigger number other colour, strongest in the suit, 別色大牌, 同花色最大, 沒王牌誰大, "
        "which card takes it, no sun played who wins, other colour high number, higher number but other colour, "
        "two suns who wins, 沒人出太陽誰贏, 數字大的贏, 別色的大牌有用嗎, 兩張太陽誰大, 什麼牌贏"
    ),
}

WORDS = Words(same=_SAME, about=_ABOUT)
