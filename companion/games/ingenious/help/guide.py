"""The guide to the scoring of Ingenious, with examples that the engine scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.help import Example

Chapter = tuple[Message, Sequence[Message | Example]]

_TILES: Sequence[Chapter] = (
    (
        Message("What a tile scores"),
        (
            Message(
                "A tile covers two free spaces. Each half then looks along straight lines, in every direction but that "
                "of its other half, and scores one point for each symbol like itself until the row breaks."
            ),
            Example("ingenious/placement", (("m0", "r"), ("m1", "b"), ("s0", "3.0"), ("s1", "4.0"))),
            Message("The symbols printed on the board count like those on tiles. The new tile itself counts nothing."),
            Example(
                "ingenious/placement",
                (("tiles", "rbkh0rbki0"), ("m0", "b"), ("m1", "r"), ("s0", "3.2"), ("s1", "2.2")),
            ),
            Message("Both halves are counted, one after the other in the order that the player likes."),
        ),
    ),
    (
        Message("Where a tile may lie"),
        (
            Message(
                "Two players use the white spaces, three the grey ring too, four the whole board. The first tile of "
                "each player lies beside a printed symbol; later ones lie anywhere, whether they score or not."
            ),
        ),
    ),
)

_MARKERS: Sequence[Chapter] = (
    (
        Message("The lowest marker counts"),
        (
            Message(
                "Points move the marker of their colour. In the end a player is worth no more than the colour that is "
                "furthest behind; the highest of these wins."
            ),
            Example(
                "ingenious/ranking",
                (("mode", "base"), ("players", "2"), ("t0", "12.15.14.13.12.9"), ("t1", "14.13.9.12.15.16")),
            ),
            Message("A marker on 18 goes no further; reaching it brings one more tile to place at once."),
        ),
    ),
    (
        Message("How it ends"),
        (
            Message("The game ends when no tile fits on the board any more."),
            Message(
                "It ends at once when all six markers of a player stand at the end of the track, on 18 or in the duel "
                "on the player's own 9: whoever does that wins, whatever the others have."
            ),
        ),
    ),
    (
        Message("Swapping the hand"),
        (
            Message(
                "Nothing in hand for the colours that are furthest behind? Then all tiles may be swapped after "
                "scoring. One tile with one of these colours is enough to forbid it."
            ),
            Example("ingenious/swap", (("t0", "4.5.9.4.6.8"), ("hand", "gbppyggb"))),
            Example("ingenious/swap", (("t0", "4.5.9.4.6.8"), ("hand", "gbop"))),
        ),
    ),
)

_OTHER_WAYS: Sequence[Chapter] = (
    (
        Message("Alone, in teams, as a duel"),
        (
            Message(
                "Alone and in teams a track is twice as long: at 18 a marker goes on from 0 on the right half, and "
                "what it had left over is lost. Teams place an extra tile at both ends, a single player never."
            ),
            Message(
                "In the duel one track stands between the two. Each marker on one's own side counts 1, those on 0 "
                "count for nobody; equal numbers are compared marker by marker, from the lowest."
            ),
            Example("ingenious/ranking", (("mode", "duel"), ("t0", "2.4.-2.0.-3.0"))),
        ),
    ),
)

GUIDE: Sequence[Chapter] = (*_TILES, *_MARKERS, *_OTHER_WAYS)
