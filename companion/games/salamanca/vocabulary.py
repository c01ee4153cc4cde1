"""What people call the things of Salamanca when they search: words of one meaning, and what a rule is also about."""

from __future__ import annotations

SAME = (
    "rats, rat, mouse, mice, 鼠患, 老鼠, 鼠",
    "locusts, locust, grasshopper, 蝗災, 蝗蟲",
    "poison, poisoned, 毒藥, 毒",
    "ruin, ruined, 荒廢, 廢墟",
    "hazard, hazards, disaster, plague, 災害, 災難",
    "sell, sale, selling, sold, 賣出, 賣掉, 賣",
    "occupy, occupied, built, build, take over, 佔領, 占領, 蓋, 蓋的",
    "squire, squires, man, figure, worker, 侍從, 小人, 人物",
    "noble, nobles, nobleman, 貴族",
    "fee, pay, price, what does it cost, 費用, 付錢, 付, 要付",
    "building, farm, castle, monastery, house, 建築物, 建築, 房子, 農莊, 城堡, 修道院",
    "land, field, pasture, lake, forest, vineyard, 土地, 農地, 牧場, 湖泊, 森林, 葡萄園",
    "fertile, fertile land, fertile tile, 肥沃土地, 肥沃",
    "estate, estates, 領地",
    "tax, taxes, 稅金, 稅, 收稅",
    "this round, same round, just now, just placed, just occupied, 這回合, 本回合, 剛, 剛剛",
    "space, tile, 一格, 格, 版塊, 塊",
    "halved, half, round down, rounded down, round up, 減半, 捨去",
    "just freed, freed, taken back, none left, all used, not idle, 取回, 用完, 沒有閒置",
    "richest, rich, money, equal coins, 最富有, 有錢, 一樣有錢",
    "look at, see, draw, 看, 抽牌",
)

ABOUT = {
    "?salamanca/estate": "how much do I get, how much is it worth, sale price, 賣掉多少錢, 值多少, 怎麼算",
    "?salamanca/order": "who goes first, who is next, 誰先, 誰先動",
    "?salamanca/hazard": "may it go there, two hazards, which land, 可以放嗎, 放兩個",
    "?salamanca/fee": "pay for a building, not enough money, squire just freed, 要付多少錢, 佔領多少錢, 用完了",
    "?salamanca/sale": "may I sell, can I sell, same round, 可以賣嗎, 剛佔領的, 剛放的",
    "salamanca/place": "may I place here, where may it go, 放這裡, 放哪裡",
    "salamanca/five-first": "5 goes first, five, 五先走, 5 最小",
    "salamanca/noble": "where may the noble go, move, my own building, another player, 放哪裡, 自己的建築",
    "salamanca/noble-share": "noble gets the lands, sold building with a noble, 貴族拿, 貴族得到",
    "salamanca/sold-building": "stays, remains, after the sale, 還在, 留下, 賣掉之後",
    "salamanca/rats": "round up or down, half of the land, 怎麼算",
    "salamanca/tax-squire": "when are taxes paid, end of the round, 什麼時候收",
    "salamanca/tax-noble": "what does the noble get, end of the round",
    "salamanca/taxed": "when are taxes paid, worth 7, 什麼時候收稅, 7 元",
    "salamanca/noble-limit": "worth 7, worth more than 7, may the noble go there, 7 元, 可以放貴族嗎",
    "salamanca/hazard-lies": "two hazards on one tile, one hazard a space, 一格兩個災害",
    "salamanca/shared": "tie, equal money, who wins, same coins, 誰贏, 平手, 同分",
    "salamanca/draw": "look at another hand, hand of another player, steal a card, 看手牌",
}

RARE = frozenset(
    (
        "salamanca/fee-unpaid",
        "salamanca/sold-building",
        "salamanca/equal-cards",
        "salamanca/actions",
        "salamanca/own-action",
        "salamanca/own-building",
        "salamanca/estate",
    )
)
"""Rules that few tables come to: another rule that fits as well comes first."""
