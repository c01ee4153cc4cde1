"""Search vocabulary of Salamanca: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.parts import Words
from companion.games.salamanca.about import ABOUT

_SAME = (
    "rats, rat, mouse, mice, 鼠輩, 鼠患, 老鼠, 鼠, 鼠災, vermin, rodent, rodents, 老鼠們, 耗子",
    "locusts, locust, grasshopper, grasshoppers, 蚱蜢, 蟲群, 蝗災, 蝗蟲, 蝗, bug, bugs, insects, 蟲, 蟲子, 蟲害",
    "poison, poisoned, 毒藥, 毒, toxic, venom, toxin, 有毒, 下毒, 毒物",
    "ruin, ruined, 荒廢, 廢墟, ruins, destroyed, wreck, wrecked, broken down, abandoned, 廢棄, 毀掉, 廢, 破敗",
    "hazard, hazards, disaster, plague, 災害, 災難, bad thing, nasty, curse, calamity, damage, 災, 壞東西, 災害指示物",
    (
        "sell, sale, selling, sold, offload, 拋售, 出手, 賣出, 賣掉, 賣, cash in, flog, 脫手, 變賣, cash out, "
        "get rid of, liquidate, sells, selling off, 出售, 賣房, 賣屋, 賣錢"
    ),
    (
        "occupy, occupied, built, build, take over, 佔領, 占領, 蓋, 蓋的, claim, claims, put a squire on, take, "
        "move in, settle, conquer, grab, 佔, 佔據, 佔房子, 放人, 放侍從, 進駐, 住進"
    ),
    (
        "squire, squires, man, figure, worker, 侍從, 小人, 人物, 僕人, guy, guys, dude, pawn, meeple, servant, 棋子, "
        "人偶, peon, peg, men, people, helper, 侍衛, 小兵, 工人, 角色, 人, 僕從, 手下"
    ),
    (
        "noble, nobles, nobleman, duke, knight, gentleman, boss, 老爺, 伯爵, 貴族, lord, lords, aristocrat, big guy, "
        "baron, count, king, 貴族棋, 大人, 爵士, 貴族小人"
    ),
    "fee, pay, price, what does it cost, 費用, 付錢, 付, 要付, 付不起, 付多少",
    (
        "building, farm, castle, monastery, house, 建築物, 建築, 房子, 農莊, 城堡, 修道院, buildings, place, houses, "
        "property, structure, 屋, 屋子, 房, 建物, 一棟, 間"
    ),
    "land, field, pasture, lake, forest, vineyard, 土地, 農地, 牧場, 湖泊, 森林, 葡萄園",
    "fertile, fertile land, fertile tile, 肥沃土地, 肥沃",
    "estate, estates, property, 領地, domain, land and building, holding, 領土, 地產, 地盤",
    "tax, taxes, income, 稅金, 稅, 收稅, 稅收, duty, 抽稅, 繳稅, 交稅",
    (
        "this round, same round, just now, just placed, just occupied, at once, same turn, just took, just built, "
        "這回合, 本回合, 剛, 剛剛, 馬上, 剛蓋, 剛放, 剛佔"
    ),
    "space, tile, 一格, 格, 版塊, 塊",
    "halved, half, round down, rounded down, round up, 減半, 捨去",
    "just freed, freed, taken back, none left, all used, not idle, 取回, 用完, 沒有閒置",
    "richest, rich, money, equal coins, 最富有, 有錢, 一樣有錢, coin, coins, 塊錢, 金幣",
    "look at, see, draw, 看, 抽牌",
    "salamanca, 薩拉曼卡, 莎拉曼卡",
    "own, owner, owns, belong, belongs to, 擁有, 屬於, 誰的, 自己家, 我家, 自己的",
    "lake, water, pond, 湖, 水",
    "vineyard, grapes, wine, 葡萄",
    "forest, wood, woods, trees, 樹林, 樹",
    "pasture, meadow, grass, sheep, cows, 草地",
    "field, wheat, farmland, 稻田, grain, crop, 田, 麥田",
    "monastery, church, abbey, 教堂, 修院",
    "farm, barn, 農場",
    "in one go, several, as many as I like, 一次, 一口氣, 好幾棟",
    "display, market, stack, 展示區, 展示, supply, row, offer, pile on display, a b c, 公開區, 市場",
    "number card, number cards, 數字牌, 號碼, 號牌, card, cards, number, 牌, 號",
    "round, rounds, 回合, 輪",
    "right away, immediately, at once, straight away, 馬上, 立刻",
    "leftover, left over, nobody took, not taken, 沒拿的, 沒人拿, 剩下",
    "split, cut, divide, 分開, 切斷, 斷開",
    "limit, maximum, cap, threshold, 上限, 限制",
    "action, actions, power, ability, special, effect, do, 行動, 動作, 能力, 特殊, 功能, 效果",
    "kick out, throw out, oust, push out, evict, displace, chase away, 趕走, 擠走, 踢走, 趕出去",
    "bank, supply, 銀行, 公家",
    "move, moves, shift, relocate, 移動, 移, 搬, 搬走",
)

WORDS = Words(same=_SAME, about=ABOUT)
