"""Inputs of Index, Retrieval and Partial Induction as token numbers, drawn by torch: U25's tasks, small.

Every input has `positions` earlier tokens and then the query, so the query stands at n = positions + 1. The position of
the answer is uniform.

| task | earlier tokens | query | answer |
|---|---|---|---|
| index | symbols, uniform | a position p | the symbol at position p |
| retrieval | pairs of a symbol and an attribute, the symbols distinct | a symbol | its attribute |
| induction | pairs, symbols may recur | a symbol | the attribute at its last occurrence |
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rope_theory.core.errors import require, require_int
from rope_theory.machines.catalogue import small_tasks

TASKS = small_tasks()


@dataclass(frozen=True)
class ToyInputs:
    """Token numbers (..., positions + 1), the query last; answers (...); positions of the answer (...), from 1."""

    tokens: Tensor
    answers: Tensor
    positions: Tensor


@dataclass(frozen=True)
class ToyTask:
    """A task with its sizes.

    Args:
        name: "index", "retrieval" or "induction".
        positions: earlier tokens, at least 2; the length is one more.
        symbols: at least 2; for retrieval, at least `positions`.
        attributes: at least 2 (not used by index, which answers a symbol).

    Example:
        >>> task = ToyTask("induction", positions=5, symbols=3)
        >>> found = task.draw((4,), torch.Generator().manual_seed(0))
        >>> [task.solve(row) for row in found.tokens.tolist()] == found.answers.tolist()
        True
    """

    name: str
    positions: int = 16
    symbols: int = 16
    attributes: int = 8

    def __post_init__(self) -> None:
        require(self.name in TASKS, "task", f"must be one of {', '.join(TASKS)}", self.name)
        require_int("positions", self.positions, least=2)
        rule = "must be at least the positions, as retrieval's symbols are distinct"
        require(self.name != "retrieval" or self.symbols >= self.positions, "symbols", rule, self.symbols)
        require_int("symbols", self.symbols, least=2)
        require_int("attributes", self.attributes, least=2)

    @property
    def length(self) -> int:
        """n, the query's position."""
        return self.positions + 1

    @property
    def outputs(self) -> int:
        """How many answers there are."""
        return self.symbols if self.name == "index" else self.attributes

    @property
    def earlier(self) -> int:
        """How many tokens may stand before the query: symbols, or pairs numbered symbol·attributes + attribute."""
        return self.symbols if self.name == "index" else self.symbols * self.attributes

    @property
    def tokens(self) -> int:
        """Size of the vocabulary: earlier tokens, then queries (positions, or symbols)."""
        return self.earlier + (self.positions if self.name == "index" else self.symbols)

    def draw(self, shape: tuple[int, ...], source: torch.Generator) -> ToyInputs:
        """Inputs of this shape, the answer's position uniform over 1..positions.

        Partial Induction: the symbols before the answer are uniform, those after it uniform among the others.
        """
        positions = torch.randint(self.positions, shape, generator=source)
        at = positions[..., None]
        if self.name == "index":
            earlier = torch.randint(self.symbols, (*shape, self.positions), generator=source)
            return self._inputs(earlier, self.earlier + positions, earlier.gather(-1, at)[..., 0], positions)
        if self.name == "retrieval":
            order = torch.rand((*shape, self.symbols), generator=source).argsort(-1)
            left = order[..., : self.positions]
        else:
            asked = torch.randint(self.symbols, (*shape, 1), generator=source)
            left = torch.randint(self.symbols, (*shape, self.positions), generator=source)
            others = torch.randint(self.symbols - 1, (*shape, self.positions), generator=source)
            others = others + (others >= asked)
            left = torch.where(torch.arange(self.positions) > at, others, left).scatter(-1, at, asked)
        right = torch.randint(self.attributes, (*shape, self.positions), generator=source)
        query = self.earlier + left.gather(-1, at)[..., 0]
        return self._inputs(left * self.attributes + right, query, right.gather(-1, at)[..., 0], positions)

    @staticmethod
    def _inputs(earlier: Tensor, query: Tensor, answers: Tensor, positions: Tensor) -> ToyInputs:
        return ToyInputs(torch.cat([earlier, query[..., None]], -1), answers, positions + 1)

    def solve(self, tokens: list[int]) -> int:
        """The answer to one input, by the task's words and not as it was drawn."""
        *earlier, query = tokens
        asked = query - self.earlier
        if self.name == "index":
            return earlier[asked]
        return [token % self.attributes for token in earlier if token // self.attributes == asked][-1]
