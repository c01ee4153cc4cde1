"""A live page that stays open on a phone, kept up to date as its script does: changed parts put in by their id."""

import re
from html import unescape

from tests.support.streams import Stream

_HELD = re.compile(r'<\w+ data-cached="([^"]+)"></\w+>')
# What no two answers share: the keys of acts, and how many phones are there, which the script shows.
_NOISE = re.compile(r'(?<=name="act" value=")[^"]*|(?<=<span data-phones>)\d+')


def element(text, name):
    start = re.search(rf'<\w+\b[^<>]* id="{re.escape(name)}"', text)
    return _element_at(text, start.start()) if start else ""


def _element_at(text, start):
    name, depth = text[start + 1 :].split(maxsplit=1)[0], 0
    for tag in re.compile(rf"<(/?){name}\b[^<>]*>").finditer(text, start):
        depth += -1 if tag[1] else 1
        if not depth:
            return text[start : tag.end()]
    raise AssertionError(f"<{name}> has no end")


def comparable(text):
    """A part of a page without noise and without the spaces that nobody sees."""
    return _NOISE.sub("", " ".join(text.split()))


def shown(text):
    """A page without what its style hides, because it is for another role."""
    role = re.search(r'<body[^>]* data-role="(\w+)"', text)
    hidden = "scorer" if role and role[1] == "host" else "host"
    while (start := re.search(rf'<\w+\b[^<>]* data-only="{hidden}"', text)) is not None:
        text = text[: start.start()] + text[start.start() :].replace(_element_at(text, start.start()), "", 1)
    return text


class OpenPage:
    """A page on a phone with its open stream. `parts` are the elements that may be sent again, by id."""

    def __init__(self, phone, path):
        answer = phone.get(path, follow_redirects=True)
        assert answer.status_code == 200, (path, answer.status)
        self.phone, self.path, self.is_left = phone, answer.request.full_path.rstrip("?"), False
        live, polled = (self._address(answer.text, name) for name in ("live", "parts"))
        data = phone.get(polled).json
        self.version = data["version"]
        self.parts = {name: element(answer.text, name) for name in data["parts"]}
        self._stream = Stream(phone, live)
        assert self._stream.next("version")["version"] == self.version

    def _address(self, text, name):
        return unescape(re.search(rf'data-{name}="([^"]+)"', text)[1])

    def follow(self):
        """Take in the next change, as the script of the page does; it leaves the page for parts of another one."""
        change = self._stream.next()
        assert change["since"] == self.version
        self.version = change["version"]
        self.is_left = not change["parts"].keys() <= self.parts.keys()
        if not self.is_left:
            shown = "".join(self.parts.values())
            self.parts |= {name: _HELD.sub(lambda gap: element(shown, gap[1]), part)
                           for name, part in change["parts"].items()}  # fmt: skip

    def outdated(self):
        """The parts that are not as a load of the page by this phone shows them."""
        loaded = comparable(self.phone.get(self.path).text)
        return [name for name, part in self.parts.items() if comparable(part) not in loaded]

    def close(self):
        self._stream.close()
