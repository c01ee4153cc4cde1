"""Long lists in parts, each of which is one query or one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in order, in parts of `size`; the last one may be shorter.

    >>> list(batches("abcde", 2))
    ['ab', 'cd', 'e']
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
