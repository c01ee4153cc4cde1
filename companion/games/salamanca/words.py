"""Search vocabulary of Salamanca: groups of synonyms, and further words for each rule and question."""

from __future__ import annotations

from companion.game.pages.words import Words

_SAME = (
    "rats, rat, mouse, mice, 鼠患, 老鼠, 鼠, 鼠災, vermin, rodent, rodents, 老鼠們, 耗子",
    "locusts, locust, grasshopper, 蝗災, 蝗蟲, 蝗, bug, bugs, insects, 蟲, 蟲子, 蟲害",
    "poison, poisoned, 毒藥, 毒, toxic, venom, toxin, 有毒, 下毒, 毒物",
    "ruin, ruined, 荒廢, 廢墟, ruins, destroyed, wreck, wrecked, broken down, abandoned, 廢棄, 毀掉, 廢, 破敗",
    "hazard, hazards, disaster, plague, 災害, 災難, bad thing, nasty, curse, calamity, damage, 災, 壞東西, 災害指示物",
    (
        "sell, sale, selling, sold, 賣出, 賣掉, 賣, cash in, flog, 脫手, 變賣, cash out, get rid of, liquidate, sells, "
        "selling off, 出售, 賣房, 賣屋, 賣錢"
    ),
    (
        "occupy, occupied, built, build, take over, 佔領, 占領, 蓋, 蓋的, claim, claims, put a squire on, take, "
        "move in, settle, conquer, grab, 佔, 佔據, 佔房子, 放人, 放侍從, 進駐, 住進"
    ),
    (
        "squire, squires, man, figure, worker, 侍從, 小人, 人物, 僕人, guy, guys, dude, pawn, meeple, servant, 棋子, "
        "人偶, peon, peg, men, people, helper, 侍衛, 小兵, 工人, 角色, 人, 僕從, 手下"
    ),
    "noble, nobles, nobleman, 貴族, lord, lords, aristocrat, big guy, baron, count, king, 貴族棋, 大人, 爵士, 貴族小人",
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
    "field, wheat, grain, crop, 田, 麥田",
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

_ABOUT = {
    "?salamanca/estate": (
        "farm, castle, monastery, how much do I get, how much is it worth, sale price, what is it worth, "
        "how much money, how much do I lose, value, 賣掉多少錢, 值多少, 怎麼算, 值多少錢, 賣多少錢, 拿多少錢, "
        "可以拿多少, 價值, 幾塊錢, 農莊, 城堡, 修道院, rats on my vineyard, how much do i lose, rats on my land, "
        "selling my castle, get for selling"
    ),
    "?salamanca/order": (
        "who goes first, who is next, who acts first, who is first, lowest card, highest card, 誰先, 誰先動, 誰先行動, "
        "誰先走, 先動, 順序"
    ),
    "?salamanca/hazard": (
        "may it go there, two hazards, which land, poison on, rats on, second hazard, 可以放嗎, 放兩個, 放在"
    ),
    "?salamanca/fee": (
        "pay for a building, not enough money, squire just freed, have to pay, no squire left, 要付多少錢, 佔領多少錢, "
        "用完了, 侍從用完, 錢不夠, 要付錢嗎"
    ),
    "?salamanca/sale": (
        "may I sell, can I sell, same round, just took, just built, sell at once, just placed, 可以賣嗎, 剛佔領的, "
        "剛放的, 馬上賣, 剛蓋好, 能賣嗎, 剛蓋, place i grabbed, grabbed this round"
    ),
    "salamanca/place": (
        "may I place here, where may it go, 放這裡, 放哪裡, occupy it right away, put a man down, leave it empty, "
        "later occupy, 晚點再佔, 不佔, 一定要佔嗎, 以後再佔, occupy later, place anywhere, 以後再佔領, lay tiles, "
        "anywhere on the board, free spot, does it have to be next to, must tiles touch, may i leave a building empty, "
        "occupy somebody's empty building later, unoccupied building, ownerless, lay on another tile, "
        "all tiles at once, 放版塊, 版塊放哪, 要相鄰嗎, 要相連才能放, 空的建築, 沒人的房子, 無人的房子, 之後再放侍從, "
        "隨便放, 沒人佔的, 蓋好沒放人, 沒放人, 以後能佔, 之後能佔, not occupied, never occupied, "
        "building without squire, build now, put my man in later, add a squire later, squire afterwards, "
        "occupy afterwards, where may tiles go, lay lands, 先蓋之後放人, 之後放侍從, 先放著, 晚點放人, "
        "have to take all tiles, must i take all the tiles, 一定要拿全部, 全部的版塊, 版塊要全拿"
    ),
    "salamanca/five-first": (
        "5 goes first, five, 五先走, 5 最小, the five, when five is lowest, five smallest, special five, 5 號最小, "
        "五最小誰先, 五號牌, 五先"
    ),
    "salamanca/noble": (
        "where may the noble go, move, my own building, another player, place the noble, worth more than seven, "
        "放哪裡, 自己的建築, 放貴族, own house, 自己家, 站自己家, 放自己的, on my own farm, where may the lord sit, "
        "坐, kick out, somebody's noble, two nobles on one building, second noble, move my noble, "
        "noble on another house, another player's house, where can the noble stand, on an empty building, noble again, "
        "bring it back, how often may the noble move, 站別人的房子, 別人的房子, 貴族放別人, 兩個貴族, 貴族站哪, "
        "趕走貴族, 貴族可以移動, 貴族搬家, 空的房子放貴族, 已經有貴族, 貴族換地方, somebody else's noble, "
        "another's noble, building without a squire, my lord, empty house"
    ),
    "salamanca/noble-share": (
        "noble gets the lands, sold building with a noble, what does the noble get, 貴族拿, 貴族得到, 貴族分多少, "
        "賣房子貴族, cut of the noble, does the noble get paid, noble owner, paid out when sold, "
        "noble on a sold building, 貴族拿多少, 被賣掉的貴族, 貴族能分到, 分到多少, noble gets, "
        "my noble on your sold farm, noble's cut, what happens to the noble, noble comes back, "
        "does the seller lose money, seller gets less, 貴族在上面, 有貴族被賣掉, 賣掉貴族拿, 賣家少拿嗎, 貴族回來嗎, "
        "貴族的錢誰付, 貴族能拿, noble stays after the sale, my noble after a sale, noble leaves, noble returns, "
        "賣掉後貴族, 貴族還在嗎, 貴族收回"
    ),
    "salamanca/sold-building": (
        "stays, remains, after the sale, 還在, 留下, 賣掉之後, use the squire again, 賣掉的建築, building left empty, "
        "who owns it after, can it be occupied again, reoccupy, squire comes back, after i sold it, 賣完的房子, "
        "賣掉的房子, 可以再佔嗎, 賣掉後建築, 別人可以佔, 賣掉的還能佔, 賣掉的房子還在, noble stays, "
        "empty after a sale, 賣掉之後房子"
    ),
    "salamanca/rats": (
        "round up or down, half of the land, 怎麼算, how much is left, three fields, 剩多少, 減多少, what do rats do, "
        "which land for rats, 老鼠放哪, 老鼠會怎樣, card two, number two, whole land halved, do rats halve, "
        "rats worth, how much with rats, where do rats go, three fields with rats, 二號牌, 有老鼠怎麼算, 老鼠減半, "
        "老鼠一半, 老鼠在農地, 老鼠放哪裡, 五塊有老鼠, on my vineyard, rats on my, with rats, mouse on a house, "
        "where do mice go, rats on a building, rats on a castle, 老鼠可以放城堡, 老鼠能放房子"
    ),
    "salamanca/tax-squire": (
        "when are taxes paid, end of the round, how much tax, 什麼時候收, 收稅幾塊, tax every round, 每回合收稅, "
        "tax of a squire, 稅收多少, 收多少稅, how much tax does a squire bring, 侍從收多少稅, what do squires earn, "
        "income per round, two coins, each round money, squire earns, my man's tax, 侍從收稅, 侍從拿多少, 侍從每回合, "
        "侍從兩塊, 每回合拿錢, both noble and servant, servant earns, servant tax, earn tax, 侍從跟貴族都收, 侍從收"
    ),
    "salamanca/tax-noble": (
        "what does the noble get, end of the round, noble tax, tax for my noble, 貴族有稅嗎, 貴族的稅, "
        "how much tax does a noble bring, lord tax, 貴族收多少稅, what does a noble earn, one coin, noble income, "
        "does the noble get tax, 貴族收稅, 貴族一塊, 貴族也收稅, 貴族每回合, both noble and servant, noble earns, "
        "noble and squire both, 侍從跟貴族都收, 貴族也拿"
    ),
    "salamanca/taxed": (
        "when are taxes paid, worth 7, 什麼時候收稅, 7 元, from how much, how big, 幾分以上, 多少以上, 繳稅, "
        "estate of six, under seven, 六元要繳稅嗎, when is tax, which estates pay, minimum value, seven or more, "
        "does a small estate pay, is six enough, tax limit, who gets tax, who pays the taxes, 七塊以上, 幾塊以上, "
        "多少才收稅, 幾元以上收稅, 誰付稅, 稅誰付, 哪些領地收稅, below seven, how large, worth six, value for tax, "
        "領地要多大, 要多大才收稅, 不到七, who pays the tax, who pays, pays the tax"
    ),
    "salamanca/noble-limit": (
        "worth 7, worth more than 7, may the noble go there, 7 元, 可以放貴族嗎, noble on seven, can a noble enter, "
        "七元貴族, 貴族可以進去, too rich for a noble, estate too big, up to what value, estate over seven, 超過七, "
        "八塊的領地, 太貴, 大領地放貴族, 多少以下, 貴族限制, 貴族上限, noble into eight, estate of eight, worth eight, "
        "八元, 八元的領地, 進八元, 能進, 貴族能進"
    ),
    "salamanca/hazard-lies": (
        "two hazards on one tile, one hazard a space, 一格兩個災害, two mice, second rat, where may a hazard go, "
        "災害放哪, where may hazards go, ruin on a lake, poison on forest, two on the same tile, second on one tile, "
        "on an empty space, on the display, stack hazards, 疊兩個, 同一格兩個, 災害疊, 災害可以放, 放在展示區, 空格上, "
        "mouse on a house, which hazard where, rats and locusts together, mouse allowed, rats on a building, "
        "two different hazards, same land, 同一塊地, 老鼠跟蝗蟲, 同一格放兩個, 災害一起"
    ),
    "salamanca/shared": (
        "tie, equal money, who wins, same coins, 誰贏, 平手, 同分, same cash, same money, as rich, 錢一樣, 一樣多錢, "
        "both richest, tie in salamanca, who is richest, how do i win, most money, 最有錢的贏, 怎麼贏, 錢一樣多, "
        "最後平手, 平手看什麼, tied at the end, same amount of money, both have 30, 錢一樣誰贏"
    ),
    "salamanca/draw": (
        "look at another hand, hand of another player, steal a card, 看手牌, what is the six for, card six, 六號牌, "
        "六能幹嘛, take a card from a hand, exchange a card, steal, swap a card, look at hand, give a card back, "
        "what does the six do, number six, 六號牌能, 抽別人的牌, 換一張牌, 偷牌, 拿對手的牌, 給他一張, 6 號, "
        "somebody else's card, use a card of another, card of another hand, six steal, may i see their hand, 能偷牌, "
        "偷看手牌, 換牌, 拿他的牌, with a six, what can i do with a six, play a six, 六可以做什麼"
    ),
    "salamanca/noble-at-7": "exactly 7, seven itself, two readings, 剛好 7 元, 剛好七, 七塊可以放貴族",
    "salamanca/land": (
        "what is a land, which tiles are one land, do they join, 什麼是土地, 算一塊土地嗎, 同一塊, same type, "
        "different colours of one type, connected lands, neighbouring fields, how big is a land, 什麼算土地, 同種土地, "
        "相連的土地, 兩塊土地, 土地怎麼算一塊, 不同顏色, 田和草地"
    ),
    "salamanca/equal-cards": (
        "same card, same number, two players played the same, duplicate, 一樣的牌, 相同的牌, 出一樣的, 出一樣的牌, "
        "重複的牌, 兩個人出同一張, may two play the same, 可以出一樣的嗎, repeat a number, copy a card, "
        "same as somebody, play a number that lies there, no other card, only equal cards left, 跟別人一樣的牌, 同號, "
        "一樣的數字, 重複數字, 別人出過的, 只剩一樣的, 同一個數字, if someone else did, someone else played, "
        "play a four too, same number again, play the same, 跟別人一樣的數字, 別人出了四, 一樣的號碼"
    ),
    "salamanca/occupy": (
        "take over, whose building, put a squire, 誰的, free of charge, for nothing, put my guy on it, 不用錢, 免費佔, "
        "squire beside the board, was idle, unused squire, 閒著的小人, 旁邊的侍從, put a squire there, free squire, "
        "own squire, is it free, do i pay for placing, do squires cost money, 放侍從要錢嗎, 侍從免費嗎, 免費放人, "
        "佔房子要錢嗎, 怎麼佔"
    ),
    "salamanca/own-building": (
        "who owns it, whose building, owner, belongs to, 誰的, 算誰的, 是誰的, 誰的建築, only my own, "
        "only sell my own, somebody else's building, 只能賣自己的, 賣別人的, sell another's building, "
        "sell where my noble stands, can my noble sell, sell without a squire, 賣別人的房子, 貴族可以賣房子, "
        "別人的可以賣嗎, 誰可以賣, building without squire, house without a squire, no squire on it"
    ),
    "salamanca/estate": (
        "diagonal, corner, belongs to the estate, touching, 斜角, 對角, 斜的, 相連, 相鄰, what counts as my estate, "
        "lands beside my house, which lands count, lands of another colour, wrong colour, different colour, "
        "diagonally, do two buildings share, share a land, 什麼算領地, 同色才算, 顏色不同算嗎, 不同色, 哪些土地算, "
        "旁邊的土地, 對角的, diagonal lands, corner lands, lands at the corner, is this land mine, 土地算我的, "
        "對角的土地, 斜的土地, 哪塊是我的"
    ),
    "salamanca/fertile-leaves": (
        "does it stay, disappear, removed, gone, 還在嗎, 消失, 不見, 移出, fertile after a sale, "
        "does the fertile field go away, used up fertile, sell fertile twice, counted once, 肥沃會不見, 肥沃的賣完, "
        "肥沃移走, 肥沃只算一次, 賣掉肥沃, does a fertile tile vanish, vanish, disappears, fertile tile goes, "
        "removed after sale, sold fertile, 賣掉後會移走, 移走"
    ),
    "salamanca/locusts": (
        "does the tile still count, 還算嗎, split a land, 切斷, what do locusts do, 蝗蟲會怎樣, 蝗蟲放哪, card three, "
        "number three, where do locusts go, field with locusts, is it counted, 三號牌, 蝗蟲放哪裡, 蝗蟲的田, "
        "有蝗蟲算嗎, 蝗蟲可以放, where does the grasshopper go, grasshopper, 蚱蜢, 蝗蟲去哪"
    ),
    "salamanca/poison": (
        "does the tile still count, 還算嗎, split a land, cut my vineyard, 切斷, 分成兩塊, what does poison do, "
        "毒藥會怎樣, 毒放哪, poisoned tile, 中毒的格子, card one, number one, poison on a lake, where does poison go, "
        "can poison move, poison splits, is it counted, 一號牌, 毒放哪裡, 毒藥放哪, 湖有毒, 毒葡萄園, 毒藥算不算, "
        "poison on a vineyard, poison in a lake, 湖被毒, 毒在葡萄園"
    ),
    "salamanca/hazards-count": (
        "do hazards count for taxes, rats and taxes, 災害影響稅金嗎, 災害算稅嗎, count towards the tax, "
        "taxes with rats, noble limit with hazards, 有老鼠收稅, 災害影響貴族"
    ),
    "salamanca/unsold": (
        "left at the end, starting money, 起始金錢, 最後剩下的領地, not sold, unsold, 沒賣的, 沒賣掉, "
        "buildings not sold at the end, still on the board, do remaining houses count, money at the start, "
        "start with how much, starting coins, end without selling, 沒賣掉的房子, 房子沒賣, 最後還有房子, 剩下的房子, "
        "留在場上, 一開始有錢嗎, 開局多少錢, 起始錢, houses at the end, keep houses, worth at the end, 最後的房子, "
        "結束時的房子"
    ),
    "salamanca/several-sales": (
        "two sales, sell twice, sell several buildings, 賣兩棟, 一次賣很多, sell several, 連賣, sell two in a row, "
        "both sold, same land counted twice, 同一塊土地算兩次, 連續賣兩間, 賣兩間, 兩間一起賣, sell three, "
        "three castles, three at once"
    ),
    "salamanca/leads": (
        "who plays the first card, 誰先出牌, who plays cards first, start player of the round, first to lay a card, "
        "start of the next round, 誰先打牌, 下一回合誰先出, 第一張牌誰出, 起始玩家"
    ),
    "salamanca/fee-unpaid": (
        "cannot pay, not enough money, 付不起, 錢不夠, broke, too poor, no money, cannot afford, can i owe, debt, "
        "borrow, 沒錢, 沒錢付, 欠錢, 可以欠嗎, 賒, cant afford, too expensive, cannot buy, not enough coins, "
        "沒錢佔房子, 沒錢怎麼辦, 錢不夠怎麼辦"
    ),
    "salamanca/rounds": (
        "how many rounds, how long, when is it over, last round, length of the game, blue star, 幾輪, 幾回合, 打幾輪, "
        "玩幾輪, 多久, 什麼時候結束, 最後一回合, how many turns, number of rounds for four players, 四個人幾回合, "
        "how long is it, with five, 玩多久, when does salamanca end, game end, last tile, end of the game, "
        "tiles run out, blue stars, number of rounds for three, 薩拉曼卡什麼時候結束, 版塊抽完, 最後一塊版塊, 藍色星, "
        "三個人幾回合, 遊戲何時結束, how long is the game, end of salamanca, 玩到什麼時候"
    ),
    "salamanca/display": (
        "which tiles may I take, take one or all, all tiles of a space, how many tiles are drawn, 拿版塊, 拿幾塊, "
        "全部拿, 沒人拿的版塊, 抽幾塊, leftover pile, stack of tiles, 沒拿的, 展示區, 留下來的, tiles nobody took, "
        "do i take all, how many tiles per turn, how many new tiles, two tiles on one space, pile up, "
        "may i take just one, leftover tiles, 沒人拿的, 一次拿一堆, 只拿一塊可以嗎, 疊著的版塊, 拿一塊還是全部, "
        "補幾塊版塊, 每回合幾塊, whole pile, all tiles of the pile, take all tiles from the pile, every tile there, "
        "choose one tile, 整堆拿, 一堆全拿, 拿整堆"
    ),
    "salamanca/passing": (
        "who gets my card, pass the card on, played card, get my card back, where does my card go, left neighbour, "
        "出完的牌, 牌給誰, 傳給誰, 傳給左邊, 拿回來嗎, 數字牌給誰, 出過的牌, do i keep my card, after the round cards, "
        "give card to the left, play the same card again, used card, card i played, get the card back, 出過的牌還我嗎, "
        "打出的牌, 牌傳給誰, 左手邊玩家, 用過的牌, 牌會回來嗎, what happens with my card, after i used it, "
        "used card goes, my card after, where does the used card go, card is gone, 用完的牌, 打完的牌去哪, "
        "我的牌會去哪, 給左邊的人"
    ),
    "salamanca/number-cards": (
        "how many cards, which cards, 9 and 10, seven out, dealt, hand size, secret, 發幾張, 每人幾張, 用哪些牌, "
        "九和十, show my hand, 給別人看, 手牌給別人看, 公開嗎, how many cards do i have, cards per player, "
        "which cards with three, two players cards, hide my cards, may others see my cards, do we show our hands, "
        "手牌公開嗎, 手上幾張, 每個人幾張牌, 兩個人幾張, 發牌, 三個人少一張, 給人看牌"
    ),
    "salamanca/actions": (
        "how many buildings may I sell, sell as many as I like, both place and move, 一次賣幾棟, 可以都做嗎, 賣幾棟, "
        "sell and place, place and noble, two actions, both, in the same turn, 又動貴族, 放版塊又動貴族, 兩個動作, "
        "同一回合, what can i do on my turn, how many actions, choose one, place and move, place tile and noble, "
        "place tiles or noble, how many houses may i sell, may i sell several, sell two at once, sell without placing, "
        "only sell, one action per turn, 一回合做幾件事, 我可以做什麼, 三選一, 放版塊和貴族, 一回合賣幾間, 賣幾間, "
        "賣幾個, 可以只賣嗎, 都能做嗎, 兩個都做, how many things, two things, one thing per turn, may i do both, "
        "everything in one turn, 做兩件事, 一回合一個動作, sell three castles, three castles at once, several castles, "
        "all my buildings at once, sell everything, 一次賣三棟, 全部賣掉"
    ),
    "salamanca/fee": (
        "no squire left, sell first, 小人沒了, 先賣, use the squire again, just came back, 小人還能用, "
        "how much for a church, price of the building, 城堡幾塊錢, 多少錢佔, when do i pay, need to pay, "
        "price of a farm, how much for a farm, what do i pay, three for a castle, all squires on the board, "
        "no free squire, used squire again, out of squires, 沒有侍從了, 沒侍從, 侍從都用掉, 沒人可用, 佔城堡多少, "
        "佔農莊多少, 付給銀行, 要付多少, 侍從不夠, 怎麼蓋, 修道院要付幾塊, pay for a new building, new building, "
        "what do i pay for, 付幾塊, buy a house, buy the castle, cost of building, how much is the fee, 買房子, "
        "買城堡, 佔的費用"
    ),
    "salamanca/for-sale": (
        "just got it, 剛佔, 脫手, 馬上脫手, sell right after, sell in the same turn, build and sell, new building, "
        "fertile just placed, placed a fertile tile now, when may i sell it, wait a round, 剛放肥沃, 剛放肥沃可以賣, "
        "這回合佔的, 下回合才能賣, 剛買, 當回合, 同回合賣, 不能賣, sell what i grabbed this round, grabbed this round, "
        "place i grabbed, 這回合剛拿的, same round sale, new house, 這輪蓋的, 剛放好"
    ),
    "salamanca/sale": (
        "how much do I get, castle with lands, worth on its own, castle alone, building alone, 單獨值多少, "
        "how do I count a sale, value of the building and its lands, 賣價怎麼算, 城堡幾塊錢, castle worth, "
        "worth of a farm, worth of a monastery, how much for a castle, price of a land, what is a lake worth, "
        "fertile tile value, one coin per tile, how do i sell, how is a sale counted, 城堡值多少, 修道院值多少, "
        "農莊值多少, 一塊土地多少錢, 肥沃值多少, 賣多少, 怎麼賣, 賣了拿多少, 一塊地幾塊錢, 賣城堡, "
        "farm with three fields, castle with four lands, what is my sale, sell for, selling price, price, 賣掉城堡, "
        "賣掉可以拿, 可以拿多少錢, 房子值多少, 賣多少錢"
    ),
    "salamanca/setup": (
        "beginning, how many lands lie there, orange star, 開始幾塊土地, 一開始放什麼, 橘色星號, starting tiles, "
        "starting lands, how do we begin, how many lands at first, what does each player get, "
        "how many squires do i have, 起始土地, 開局放幾塊, 一開始有幾塊, 一開始版圖"
    ),
    "salamanca/tiles": (
        "how many tiles, how many vineyards, how many castles, 幾塊版塊, 幾個修道院, 幾塊葡萄園, tile distribution, "
        "number of farms, number of castles, how many fertile lands, how many lakes, 總共幾塊版塊, 有幾個城堡, "
        "有幾塊肥沃, 有幾座湖, 幾個農莊"
    ),
    "salamanca/own-action": (
        "what can the cards do, special action, ring on the card, when may I use it, last player, 特殊行動, 牌的功能, "
        "什麼時候用, number one, number two, number three, number four, card one, card two, card three, card four, "
        "do the cards do anything, what does seven do, does eight do something, ring, extra action for the last, "
        "what can a card do, a card's power, who may use it, 號牌有什麼用, 三號牌, 一號牌, 二號牌, 四號牌, 牌的能力, "
        "七號有功能嗎, 八號牌, 特殊行動可以加做, 最後一個可以多做"
    ),
    "salamanca/order": (
        "turn order, highest card first, 順序, 誰先, 數字大的先, high card, biggest number first, who acts last, "
        "do high cards go first, biggest card, sequence, two turns with two players, last player may do more, "
        "數字最大的先, 大的先, 大牌先動, 行動順序, 先後順序, 最後行動的人, 誰最後, who begins, first to act, "
        "whose turn now, 誰先行動, 現在換誰"
    ),
    "salamanca/ruin": (
        "ruined building, worth nothing, castle in ruins, 建築變 0, 荒廢的建築, 一文不值, what does a ruin do, "
        "荒廢會怎樣, card four, number four, ruined castle, what is a ruin worth, do the lands still count, "
        "where does ruin go, 四號牌, 荒廢的城堡, 荒廢還值錢嗎, 荒廢的房子, 荒廢放哪裡, where may ruin lie, "
        "ruin on a farm, building broken, 毀壞, 房子毀了"
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
