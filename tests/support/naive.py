"""A log replayed in the simplest way: after every act all entries that stand are played from the first one on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Game, Setup
from companion.scoring.scoresheet import Played, play
from companion.storage.records import Event

Entries = list[tuple[int, Any]]


class Naive:
    """What a log comes to: entries with the events that brought them in, the draft, what undo and redo offer."""

    def __init__(self, game: Game, setup: Setup, log: Sequence[Event]) -> None:
        self.game, self.setup = game, setup
        self.done: list[Event] = []
        self.undone: list[Event] = []
        self.points: dict[int, tuple[Any, Any]] = {}
        self.entries: Entries = []
        self.draft: dict[str, Any] = {}
        self.played: list[Played] = []
        for event in log:
            self.take_in(event)

    def take_in(self, event: Event) -> None:
        if event.kind in ("rematch", "seat", "names"):
            return
        if event.kind == "undo":
            self.undone.append(self.done.pop())
        elif event.kind == "redo":
            self.done.append(self.undone.pop())
        else:
            self.done.append(event)
            self.undone.clear()
        before, self.played = self.played, []
        self.stand()
        if event.kind not in ("undo", "redo"):
            self.points[event.number] = self.changed(event, before)

    def stand(self) -> None:
        """Every act that stands, from the first one on; and every entry played."""
        self.entries, self.draft = [], {}
        for event in self.done:
            if event.kind == "part":
                self.draft = {**self.draft, event.body["slot"]: event.body["value"]}
            elif event.kind == "entry":
                self.entries, self.draft = [*self.entries, (event.number, event.body)], {}
            else:
                self.entries = self.amended(event)
        state = self.game.engine.start(self.setup)
        for _, body in self.entries:
            self.played.append(play(self.game, state, body))
            state = self.played[-1].state

    def amended(self, event: Event) -> Entries:
        body = event.body
        if event.kind == "remove":
            return [entry for entry in self.entries if entry[0] != body["entry"]]
        if event.kind == "correct":
            return [(number, body["value"] if number == body["entry"] else old) for number, old in self.entries]
        made = []
        for number, old in self.entries:
            made += [(event.number, body["value"])] if number == body["before"] else []
            made.append((number, old))
        return made

    def changed(self, event: Event, before: Sequence[Played]) -> tuple[Any, Any]:
        """The points of the entry an act is about, before and after it."""
        if event.kind == "part":
            return None, None
        number = event.number if event.kind in ("entry", "insert") else event.body["entry"]
        place = next((place for place, (made, _) in enumerate(self.entries) if made == number), None)
        if place is not None:
            return before[place].points if event.kind == "correct" else None, self.played[place].points
        self.done.pop()
        gone = Naive(self.game, self.setup, self.done)
        self.done.append(event)
        return before[[made for made, _ in gone.entries].index(number)].points, None
