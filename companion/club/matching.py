"""Tables of two: the pairs whose costs add up to least, by the blossom algorithm of networkx.

It is exact: J. Edmonds, "Paths, trees, and flowers" (1965), as Z. Galil describes it in "Efficient algorithms for
finding maximum matching in graphs" (1986).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def load() -> None:
    """Import networkx, which takes a third of a second; in a thread of its own nobody waits for it."""
    import networkx  # noqa: F401


def cheapest_pairs(
    count: int, cost: Callable[[int, int], int | None], pause: Callable[[], None]
) -> list[tuple[int, int]]:
    """Return the pairs of as many numbers below `count` as can be, with the least sum of costs.

    A cost of None forbids a pair. Equal inputs give equal pairs.
    """
    from networkx import Graph, max_weight_matching

    class PausedGraph(Graph):  # type: ignore[misc]
        """A graph that lets other requests run whenever the algorithm looks at a node."""

        def neighbors(self, n: Any) -> Iterator[Any]:
            """Return the neighbours of a node."""
            pause()
            neighbours: Iterator[Any] = super().neighbors(n)
            return neighbours

    graph = PausedGraph()
    graph.add_nodes_from(range(count))
    for first in range(count):
        costs = [(second, cost(first, second)) for second in range(first + 1, count)]
        graph.add_weighted_edges_from((first, second, -value) for second, value in costs if value is not None)
        pause()
    return sorted((min(pair), max(pair)) for pair in max_weight_matching(graph, maxcardinality=True))
