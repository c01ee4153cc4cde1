"""Synonyms that apply to every game; each game adds its own in its `Words`."""

from __future__ import annotations

SAME: tuple[str, ...] = (
    (
        "tie, tied, draw, equal, on par, all square, 平局, 一樣高, same points, even, level, 平手, 同分, 一樣, 相同, "
        "same score, tied up, draw level, 打平, 平了, dead heat, drawn, deadlock, stalemate, tiebreaker, tie breaker, "
        "break the tie, same total, same number of points, neck and neck, 和局, 分數一樣, 同分數, 平分, 並列"
    ),
    (
        "win, winner, wins, champ, 贏法, comes first, first place, ahead, victory, 獲勝, 贏, 勝, 第一名, victor, 贏家, "
        "beats, beat, 贏過, 打敗, champion, won, wins the game, come out on top, 冠軍, 勝出, 算誰贏, 贏了, 贏的人, "
        "winning, better, best, top, triumph, higher, rank, standing, ranking, 贏的是誰, 勝負, 排名"
    ),
    (
        "points, score, scores, count, counts, counted, 分數, 得分, 幾分, 計分, 算分, 有分, 算, scoring, scored, "
        "tally, value, earn, earns, bring, brings, get points, 計, 拿分, 賺"
    ),
    (
        "lose, minus, negative, penalty, penalties, penaltys, hurt, hurts, subtract, docked, 賠, 被扣, 倒賠, "
        "taken off, 扣分, 扣, 負分, 失去, points off, knocked off, deducted, 倒扣, 減分, damage, cost, costs, fine, "
        "hit, punish, punishment, penalised, 懲罰, 罰, 罰分, 損失, 虧"
    ),
    (
        "below 0, negative, under zero, less than zero, below zero, 低於 0, 低於零, 零分以下, 負的, 負數, "
        "push under zero, less than nothing, into the minus, 變負, 負數嗎, 掉到負的, 零以下, drop under, go under, "
        "drop below, 跌破零, 掉到零以下"
    ),
    (
        "end, ends, over, finished, last round, 結束, 最後, game over, done, finish, stop, 打完, 玩完, 收工, halt, "
        "finishes, stops, 停, 停止, run its course, close, finale, the end, wrap up, wraps up, 終局, 終了, 完結, 收尾, "
        "ending, complete the game, terminate, last, final, close out, done playing, 結束了, 完, 玩到, 玩到什麼時候, "
        "玩完了"
    ),
    (
        "full, filled, complete, completed, 湊滿, 集滿, 湊齊, 填滿, 滿, 完成, 放滿, fill up, filled up, all filled, "
        "鋪滿, 排滿, 填完, totally full, packed, max, all taken, no space, 占滿, 塞滿"
    ),
    (
        "swap, swapped, exchange, trade, change, 交換, 換, replace, trade in, 換掉, 更換, switch, redraw, mulligan, "
        "fresh, new ones, 換一手, 重換, 調換"
    ),
    (
        "place, placed, put, lay, lie, lies, go, goes, 放, 擺放, 放置, set down, plonk, stick, position, 下, 擺, 擺在, "
        "placing, set, tuck, pop, 擺下, 落, 放下, arrange, deposit, allocate, build, shove, drop, 擺到, 放到, 丟到"
    ),
    (
        "must, have to, need to, hafta, supposed to, obligated, 得, forced, obliged, 必須, 一定要, gotta, 非得, "
        "一定得, do i have to, got to, compulsory, mandatory, optional, required, force, skip, refuse, 硬要, 強迫, "
        "非要, 不得不, 得要, 一定, 可不可以不, 跳過, am i allowed not to, can i refuse, may i not, 可以不, 不想, 不要"
    ),
    (
        "order, act, acts, turn, goes first, whose turn, 行動, 先動, 順序, whose go, next up, 輪到, 換誰, 誰的回合, "
        "順位, turn order, after whom, sequence, before, one after another, in turn, by turns, turns, 一個一個, 依序, "
        "輪流"
    ),
    (
        "start, starts, begin, begins, 1st, 打頭陣, 開打, 開頭的人, open, opens, lead, leads, 開始, 先, kick off, "
        "kicks off, get going, go first, first move, begin first, 開局, 起頭, 先手, starter, starting, first to play, "
        "opening, 誰開始, 先開始, 起始, 開頭, 打頭, restart, restarts, kick, first one, 重新開始, 誰來開始, 第一個"
    ),
    "player, players, people, 玩家, 人, ppl, peeps, folks, 個人, persons, guys, of us, person, 位, 人數, 幾個人",
    "lowest, smallest, least, 最小, 最低, 最落後, smaller, lower, 最少, 較低",
    "most, highest, largest, majority of, biggest, 最多, 最大, 最高, more, largest number, majority, 比較多",
    "free, idle, 免費, 閒置",
    (
        "money, coins, coin, moolah, dough, pennies, 錢, 元, cash, bucks, 塊錢, 現金, dosh, quid, doubloon, doubloons, "
        "dollar, dollars, gold, 錢幣, 金幣, 現款, 塊"
    ),
    (
        "look, looks, peek, peep, glimpse, 窺, 偷翻, spying, 偷看, 查看, 翻看, 翻回來, glance, sneak a look, 瞄, 偷瞄, "
        "瞄一下, 看牌, see, view, spy, check, inspect, turn over, flip over, 偷瞧, 看一下, 看看, 翻開, 瞧, read, know, "
        "learn, watch, look through, 翻, 知道, 讀"
    ),
    (
        "pass, pass on, hand over, give, 傳, 傳給, 交給, 遞給, handed, hands over, passed, pass along, give away, "
        "給左邊, 遞, 送"
    ),
    (
        "draw up, draw back up, refill, top up, replenish, fill up, 補, 補充, 補滿, 補牌, 補到, 抽滿, draw, restock, "
        "draw new, drawing, draw again, 抽, 抽牌, 補回, 補幾, 再抽"
    ),
    (
        "remove, take out, throw out, thrown out, get rid of, 移除, 拿掉, 抽掉, chuck, toss, scrap, ditch, exclude, "
        "leave out, 抽走, 剔除, removed, set aside, get taken out, bin, 拿出來, 抽出, 不用, 去掉, go out, discarded, "
        "移走, 移掉, 移出, 拿開"
    ),
    (
        "talk, speak, discuss, chat, communicate, whisper, tell, 講話, 說話, 溝通, 討論, 商量, 聊天, discussion, "
        "talking, communication, hint, hints, table talk, strategy, 溝通嗎, 暗示, 提示, 商議, 說, 聊, ask, asks, "
        "mention, signal, share, plan, coordinate, help, advise, 問, 問隊友, 告訴, 講, 透露"
    ),
    (
        "stay, remain, carry over, keep, 保留, 留著, 留在, 留下, 還在, remains, stays, keep for, hang around, persist, "
        "留, 不動, 保留到, survive, survives, left there, hold on to, leave there, still, sticks, 還會在, 保住"
    ),
    (
        "clear, go away, wipe, 清掉, 清空, 清除, vanish, disappear, 不見, 消失, lost, gone, emptied, wash away, "
        "拿走嗎, 清走, 清空嗎, vanishes, disappears, go off, empties, 消掉, 沒掉"
    ),
    (
        "empty, run out, ran out, used up, nothing left, 空了, 沒了, 抽完, 耗盡, out of, runs out, run dry, exhausted, "
        "gone, no more, ends up empty, 抽光, 用光, 用盡, 光了, 沒有了, 拿光, finished, dried up, no cards left, "
        "no tiles left, 沒牌, 空, 不剩"
    ),
    "twice, both ways, 兩次, 重複",
    (
        "allowed, may, permitted, legal, ok, 可以, 允許, 准, is it legal, okay, fine, permit, permission, legal move, "
        "能不能, 可不可以, 行不行, 合法, 犯規, possible, against the rules, valid, illegal, forbidden, prohibited, "
        "cheat, cheating, 違規, 作弊, 不准, 禁止"
    ),
    (
        "at once, same time, simultaneously, together, 同時, 一起, right now, straight, instant, straight away, "
        "right away, immediately, 當場, 立馬, 當下"
    ),
    (
        "deal, deals, dealer, deal out, shuffle, 發牌, 洗牌, hand out, give out, 發, 發給, dealt, shuffles, mix, 洗, "
        "發幾張"
    ),
    "sort, arrange, put in order, tidy, order cards, 整理, 排好, 排列",
    "pay, pays, paid out, pay out, payout, 付, 付錢, 給錢, paying, for free, charge, afford, 付費, 花錢, 免費嗎, 要錢",
    "youngest, young, smallest player, 年紀最小, 年輕, 最年輕",
    (
        "no room, no space, nowhere, 擠不下, 沒得放, does not fit, cannot place, 放不下, 沒地方, 沒位置, 塞不下, "
        "stuck, blocked, cannot fit, no spot, 放不進, 沒空位, 沒格子, 擺不下"
    ),
    (
        "beside, touching, adjacent, next to, 相鄰, 挨着, 靠著, 貼著, 旁邊, 緊鄰, neighbour, neighbouring, neighbors, "
        "next door, alongside, 連著, 鄰近, 隔壁, side by side, adjoining, connected, connect, connects, joined, "
        "attached, 連, 連到, 接著, 碰到"
    ),
    "hidden, secret, face down, 蓋著, 面朝下, 不公開",
    "tax, taxes, 稅, 稅金",
    (
        "take, grab, pick, pick up, collect, 拿, 拿取, 取, 取走, draft, get hold of, snatch, 抓, 拿起, gets, grabbed, "
        "seize, nab, swipe, fetch, choose, 拿了, 挑"
    ),
    (
        "show, reveal, lay open, display to all, 展示, 給別人看, 亮出來, 公開, open hand, openly, visible, public, 亮, "
        "攤開, 秀, shown, open up, tell, open, shown to others, cover, face up, 面朝上, 翻開來"
    ),
    "partner, teammate, mate, mates, buddy, pal, 同隊的, 隊友, 夥伴",
    "neighbour, left, next player, clockwise, 左邊, 左手邊, 下家, 順時針",
    "exactly, exact, spot on, on the nose, bang on, right number, nail, nailed, 剛好, 正好, 恰好, 準",
    "nothing, zero, none, nil, nowt, diddly, 沒半分, zilch, zip, nada, 沒有, 零, 零分, 沒分",
    "diagonal, diagonally, corner, cornerwise, slanted, 斜角, 對角, 斜的, 對角線",
    "round, rounds, 輪, 回合, 一輪",
    "leftover, left over, remaining, rest, remainder, surplus, excess, 剩下的, 剩下, 多的, 多餘, 其餘",
    "worth, value, how much is, price, 值, 價值, 值多少, 幾分, 多少錢",
    "opponent, opponents, rival, other player, somebody else, 對手, 別人, 其他人, 別的玩家, 敵人",
    "setup, set up, prepare, before the game, before we start, 設置, 準備, 開局前, 開始前, 布置",
    "twice, two times, double, again, second time, 兩次, 再一次, 第二次",
    "sit, sits, stand, stands, lie, put on, go on, 坐, 站, 待",
    "everybody, all players, each player, all of us, whole table, 大家, 每個人, 每人, 全部人",
    "instead, rather, alternatively, either, 或是, 還是",
    "between, in between, middle, gap, 之間, 中間",
    "next round, following round, round after, 下一輪, 下輪, 下回合, 下一回合",
    "direction, way round, which way, clockwise, anticlockwise, 方向, 順時針, 逆時針, 往哪邊, 哪個方向",
    "how long, length, duration, minutes, 多久, 多長, 幾分鐘, 時間",
    "afterwards, after, later, then, next, 之後, 以後, 後來, 然後, 接下來",
    "used, use, using, spent, played, 用, 用過, 使用, 用掉",
    "alone, solo, single player, by myself, on my own, 單人, 單獨, 一個人, 自己玩",
    "same, identical, equal, alike, repeat, copy, 一樣, 相同, 同樣, 重複",
    "afford, too expensive, broke, poor, short of money, 付不起, 太貴, 沒錢, 錢不夠",
    "double, doubles, twin, pair, 雙, 雙色, 一對",
    "bend, curve, turn a corner, around the corner, zigzag, 轉彎, 彎, 拐彎",
    "on purpose, deliberately, intentionally, voluntarily, 故意, 刻意, 自願",
    "own, mine, my own, belongs to, ours, 我的, 自己的, 自己",
    "also, count too, both, 也算, 都算, 一起算",
    "highest, biggest, largest, best, maximum, top, 最大, 最高, 最多",
    "change my mind, take back, undo, 反悔, 收回, 改",
)
