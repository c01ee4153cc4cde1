"""Search vocabulary of 5211: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

SAME = (
    "rooster, roosters, chicken, chickens, hen, cock, ones, 公雞卡, 公雞, 雞",
    "limit, too many, bust, busted, busts, over the limit, exceeded, 數量上限, 上限, 太多, 爆, 爆掉, 爆牌, 超過",
    "majority, most cards, largest colour, 顏色多數, 多數, 最多",
    "colour, colours, green, yellow, orange, blue, teal, 顏色, 綠色, 黃色, 橘色, 藍色",
    "keep, kept, keeps, take home, 保留, 留下, 留, 拿",
    "card, cards, 卡牌, 牌, 張",
    "discard, discarded, leave, leaves, out, thrown away, 棄掉, 棄牌, 丟掉",
    "score pile, pile, won cards, collected cards, 分數堆, 牌堆, 得分牌",
    "deck, draw pile, stack, 一副牌, 抽牌堆, 牌庫",
    "tied colours, equal colours, as many cards, same number, 數量平手, 一樣多, 相同張數",
)

ABOUT = {
    "?5211/round": "points of a round, what do I get, 這一輪幾分",
    "?5211/colours": "which colour wins, which colour counts, 哪個顏色有分, 哪色計分",
    "?5211/ranking": "end of the game, tiebreak, who won, final, winner, 誰贏, 比牌數, 最後, 名次, 平手怎麼辦",
    "5211/roosters": "how many roosters, too many roosters, worth one point, exact number, 要幾張",
    "5211/limit": "colour is out, too many of one colour, 整色棄掉",
    "5211/tie": "two colours, cancel each other out, 互相抵消, 兩個顏色",
    "5211/majority": "roosters count for their colour, roosters included, 公雞的顏色",
    "5211/nothing": "nobody scores, no points, nothing scores, no winner of the round, 沒有人得分, 沒人有分",
    "5211/cards": "what do I keep, what is a card worth, 可以留, 留下的牌, 每張幾分",
    "5211/deck": "how many rounds, number of rounds, length of the game, 玩幾輪, 幾輪, 打完, 抽完",
    "5211/new-deck": "draw pile is empty, reshuffle, shuffle again, used up, 抽完, 重洗, 洗牌, 用完",
    "5211/fifty": "when is it over, fifty, 50, long game, 五十分, 達到 50",
    "5211/tie-cards": "who wins, end of the game, tiebreak, 誰贏, 比牌數",
}

RARE = frozenset(("5211/tie-cards-long", "5211/hand", "5211/copies"))
"""Rules that rarely apply: in search results they come after other rules that match equally well."""
