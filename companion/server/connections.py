"""Who is connected, by address: where there are too many, the one who holds most makes room for whoever comes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field


@dataclass(eq=False)
class Visit:
    """An open connection; `leave` ends it. `is_answered` while an answer, or a stream, is on its way."""

    network: str
    leave: Callable[[], None]
    is_answered: bool = False


@dataclass
class _Party:
    """All visits from one network: those that have said nothing, or nothing new, the longest silent first."""

    silent: OrderedDict[Visit, None] = field(default_factory=OrderedDict)
    answered: OrderedDict[Visit, None] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self.silent) + len(self.answered)


class Crowd:
    """At most `most` visits. Only when there are that many must somebody go, so a full house still lets others in.

    First goes a visit from the network that holds most of them, if those are more than its `share`, a silent one
    before one that is being answered; else the one that has been silent longest, wherever it comes from. `spared`
    networks hold visits for others, as a proxy does, and are no party themselves.
    """

    def __init__(self, most: int, share: int, spared: Callable[[str], bool] = lambda network: False) -> None:
        self.most, self.share, self.spared = most, share, spared
        self._parties: dict[str, _Party] = {}
        self._crowded: set[str] = set()
        self._silent: OrderedDict[Visit, None] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, visit: Visit) -> bool:
        """Let a visit in, and another one go where there is no room; False where nobody can go."""
        if self._count >= self.most and not self._make_room():
            return False
        self._count += 1
        party = self._parties.setdefault(visit.network, _Party())
        party.silent[visit] = self._silent[visit] = None
        self._weigh(visit.network, party)
        return True

    def turn(self, visit: Visit, *, is_answered: bool) -> None:
        """An answer to a visit has begun, or it has ended and the next request is waited for."""
        party = self._parties.get(visit.network)
        if party is None or not self._forget(visit, party):
            return
        visit.is_answered = is_answered
        (party.answered if is_answered else party.silent)[visit] = None
        if not is_answered:
            self._silent[visit] = None

    def gone(self, visit: Visit) -> None:
        """A visit has ended; one that was let go is counted out already."""
        party = self._parties.get(visit.network)
        if party is None or not self._forget(visit, party):
            return
        self._count -= 1
        self._weigh(visit.network, party)
        if not party:
            del self._parties[visit.network]

    def _forget(self, visit: Visit, party: _Party) -> bool:
        known: Collection[Visit] = party.answered if visit.is_answered else party.silent
        if visit not in known:
            return False
        (party.answered if visit.is_answered else party.silent).pop(visit)
        self._silent.pop(visit, None)
        return True

    def _weigh(self, network: str, party: _Party) -> None:
        if len(party) > self.share and not self.spared(network):
            self._crowded.add(network)
        else:
            self._crowded.discard(network)

    def _make_room(self) -> bool:
        visit = self._who_goes()
        if visit is None:
            return False
        self.gone(visit)
        visit.leave()
        return True

    def _who_goes(self) -> Visit | None:
        if self._crowded:
            party = self._parties[max(self._crowded, key=lambda network: len(self._parties[network]))]
            return next(iter(party.silent or party.answered))
        return next(iter(self._silent), None)
