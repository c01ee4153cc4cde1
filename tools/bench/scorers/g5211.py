"""5211: the cards that each seat keeps of a round."""

from typing import Any


def totals(sheet: dict[str, Any]) -> list[int]:
    points = [0] * len(sheet["players"])
    for entry in sheet["entries"]:
        if "end" in entry:
            break
        scoring = scoring_sign([card for hand in entry["cards"] for card in hand], len(points))
        for seat, hand in enumerate(entry["cards"]):
            for card in hand:
                if scoring in card:
                    points[seat] += int(card[1])
    return points


def scoring_sign(cards: list[str], players: int) -> str:
    """What all cards that score have in them: "1" for roosters, the letter of a colour, or what no card has."""
    if sum(card[1] == "1" for card in cards) == players + 2:
        return "1"
    counts: dict[str, int] = {}
    for card in cards:
        counts[card[0]] = counts.get(card[0], 0) + 1
    numbers = list(counts.values())
    alone = {count: colour for colour, count in counts.items() if count < players + 3 and numbers.count(count) == 1}
    return alone[max(alone)] if alone else "none"
