"""Viewer: what one phone may know of a table, the sealed values that its forms get, and the views that they return.

At a table that hides totals, a form gets sealed values: it can read what the game's `Secrecy` names as open, and what
belongs to seats that the viewer sees. Reading anything else raises `Hidden`, so a forgotten field is secret.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any, ParamSpec, TypeVar, cast

from companion.engine.game import Step
from companion.forms.secrecy import Hidden, Owners, PartAccess, Readable, Secrecy

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class _Access:
    """What a viewer may read of the values of one state: everything except what belongs to `hidden` seats only."""

    hidden: frozenset[int]
    rules: Secrecy
    seats: int
    sides: Owners

    def sealed(self, value: Any) -> Any:
        """Return a value, sealed if it is of a type of the game that has secrets."""
        return _SealedRecord(value, self) if type(value) in self.rules.types else value

    def result(self, value: Any) -> Any:
        """Return a value or a tuple of values, sealed; raise `Hidden` for a type that the game does not name."""
        if type(value) is tuple:
            return tuple([self.result(item) for item in value])
        if value is None or type(value) in self.rules.types:
            return self.sealed(value)
        raise Hidden(f"{type(value).__name__} is not among the types that the game seals")

    def field(self, record: Any, name: str) -> Any:
        """Return a field of a record, sealed as its `Readable` says; raise `Hidden` if it is secret."""
        readable = self.rules.types[type(record)]
        if name in readable.owned:
            owners = getattr(record, readable.owned[name])
            if self.hidden.isdisjoint(owners if isinstance(owners, Collection) else (owners,)):
                return self.sealed(getattr(record, name))
        return self.read(getattr(record, name), name, readable)

    def read(self, value: Any, name: str, readable: Readable) -> Any:
        """Return the value of the field `name`, sealed as `readable` says; raise `Hidden` if it is secret."""
        if name in readable.open:
            return self.sealed(value)
        if name in readable.by_seat:
            return self.by_seat(value)
        if name in readable.by_side:
            return _open_by_owner(value, [self.hidden.issuperset(side) for side in self.sides])
        if name in readable.holders:
            return tuple([seat if self._knows(seat) else None for seat in value])
        if name in readable.steps:
            return _visible(value, self.hidden, self.rules)
        raise Hidden(name)

    def part(self, value: Any, readers: PartAccess) -> Any:
        """Return a part of a draft that these may read; raise `Hidden` if it is secret."""
        if readers == "by seat":
            return self.by_seat(value)
        if readers in self.hidden:
            raise Hidden(f"the part of seat {readers}")
        return value

    def by_seat(self, value: Any) -> Any:
        """Return values by seat, of which those of hidden seats cannot be read; None for None."""
        return _open_by_owner(value, [seat in self.hidden for seat in range(self.seats)])

    def _knows(self, seat: int | None) -> bool:
        """Whether a seat, or one of its side, is not hidden."""
        return any(seat in side and not self.hidden.issuperset(side) for side in self.sides)


def _visible(steps: Sequence[Step], hidden: Collection[int], rules: Secrecy) -> tuple[Step, ...]:
    """Return the steps of seats that are not hidden, and those of rules that are open."""
    return tuple(
        [step for step in steps if step.rule in rules.open_rules or (step.seat is not None and step.seat not in hidden)]
    )


def _open_by_owner(value: Any, hides: Sequence[bool]) -> Any:
    """Return values by seat or side; raise `Hidden` if their number differs, so that a value would have no owner."""
    if value is not None and len(value) != len(hides):
        raise Hidden(f"{len(value)} values of {len(hides)} seats or sides")
    return None if value is None else _BySeat(value, hides)


class _Sealed:
    """Base of sealed values; only the viewer's `derive`, `disclose` and `typed` unwrap them."""

    __slots__ = ("__raw",)

    def __init__(self, raw: Any) -> None:
        self.__raw = raw

    @staticmethod
    def unwrap(value: Any) -> Any:
        """Return the value inside a sealed one; return any other value unchanged.

        >>> unwrap(7)
        7
        """
        return value.__raw if isinstance(value, _Sealed) else value

    def __repr__(self) -> str:
        return f"<sealed {type(self).__name__}>"


unwrap = _Sealed.unwrap


def _call_unwrapped(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function with its sealed arguments unwrapped."""
    return function(*map(unwrap, args), **{name: unwrap(value) for name, value in named.items()})


class _SealedRecord(_Sealed):
    """A dataclass whose fields are readable as its `Readable` says; properties and methods see the sealed fields."""

    __slots__ = ("access",)

    def __init__(self, raw: Any, access: _Access) -> None:
        super().__init__(raw)
        self.access = access

    def __getattr__(self, name: str) -> Any:
        raw = unwrap(self)
        kind = type(raw)
        if name in kind.__dataclass_fields__:
            return self.access.field(raw, name)
        attribute = getattr(kind, name)
        if isinstance(attribute, property) and attribute.fget:
            return attribute.fget(self)
        if isinstance(attribute, cached_property):
            return attribute.func(self)
        return MethodType(attribute, self) if isinstance(attribute, FunctionType) else attribute


class _BySeat(_Sealed, Sequence[Any]):
    """Values by seat or side; reading a hidden one raises `Hidden`."""

    __slots__ = ("__hides",)

    def __init__(self, raw: Sequence[Any], hides: Sequence[bool]) -> None:
        super().__init__(raw)
        self.__hides = hides

    def __len__(self) -> int:
        return len(unwrap(self))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        value = unwrap(self)[index]
        if self.__hides[index]:
            raise Hidden(f"the value of seat or side {index}")
        return value


class _SealedMapping(_Sealed, Mapping[str, Any]):
    """An entry or a draft: its keys are open; `read(value, key)` returns a value as it is readable."""

    __slots__ = ("__read",)

    def __init__(self, raw: Any, read: Callable[[Any, str], Any]) -> None:
        super().__init__(raw)
        self.__read = read

    def __getitem__(self, key: str) -> Any:
        return self.__read(unwrap(self)[key], key)

    def __len__(self) -> int:
        return len(unwrap(self))

    def __iter__(self) -> Iterator[str]:
        return iter(unwrap(self))

    def __contains__(self, key: object) -> bool:
        return key in unwrap(self)

    __hash__ = None  # type: ignore[assignment]


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
        access = next(arg.access for arg in args if isinstance(arg, _SealedRecord))
        return cast(T, access.result(_call_unwrapped(function, *args, **named)))

    def disclose(self, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return a function's result for sealed values; raise `Hidden` unless the secrecy discloses the function."""
        if self.sees_all:
            return function(*args, **named)
        if function not in self._rules.disclosed:
            raise Hidden(f"{function.__qualname__} is not disclosed")
        return cast(T, _call_unwrapped(function, *args, **named))

    # sealing, for callers that pass values to a form

    def state(self, state: T) -> T:
        """Return a state as the viewer may read it."""
        return state if self.sees_all else cast(T, self._access(state).result(state))

    def entry(self, entry: Any, state: Any) -> Any:
        """Return an entry as the viewer may read it; `state` is any of its game."""
        if self.sees_all:
            return entry
        access, readable = self._access(state), self._rules.entry
        return _SealedMapping(entry, lambda value, key: access.read(value, key, readable))

    def draft(self, draft: Mapping[str, Any], state: Any) -> Mapping[str, Any]:
        """Return a draft whose parts the viewer may read only for seats that it sees."""
        if self.sees_all:
            return draft
        access, readers = self._access(state), self._rules.part_access
        return _SealedMapping(draft, lambda value, slot: access.part(value, readers(slot)))

    def steps(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Return the steps of open rules and of seats that the viewer sees."""
        return steps if self.sees_all else _visible(steps, self._hidden, self._rules)

    @property
    def _rules(self) -> Secrecy:
        assert self._secrecy is not None, "tables of a game without secrecy hide nothing"
        return self._secrecy

    def _access(self, state: Any) -> _Access:
        return _Access(self._hidden, self._rules, state.setup.seats, self._rules.sides(state))


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
