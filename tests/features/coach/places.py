from tests.browser.place import Place

PLACES = (
    Place("coach, a round of Azul", "/t/{azul-over}/coach?number=2&seat=2"),
    Place("coach, a tile of Ingenious", "/t/{board}/coach?number=13"),
    Place("coach, no seat of one's own", "/t/{azul}/coach?number=1", "viewer"),
    Place("coach, an entry that is gone", "/t/{azul-over}/coach?number=99"),
    Place("coach by a link to the replay", "/coach/{over-replay}?number=1", "stranger"),
)
