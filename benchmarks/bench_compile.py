"""The published test recipe (45 600 sequences, 1-4 hops) through compiled four-layer models, on the CPU, float32."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rope_theory.machines.compile import RECIPE, to_gptj, to_llama, verify


def measure() -> Iterator[tuple[str, float, str]]:
    """(what, value, unit) for `python -m benchmarks bench_compile`."""
    to_llama("letter", layers=1)  # imports out of the way
    for make in (to_llama, to_gptj):
        for task in ("number", "letter"):
            start = time.perf_counter()
            found = verify(make(task), RECIPE)
            whole = time.perf_counter() - start
            yield f"{found.model}, {task}: drawing and running", whole, "s"
            yield f"  the model alone ({found.right} of {found.inputs} right)", found.seconds, "s"
