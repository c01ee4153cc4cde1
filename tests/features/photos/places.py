from tests.browser.place import Place, all_open
from tests.support.jpegs import jpeg
from tests.support.photos import add, allow

PLACES = (
    Place("photographs", "/t/{photo-over}/photos", steps=all_open, is_sampled=True),
    Place("photographs, for a viewer", "/t/{photo-over}/photos", "viewer"),
    Place("photographs, none yet", "/t/{over}/photos"),
    Place("photographs of a game that runs", "/t/{luz}/photos", "scorer"),
    Place("a game that is over, with photographs", "/t/{photo-over}"),
)


def fill(builder):
    """A game that is over with two photographs, one of which says what it shows, and room for more."""
    builder.example("photo-over", "luz/whole-game")
    allow(builder.host, builder.known["photo-over"])
    caption = "大家圍著桌子，最後一墩還在桌子中間，小雯笑得很開心"
    for picture, told in ((jpeg(640, 480), caption), (jpeg(480, 640, lambda x, y: 2 * (x ^ y) % 256), "")):
        assert add(builder.host, builder.known["photo-over"], picture, told).status_code == 303
    builder.take_in("viewer", "photo-over")
