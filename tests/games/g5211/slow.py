"""A slow reference implementation of 5211, independent of the engine: piles of cards on a table."""

from collections import Counter
from dataclasses import dataclass, field

ROUNDS_OF_A_DECK = {2: 11, 3: 7, 4: 6, 5: 4}
COLOURS = "GYOBT"


@dataclass
class Round:
    """Who keeps which cards, and what happened before."""

    scored: str | None = None
    bust: list[str] = field(default_factory=list)
    tied: list[list[str]] = field(default_factory=list)
    kept: list[list[str]] = field(default_factory=list)


def count_round(hands):
    """Lay the cards out by colour and take piles away until one is alone at the top."""
    table = [card for hand in hands for card in hand]
    done = Round()
    if [card[1] for card in table].count("1") == len(hands) + 2:
        done.scored = "roosters"
        done.kept = [[card for card in hand if card.endswith("1")] for hand in hands]
        return done
    piles = {colour: [card for card in table if card.startswith(colour)] for colour in COLOURS}
    piles = {colour: pile for colour, pile in piles.items() if pile}
    for colour in COLOURS:
        if len(piles.get(colour, [])) >= len(hands) + 3:
            done.bust.append(colour)
            del piles[colour]
    while piles:
        highest = max(len(pile) for pile in piles.values())
        top = [colour for colour, pile in piles.items() if len(pile) == highest]
        if len(top) == 1:
            done.scored = top[0]
            break
        done.tied.append(top)
        for colour in top:
            del piles[colour]
    done.kept = [[card for card in hand if card[0] == done.scored] for hand in hands]
    return done


@dataclass
class Count:
    """A game as it stands after some rounds."""

    totals: list[int]
    cards: list[int]
    deck_cards: list[int]
    deck: int = 1
    round: int = 0
    finished: bool = False

    def add(self, done, long):
        if self.round == 0:
            self.deck_cards = [0] * len(self.totals)
        for seat, cards in enumerate(done.kept):
            self.totals[seat] += sum(int(card[1]) for card in cards)
            self.cards[seat] += len(cards)
            self.deck_cards[seat] += len(cards)
        self.round += 1
        used_up = self.round == ROUNDS_OF_A_DECK[len(self.totals)]
        if not long:
            self.finished = used_up
        elif (used_up or self.deck >= 2) and any(total >= 50 for total in self.totals):
            self.finished = True
        elif used_up:
            self.deck, self.round = self.deck + 1, 0


def count_game(seats, entries, long):
    count = Count([0] * seats, [0] * seats, [0] * seats)
    for entry in entries:
        if "end" in entry:
            count.finished = True
        else:
            count.add(count_round(entry["cards"]), long)
    return count


def places(totals, cards):
    """Each seat's place is the number of seats that are better."""
    better = Counter()
    for seat in range(len(totals)):
        better[seat] = sum(pair > (totals[seat], cards[seat]) for pair in zip(totals, cards, strict=True))
    return [[seat for seat in better if better[seat] == place] for place in sorted(set(better.values()))]
