"""Search vocabulary of Luz: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

SAME = (
    "trick, tricks, 墩, 吃墩, 這墩",
    "take a trick, takes the trick, wins the trick, gets the trick, get, 吃, 贏得, 吃墩, 誰吃",
    "bead, beads, yellow beads, marble, 賭注彩珠, 彩珠, 珠子, 珠",
    "safety bead, safety, blue bead, blue, insurance, 安全彩珠, 安全, 藍色珠子, 藍珠, 藍色彩珠",
    "bet, bets, bid, bids, call, forecast, 下注, 賭注, 叫, 喊",
    "trump, yellow, sun, 王牌, 黃色, 太陽",
    "follow, follow suit, suit led, same colour, 跟牌, 跟花色, 要求花色",
    "suit, colour, red, green, blue, purple, 花色, 紅色, 綠色, 藍色, 紫色",
    "made, exact, exactly right, hit, 成功, 剛好",
    "missed, failed, miss, off, too many, too few, wrong, 失敗, 差, 沒中, 多吃, 少吃",
    "deal, round, hand, 局, 第幾局",
    "deal 4, fourth deal, last deal, 第四局, 第 4 局, 最後一局",
    "start card, start player, first player, 起始玩家, 起始",
    "play, played, lead, leads, 出牌, 打出, 出",
    "three players, 3 players, 三人, 三個人, 3 人",
    "leader, leading, highest total, 領先, 總分最高",
)

ABOUT = {
    "?luz/trick": "who gets it, who took it, highest card, 誰吃, 誰贏, 誰拿",
    "?luz/follow": "must I follow, must I trump, what may I play, no card of the suit, 可以出什麼, 一定要出",
    "?luz/bet": "how many points, off by, does it count, one too many, 扣幾分, 得幾分, 差幾墩, 有算",
    "?luz/ranking": "tiebreak, tie breaker, who won, equal totals, winner, 誰贏, 名次, 平手怎麼辦",
    "luz/bet-exact": "without the safety bead",
    "luz/bet-safety": "one trick more, one too many, 多一墩",
    "luz/bet-missed": "minus 5, per trick, 扣 5 分, 差幾墩",
    "luz/total-floor": "negative total, below zero, minus total, 總分負的, 負分",
    "luz/start-card": "who bids first, who leads first, who deals, 誰先下注, 誰先出牌, 誰先叫",
    "luz/leader-opens": "last deal, fourth deal, three players, who starts, 誰先出, 第四局誰先",
    "luz/tie-last-deal": "who wins, tiebreak, 誰贏",
    "luz/tie-start-card": "who wins, tiebreak, 誰贏",
    "luz/trump": "always the highest, beats all, wins, strongest, 最大, 一定贏, 壓過",
    "luz/follow-suit": "must, 一定要跟",
    "luz/no-card-of-the-suit": "must I trump, no red, none of it, free choice, 沒有這個花色, 一定要出王牌嗎",
}

RARE = frozenset(("luz/total-floor", "luz/ten-tricks", "luz/deck"))
"""Rules that rarely apply: in search results they come after other rules that match equally well."""
