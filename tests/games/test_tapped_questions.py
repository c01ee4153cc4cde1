"""Every form of the referee, tapped: what its bar and its page say then, and the address that the taps lead to."""

from urllib.parse import parse_qsl, urlencode

from werkzeug.datastructures import MultiDict

from companion.features.referee.views import LETTERS
from companion.forms.asking import forms_of
from companion.games import all_games
from companion.scoring.questions import answer
from companion.scoring.scoresheet import SheetError
from tests.support.askpages import AskPage, agrees
from tests.support.each_row import each_row

FORMS = {key: form for game in all_games().values() for key, form in forms_of(game).items()}
GREY = "kind=grey&wall=---R----K-----------W----&put=wall&colour=white"
SEVEN = "kind=coloured&wall=--------R--WB-R---B------&put=tile&tile=3Y4"
FULL, SHORT = (f"players=2&cards=G1G2G2Y3.{ben}&seat=1" for ben in ("G3G4Y6B1", "G3Y6B1"))
EIGHTS = "players=4&G=8&Y=4&O=2&B=0&T=2&roosters=3"
LINE, TEN = "tiles=rbkh0&m0=r&m1=b&s0=3.1&s1=4.1", "10.12.14.11.15.18"
TRACK, AT_THE_TOP = "t0=4.5.9.4.6.36", "area=grey&m0=g&m1=g&s0=0.-4&s1=0.-3"
RANKED = "players=3&holder=0&totals=45.45.3&latest=-10.0.3"


def tapped(key, address, taps):
    """The form after each tap as a page of its own, from nothing but the address before it; "put=tile" is a choice."""
    made = FORMS[key](MultiDict(parse_qsl(address)))
    for tap in taps.split():
        name, _, value = tap.rpartition("=")
        kept = [field for field in made.fields if field[0] != name]
        made = FORMS[key](MultiDict([*kept, (name or "tap", value)]))
    return made


def said(key, made):
    """What the bar says: what is missing, or the answer, or why there is none."""
    if made.question is None:
        assert made.missing
        return made.missing.text(names=LETTERS)
    try:
        return answer({"ask": key, **made.question})[1].headline.text(names=LETTERS)
    except SheetError as error:
        return error.message.text(names=LETTERS)


TAPPED = {
    "azul/tile": [
        ("", "", "Tap the wall, then choose the tile in question"),
        ("", "24 32 33 35 44 put=tile", "Tap the space of the tile in question"),
        ("", "24 32 33 35 44 put=tile 34", "7 points", SEVEN),
        (SEVEN, "15", "1 point"),
        (SEVEN, "34", "Tap the space of the tile in question"),
        (SEVEN, "24", "Not allowed: row 2 has a red tile already"),
        (SEVEN, "put=wall 44", "6 points", "wall=--------R--WB-R----------"),
        ("kind=grey", "colour=red 14 colour=black 24 colour=white 51", "Tap the wall…", GREY),
        (GREY, "put=tile colour=blue 34", "3 points", "tile=3B4"),
        (GREY, "put=tile colour=blue 34 colour=red", "Not allowed: column 4 has a red tile already", "tile=3R4"),
        (GREY, "put=tile colour=red 34 kind=coloured", "on the coloured wall red lies in column 3 of row 1…"),
    ],
    "azul/bonuses": [
        ("", "", "Tap the tiles that lie on the wall"),
        ("", "r1 c1 blue", "19 points", "wall=BYRKWWB---K-B--R--B-Y---B"),
        ("", "r1 c1 blue c1", "0 points"),  # the row's and the colour's first tiles leave with it
        ("", "r1 c1 blue 55", "9 points"),
        ("kind=grey", "11", "0 points"),
        ("kind=grey", "r1", "0 points"),
    ],
    "azul/columns": [
        ("", "colour=red 11 colour=black 22 put=tile colour=red", "Choose the colour and tap the row of the line"),
        ("", "colour=red 11 colour=black 22 put=tile colour=red 21", "Open: columns 3, 4, 5", "tile=2R"),
        ("", "colour=red 11 colour=black 22 put=tile 21", "Not allowed: row 2 has a black tile already"),
        ("", "colour=red 11 put=tile 21 35", "Open: columns 2, 3, 4, 5", "tile=3R"),
        ("", "colour=red 11 put=tile 21 25", "Choose the colour and tap the row of the line"),
    ],
    "5211/round": [
        ("", "", "4 more cards of A"),
        ("players=2", "G1 G2 G2 Y3", "4 more cards of B", "seat=1"),
        ("players=2", "G1 G2 G2 Y3 G3 G4 Y6 Y6", "1 more card of B"),  # the deck has one
        ("players=2", "G1 G2 G2 Y3 G3 G4 Y6 B1", "Yellow scores", FULL),
        ("players=3", "t1 G3 G4 Y6 B1", "4 more cards of C", "seat=2"),
        (FULL, "O2", "Yellow scores", "cards=G1G2G2Y3.G3G4Y6B1"),
        (FULL, "x1", "1 more card of B", "cards=G1G2G2Y3.G3Y6B1"),
        (SHORT, "t0 x0 Y6", "1 more card of A", "seat=0"),
        (SHORT, "t0 x0 t1", "1 more card of B"),
        (SHORT, "t0 x0 Y1", "1 more card of B", "seat=1"),
        (SHORT, "t0 x0 Y1 Y2", "Yellow scores"),
    ],
    "5211/colours": [
        ("", "", "How many cards are green?"),
        ("", "G=8 Y=4", "How many cards are orange?"),
        ("", "G=8 Y=4 O=2 B=0 T=2", "How many of all these are roosters?"),
        ("", "G=8 Y=4 O=2 B=0 T=2 roosters=3", "Yellow scores", EIGHTS),
        (EIGHTS, "roosters=6", "Roosters score"),
        (EIGHTS, "T=3", "4 players play 16 cards in a round; the counts add up to 17"),
        (EIGHTS, "players=5", "5 players play 20 cards in a round; the counts add up to 16"),
    ],
    "luz/trick": [
        ("leader=1", "", "Tap the card that B led"),
        ("", "sR v4 v3 sB v3 v2", "A takes it", "cards=R4.R3.B3.R2"),
        ("", "sR v4 v3 v2 v5 v6", "D takes it", "cards=R4.R3.R2.R5"),
        ("cards=R4.R3.R2.R5", "x1", "C would take it so far", "cards=R4.R2.R5"),
    ],
    "luz/follow": [
        ("", "", "Tap the suit that was led"),
        ("led=R", "", "Tap the suits on the backs of the hand"),
    ],
    "luz/bet": [
        ("", "", "Tap the yellow beads of the bet"),
        ("beads=3", "", "Tap how many tricks were taken"),
    ],
    "luz/ranking": [
        ("", "", "Tap the total of A"),
        ("", "d4 d5 n", "Tap what A scored in the last deal"),
        ("", "d4 d5 n d1 d0 m n d4 d7 x d5 n d0 n", "Tap the total of C", "totals=45.45."),
        ("totals=45.45.&latest=-10.0.", "d3 n d3", "B comes first"),
        ("totals=45.45.&latest=-10.0.", "d3 n d3 n", "B comes first", RANKED),
        (RANKED, "c0latest d2", "A comes first", "latest=2.0.3"),
        (RANKED, "c0latest d2 x", "Tap what A scored in the last deal"),
        (RANKED, "players=4", "Tap the total of D"),
    ],
    "azul/ranking": [
        ("", "d6 d2 n d1", "Tap the total of B"),  # rows have one digit each
    ],
    "salamanca/estate": [
        ("", "t-monastery 4.4 t-vineyard 4.5 4.6 v-2 3.4 t-rats 4.5", "Worth 7", "tiles=M44.v45r.v46.v342"),
        ("", "t-farm 2.2 t-field 2.3 2.3", "Worth 2", "tiles=F22"),
        ("", "t-farm 2.2 t-field 2.3 t-pasture 2.3", "Worth 3", "tiles=F22.p23"),
        ("", "t-farm 2.2 2.2", "Tap a building below, then its space"),
        ("", "t-farm 2.2 t-field 2.3 2.4 t-rats 2.3 2.4 2.2 7.7", "Worth 3", "tiles=F22.f23.f24r"),
        ("tiles=F22.f23.f24r&building=2.2&tool=rats", "2.4", "Worth 4", "tiles=F22.f23.f24"),
        ("", "t-farm 2.2 t-castle 5.5 t-field 2.2", "Worth 2", "tiles=F22.C55&building=2.2"),
    ],
    "salamanca/order": [
        ("", "5 8 7", "A acts first"),
        ("", "5 8 7 x0", "Tap the card of C"),
        ("players=2", "6 3 8 2", "B acts first"),
    ],
    "salamanca/fee": [
        ("", "", "Tap the new building"),
        ("building=castle", "", "Tap which squire occupies it"),
        ("building=castle&squire=idle", "", "It costs 0"),
        ("building=castle&squire=freed", "", "Tap how much money there is"),
        ("building=castle&squire=freed&money=2", "", "It costs 3: too much"),
        ("building=castle&squire=freed&money=3", "", "It costs 3"),
    ],
    "salamanca/hazard": [
        ("", "", "Tap the hazard"),
        ("hazard=rats", "", "Tap the tile"),
        ("hazard=rats&tile=lake", "", "Allowed"),
        ("hazard=rats&tile=lake&there=poison", "", "Not allowed"),
    ],
    "salamanca/sale": [
        ("", "", "Tap whether it was occupied in this round"),
        ("occupied=no", "", "Tap whether fertile land of this round counts"),
        ("occupied=no&fertile=yes", "", "It may not be sold yet"),
    ],
    "ingenious/placement": [
        ("", "", "Tap the tiles that matter; the last one is asked about", "area=white"),
        ("", "r 3.0 b 4.0", "1 point", "m0=r&m1=b&s0=3.0&s1=4.0"),
        ("", "r 3.0 b 4.0 flip", "1 point", "m0=b&m1=r&s0=4.0&s1=3.0"),
        ("", "r 3.0 b 4.0 x0 g 2.0", "The two spaces are not side by side…", "m0=g&m1=b&s0=2.0&s1=4.0"),
        ("", "r 3.0 b 4.0 4.0", "1 more tap", "m0=r&m1=b&s0=3.0"),
        # the next tile: a colour first, or a space in the colour tapped last
        ("", "r 3.0 b 4.0 g", "3 more taps", "tiles=rbkh0&m0=g"),
        ("", "r 3.0 b 4.0 3.1 r 2.1", "2 points", "tiles=rbkh0&m0=b&m1=r&s0=3.1&s1=2.1"),
        # a tile that lies there is asked about: the other one is laid; one that is not whole is dropped
        ("", "r 3.0 b 4.0 3.1 r 2.1 4.0", "3 points", "tiles=brki3&m0=r&m1=b&s0=3.0&s1=4.0"),
        # two spaces that are not side by side are not laid: the tap changes them
        ("", "r 3.0 b 1.0 1.0 4.0", "1 point", "m0=r&m1=b&s0=3.0&s1=4.0"),
        ("", "9.9 z s0 r1 x2 x", "Tap the tiles that matter; the last one is asked about"),
        (LINE, "", "3 points", LINE),
        ("m0=r&s0=3.0&s1=4.0", "", "1 more tap"),
        ("m0=r&m1=b&s0=3.0&s1=1.0", "", "The two spaces are not side by side…"),
        ("m0=r&m1=b&s0=5.0&s1=4.0", "", "There lies a symbol already…"),
        ("m0=r&m1=b&s0=7.-7&s1=6.-7", "", "A tile lies outside these spaces…"),
        ("tiles=rbaa0&m0=r&m1=b&s0=3.0&s1=2.0", "", "A tile lies outside these spaces…"),
        (f"symbols=gboypr&{AT_THE_TOP}", "", "1 point", f"symbols=gboypr&{AT_THE_TOP}"),
        *[(f"symbols={junk}&{AT_THE_TOP}", "", "0 points") for junk in ("gbo", "rrrrrr", "rgboyp")],
        (f"area=black&{AT_THE_TOP}", "", "0 points"),
    ],
    "ingenious/ranking": [
        ("", "n4 n12 n0", "Tap where the orange marker of A stands", "mode=base&players=2&t0=4.12.0..."),
        (f"t0={TEN}", "n9", "Tap where the green marker of B stands", f"t0={TEN}&t1=9....."),
        (f"t0={TEN}", "c0b n7 n9", "Tap where the green marker of B stands", "t0=10.12.7.11.15.18&t1=9....."),
        ("", "n19 n-1 n c9z z c1", "Tap where the red marker of A stands", "mode=base&players=2"),
        ("mode=duel", "n9 n-9 n10 n-10 n0 c1g n-3", "Tap where the orange marker…", "mode=duel&t0=9.-3.0..."),
        ("mode=duel&t0=18.5.-9...", "", "Tap where the red marker of A stands", "mode=duel&t0=.5.-9..."),
        (f"t0={TEN}", "n9 n9 n9 n9 n9 n9", "A comes first", f"t0={TEN}&t1=9.9.9.9.9.9"),
        # a marker that is tapped to be changed leaves the answer standing
        (f"t0={TEN}&t1=9.9.9.9.9.9", "c1r", "A comes first"),
    ],
    "ingenious/swap": [
        (TRACK, "", "Tap the colours of the tiles in hand"),
        (TRACK, "r b", "No swap", "hand=rb"),
        (TRACK, "r b g g y p x1", "No swap", "hand=rbyp"),
        (TRACK, "r r r r r r r r r r r r r", "the game has 5 tiles of double red, not 6", "hand=rrrrrrrrrrrr"),
        (TRACK, "z x9 q", "Tap the colours of the tiles in hand"),
    ],
}  # fmt: skip


@each_row(("key", "row"), [(key, row) for key, rows in TAPPED.items() for row in rows])
def test_taps_are_read_one_by_one(key, row):
    """Each row: the address before, the taps, what the bar says then or begins with…, and what the address has."""
    address, taps, bar, *leads_to = row
    made = tapped(key, address, taps)
    assert said(key, made) == bar or (bar.endswith("…") and said(key, made).startswith(bar[:-1]))
    assert set(parse_qsl("".join(leads_to))) <= set(made.fields)
    assert sorted(FORMS[key](MultiDict(made.fields)).fields) == sorted(made.fields), "it says the same again"


@each_row(("key", "address", "taps"), [(key, *row[:2]) for key, rows in TAPPED.items() for row in rows])
def test_a_page_answers_as_the_referee_and_sends_what_its_address_says(client, key, address, taps):
    made = tapped(key, address, taps)
    page = AskPage(client, key, made.fields)
    sent, told = {*FORMS[key](MultiDict(page.form)).fields}, {field for field in made.fields if field[0] != "used_up"}
    if made.question is None:
        assert page.bar == said(key, made) and told <= sent
    elif page.is_answered:
        agrees(page, {"ask": key, **made.question})
        assert told == sent, "and nothing more"
    else:
        assert page.fault.casefold() == said(key, made).casefold()


@each_row("name", ["placement", "ranking", "swap"])
def test_a_tap_without_script_leads_to_the_address_it_makes(client, name):
    tap = "r" if name != "ranking" else "n4"
    answered = client.get(f"/referee/ingenious/{name}?tap={tap}&name=Ann&claim=3")
    beside = [("name", "Ann"), *([("claim", "3")] if name == "placement" else [])]
    made = FORMS[f"ingenious/{name}"](MultiDict([("tap", tap)]))
    assert answered.location == f"/referee/ingenious/{name}?{urlencode([*made.fields, *beside])}"
