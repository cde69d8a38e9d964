"""A name for what formulas compute with."""

from __future__ import annotations

from typing import Any, TypeAlias

#: A number in any reading (see `reading`), or an array of them. These share operators, not a class: `int`, `Fraction`,
#: `Angle`, `TrigSum`, SymPy expressions (which have no types), `arb`, floats, NumPy arrays, torch tensors.
Value: TypeAlias = Any
