"""Messages are translated, with players' names, when they are shown."""

from companion.engine import Message, Seat, joined
from tests.support.each_row import each_row

CHINESE = {"{seat} took {tricks}": "{seat}拿了{tricks}墩", "green": "綠色", ", ": "、"}


class Chinese:
    """A catalogue of a few words; other texts stay as they are."""

    def gettext(self, message):
        return CHINESE.get(message, message)

    def ngettext(self, msgid1, msgid2, n):
        return {"{count} card": "{count}張牌"}.get(msgid1, msgid2)


TOOK, CARDS = "{seat} took {tricks}", ("{count} card", "{count} cards")
TIED = Message("tied: {colours}", colours=joined([Message("green"), Seat(0), 7]))


@each_row(
    ("message", "names", "english", "chinese"),
    [
        (Message(TOOK, seat=Seat(1), tricks=3), ["Ann", "小雯"], "小雯 took 3", "小雯拿了3墩"),
        (Message(TOOK, seat=Seat(3), tricks=0), [], "seat 3 took 0", "seat 3拿了0墩"),
        (Message(TOOK, seat=Seat(0), tricks=1), ["{tricks}{0}"], "{tricks}{0} took 1", "{tricks}{0}拿了1墩"),
        (Message(*CARDS, 0), [], "0 cards", "0張牌"),
        (Message(*CARDS, 1), [], "1 card", "1張牌"),
        (TIED, ["Ann"], "tied: green, Ann, 7", "tied: 綠色、Ann、7"),
    ],
)
def test_a_message_is_read_in_each_language(message, names, english, chinese):
    assert message.text(names=names) == english
    assert message.text(Chinese(), names) == chinese
