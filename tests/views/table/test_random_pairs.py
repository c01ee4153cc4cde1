"""Random pairs of requests of two phones: each that is acknowledged is in the log, for what its phone saw."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from companion.table.changes import draft_of_answer, question_of
from tests.support.long import long
from tests.support.phones import HTMX
from tests.support.seeds import SEED

KINDS = ("enter", "enter", "enter", "correct", "undo", "undo", "redo", "away", "clock")
PAIRS_AT_ONE_TABLE = 40  # which has room for that many corrections


@dataclass(frozen=True)
class Meant:
    """What a phone would ask of the table that it sees: the address, its fields, and what the log then says."""

    kind: str
    path: str
    fields: dict[str, Any]
    version: int
    event: int | None = None
    value: Any = None


class Pairs:
    """A table of an open sheet for two, its phones, and what each of them may mean next."""

    def __init__(self, phones, sessions, random):
        self.phones, self.sessions, self.random, self.keys = phones, sessions, random, 0
        self.session = phones[0].open("open", ["Ann", "Ben"], rounds="400")
        phones[1].join(phones[0], self.session)

    @property
    def table(self):
        return self.sessions.table(self.session)

    def meant(self):
        """Something that the table offers now."""
        table, kind, number = self.table, self.random.choice(KINDS), self.random.randint(0, 9)
        if kind in ("undo", "redo") and (event := table.log.target(kind)) is not None:
            fields = {"event": event.number, **({"sure": "1"} if self.random.random() < 0.3 else {})}
            return Meant(kind, kind, fields, table.version, event.number)
        if kind == "correct" and table.entries:
            place = self.random.randrange(len(table.entries))
            return self.correction(table, place, number)
        if kind == "clock":
            do = self.random.choice([{"do": "start"}, {"do": "pause", "halts": 0}, {"do": "go", "halts": 0}])
            return Meant(kind, kind, do, table.version)
        if kind == "away":
            seat = self.random.randrange(2)
            return Meant(
                "seat", "sit", {"seat": seat, **({"leave": 1} if number % 2 else {})}, table.version, value=seat
            )
        seat = self.random.randrange(2)
        fields = {"question": question_of(table), "seat": seat, f"n{seat}": number, "sure": "1", "confirmed": "1"}
        return Meant(
            "enter", "enter", fields, table.version, value=(table.game.form.slots.of(seat), {"round": str(number)})
        )

    def correction(self, table, place, number):
        line = table.entries[place].number
        at = f"/t/{self.session}/entries/{place + 1}/correct/form?line={line}"
        typed = self.phones[0].post(at, {"seat": 0, "n0": number, "n1": number})
        assert typed.status_code == 303, typed.text
        draft = typed.location.partition("draft=")[2].partition("&")[0]
        return Meant(
            "correct", f"entries/{place + 1}/correct", {"line": line, "draft": draft}, table.version, line, number
        )

    def sends(self, phone, meant, way):
        """Fresh and late a request is as it was drawn; offline it waited behind another, and names no event."""
        self.keys += 1
        key = f"{self.session} {self.keys}"
        fields = {name: value for name, value in meant.fields.items() if way != "offline" or name != "event"}
        answer = phone.act(self.session, meant.path, fields, seen=meant.version, key=key, headers=HTMX)
        return answer, self.table.log.by_key.get(key)

    def plays(self):
        """Both phones mean something at the same moment, and one is faster; returns what is wrong then."""
        first, second = self.meant(), self.meant()
        way = self.random.choice(["fresh", "late", "offline"])
        faults = self.check(self.phones[0], first, "fresh")
        if way == "fresh":
            second = self.meant()
        if way == "late":  # more came between
            faults += self.check(self.phones[0], self.meant(), "fresh")
        return faults + self.check(self.phones[1], second, way)

    def check(self, phone, meant, way):
        past = self.table
        answer, event = self.sends(phone, meant, way)
        if answer.status_code >= 500 or (answer.status_code >= 400 and event is not None):
            return [f"{way} {meant}: {answer.status}, in the log as {event}"]
        if answer.status_code >= 400 or self.is_meant(meant, event, past, way):
            return []
        return [f"{way} {meant}: in the log as {event}"]

    def is_meant(self, meant, event, past, way):
        """Whether an event is what its phone meant; without one, whether the table said the same before."""
        if meant.kind in ("undo", "redo"):
            number = meant.event
            if event is None:
                return past.log.stands(number or 0) == (meant.kind == "redo") or way == "offline"
            last = [each.phone for each in past.log.events if past.log.original(each).number == number][-1]
            is_asked = last == event.phone or "sure" in meant.fields
            return bool(event.kind == meant.kind and event.body["event"] == number and is_asked)
        if meant.kind == "correct":
            place = self.table.replay.index_of(meant.event or 0)
            says = place is not None and {str(meant.value)} == {
                str(each) for each in self.table.entries[place].body["round"]
            }
            return says and (event is None or event.body["entry"] == meant.event)
        if meant.kind == "clock":
            return event is None or event.kind == "clock"
        if meant.kind == "seat":
            return event is None or (event.kind == "seat" and event.body["seat"] == meant.value)
        return self.says(meant, event, past)

    def says(self, meant, event, past):
        """Whether a number is in the round that was asked."""
        slot, value = meant.value
        question = int(meant.fields["question"])
        entered = self.table.log.entered
        if question > len(entered):
            return bool(self.table.draft.get(slot) == value) and question == len(entered) + 1
        place = self.table.replay.index_of(entered[question - 1])
        return place is not None and draft_of_answer(self.table, place)[slot] == value


@pytest.mark.timeout(3000)
@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=long)])
def test_each_acknowledged_request_is_in_the_log_for_what_its_phone_saw(host, phone, sessions, count):
    random, phones, faults, pairs = Random(SEED), (host, phone()), [], None
    for number in range(count):
        if number % PAIRS_AT_ONE_TABLE == 0:
            pairs = Pairs(phones, sessions, random)
        faults += pairs.plays()
    assert not faults, "\n".join(faults[:20])
