"""Search vocabulary of Salamanca: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "rats, rat, mouse, mice, 鼠患, 老鼠, 鼠, 鼠災",
    "locusts, locust, grasshopper, 蝗災, 蝗蟲, 蝗, bug, bugs, insects, 蟲, 蟲子, 蟲害",
    "poison, poisoned, 毒藥, 毒",
    "ruin, ruined, 荒廢, 廢墟",
    "hazard, hazards, disaster, plague, 災害, 災難",
    "sell, sale, selling, sold, 賣出, 賣掉, 賣, cash in, flog, 脫手, 變賣",
    "occupy, occupied, built, build, take over, 佔領, 占領, 蓋, 蓋的",
    "squire, squires, man, figure, worker, 侍從, 小人, 人物, 僕人, guy, guys, dude, pawn, meeple, servant, 棋子, 人偶",
    "noble, nobles, nobleman, 貴族, lord, lords",
    "fee, pay, price, what does it cost, 費用, 付錢, 付, 要付, 付不起, 付多少",
    "building, farm, castle, monastery, house, 建築物, 建築, 房子, 農莊, 城堡, 修道院",
    "land, field, pasture, lake, forest, vineyard, 土地, 農地, 牧場, 湖泊, 森林, 葡萄園",
    "fertile, fertile land, fertile tile, 肥沃土地, 肥沃",
    "estate, estates, property, 領地",
    "tax, taxes, income, 稅金, 稅, 收稅, 稅收, duty, 抽稅, 繳稅, 交稅",
    (
        "this round, same round, just now, just placed, just occupied, at once, same turn, just took, "
        "just built, 這回合, 本回合, 剛, 剛剛, 馬上, 剛蓋, 剛放, 剛佔"
    ),
    "space, tile, 一格, 格, 版塊, 塊",
    "halved, half, round down, rounded down, round up, 減半, 捨去",
    "just freed, freed, taken back, none left, all used, not idle, 取回, 用完, 沒有閒置",
    "richest, rich, money, equal coins, 最富有, 有錢, 一樣有錢",
    "look at, see, draw, 看, 抽牌",
    "salamanca, 薩拉曼卡, 莎拉曼卡",
    "own, owner, owns, belong, belongs to, 擁有, 屬於, 誰的, 自己家, 我家, 自己的",
    "lake, water, pond, 湖, 水",
    "vineyard, grapes, wine, 葡萄",
    "forest, wood, woods, trees, 樹林, 樹",
    "pasture, meadow, grass, sheep, cows, 草地",
    "field, wheat, grain, crop, 田, 麥田",
    "monastery, church, abbey, 教堂, 修院",
    "farm, barn, 農場",
    "in one go, several, as many as I like, 一次, 一口氣, 好幾棟",
    "display, market, stack, 展示區, 展示",
    "number card, number cards, 數字牌, 號碼, 號牌",
    "round, rounds, 回合, 輪",
    "right away, immediately, at once, straight away, 馬上, 立刻",
    "leftover, left over, nobody took, not taken, 沒拿的, 沒人拿, 剩下",
    "split, cut, divide, 分開, 切斷, 斷開",
    "limit, maximum, cap, threshold, 上限, 限制",
)

_ABOUT = {
    "?salamanca/estate": (
        "farm, castle, monastery, how much do I get, how much is it worth, sale price, what is it worth, "
        "how much money, how much do I lose, value, 賣掉多少錢, 值多少, 怎麼算, 值多少錢, 賣多少錢, 拿多少錢, "
        "可以拿多少, 價值, 幾塊錢, 農莊, 城堡, 修道院"
    ),
    "?salamanca/order": (
        "who goes first, who is next, who acts first, who is first, lowest card, highest card, 誰先, 誰先動, "
        "誰先行動, 誰先走, 先動, 順序"
    ),
    "?salamanca/hazard": (
        "may it go there, two hazards, which land, poison on, rats on, second hazard, 可以放嗎, 放兩個, 放在"
    ),
    "?salamanca/fee": (
        "pay for a building, not enough money, squire just freed, have to pay, no squire left, 要付多少錢, "
        "佔領多少錢, 用完了, 侍從用完, 錢不夠, 要付錢嗎"
    ),
    "?salamanca/sale": (
        "may I sell, can I sell, same round, just took, just built, sell at once, just placed, 可以賣嗎, "
        "剛佔領的, 剛放的, 馬上賣, 剛蓋好, 能賣嗎, 剛蓋"
    ),
    "salamanca/place": (
        "may I place here, where may it go, 放這裡, 放哪裡, occupy it right away, put a man down, leave it empty, "
        "later occupy, 晚點再佔, 不佔, 一定要佔嗎, 以後再佔, occupy later, place anywhere, 以後再佔領"
    ),
    "salamanca/five-first": "5 goes first, five, 五先走, 5 最小",
    "salamanca/noble": (
        "where may the noble go, move, my own building, another player, place the noble, worth more than seven, "
        "放哪裡, 自己的建築, 放貴族, own house, 自己家, 站自己家, 放自己的, on my own farm, where may the lord sit, 坐"
    ),
    "salamanca/noble-share": (
        "noble gets the lands, sold building with a noble, what does the noble get, 貴族拿, 貴族得到, 貴族分多少, "
        "賣房子貴族, cut of the noble, does the noble get paid, noble owner, paid out when sold, "
        "noble on a sold building, 貴族拿多少, 被賣掉的貴族, 貴族能分到, 分到多少"
    ),
    "salamanca/sold-building": "stays, remains, after the sale, 還在, 留下, 賣掉之後, use the squire again, 賣掉的建築",
    "salamanca/rats": (
        "round up or down, half of the land, 怎麼算, how much is left, three fields, 剩多少, 減多少, what do rats do, "
        "which land for rats, 老鼠放哪, 老鼠會怎樣"
    ),
    "salamanca/tax-squire": (
        "when are taxes paid, end of the round, how much tax, 什麼時候收, 收稅幾塊, tax every round, 每回合收稅, "
        "tax of a squire, 稅收多少, 收多少稅, how much tax does a squire bring, 侍從收多少稅"
    ),
    "salamanca/tax-noble": (
        "what does the noble get, end of the round, noble tax, tax for my noble, 貴族有稅嗎, 貴族的稅, "
        "how much tax does a noble bring, lord tax, 貴族收多少稅"
    ),
    "salamanca/taxed": (
        "when are taxes paid, worth 7, 什麼時候收稅, 7 元, from how much, how big, 幾分以上, 多少以上, 繳稅, "
        "estate of six, under seven, 六元要繳稅嗎"
    ),
    "salamanca/noble-limit": (
        "worth 7, worth more than 7, may the noble go there, 7 元, 可以放貴族嗎, noble on seven, can a noble enter, "
        "七元貴族, 貴族可以進去"
    ),
    "salamanca/hazard-lies": (
        "two hazards on one tile, one hazard a space, 一格兩個災害, two mice, second rat, where may a hazard go, "
        "災害放哪"
    ),
    "salamanca/shared": (
        "tie, equal money, who wins, same coins, 誰贏, 平手, 同分, same cash, same money, as rich, 錢一樣, 一樣多錢"
    ),
    "salamanca/draw": (
        "look at another hand, hand of another player, steal a card, 看手牌, what is the six for, card six, 六號牌, "
        "六能幹嘛"
    ),
    "salamanca/noble-at-7": "exactly 7, seven itself, two readings, 剛好 7 元",
    "salamanca/land": "what is a land, which tiles are one land, do they join, 什麼是土地, 算一塊土地嗎, 同一塊",
    "salamanca/equal-cards": (
        "same card, same number, two players played the same, duplicate, 一樣的牌, 相同的牌, 出一樣的, 出一樣的牌, "
        "重複的牌, 兩個人出同一張, may two play the same, 可以出一樣的嗎"
    ),
    "salamanca/occupy": (
        "take over, whose building, put a squire, 誰的, free of charge, for nothing, put my guy on it, 不用錢, 免費佔, "
        "squire beside the board, was idle, unused squire, 閒著的小人, 旁邊的侍從"
    ),
    "salamanca/own-building": (
        "who owns it, whose building, owner, belongs to, 誰的, 算誰的, 是誰的, 誰的建築, only my own, "
        "only sell my own, somebody else's building, 只能賣自己的, 賣別人的"
    ),
    "salamanca/estate": "diagonal, corner, belongs to the estate, touching, 斜角, 對角, 斜的, 相連, 相鄰",
    "salamanca/fertile-leaves": "does it stay, disappear, removed, gone, 還在嗎, 消失, 不見, 移出",
    "salamanca/locusts": (
        "does the tile still count, 還算嗎, split a land, 切斷, what do locusts do, 蝗蟲會怎樣, 蝗蟲放哪"
    ),
    "salamanca/poison": (
        "does the tile still count, 還算嗎, split a land, cut my vineyard, 切斷, 分成兩塊, what does poison do, "
        "毒藥會怎樣, 毒放哪, poisoned tile, 中毒的格子"
    ),
    "salamanca/hazards-count": (
        "do hazards count for taxes, rats and taxes, 災害影響稅金嗎, 災害算稅嗎, count towards the tax"
    ),
    "salamanca/unsold": "left at the end, starting money, 起始金錢, 最後剩下的領地, not sold, unsold, 沒賣的, 沒賣掉",
    "salamanca/several-sales": "two sales, sell twice, sell several buildings, 賣兩棟, 一次賣很多, sell several, 連賣",
    "salamanca/leads": "who plays the first card, 誰先出牌",
    "salamanca/fee-unpaid": "cannot pay, not enough money, 付不起, 錢不夠",
    "salamanca/rounds": (
        "how many rounds, how long, when is it over, last round, length of the game, blue star, 幾輪, 幾回合, 打幾輪, "
        "玩幾輪, 多久, 什麼時候結束, 最後一回合, how many turns, number of rounds for four players, 四個人幾回合, "
        "how long is it, with five, 玩多久"
    ),
    "salamanca/display": (
        "which tiles may I take, take one or all, all tiles of a space, how many tiles are drawn, 拿版塊, 拿幾塊, "
        "全部拿, 沒人拿的版塊, 抽幾塊, leftover pile, stack of tiles, 沒拿的, 展示區, 留下來的"
    ),
    "salamanca/passing": (
        "who gets my card, pass the card on, played card, get my card back, where does my card go, left neighbour, "
        "出完的牌, 牌給誰, 傳給誰, 傳給左邊, 拿回來嗎, 數字牌給誰, 出過的牌"
    ),
    "salamanca/number-cards": (
        "how many cards, which cards, 9 and 10, seven out, dealt, hand size, secret, 發幾張, 每人幾張, 用哪些牌, "
        "九和十, show my hand, 給別人看, 手牌給別人看, 公開嗎"
    ),
    "salamanca/actions": (
        "how many buildings may I sell, sell as many as I like, both place and move, 一次賣幾棟, 可以都做嗎, 賣幾棟, "
        "sell and place, place and noble, two actions, both, in the same turn, 又動貴族, 放版塊又動貴族, 兩個動作, "
        "同一回合"
    ),
    "salamanca/fee": (
        "no squire left, sell first, 小人沒了, 先賣, use the squire again, just came back, 小人還能用, "
        "how much for a church, price of the building, 城堡幾塊錢, 多少錢佔"
    ),
    "salamanca/for-sale": "just got it, 剛佔, 脫手, 馬上脫手",
    "salamanca/sale": (
        "how much do I get, castle with lands, worth on its own, castle alone, building alone, 單獨值多少, "
        "how do I count a sale, value of the building and its lands, 賣價怎麼算, 城堡幾塊錢"
    ),
    "salamanca/setup": "beginning, how many lands lie there, orange star, 開始幾塊土地, 一開始放什麼, 橘色星號",
    "salamanca/tiles": "how many tiles, how many vineyards, how many castles, 幾塊版塊, 幾個修道院, 幾塊葡萄園",
    "salamanca/own-action": (
        "what can the cards do, special action, ring on the card, when may I use it, last player, 特殊行動, 牌的功能, "
        "什麼時候用"
    ),
    "salamanca/order": "turn order, highest card first, 順序, 誰先, 數字大的先",
    "salamanca/ruin": (
        "ruined building, worth nothing, castle in ruins, 建築變 0, 荒廢的建築, 一文不值, what does a ruin do, "
        "荒廢會怎樣"
    ),
}

_RARE = frozenset(
    (
        "salamanca/fee-unpaid",
        "salamanca/hazards-count",
    )
)

_SETTLES = {
    "?salamanca/estate": (
        "salamanca/sale",
        "salamanca/noble-share",
        "salamanca/rats",
        "salamanca/taxed",
        "salamanca/noble-limit",
    ),
    "?salamanca/order": ("salamanca/order", "salamanca/five-first"),
    "?salamanca/hazard": ("salamanca/hazard-lies",),
    "?salamanca/fee": ("salamanca/fee", "salamanca/fee-unpaid", "salamanca/occupy"),
    "?salamanca/sale": ("salamanca/for-sale",),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
