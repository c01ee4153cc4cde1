"""The words by which the referee's search finds the rules and questions of Oh Hell."""

from __future__ import annotations

from companion.engine.pages.parts import Words

WORDS = Words(
    same=(
        "bid, bids, bet, call, contract, nominate, nomination, 叫墩, 叫牌, 喊",
        "trick, tricks, 墩, 吃墩",
        "made, exact, exactly, hit, 達成, 剛好",
        "missed, miss, off, too many, too few, over, under, 失敗, 沒達成, 多吃, 少吃",
        "dealer, deals, dealing, 發牌者, 發牌, 莊家",
        "hook, screw the dealer, last bid, forbidden bid, 最後叫墩, 不能叫",
        "oh hell, blackout, nomination whist, oh pshaw, up and down the river, 猜墩",
    ),
    about={
        "oh-hell/hook": "may the bids add up, forbidden, cannot bid, 加起來, 總和",
        "oh-hell/deals": "how many cards, how many deals, hand size, 幾張牌, 幾局",
        "oh-hell/shared": "tie, draw, equal, 平手, 同分",
        "?oh-hell/bid": "what is it worth, points for a bid, zero bid, 幾分, 值多少",
        "?oh-hell/ranking": "who wins, winner, tie, equal points, 誰贏, 平手, 同分",
    },
)
