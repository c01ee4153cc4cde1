"""What people say or type when they look for a rule or question of Salamanca, by its id."""

from __future__ import annotations

ABOUT = {
    "?salamanca/estate": (
        "farm, castle, monastery, how much do I get, how much is it worth, sale price, what is it worth, "
        "how much money, how much do I lose, value, 賣掉多少錢, 值多少, 怎麼算, 值多少錢, 賣多少錢, 拿多少錢, "
        "可以拿多少, 價值, 幾塊錢, 農莊, 城堡, 修道院, rats on my vineyard, how much do i lose, rats on my land, "
        "selling my castle, get for selling, what is my estate worth, value of this farm, castle with 3 lakes, "
        "how much would i get for this, is it worth seven, monastery and two vineyards, count my estate, "
        "my farm with rats, 這塊領地值多少, 我的城堡值多少, 這個賣多少, 幫我算領地"
    ),
    "?salamanca/order": (
        "who goes first, who is next, who acts first, who is first, lowest card, highest card, 誰先, 誰先動, 誰先行動, "
        "誰先走, 先動, 順序, who acts first with 8 7 and 5, in which order do we act, cards 6 4 2 who is first, "
        "我們誰先動, 八七五誰先"
    ),
    "?salamanca/hazard": (
        "may it go there, two hazards, which land, poison on, rats on, second hazard, 可以放嗎, 放兩個, 放在, "
        "may rats go on this, can poison go here, locusts on a lake, put ruin on a farm, is this hazard allowed here, "
        "毒藥可以放森林嗎, 老鼠可以放這嗎, 蝗蟲可以放湖嗎"
    ),
    "?salamanca/fee": (
        "pay for a building, not enough money, squire just freed, have to pay, no squire left, 要付多少錢, 佔領多少錢, "
        "用完了, 侍從用完, 錢不夠, 要付錢嗎, what do i pay for a castle, fee with a freed squire, "
        "cost for this building, do i have enough money, 我要付多少, 佔城堡要多少錢, 這樣要付錢嗎"
    ),
    "?salamanca/sale": (
        "may I sell, can I sell, same round, just took, just built, sell at once, just placed, 可以賣嗎, 剛佔領的, "
        "剛放的, 馬上賣, 剛蓋好, 能賣嗎, 剛蓋, place i grabbed, grabbed this round, can i sell this now, "
        "may i sell my new castle, sell what i just took, is it sellable, 這個可以賣嗎, 剛放的可以賣嗎, 我現在能賣嗎"
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
        "have to take all tiles, must i take all the tiles, 一定要拿全部, 全部的版塊, 版塊要全拿, "
        "can i put a guy on it later, must i take the whole stack, where can i lay tiles, can i leave a house empty, "
        "do i have to put a man on, put tiles anywhere, take only one of the pile, empty building, 之後再放侍從可以嗎, "
        "以後再佔可以嗎, 版塊可以放哪, 可以先不放人嗎, 一定要全拿嗎, 放版塊規則, 空房子可以佔嗎, man added later, "
        "tiles where, whole pile or one, leave it unoccupied, vacant building, position of tiles, next to others, "
        "晚點再放人, 拿一堆, 隨便擺, 不放人, 要全拿"
    ),
    "salamanca/five-first": (
        "5 goes first, five, 五先走, 5 最小, the five, when five is lowest, five smallest, special five, 5 號最小, "
        "五最小誰先, 五號牌, 五先, lowest is a five, five is the smallest, when does the 5 go first, "
        "what is special about the five, 5 最小誰先, 五最小先動, 五號有什麼特別, 最小是五, is the 5 special, "
        "lowest five, the 5 rule, five before everyone, 五特別嗎, 五號先, 5 先動"
    ),
    "salamanca/noble": (
        "where may the noble go, move, my own building, another player, place the noble, worth more than seven, "
        "放哪裡, 自己的建築, 放貴族, own house, 自己家, 站自己家, 放自己的, on my own farm, where may the lord sit, "
        "坐, kick out, somebody's noble, two nobles on one building, second noble, move my noble, "
        "noble on another house, another player's house, where can the noble stand, on an empty building, noble again, "
        "bring it back, how often may the noble move, 站別人的房子, 別人的房子, 貴族放別人, 兩個貴族, 貴族站哪, "
        "趕走貴族, 貴族可以移動, 貴族搬家, 空的房子放貴族, 已經有貴族, 貴族換地方, somebody else's noble, "
        "another's noble, building without a squire, my lord, empty house, where can my noble go, "
        "can two nobles stand on one building, put the noble on my own castle, noble on an empty building, "
        "move the noble, noble rules, what does the noble do, how do i use the noble, can he kick out another noble, "
        "lord placement, 貴族可以放哪, 貴族放哪裡, 貴族可以放自己的嗎, 兩個貴族可以一起嗎, 貴族怎麼用, 貴族可以移動嗎, "
        "貴族能放空房子嗎, lord sit in my own house, noble spots, noble limits where, noble onto a rival, "
        "second noble there, 貴族放哪, 貴族位置, 貴族去哪, 自己房子放貴族"
    ),
    "salamanca/noble-share": (
        "noble gets the lands, sold building with a noble, what does the noble get, 貴族拿, 貴族得到, 貴族分多少, "
        "賣房子貴族, cut of the noble, does the noble get paid, noble owner, paid out when sold, "
        "noble on a sold building, 貴族拿多少, 被賣掉的貴族, 貴族能分到, 分到多少, noble gets, "
        "my noble on your sold farm, noble's cut, what happens to the noble, noble comes back, "
        "does the seller lose money, seller gets less, 貴族在上面, 有貴族被賣掉, 賣掉貴族拿, 賣家少拿嗎, 貴族回來嗎, "
        "貴族的錢誰付, 貴族能拿, noble stays after the sale, my noble after a sale, noble leaves, noble returns, "
        "賣掉後貴族, 貴族還在嗎, 貴族收回, what does the duke guy get when they sell, noble when sold, "
        "my noble sits on it and he sells, does the noble get money, noble's share, "
        "what do i get if he sells with my noble, share of the sale, 貴族能分到多少, 賣掉時貴族拿多少, "
        "別人賣掉我的貴族, 貴族分錢, 貴族會拿到什麼, my lord when you sell, noble paid, payout noble, noble's money, "
        "賣掉貴族得"
    ),
    "salamanca/sold-building": (
        "stays, remains, after the sale, 還在, 留下, 賣掉之後, use the squire again, 賣掉的建築, building left empty, "
        "who owns it after, can it be occupied again, reoccupy, squire comes back, after i sold it, 賣完的房子, "
        "賣掉的房子, 可以再佔嗎, 賣掉後建築, 別人可以佔, 賣掉的還能佔, 賣掉的房子還在, noble stays, "
        "empty after a sale, 賣掉之後房子, does the castle stay there once sold, what happens to a sold building, "
        "building after selling, is it removed, can someone take the sold one, empty house after sale, 賣完房子還在嗎, "
        "賣掉的房子會消失嗎, 賣掉之後誰的, 賣掉的可以再佔嗎, 賣了之後建築怎麼辦, sold house remains, who has it after, "
        "gone after selling, 賣掉後還在, 賣後空屋"
    ),
    "salamanca/rats": (
        "round up or down, half of the land, 怎麼算, how much is left, three fields, 剩多少, 減多少, what do rats do, "
        "which land for rats, 老鼠放哪, 老鼠會怎樣, card two, number two, whole land halved, do rats halve, "
        "rats worth, how much with rats, where do rats go, three fields with rats, 二號牌, 有老鼠怎麼算, 老鼠減半, "
        "老鼠一半, 老鼠在農地, 老鼠放哪裡, 五塊有老鼠, on my vineyard, rats on my, with rats, mouse on a house, "
        "where do mice go, rats on a building, rats on a castle, 老鼠可以放城堡, 老鼠能放房子, what do the mice do, "
        "rats effect, rats halve, mouse card, card 2, rats on a land, how bad are rats, half rounded how, "
        "老鼠有什麼影響, 鼠患怎麼算, 有老鼠剩多少, 二號牌做什麼, 老鼠扣多少, mice effect, rats half, "
        "land with rats worth, 鼠患, 鼠的效果, 有老鼠"
    ),
    "salamanca/tax-squire": (
        "when are taxes paid, end of the round, how much tax, 什麼時候收, 收稅幾塊, tax every round, 每回合收稅, "
        "tax of a squire, 稅收多少, 收多少稅, how much tax does a squire bring, 侍從收多少稅, what do squires earn, "
        "income per round, two coins, each round money, squire earns, my man's tax, 侍從收稅, 侍從拿多少, 侍從每回合, "
        "侍從兩塊, 每回合拿錢, both noble and servant, servant earns, servant tax, earn tax, 侍從跟貴族都收, 侍從收, "
        "how much tax do i get, tax per squire, income each round, money every round, what does a squire bring, "
        "how much is the tax, tax amount, 侍從拿多少稅, 一輪收多少, 稅多少錢, 侍從的稅, money per squire, tax payout, "
        "coins every round, 稅多少, 收稅多少, 每輪收入"
    ),
    "salamanca/tax-noble": (
        "what does the noble get, end of the round, noble tax, tax for my noble, 貴族有稅嗎, 貴族的稅, "
        "how much tax does a noble bring, lord tax, 貴族收多少稅, what does a noble earn, one coin, noble income, "
        "does the noble get tax, 貴族收稅, 貴族一塊, 貴族也收稅, 貴族每回合, both noble and servant, noble earns, "
        "noble and squire both, 侍從跟貴族都收, 貴族也拿, tax for the noble, does my noble get tax, "
        "noble earns each round, 貴族也收稅嗎, 貴族拿多少稅, 貴族的稅收, 貴族每輪, noble payout each round, "
        "lord income, 貴族稅, 貴族收一塊"
    ),
    "salamanca/taxed": (
        "when are taxes paid, worth 7, 什麼時候收稅, 7 元, from how much, how big, 幾分以上, 多少以上, 繳稅, "
        "estate of six, under seven, 六元要繳稅嗎, when is tax, which estates pay, minimum value, seven or more, "
        "does a small estate pay, is six enough, tax limit, who gets tax, who pays the taxes, 七塊以上, 幾塊以上, "
        "多少才收稅, 幾元以上收稅, 誰付稅, 稅誰付, 哪些領地收稅, below seven, how large, worth six, value for tax, "
        "領地要多大, 要多大才收稅, 不到七, who pays the tax, who pays, pays the tax, from what value do we get taxes, "
        "which estates get tax, when is tax collected, how much must it be worth for tax, tax from 7, "
        "small estates taxed, what gets taxed, do i pay tax, 要繳稅嗎, 幾塊以上有稅, 多少以上收稅, 哪些有稅, "
        "價值多少才有稅, 稅怎麼算, tax threshold, minimum for tax, when do i get tax, do small ones pay, 收稅門檻, "
        "稅的門檻, 七元收稅, 多少有稅"
    ),
    "salamanca/noble-limit": (
        "worth 7, worth more than 7, may the noble go there, 7 元, 可以放貴族嗎, noble on seven, can a noble enter, "
        "七元貴族, 貴族可以進去, too rich for a noble, estate too big, up to what value, estate over seven, 超過七, "
        "八塊的領地, 太貴, 大領地放貴族, 多少以下, 貴族限制, 貴族上限, noble into eight, estate of eight, worth eight, "
        "八元, 八元的領地, 進八元, 能進, 貴族能進, can the noble go on a 9, noble on a rich estate, "
        "estate too expensive for the noble, maximum for nobles, noble forbidden, 貴族可以放九的嗎, "
        "超過七可以放貴族嗎, 貴族限制多少, 太貴的不能放貴族, too valuable for a noble, noble cap, noble on 8, 貴族門檻"
    ),
    "salamanca/hazard-lies": (
        "two hazards on one tile, one hazard a space, 一格兩個災害, two mice, second rat, where may a hazard go, "
        "災害放哪, where may hazards go, ruin on a lake, poison on forest, two on the same tile, second on one tile, "
        "on an empty space, on the display, stack hazards, 疊兩個, 同一格兩個, 災害疊, 災害可以放, 放在展示區, 空格上, "
        "mouse on a house, which hazard where, rats and locusts together, mouse allowed, rats on a building, "
        "two different hazards, same land, 同一塊地, 老鼠跟蝗蟲, 同一格放兩個, 災害一起, can rats go on a house, "
        "two plagues on one tile, which hazard goes where, where do hazards go, poison on a field, "
        "can a hazard be on a building, two hazards same tile, hazard on an empty space, 災害可以放哪, "
        "一格可以兩個災害嗎, 毒藥可以放森林嗎, 老鼠可以放房子嗎, 哪個災害放哪, 兩個災害放一起, poison where allowed, "
        "bugs on water, one tile two hazards, hazard spots, 能放哪些地, 兩個災害"
    ),
    "salamanca/shared": (
        "tie, equal money, who wins, same coins, 誰贏, 平手, 同分, same cash, same money, as rich, 錢一樣, 一樣多錢, "
        "both richest, tie in salamanca, who is richest, how do i win, most money, 最有錢的贏, 怎麼贏, 錢一樣多, "
        "最後平手, 平手看什麼, tied at the end, same amount of money, both have 30, 錢一樣誰贏, "
        "equal money in the end, who wins salamanca, richest wins, tie at the end, how do i win salamanca, "
        "how do you win, aim of the game, 最後錢一樣, 誰贏 薩拉曼卡, 平手 薩拉曼卡, equal coins who wins, 同樣多錢, "
        "贏家怎麼算"
    ),
    "salamanca/draw": (
        "look at another hand, hand of another player, steal a card, 看手牌, what is the six for, card six, 六號牌, "
        "六能幹嘛, take a card from a hand, exchange a card, steal, swap a card, look at hand, give a card back, "
        "what does the six do, number six, 六號牌能, 抽別人的牌, 換一張牌, 偷牌, 拿對手的牌, 給他一張, 6 號, "
        "somebody else's card, use a card of another, card of another hand, six steal, may i see their hand, 能偷牌, "
        "偷看手牌, 換牌, 拿他的牌, with a six, what can i do with a six, play a six, 六可以做什麼, "
        "card six what is it, what does 6 do, look into a hand, take a card from someone, 6 號牌幹嘛, 六號做什麼, "
        "六可以幹嘛, 可以抽別人的牌嗎, 看別人手牌, 偷一張牌, the six, six power, nick a card, peek at a hand, "
        "六的能力, 抽對手牌"
    ),
    "salamanca/noble-at-7": (
        "exactly 7, seven itself, two readings, 剛好 7 元, 剛好七, 七塊可以放貴族, noble on a seven ok, "
        "noble exactly seven, estate worth seven noble, 剛好七可以放貴族嗎, 七的領地放貴族, 等於七, "
        "seven with a noble, worth exactly 7, 等於七可以嗎"
    ),
    "salamanca/land": (
        "what is a land, which tiles are one land, do they join, 什麼是土地, 算一塊土地嗎, 同一塊, same type, "
        "different colours of one type, connected lands, neighbouring fields, how big is a land, 什麼算土地, 同種土地, "
        "相連的土地, 兩塊土地, 土地怎麼算一塊, 不同顏色, 田和草地, do lake and forest join up, "
        "does a field count for two farms, one land or two, same type together, size of a land, "
        "fields next to each other, land shared, is it one big land, what counts as one land, 湖跟森林算一起嗎, "
        "什麼算一塊土地, 土地怎麼連, 同色不同種算嗎, 土地可以給兩個領地嗎, joined lands, two lakes together, "
        "same colour not same type, is it connected, big field, 連在一起算一塊, 土地相連, 兩塊湖"
    ),
    "salamanca/equal-cards": (
        "same card, same number, two players played the same, duplicate, 一樣的牌, 相同的牌, 出一樣的, 出一樣的牌, "
        "重複的牌, 兩個人出同一張, may two play the same, 可以出一樣的嗎, repeat a number, copy a card, "
        "same as somebody, play a number that lies there, no other card, only equal cards left, 跟別人一樣的牌, 同號, "
        "一樣的數字, 重複數字, 別人出過的, 只剩一樣的, 同一個數字, if someone else did, someone else played, "
        "play a four too, same number again, play the same, 跟別人一樣的數字, 別人出了四, 一樣的號碼, "
        "someone played a 7 can i play the other 7, same number twice, two sevens, can two people play the same card, "
        "i only have the same numbers, equal numbers, copy his number, 可以出跟別人一樣的數字嗎, 兩個人出一樣, "
        "同樣數字可以嗎, 只剩一樣的牌, 數字重複, can we both play a three, double number, two of the same, "
        "already played number, same as yours, duplicate cards, 同數字, 撞號, 重複的數字, 別人出過還能出"
    ),
    "salamanca/occupy": (
        "take over, whose building, put a squire, 誰的, free of charge, for nothing, put my guy on it, 不用錢, 免費佔, "
        "squire beside the board, was idle, unused squire, 閒著的小人, 旁邊的侍從, put a squire there, free squire, "
        "own squire, is it free, do i pay for placing, do squires cost money, 放侍從要錢嗎, 侍從免費嗎, 免費放人, "
        "佔房子要錢嗎, 怎麼佔, is it free to put my man on the new castle, do i pay to occupy, free occupation, "
        "put my guy on a new house, how do i occupy, how do i get a building, own a building, 放人要錢嗎, 佔領免費嗎, "
        "放侍從免費, 怎麼佔房子, 放侍從要付錢嗎, putting my dude on costs, is a squire free, putting a man, "
        "settle a building, house for free, 放小人, 佔房免費, 不用付錢"
    ),
    "salamanca/own-building": (
        "who owns it, whose building, owner, belongs to, 誰的, 算誰的, 是誰的, 誰的建築, only my own, "
        "only sell my own, somebody else's building, 只能賣自己的, 賣別人的, sell another's building, "
        "sell where my noble stands, can my noble sell, sell without a squire, 賣別人的房子, 貴族可以賣房子, "
        "別人的可以賣嗎, 誰可以賣, building without squire, house without a squire, no squire on it, "
        "can i sell the neighbors farm, sell a building of someone else, sell a house i dont own, who owns a building, "
        "can the noble's owner sell, whose castle is it, 可以賣別人的房子嗎, 賣鄰居的, 這棟是誰的, 貴族可以賣嗎, "
        "sell your house, sell with only a noble, sell not mine, 賣不是我的, 賣別人"
    ),
    "salamanca/estate": (
        "diagonal, corner, belongs to the estate, touching, 斜角, 對角, 斜的, 相連, 相鄰, what counts as my estate, "
        "lands beside my house, which lands count, lands of another colour, wrong colour, different colour, "
        "diagonally, do two buildings share, share a land, 什麼算領地, 同色才算, 顏色不同算嗎, 不同色, 哪些土地算, "
        "旁邊的土地, 對角的, diagonal lands, corner lands, lands at the corner, is this land mine, 土地算我的, "
        "對角的土地, 斜的土地, 哪塊是我的, is touching by the corner enough, what belongs to my castle, "
        "which lands belong, what counts for my farm, does diagonal count, do other colours count, "
        "which tiles go with a monastery, farm and yellow lands, my property includes, 斜的算相鄰嗎, 對角算嗎, "
        "什麼是領地, 哪些土地算我的, 領地包括什麼, 不同顏色算嗎, 城堡配什麼土地, corner lake count towards my castle, "
        "is diagonal part of it, lands around my house, does this colour match, what colour belongs to which building, "
        "blue lands with castle, 角落的算嗎, 斜角算嗎, 領地範圍, 哪色配哪個, 城堡配湖"
    ),
    "salamanca/fertile-leaves": (
        "does it stay, disappear, removed, gone, 還在嗎, 消失, 不見, 移出, fertile after a sale, "
        "does the fertile field go away, used up fertile, sell fertile twice, counted once, 肥沃會不見, 肥沃的賣完, "
        "肥沃移走, 肥沃只算一次, 賣掉肥沃, does a fertile tile vanish, vanish, disappears, fertile tile goes, "
        "removed after sale, sold fertile, 賣掉後會移走, 移走, why do the 3 coin tiles go away, "
        "do fertile tiles go away, special lands after a sale, do i remove the rich lands, fertile used once, "
        "tile removed after selling, 肥沃的要拿掉嗎, 賣掉肥沃的會消失, 肥沃土地用一次, 肥沃的之後還在嗎, 為什麼要移走, "
        "where do the fertile ones go after a sale, rich tile gone, good land removed, used fertile, 肥地消失, "
        "肥沃的拿走"
    ),
    "salamanca/locusts": (
        "does the tile still count, 還算嗎, split a land, 切斷, what do locusts do, 蝗蟲會怎樣, 蝗蟲放哪, card three, "
        "number three, where do locusts go, field with locusts, is it counted, 三號牌, 蝗蟲放哪裡, 蝗蟲的田, "
        "有蝗蟲算嗎, 蝗蟲可以放, where does the grasshopper go, grasshopper, 蚱蜢, 蝗蟲去哪, "
        "grasshoppers on my pasture, locust effect, bugs on a field, card 3, does the field still count with bugs, "
        "蝗災怎麼算, 三號牌做什麼, 有蝗蟲還算嗎, 蟲子吃掉, what do bugs do to a meadow, insects effect, meadow eaten, "
        "蝗蟲, 蝗蟲效果, 蟲害"
    ),
    "salamanca/poison": (
        "does the tile still count, 還算嗎, split a land, cut my vineyard, 切斷, 分成兩塊, what does poison do, "
        "毒藥會怎樣, 毒放哪, poisoned tile, 中毒的格子, card one, number one, poison on a lake, where does poison go, "
        "can poison move, poison splits, is it counted, 一號牌, 毒放哪裡, 毒藥放哪, 湖有毒, 毒葡萄園, 毒藥算不算, "
        "poison on a vineyard, poison in a lake, 湖被毒, 毒在葡萄園, poison where, poisoned lake, card 1, "
        "number one card, poisoned wine, does a poisoned tile count, 毒藥怎麼用, 下毒會怎樣, 被毒的還算嗎, "
        "一號牌做什麼, 毒藥有什麼用, poison effect, lake poisoned worth, 毒藥, 有毒算嗎, 毒的效果"
    ),
    "salamanca/hazards-count": (
        "do hazards count for taxes, rats and taxes, 災害影響稅金嗎, 災害算稅嗎, count towards the tax, "
        "taxes with rats, noble limit with hazards, 有老鼠收稅, 災害影響貴族, do rats lower the tax, "
        "hazards and taxes, tax with poison, does ruin affect tax, hazard and noble limit, 老鼠會影響稅嗎, "
        "災害算進稅嗎, 有災害還收稅嗎, 災害影響貴族嗎, did the rats count towards the tax, hazards lower taxes, "
        "do bugs matter for tax, hazard effect on noble, 老鼠算稅嗎, 災害影響稅, 有災害收稅嗎"
    ),
    "salamanca/unsold": (
        "left at the end, starting money, 起始金錢, 最後剩下的領地, not sold, unsold, 沒賣的, 沒賣掉, "
        "buildings not sold at the end, still on the board, do remaining houses count, money at the start, "
        "start with how much, starting coins, end without selling, 沒賣掉的房子, 房子沒賣, 最後還有房子, 剩下的房子, "
        "留在場上, 一開始有錢嗎, 開局多少錢, 起始錢, houses at the end, keep houses, worth at the end, 最後的房子, "
        "結束時的房子, is unsold stuff worth anything when it ends, do we start with cash, buildings left at the end, "
        "money at the beginning, not sold at the end, keep my castle till the end, 沒賣的算錢嗎, 沒賣的房子最後, "
        "起始資金, 最後沒賣掉, 結束時沒賣, leftover castle worth anything at the end, houses still there at the end, "
        "cash to begin, 最後留著的房子, 開局有錢嗎"
    ),
    "salamanca/several-sales": (
        "two sales, sell twice, sell several buildings, 賣兩棟, 一次賣很多, sell several, 連賣, sell two in a row, "
        "both sold, same land counted twice, 同一塊土地算兩次, 連續賣兩間, 賣兩間, 兩間一起賣, sell three, "
        "three castles, three at once, sell 2 buildings same turn, sell two at once, several sales, "
        "two sales which first, sell both castles, 可以一次賣兩棟, 同回合賣兩個, 賣兩間怎麼算, 一起賣, sell a few, "
        "both at the same time, three sales, 連賣兩棟, 一次賣好幾間"
    ),
    "salamanca/leads": (
        "who plays the first card, 誰先出牌, who plays cards first, start player of the round, first to lay a card, "
        "start of the next round, 誰先打牌, 下一回合誰先出, 第一張牌誰出, 起始玩家, "
        "who plays the first card next round, who starts the cards, who puts the first card, who leads next, "
        "下一輪誰先出牌, 誰先出數字牌, 下回合誰先, who lays the first card, next round start, who starts cards, "
        "誰開始出牌, 出牌起始"
    ),
    "salamanca/fee-unpaid": (
        "cannot pay, not enough money, 付不起, 錢不夠, broke, too poor, no money, cannot afford, can i owe, debt, "
        "borrow, 沒錢, 沒錢付, 欠錢, 可以欠嗎, 賒, cant afford, too expensive, cannot buy, not enough coins, "
        "沒錢佔房子, 沒錢怎麼辦, 錢不夠怎麼辦, too poor to pay for my squire, no money for the fee, cant pay, "
        "pay later, owe the bank, sale money to pay, 沒錢付怎麼辦, 付不出來, 錢不夠佔, 可以欠錢嗎, 可以先賣再付嗎, "
        "not enough cash, no dough, broke and want to occupy"
    ),
    "salamanca/rounds": (
        "how many rounds, how long, when is it over, last round, length of the game, blue star, 幾輪, 幾回合, 打幾輪, "
        "玩幾輪, 多久, 什麼時候結束, 最後一回合, how many turns, number of rounds for four players, 四個人幾回合, "
        "how long is it, with five, 玩多久, when does salamanca end, game end, last tile, end of the game, "
        "tiles run out, blue stars, number of rounds for three, 薩拉曼卡什麼時候結束, 版塊抽完, 最後一塊版塊, 藍色星, "
        "三個人幾回合, 遊戲何時結束, how long is the game, end of salamanca, 玩到什麼時候, how many rounds with five, "
        "last tile came out do we still play, when does it end, when is salamanca over, number of rounds, "
        "how long is salamanca, tiles are used up, final round, 五個人玩幾輪, 要玩幾回合, 什麼時候結束 薩拉曼卡, "
        "版塊抽完就結束嗎, 最後一塊出來了, 幾輪結束, game length, when do we finish, no more tiles salamanca, "
        "rounds with three, 打幾回合, 何時結束 薩拉曼卡, 沒版塊了, 四人幾輪"
    ),
    "salamanca/display": (
        "which tiles may I take, take one or all, all tiles of a space, how many tiles are drawn, 拿版塊, 拿幾塊, "
        "全部拿, 沒人拿的版塊, 抽幾塊, leftover pile, stack of tiles, 沒拿的, 展示區, 留下來的, tiles nobody took, "
        "do i take all, how many tiles per turn, how many new tiles, two tiles on one space, pile up, "
        "may i take just one, leftover tiles, 沒人拿的, 一次拿一堆, 只拿一塊可以嗎, 疊著的版塊, 拿一塊還是全部, "
        "補幾塊版塊, 每回合幾塊, whole pile, all tiles of the pile, take all tiles from the pile, every tile there, "
        "choose one tile, 整堆拿, 一堆全拿, 拿整堆, nobody took that pile what happens, "
        "tiles left over from last round, how many new tiles each round, how many piles, two tiles on one pile, "
        "take the whole pile, tiles for a round, new tile on top, 上輪沒人拿的, 沒人拿的疊起來, 每輪翻幾塊, "
        "展示區幾格, 可以拿兩塊嗎, 新的放哪, pile nobody wanted, left behind tiles, do piles grow, new tiles where, "
        "tiles that stay, get two tiles, 沒人要的, 留在展示區, 堆起來, 疊兩塊, 剩下的版塊怎麼辦"
    ),
    "salamanca/passing": (
        "who gets my card, pass the card on, played card, get my card back, where does my card go, left neighbour, "
        "出完的牌, 牌給誰, 傳給誰, 傳給左邊, 拿回來嗎, 數字牌給誰, 出過的牌, do i keep my card, after the round cards, "
        "give card to the left, play the same card again, used card, card i played, get the card back, 出過的牌還我嗎, "
        "打出的牌, 牌傳給誰, 左手邊玩家, 用過的牌, 牌會回來嗎, what happens with my card, after i used it, "
        "used card goes, my card after, where does the used card go, card is gone, 用完的牌, 打完的牌去哪, "
        "我的牌會去哪, 給左邊的人, who gets my card afterwards, do i get my card back, what happens to played cards, "
        "pass cards to the left, used cards, where does my number go, 出過的牌給誰, 牌要傳給誰, 打過的牌拿回來嗎, "
        "出完的牌去哪, 數字牌傳給誰, card after playing, give cards left, card moves on, is my card gone, 出掉的牌, "
        "牌往左傳, 傳左邊"
    ),
    "salamanca/number-cards": (
        "how many cards, which cards, 9 and 10, seven out, dealt, hand size, secret, 發幾張, 每人幾張, 用哪些牌, "
        "九和十, show my hand, 給別人看, 手牌給別人看, 公開嗎, how many cards do i have, cards per player, "
        "which cards with three, two players cards, hide my cards, may others see my cards, do we show our hands, "
        "手牌公開嗎, 手上幾張, 每個人幾張牌, 兩個人幾張, 發牌, 三個人少一張, 給人看牌, how many cards do we each get, "
        "do we use the tens with four, which numbers with three, 9s and 10s, hand of cards, are hands secret, "
        "deal cards, cards per person, take out the seven, 一人幾張數字牌, 九跟十要用嗎, 三個人用哪些牌, 手牌可以看嗎, "
        "數字牌怎麼發, cards in hand salamanca, is the 10 used, cards with two players, show cards, 手上幾張數字牌, "
        "用到十嗎, 兩人幾張, 手牌秘密"
    ),
    "salamanca/actions": (
        "how many buildings may I sell, sell as many as I like, both place and move, 一次賣幾棟, 可以都做嗎, 賣幾棟, "
        "sell and place, place and noble, two actions, both, in the same turn, 又動貴族, 放版塊又動貴族, 兩個動作, "
        "同一回合, what can i do on my turn, how many actions, choose one, place and move, place tile and noble, "
        "place tiles or noble, how many houses may i sell, may i sell several, sell two at once, sell without placing, "
        "only sell, one action per turn, 一回合做幾件事, 我可以做什麼, 三選一, 放版塊和貴族, 一回合賣幾間, 賣幾間, "
        "賣幾個, 可以只賣嗎, 都能做嗎, 兩個都做, how many things, two things, one thing per turn, may i do both, "
        "everything in one turn, 做兩件事, 一回合一個動作, sell three castles, three castles at once, several castles, "
        "all my buildings at once, sell everything, 一次賣三棟, 全部賣掉, can i build and move my noble, "
        "what are my options, do both things, sell and build, choose an action, is selling an action, "
        "一回合可以做什麼, 可以做兩件事嗎, 我能做哪些事, 可以又蓋又動貴族嗎, 行動有哪些, 輪到我可以幹嘛, "
        "do two things, both place and noble, one or more actions, turn options, place then sell, possible moves, "
        "一次做兩件, 選一個行動, 可以做幾件事, 又放又賣"
    ),
    "salamanca/fee": (
        "no squire left, sell first, 小人沒了, 先賣, use the squire again, just came back, 小人還能用, "
        "how much for a church, price of the building, 城堡幾塊錢, 多少錢佔, when do i pay, need to pay, "
        "price of a farm, how much for a farm, what do i pay, three for a castle, all squires on the board, "
        "no free squire, used squire again, out of squires, 沒有侍從了, 沒侍從, 侍從都用掉, 沒人可用, 佔城堡多少, "
        "佔農莊多少, 付給銀行, 要付多少, 侍從不夠, 怎麼蓋, 修道院要付幾塊, pay for a new building, new building, "
        "what do i pay for, 付幾塊, buy a house, buy the castle, cost of building, how much is the fee, 買房子, "
        "買城堡, 佔的費用, what do i pay for a monastery with a guy i just got back, cost of occupying, "
        "how much to occupy, when do i have to pay, price for a castle, no squires left, all my guys are used, "
        "pay the bank, 佔修道院要多少, 放人要付多少, 侍從用完怎麼辦, 什麼時候要付錢, 要付給銀行多少, 費用多少, "
        "pay for putting my dude on, cost of the church, price to occupy, when is it not free, reuse a squire, "
        "guy from a sold one, 要付多少錢, 佔房費用, 收回的侍從再放, 修道院費用"
    ),
    "salamanca/for-sale": (
        "just got it, 剛佔, 脫手, 馬上脫手, sell right after, sell in the same turn, build and sell, new building, "
        "fertile just placed, placed a fertile tile now, when may i sell it, wait a round, 剛放肥沃, 剛放肥沃可以賣, "
        "這回合佔的, 下回合才能賣, 剛買, 當回合, 同回合賣, 不能賣, sell what i grabbed this round, grabbed this round, "
        "place i grabbed, 這回合剛拿的, same round sale, new house, 這輪蓋的, 剛放好, "
        "can i sell what i built just now, sell in the same round, when can i sell again, not allowed to sell, "
        "why cant i sell, sell fresh building, wait until next round to sell, 剛蓋的能賣嗎, 剛佔的可以賣嗎, "
        "什麼時候不能賣, 為什麼不能賣, 這輪放的可以賣嗎, 當回合能賣嗎, flog it the same round, sell at once, "
        "fresh one sold, just got it sell, 剛佔能賣, 剛放就賣, 馬上賣, 不能賣的"
    ),
    "salamanca/sale": (
        "how much do I get, castle with lands, worth on its own, castle alone, building alone, 單獨值多少, "
        "how do I count a sale, value of the building and its lands, 賣價怎麼算, 城堡幾塊錢, castle worth, "
        "worth of a farm, worth of a monastery, how much for a castle, price of a land, what is a lake worth, "
        "fertile tile value, one coin per tile, how do i sell, how is a sale counted, 城堡值多少, 修道院值多少, "
        "農莊值多少, 一塊土地多少錢, 肥沃值多少, 賣多少, 怎麼賣, 賣了拿多少, 一塊地幾塊錢, 賣城堡, "
        "farm with three fields, castle with four lands, what is my sale, sell for, selling price, price, 賣掉城堡, "
        "賣掉可以拿, 可以拿多少錢, 房子值多少, 賣多少錢, how much do i get for selling, sell my farm how much, "
        "what is a castle worth, what is a farm worth, money for a sale, cash for my estate, how does selling work, "
        "value of a land, fertile worth, count the money, 賣掉拿多少錢, 賣掉多少, 城堡值多少錢, 一塊地值多少, "
        "肥沃的值多少, 賣房子可以拿多少, cash for a monastery i sell, money from selling, how much does it bring, "
        "get for my farm, sale formula, value with lands, 賣價, 賣得多少, 賣出公式, 值多少錢"
    ),
    "salamanca/setup": (
        "beginning, how many lands lie there, orange star, 開始幾塊土地, 一開始放什麼, 橘色星號, starting tiles, "
        "starting lands, how do we begin, how many lands at first, what does each player get, "
        "how many squires do i have, 起始土地, 開局放幾塊, 一開始有幾塊, 一開始版圖, "
        "what lies on the board in the beginning, what is on the board at first, how many tiles at the start, "
        "starting position, how do we set up, is the board empty, how many squires does everyone have, "
        "how many guys do i get, how many figures, how many nobles each, 一開始場上有什麼, 開局怎麼擺, 開始有什麼, "
        "每人幾個侍從, 有幾個侍從, 有幾個貴族, 怎麼設置, tiles at the beginning, pieces each player has, "
        "number of servants each, beginning of the game, 開局幾塊, 每人幾個人, 每人有什麼, 一開始"
    ),
    "salamanca/tiles": (
        "how many tiles, how many vineyards, how many castles, 幾塊版塊, 幾個修道院, 幾塊葡萄園, tile distribution, "
        "number of farms, number of castles, how many fertile lands, how many lakes, 總共幾塊版塊, 有幾個城堡, "
        "有幾塊肥沃, 有幾座湖, 幾個農莊, how many lakes in the game, how many of each tile, number of vineyards, "
        "how many hazards are there, tile counts, how many houses, how many fertile ones, 湖有幾塊, 葡萄園幾塊, "
        "每種版塊幾個, 肥沃的有幾塊, 總共有幾塊, 修道院有幾個, how many churches, amount of fields, "
        "special tiles number, tile mix, 農地幾塊, 森林幾塊, 牧場幾塊, 建築幾個, 版塊數量"
    ),
    "salamanca/own-action": (
        "what can the cards do, special action, ring on the card, when may I use it, last player, 特殊行動, 牌的功能, "
        "什麼時候用, number one, number two, number three, number four, card one, card two, card three, card four, "
        "do the cards do anything, what does seven do, does eight do something, ring, extra action for the last, "
        "what can a card do, a card's power, who may use it, 號牌有什麼用, 三號牌, 一號牌, 二號牌, 四號牌, 牌的能力, "
        "七號有功能嗎, 八號牌, 特殊行動可以加做, 最後一個可以多做, which cards do something special, card powers, "
        "what do the low cards do, do all cards have an effect, special cards, what is on the card, "
        "哪幾張牌有特殊能力, 牌的特殊能力, 哪些牌有功能, 牌有什麼效果, 數字牌的作用, 小牌有什麼用, "
        "special power of a card, what does card 3 do, what is the 7 for, symbol on the card, last player bonus, "
        "特殊牌, 牌上的圈, 幾號有能力"
    ),
    "salamanca/order": (
        "turn order, highest card first, 順序, 誰先, 數字大的先, high card, biggest number first, who acts last, "
        "do high cards go first, biggest card, sequence, two turns with two players, last player may do more, "
        "數字最大的先, 大的先, 大牌先動, 行動順序, 先後順序, 最後行動的人, 誰最後, who begins, first to act, "
        "whose turn now, 誰先行動, 現在換誰, biggest number goes first, who goes first, high or low first, "
        "order of turns, who moves when, last one may do more, two turns each, 數字大的先嗎, 誰先動, 大的先還是小的先, "
        "誰先做, 順序怎麼排, low cards go last, from high to low, who is last, who moves first, sequence of play, "
        "play order with two, 小牌最後, 誰後動, 先後, 由大到小"
    ),
    "salamanca/ruin": (
        "ruined building, worth nothing, castle in ruins, 建築變 0, 荒廢的建築, 一文不值, what does a ruin do, "
        "荒廢會怎樣, card four, number four, ruined castle, what is a ruin worth, do the lands still count, "
        "where does ruin go, 四號牌, 荒廢的城堡, 荒廢還值錢嗎, 荒廢的房子, 荒廢放哪裡, where may ruin lie, "
        "ruin on a farm, building broken, 毀壞, 房子毀了, ruined building worth, ruin effect, card 4, "
        "ruin on my castle, broken house, destroyed castle value, are lands still worth something, 荒廢的房子值多少, "
        "四號牌做什麼, 荒廢怎麼算, 房子荒廢, broken building value, zero building, 荒廢值多少, 廢墟, 荒廢效果"
    ),
}
