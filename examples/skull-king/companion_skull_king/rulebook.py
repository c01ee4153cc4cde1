"""The rulebook of Skull King: each step and each refusal names one of these rules."""

from companion.engine import Rulebook

RULES = Rulebook("skull-king")
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says

TRICKS = rule(
    "tricks",
    "Playing a round",
    "All tricks are taken",
    "A round has as many tricks as each player has cards: one in the first round, ten in the last. Eight players have "
    "eight cards in the last two rounds. Only the Kraken and the White Whale keep a trick from everybody.",
)
OTHER_SUM = refusal(TRICKS, "the tricks add up to {sum}, not {cards}", title="tricks that are not those of the round")
TOO_HIGH = refusal(
    TRICKS, "nobody can take more than {cards} in this round", title="a bid above the tricks of the round"
)
MADE = rule(
    "made",
    "Scoring",
    "A bid made",
    "Who takes exactly as many tricks as bid, at least one, gets 20 points for each.",
    says("bid {bid} and took {tricks}: 20 for each trick"),
)
MISSED = rule(
    "missed",
    "Scoring",
    "A missed bid",
    "Who takes more or fewer tricks than bid loses 10 points for each trick off.",
    says("bid {bid}, took {tricks}: {count} trick off", "bid {bid}, took {tricks}: {count} tricks off", counted="off"),
)
ZERO = rule(
    "zero",
    "Scoring",
    "A bid of zero",
    "Who bids zero and takes no trick gets 10 points for each card of a hand; who takes one loses as many.",
    says("bid zero in a round of {count} card", "bid zero in a round of {count} cards", counted="cards"),
)
BONUS = rule(
    "bonus",
    "Bonus points",
    "Captures",
    "With a bid made, captured cards count: a 14 10 points, the black 14 20, a mermaid taken by a pirate 20, a pirate "
    "taken by the Skull King 30, the Skull King taken by a mermaid 40, an alliance by loot 20.",
    says("captures, as the bid was made: {points}"),
)
TENS = refusal(BONUS, "a bonus is a multiple of 10, and not more than {most}", title="a bonus that no captures make")
LOST = rule(
    "lost",
    "Bonus points",
    "A bonus lost",
    "With a missed bid captures count nothing.",
    says("captures worth {value} count nothing, as the bid was missed"),
)
SHARED = rule("shared", "Scoring", "A shared place", "Equal totals share the place.", says("{seats} share the place"))
