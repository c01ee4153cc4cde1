"""Sealed values: states, entries, drafts and steps that give only what their viewer may read."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, MethodType
from typing import Any

from companion.engine.game import Step
from companion.forms.secrecy import Hidden, Owners, PartAccess, Readable


@dataclass(frozen=True)
class Access:
    """What a viewer may read of the values of one state: everything except what belongs to `hidden` seats only."""

    hidden: frozenset[int]
    types: Mapping[type, Readable]
    seats: int
    sides: Owners
    open_rules: Collection[str] = ()

    def sealed(self, value: Any) -> Any:
        """Return a value, sealed if it is of a type of the game that has secrets."""
        return SealedRecord(value, self) if type(value) in self.types else value

    def result(self, value: Any) -> Any:
        """Return a value or a tuple of values, sealed; raise `Hidden` for a type that the game does not name."""
        if type(value) is tuple:
            return tuple([self.result(item) for item in value])
        if value is None or type(value) in self.types:
            return self.sealed(value)
        raise Hidden(f"{type(value).__name__} is not among the types that the game seals")

    def field(self, record: Any, name: str) -> Any:
        """Return a field of a record, sealed as its `Readable` says; raise `Hidden` if it is secret."""
        readable = self.types[type(record)]
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
            return SealedSteps(value, self.hidden, self.open_rules)
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


def _open_by_owner(value: Any, hides: Sequence[bool]) -> Any:
    """Return values by seat or side; raise `Hidden` if their number differs, so that a value would have no owner."""
    if value is not None and len(value) != len(hides):
        raise Hidden(f"{len(value)} values of {len(hides)} seats or sides")
    return None if value is None else BySeat(value, hides)


class Sealed:
    """Base of sealed values; only the viewer's `derive`, `disclose` and `typed` unwrap them."""

    __slots__ = ("__raw",)

    def __init__(self, raw: Any) -> None:
        self.__raw = raw

    @staticmethod
    def unwrap(value: Any) -> Any:
        """Return the value inside a sealed one; return any other value unchanged."""
        return value.__raw if isinstance(value, Sealed) else value

    def __repr__(self) -> str:
        return f"<sealed {type(self).__name__}>"


unwrap = Sealed.unwrap


def call_unwrapped(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function with its sealed arguments unwrapped."""
    return function(*map(unwrap, args), **{name: unwrap(value) for name, value in named.items()})


class SealedRecord(Sealed):
    """A dataclass whose fields are readable as its `Readable` says; properties and methods see the sealed fields."""

    __slots__ = ("access",)

    def __init__(self, raw: Any, access: Access) -> None:
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


class BySeat(Sealed, Sequence[Any]):
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


class SealedSteps(Sealed, Sequence[Step]):
    """The steps of seats that are not hidden, and those of rules that are open."""

    __slots__ = ("__visible",)

    def __init__(self, raw: Sequence[Step], hidden: frozenset[int], open_rules: Collection[str]) -> None:
        super().__init__(raw)
        visible = [
            step for step in raw if step.rule in open_rules or (step.seat is not None and step.seat not in hidden)
        ]
        self.__visible = tuple(visible)

    def __len__(self) -> int:
        return len(self.__visible)

    def __getitem__(self, index: Any) -> Any:
        return self.__visible[index]


class SealedMapping(Sealed, Mapping[str, Any]):
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
