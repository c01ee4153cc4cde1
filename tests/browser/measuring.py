"""What sticks out of a page sideways or is too low to tap, and tables that are full of it."""

from __future__ import annotations

from tests.browser.players import Invitation, Phone
from tests.browser.sample_instance import UNWIELDY


def luz(one: Phone) -> Invitation:
    """A deal played, the bets of the next in, and three tricks."""
    invitation = one.opens("luz", UNWIELDY)
    one.post_deal(invitation, (10, 0, 3, 2, 1), (0, 2, 3, 4, 1))
    one.post_bets(invitation, 10, 9, 2, 0, 0)
    for trick, winner in enumerate((0, 2, 2), 1):
        one.post(invitation, "enter", stage="trick", trick=trick, winner=winner)
    return invitation


def long(one: Phone) -> Invitation:
    """A round of 5211 with everything in it: too many greens, ties of two and of three."""
    invitation = one.opens("5211", UNWIELDY, long=1)
    hands = ["G1 G2 G3 G4", "G1 G2 G3 G5", "Y1 Y2 Y3 O1", "O2 O3 B1 B2", "T1 T2 Y4 O4"]
    for seat, hand in enumerate(hands):
        fields = [("seat", str(seat)), *(("card", card) for card in hand.split())]
        one.post_fields(invitation, "enter", fields)
    return invitation


# The text of a notice that runs down a column much narrower than the notice; two versions stand side by side.
THIN = """() => [...document.querySelectorAll(".note")].flatMap(note => {
    const walk = document.createTreeWalker(note, NodeFilter.SHOW_TEXT), text = document.createRange(), thin = [];
    while (walk.nextNode()) {
        if (walk.currentNode.parentElement.closest(".version, button, .button, .visually-hidden")) continue;
        text.selectNodeContents(walk.currentNode);
        const lines = [...text.getClientRects()].filter(line => line.width);
        if (lines.length > 2 && Math.max(...lines.map(line => line.width)) < 0.35 * note.clientWidth)
            thin.push(`${lines.length} lines: ${walk.currentNode.data.trim().slice(0, 40)}`);
    }
    return thin;
})"""
