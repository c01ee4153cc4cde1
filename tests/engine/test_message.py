"""Messages are translated, with players' names, when they are shown."""

from companion.engine import Message, Seat, joined

CHINESE = {"{seat} took {tricks}": "{seat}拿了{tricks}墩", "green": "綠色", ", ": "、"}


class Chinese:
    """A catalogue of a few words; other texts stay as they are."""

    def gettext(self, message: str) -> str:
        return CHINESE.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return {"{count} card": "{count}張牌"}.get(msgid1, msgid2)


def test_a_seat_is_read_as_the_name() -> None:
    message = Message("{seat} took {tricks}", seat=Seat(1), tricks=3)
    assert message.text(names=["Ann", "Ben"]) == "Ben took 3"
    assert message.text(Chinese(), ["Ann", "小雯"]) == "小雯拿了3墩"


def test_a_seat_without_a_name_still_reads() -> None:
    assert Message("{seat} took {tricks}", seat=Seat(3), tricks=0).text() == "seat 3 took 0"


def test_a_count_selects_singular_or_plural() -> None:
    assert [str(Message("{count} card", "{count} cards", count)) for count in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    assert Message("{count} card", "{count} cards", 2).text(Chinese()) == "2張牌"


def test_messages_and_lists_inside_a_message_are_translated_too() -> None:
    message = Message("tied: {colours}", colours=joined([Message("green"), Seat(0), 7]))
    assert message.text(names=["Ann"]) == "tied: green, Ann, 7"
    assert message.text(Chinese(), ["Ann"]) == "tied: 綠色、Ann、7"


def test_braces_in_a_name_are_only_letters() -> None:
    assert Message("{seat} took {tricks}", seat=Seat(0), tricks=1).text(names=["{tricks}{0}"]) == "{tricks}{0} took 1"
