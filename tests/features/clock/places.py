from tests.browser.place import Place
from tests.browser.sample_instance import DEAL

PLACES = (
    Place("clock to be started", "/t/{luz}/clock"),
    Place("clock that runs", "/t/{clocked}/clock"),
    Place("clock of a game that is over", "/t/{clock-over}/clock"),
    Place("table with a clock", "/t/{clocked}", is_sampled=True),
    Place("rematch whose clock waits", "/t/{clock-again}"),
    Place("form beside a clock", "/t/{clocked}/enter"),
)


def fill(builder):
    """A clock that runs, one of a game that is over, and one that waits in its rematch."""
    builder.open("clocked", "luz")
    builder.post("clocked", "clock", {"do": "start", "turns": "some", "game": 90, "seconds": 1})
    builder.open("clock-over", "luz", 4)
    builder.post("clock-over", "clock", {"do": "start", "turns": "some", "per": "player", "minutes": 20})
    builder.enter("clock-over", [{"bets": DEAL["bets"][:4], "tricks": [1, 2, 3, 4]}])
    builder.post("clock-over", "end")
    again = builder.host.act(builder.known["clock-over"], "rematch")
    builder.known["clock-again"] = again.location.rpartition("/")[2]
