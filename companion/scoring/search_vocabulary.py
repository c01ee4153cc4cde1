"""Synonyms that apply to every game; each game adds its own in its `Words`."""

from __future__ import annotations

SAME: tuple[str, ...] = (
    (
        "tie, tied, draw, equal, same points, even, level, 平手, 同分, 一樣, 相同, same score, tied up, draw level, "
        "打平, 平了"
    ),
    (
        "win, winner, wins, comes first, first place, ahead, victory, 獲勝, 贏, 勝, 第一名, victor, 贏家, beats, beat, "
        "贏過, 打敗"
    ),
    "points, score, scores, count, counts, counted, 分數, 得分, 幾分, 計分, 算分, 有分, 算",
    "lose, minus, negative, penalty, taken off, 扣分, 扣, 負分, 失去, points off, knocked off, deducted, 倒扣, 減分",
    "below 0, negative, under zero, less than zero, below zero, 低於 0, 低於零, 零分以下, 負的, 負數",
    (
        "end, ends, over, finished, last round, 結束, 最後, game over, done, finish, stop, 打完, 玩完, 收工, halt, "
        "finishes, stops, 停, 停止"
    ),
    "full, filled, complete, completed, 填滿, 滿, 完成, 放滿",
    "swap, swapped, exchange, trade, change, 交換, 換, replace, trade in, 換掉, 更換",
    "place, placed, put, lay, lie, lies, go, goes, 放, 擺放, 放置, set down, plonk, stick, position, 下, 擺, 擺在",
    "must, have to, need to, forced, obliged, 必須, 一定要, gotta, 非得, 一定得",
    "order, act, acts, turn, goes first, whose turn, 行動, 先動, 順序",
    (
        "start, starts, begin, begins, open, opens, lead, leads, 開始, 先, kick off, kicks off, get going, go first, "
        "first move, begin first, 開局, 起頭, 先手"
    ),
    "player, players, people, 玩家, 人, ppl, peeps, folks, 個人",
    "lowest, smallest, least, 最小, 最低, 最落後",
    "most, highest, largest, biggest, 最多, 最大, 最高",
    "free, idle, 免費, 閒置",
    "money, coins, coin, 錢, 元, cash, bucks, 塊錢, 現金",
    "look, looks, peek, peep, 偷看, 查看, 翻看, 翻回來, glance, sneak a look, 瞄, 偷瞄, 瞄一下, 看牌",
    "pass, pass on, hand over, give, 傳, 傳給, 交給, 遞給",
    "draw up, draw back up, refill, top up, replenish, fill up, 補, 補充, 補滿, 補牌, 補到, 抽滿",
    (
        "remove, take out, throw out, thrown out, get rid of, 移除, 拿掉, 抽掉, chuck, toss, scrap, ditch, exclude, "
        "leave out, 抽走, 剔除"
    ),
    "talk, speak, discuss, chat, communicate, whisper, tell, 講話, 說話, 溝通, 討論, 商量, 聊天",
    "stay, remain, carry over, keep, 保留, 留著, 留在, 留下, 還在",
    "clear, go away, wipe, 清掉, 清空, 清除, vanish, disappear, 不見, 消失",
    "empty, run out, ran out, used up, nothing left, 空了, 沒了, 抽完, 耗盡",
    "twice, both ways, 兩次, 重複",
    "allowed, may, permitted, legal, ok, 可以, 允許, 准",
    "at once, same time, simultaneously, together, 同時, 一起",
    "deal, deals, dealer, deal out, shuffle, 發牌, 洗牌, hand out, give out, 發, 發給",
    "sort, arrange, put in order, tidy, order cards, 整理, 排好, 排列",
    "pay, pays, paid out, pay out, payout, 付, 付錢, 給錢",
    "youngest, young, smallest player, 年紀最小, 年輕, 最年輕",
    "no room, no space, nowhere, does not fit, cannot place, 放不下, 沒地方, 沒位置, 塞不下",
    "beside, touching, adjacent, next to, 相鄰, 挨着, 靠著, 貼著, 旁邊, 緊鄰",
    "hidden, secret, face down, 蓋著, 面朝下, 不公開",
    "tax, taxes, 稅, 稅金",
    "take, grab, pick, pick up, collect, 拿, 拿取, 取, 取走",
    "show, reveal, lay open, display to all, 展示, 給別人看, 亮出來, 公開",
    "partner, teammate, mate, mates, 隊友, 夥伴",
    "neighbour, left, next player, clockwise, 左邊, 左手邊, 下家, 順時針",
)
