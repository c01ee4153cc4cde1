"""Search vocabulary of Salamanca: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "rats, rat, mouse, mice, 鼠患, 老鼠, 鼠, 鼠災",
    "locusts, locust, grasshopper, 蝗災, 蝗蟲, 蝗",
    "poison, poisoned, 毒藥, 毒",
    "ruin, ruined, 荒廢, 廢墟",
    "hazard, hazards, disaster, plague, 災害, 災難",
    "sell, sale, selling, sold, 賣出, 賣掉, 賣",
    "occupy, occupied, built, build, take over, 佔領, 占領, 蓋, 蓋的",
    "squire, squires, man, figure, worker, 侍從, 小人, 人物, 僕人",
    "noble, nobles, nobleman, 貴族",
    "fee, pay, price, what does it cost, 費用, 付錢, 付, 要付, 付不起, 付多少",
    "building, farm, castle, monastery, house, 建築物, 建築, 房子, 農莊, 城堡, 修道院",
    "land, field, pasture, lake, forest, vineyard, 土地, 農地, 牧場, 湖泊, 森林, 葡萄園",
    "fertile, fertile land, fertile tile, 肥沃土地, 肥沃",
    "estate, estates, property, 領地",
    "tax, taxes, income, 稅金, 稅, 收稅, 稅收",
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
    "own, owner, owns, belong, belongs to, 擁有, 屬於, 誰的",
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
    "salamanca/place": "may I place here, where may it go, 放這裡, 放哪裡",
    "salamanca/five-first": "5 goes first, five, 五先走, 5 最小",
    "salamanca/noble": (
        "where may the noble go, move, my own building, another player, place the noble, worth more than seven, "
        "放哪裡, 自己的建築, 放貴族"
    ),
    "salamanca/noble-share": (
        "noble gets the lands, sold building with a noble, what does the noble get, 貴族拿, 貴族得到, 貴族分多少"
    ),
    "salamanca/sold-building": "stays, remains, after the sale, 還在, 留下, 賣掉之後",
    "salamanca/rats": "round up or down, half of the land, 怎麼算",
    "salamanca/tax-squire": "when are taxes paid, end of the round, how much tax, 什麼時候收, 收稅幾塊",
    "salamanca/tax-noble": "what does the noble get, end of the round",
    "salamanca/taxed": "when are taxes paid, worth 7, 什麼時候收稅, 7 元",
    "salamanca/noble-limit": "worth 7, worth more than 7, may the noble go there, 7 元, 可以放貴族嗎",
    "salamanca/noble-at-7": "exactly 7, seven itself, two readings, 剛好 7 元",
    "salamanca/land": "what is a land, which tiles are one land, do they join, 什麼是土地, 算一塊土地嗎, 同一塊",
    "salamanca/hazard-lies": "two hazards on one tile, one hazard a space, 一格兩個災害",
    "salamanca/shared": "tie, equal money, who wins, same coins, 誰贏, 平手, 同分",
    "salamanca/draw": "look at another hand, hand of another player, steal a card, 看手牌",
    "salamanca/equal-cards": (
        "same card, same number, two players played the same, duplicate, 一樣的牌, 相同的牌, 出一樣的, "
        "出一樣的牌, 重複的牌, 兩個人出同一張"
    ),
    "salamanca/occupy": "take over, whose building, put a squire, 誰的",
    "salamanca/own-building": "who owns it, whose building, owner, belongs to, 誰的, 算誰的, 是誰的, 誰的建築",
    "salamanca/estate": "diagonal, corner, belongs to the estate, touching, 斜角, 對角, 斜的, 相連, 相鄰",
    "salamanca/fertile-leaves": "does it stay, disappear, removed, gone, 還在嗎, 消失, 不見, 移出",
    "salamanca/locusts": "does the tile still count, 還算嗎",
    "salamanca/poison": "does the tile still count, 還算嗎",
    "salamanca/hazards-count": "do hazards count for taxes, rats and taxes, 災害影響稅金嗎, 災害算稅嗎",
    "salamanca/unsold": "left at the end, starting money, 起始金錢, 最後剩下的領地",
    "salamanca/several-sales": "two sales, sell twice, sell several buildings, 賣兩棟, 一次賣很多",
    "salamanca/leads": "who plays the first card, 誰先出牌",
    "salamanca/fee-unpaid": "cannot pay, not enough money, 付不起, 錢不夠",
}

_RARE = frozenset(
    (
        "salamanca/fee-unpaid",
        "salamanca/sold-building",
        "salamanca/hazards-count",
        "salamanca/several-sales",
        "salamanca/unsold",
        "salamanca/actions",
        "salamanca/own-action",
    )
)

_SETTLES = {
    "?salamanca/estate": ("salamanca/sale", "salamanca/rats", "salamanca/taxed", "salamanca/noble-limit"),
    "?salamanca/order": ("salamanca/order", "salamanca/five-first"),
    "?salamanca/hazard": ("salamanca/hazard-lies",),
    "?salamanca/fee": ("salamanca/fee", "salamanca/fee-unpaid", "salamanca/occupy"),
    "?salamanca/sale": ("salamanca/for-sale",),
}

WORDS = Words(same=_SAME, about=_ABOUT, rare=_RARE, settles=_SETTLES)
