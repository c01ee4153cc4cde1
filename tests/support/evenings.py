"""Club evenings as the tests use them: made and run by posting what the pages post."""

import itertools

from companion.features.evenings.standings import UNITS
from tests.support.acting import enter
from tests.support.groups import make_group
from tests.support.phones import links_of, notice

_keys = itertools.count(1)


def names(count):
    return [f"Player {number:03}" for number in range(1, count + 1)]


class Club:
    """An evening with its host, whose address it has."""

    def __init__(self, host, players, game="luz", group=None, **fields):
        self.host = host
        self.group = group or make_group(host, "Ann", "Ben")
        sent = {"name": "Friday", "system": "swiss", "size": "3", "rounds": "3", "names": "\n".join(players), **fields}
        answer = host.post(f"{self.group}/evenings/new?game={game}", sent)
        assert answer.status_code == 303, answer.text
        self.at = str(answer.location)
        self.id = self.at.split("/")[-1]

    @property
    def app(self):
        return self.host.client.application

    @property
    def state(self):
        return self.app.extensions["evenings"].state(self.id)

    @property
    def link(self):
        return links_of(self.host.page(f"{self.at}/share"))["evening"]

    def post(self, what, fields=None, status=303):
        """Post a form of the host's pages; returns the sentence of what is wrong."""
        answer = self.host.post(f"{self.at}/{what}", {"act": f"act-{next(_keys)}", **(fields or {})})
        assert answer.status_code == status, (what, answer.status, answer.text)
        return notice(answer)

    def open_round(self):
        self.post("draw")
        self.post("open")
        return list(self.state.evening.opened[-1].sessions)

    def play_round(self):
        """Open the next round and let all its tables end; returns their sessions."""
        sessions = self.open_round()
        for session in sessions:
            self.finish(session)
        return sessions

    @property
    def points(self):
        """The points by player."""
        return {line.player: line.points / UNITS[line.rule] for line in self.state.lines}

    def number(self, name):
        return next(number for number, known in self.state.names.items() if known == name)

    def finish(self, session, taken=None):
        """Let a table of Luz end: everybody bets 0, the first takes no trick, the last takes most."""
        service = self.app.extensions["companion"]
        tricks = list(taken or [*range(service.table(session).setup.seats - 1), 0])
        tricks[-1] = 10 - sum(tricks[:-1])
        deal = {"bets": [{"beads": 0, "safety": False} for _ in tricks], "tricks": tricks}
        enter(service, session, deal, {"end": True})

    def player(self, phone, name):
        answer = phone.post(f"{self.link}/who", {"player": str(self.number(name)), "phone": f"{next(_keys):032}"})
        assert answer.status_code == 303, answer.text
        return phone
