"""What stands in the terminal is right on every terminal."""

import io

import pytest

from companion.commands.serving.listening import print_banner, qr_terminal
from tests.support.each_row import each_row

BASES = ["http://192.168.1.23:5000", "http://10.0.0.5:5000"]


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding="utf-8"):
        super().__init__(io.BytesIO(), encoding=encoding, newline="\n")

    def isatty(self):
        return True

    def text(self):
        return self.buffer.getvalue().decode(self.encoding)


@pytest.fixture(autouse=True)
def colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_addresses_code_data_and_how_to_stop():
    terminal = Terminal()
    print_banner(terminal, BASES, "tables/companion.sqlite")
    text = terminal.text()
    assert text.index(BASES[0]) < text.index(qr_terminal(BASES[0])) < text.index(BASES[1])
    assert "same Wi-Fi" in text
    assert text.endswith("Everything is kept in tables/companion.sqlite\nPress Ctrl-C to stop.\n")


def test_a_public_address_needs_no_wifi():
    terminal = Terminal()
    print_banner(terminal, ["https://games.example"], "x", is_public=True)
    assert "Wi-Fi" not in terminal.text() and "one of these" not in terminal.text()
    assert qr_terminal("https://games.example") in terminal.text()


@each_row("base", ["http://localhost:5000", "http://127.0.0.1:5000", "http://[::1]:5000"])
def test_an_address_that_no_phone_reaches_gets_no_code(base):
    terminal = Terminal()
    print_banner(terminal, [base], "x")
    assert base in terminal.text()
    assert "this machine only" in terminal.text()
    assert "█" not in terminal.text()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_without_colours_the_code_is_drawn_all_the_same(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    terminal = Terminal()
    print_banner(terminal, BASES, "x")
    assert "\x1b" not in terminal.text()
    assert qr_terminal(BASES[0], colour=False) in terminal.text()


def test_a_file_gets_no_colours_and_a_terminal_the_characters_that_it_has():
    out, terminal = io.StringIO(), Terminal("ascii")
    print_banner(out, BASES, "x")
    print_banner(terminal, BASES, "/home/zoë/companion.sqlite")
    assert "\x1b" not in out.getvalue()
    assert BASES[0] in terminal.text() and "/home/zo?/companion.sqlite" in terminal.text()


def test_the_site_goes_on_when_nobody_reads():
    class Gone(Terminal):
        def write(self, text):
            raise BrokenPipeError

    print_banner(Gone(), BASES, "x")
