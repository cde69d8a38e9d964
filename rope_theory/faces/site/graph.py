"""The dependency graph, laid out in layers: what a claim rests on stands to its left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Edge = tuple[str, str, str]
ROUNDS = 24
#: Column at which small components stand beside others.
BESIDE = 3


@dataclass(frozen=True)
class Drawing:
    """Where everything stands, in cells: column and row (rows may be fractions).

    Args:
        boxes: claim id → (column, row).
        edges: (from, to, kind) → points (column, row) on the way, both ends included.
        alone: claims without an edge, in order.
        height: rows in all.
    """

    boxes: dict[str, tuple[int, float]]
    edges: dict[Edge, list[tuple[int, float]]]
    alone: list[str]
    height: float

    @property
    def columns(self) -> int:
        return 1 + max((column for column, _ in self.boxes.values()), default=0)


def dependencies(pages: Mapping[str, Mapping[str, Any]]) -> list[Edge]:
    """(from, to, kind): "uses" from a claim to one whose proof or explanation leans on it; "corrects" from the false to the true."""
    found = []
    for claim_id, data in pages.items():
        found += [(other, claim_id, "uses") for other in data["uses"] if other in pages]
        if data["corrects"] in pages:
            found.append((data["corrects"], claim_id, "corrects"))
    return found


def lay_out(names: Sequence[str], edges: Sequence[Edge]) -> Drawing:
    """Layers by the longest way from the left, components one below the other, few crossings.

    Args:
        names: all nodes, in a fixed order.
        edges: without circles.

    Example:
        >>> drawing = lay_out(["a", "b", "c", "d"], [("a", "b", "uses"), ("b", "c", "uses")])
        >>> {name: column for name, (column, _) in drawing.boxes.items()}, drawing.alone
        ({'a': 0, 'b': 1, 'c': 2}, ['d'])
    """
    boxes, routes, top, beside = {}, {}, 0.0, 0.0
    for component in _components(names, edges):
        inside = [edge for edge in edges if edge[0] in component]
        column = _columns(component, inside)
        layers, chains = _layers(component, inside, column)
        rows = _rows(layers, chains)
        high = max(rows.values()) + 1.3
        narrow = len(layers) <= 2
        left, base = (BESIDE, beside) if narrow and beside + high <= top else (0, top)
        for name in component:
            boxes[name] = (left + column[name], base + rows[name])
        for edge, chain in chains.items():
            routes[edge] = [(left + column[edge[0]] + step, base + rows[point]) for step, point in enumerate(chain)]
        if left:
            beside = base + high
        else:
            top = base + high
            beside = beside if narrow else top
    linked = set(boxes)
    return Drawing(boxes, routes, [name for name in names if name not in linked], top)


def _components(names: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """Nodes that edges connect, largest group first."""
    group = {name: name for name in names}

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for start, end, _ in edges:
        group[root(end)] = root(start)
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(root(name), []).append(name)
    return sorted((part for part in found.values() if len(part) > 1), key=lambda part: -len(part))


def _columns(nodes: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """Longest way from a node that rests on nothing; then each source as far right as its users allow."""
    column = dict.fromkeys(nodes, 0)
    for _ in nodes:
        for start, end, _ in edges:
            column[end] = max(column[end], column[start] + 1)
    entered = {end for _, end, _ in edges}
    for node in nodes:
        if node not in entered:
            column[node] = min(column[end] for start, end, _ in edges if start == node) - 1
    return column


def _layers(nodes, edges, column) -> tuple[list[list], dict[Edge, list]]:
    """Nodes by column, with a bend for every column that an edge passes; and the chain of each edge."""
    layers: list[list] = [[] for _ in range(max(column.values()) + 1)]
    for node in nodes:
        layers[column[node]].append(node)
    chains = {}
    for edge in edges:
        start, end, _ = edge
        bends = [(edge, at) for at in range(column[start] + 1, column[end])]
        for bend in bends:
            layers[bend[1]].append(bend)
        chains[edge] = [start, *bends, end]
    return layers, chains


def _rows(layers: list[list], chains: Mapping[Edge, list]) -> dict[Any, float]:
    """A row for every node and bend: sorted by the mean of the neighbours, then pulled towards it."""
    beside: dict[Any, list] = {node: [] for layer in layers for node in layer}
    for chain in chains.values():
        for one, other in zip(chain, chain[1:], strict=False):
            beside[one].append(other)
            beside[other].append(one)
    rows = {node: float(row) for layer in layers for row, node in enumerate(layer)}
    for turn in range(ROUNDS):
        for layer in layers if turn % 2 else reversed(layers):
            wish = {node: _mean(beside[node], rows, rows[node]) for node in layer}
            layer.sort(key=lambda node: wish[node])
            rows.update(_spread(layer, wish))
    least = min(rows.values())
    return {node: row - least for node, row in rows.items()}


def _mean(nodes: list, rows: Mapping[Any, float], other: float) -> float:
    return sum(rows[node] for node in nodes) / len(nodes) if nodes else other


def _size(node) -> float:
    return 1.0 if isinstance(node, str) else 0.4


def _spread(layer: list, wish: Mapping[Any, float]) -> dict[Any, float]:
    """Rows near the wishes, in the layer's order and far enough apart: overlapping blocks share their mean."""
    blocks: list[tuple[list, float]] = []  # nodes, row of the first
    for node in layer:
        blocks.append(([node], wish[node]))
        while len(blocks) > 1 and blocks[-2][1] + _length(blocks[-2][0], node_after=blocks[-1][0][0]) > blocks[-1][1]:
            (left, _), (right, _) = blocks[-2:]
            merged = left + right
            offsets = _offsets(merged)
            start = sum(wish[one] - offset for one, offset in zip(merged, offsets, strict=True)) / len(merged)
            blocks[-2:] = [(merged, start)]
    return {
        node: start + offset for nodes, start in blocks for node, offset in zip(nodes, _offsets(nodes), strict=True)
    }


def _offsets(nodes: list) -> list[float]:
    found = [0.0]
    for one, other in zip(nodes, nodes[1:], strict=False):
        found.append(found[-1] + (_size(one) + _size(other)) / 2)
    return found


def _length(nodes: list, node_after) -> float:
    return _offsets([*nodes, node_after])[-1]
