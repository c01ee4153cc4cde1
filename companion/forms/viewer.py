"""Viewer: what one phone may know of a table, and the views that a form returns.

At a table that hides totals, a form gets sealed values: it can read what the game's `Secrecy` names as open, and what
belongs to seats that the viewer sees. Reading anything else raises `Hidden`, so a forgotten field is secret.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, cast

from companion.engine.game import Step
from companion.forms.sealed import Access, SealedMapping, SealedRecord, SealedSteps, call_unwrapped, unwrap
from companion.forms.secrecy import Hidden, Secrecy

P = ParamSpec("P")
T = TypeVar("T")


class Viewer:
    """What a form may show: all but the secrets of `hidden` seats; if it `enters`, also what was typed for any seat."""

    def __init__(self, hidden: Collection[int] = (), secrecy: Secrecy | None = None, *, enters: bool = False) -> None:
        self._hidden, self._secrecy, self._enters = frozenset(hidden), secrecy, enters
        self.sees_all = not self._hidden
        """Whether no seat is hidden."""

    def sees(self, seat: int) -> bool:
        """Whether everything of a seat may be shown."""
        return seat not in self._hidden

    def seen(self, values: Sequence[T]) -> list[T | None]:
        """Return values by seat, None for hidden seats."""
        return [values[seat] if self.sees(seat) else None for seat in range(len(values))]

    def typed(self, draft: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a draft to fill the fields of an entry form; raise `Hidden` elsewhere."""
        if self.sees_all:
            return draft
        if not self._enters:
            raise Hidden("what was typed is shown in an entry form only")
        return cast(Mapping[str, Any], unwrap(draft))

    def derive(self, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return a function's result for sealed values, sealed again; it must be of types that the secrecy names."""
        if self.sees_all:
            return function(*args, **named)
        access = next(arg.access for arg in args if isinstance(arg, SealedRecord))
        return cast(T, access.result(call_unwrapped(function, *args, **named)))

    def disclose(self, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return a function's result for sealed values; raise `Hidden` unless the secrecy discloses the function."""
        if self.sees_all:
            return function(*args, **named)
        if function not in self._rules.disclosed:
            raise Hidden(f"{function.__qualname__} is not disclosed")
        return cast(T, call_unwrapped(function, *args, **named))

    # sealing, for callers that pass values to a form

    def state(self, state: T) -> T:
        """Return a state as the viewer may read it."""
        return state if self.sees_all else cast(T, self._access(state).result(state))

    def entry(self, entry: Any, state: Any) -> Any:
        """Return an entry as the viewer may read it; `state` is any of its game."""
        if self.sees_all:
            return entry
        access, readable = self._access(state), self._rules.entry
        return SealedMapping(entry, lambda value, key: access.read(value, key, readable))

    def draft(self, draft: Mapping[str, Any], state: Any) -> Mapping[str, Any]:
        """Return a draft whose parts the viewer may read only for seats that it sees."""
        if self.sees_all:
            return draft
        access, readers = self._access(state), self._rules.part_access
        return SealedMapping(draft, lambda value, slot: access.part(value, readers(slot)))

    def steps(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Return the steps of open rules and of seats that the viewer sees."""
        return steps if self.sees_all else SealedSteps(steps, self._hidden, self._rules.open_rules)

    @property
    def _rules(self) -> Secrecy:
        assert self._secrecy is not None, "tables of a game without secrecy hide nothing"
        return self._secrecy

    def _access(self, state: Any) -> Access:
        rules = self._rules
        return Access(self._hidden, rules.types, state.setup.seats, rules.sides(state), rules.open_rules)


EVERYTHING = Viewer()
"""The viewer that sees everything: at a table without hidden totals, and after the end."""


class View(SimpleNamespace):
    """The named values that a game's template shows; a row or a cell in it may be a `View`, too.

    In form.html each value is a variable; `title` names what the form asks for, and `stage` is a text that changes
    with it; their defaults are the title and the number of the entry. `save` is the label of the save button, which is
    off if `is_ready` is false. Other templates get the view as `sheet`, `outcome` or, for a question of the referee,
    `ask`. In a sheet `next` is the label of the button to the form, and
    `ending` that of a link to the form's element with the id `ending`, if every scorer can end the game now.

    >>> View(title="Round 2", seat=0).seat
    0
    """
