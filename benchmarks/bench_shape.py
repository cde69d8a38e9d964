"""Shapes from (n, θ) beside reading them off all the weights."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from rope_theory.laws.shape import shape


def _seconds(work, repeat: int = 20) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _by_softmax(n: int, theta: float) -> int:
    """Number of turns of the largest weight over p = 1..n, from all n·n logits in float64."""
    positions = np.arange(1, n + 1)
    weights = 1 / np.exp(np.cos((positions[:, None] - positions) * theta) - 1).sum(axis=1)
    return int((np.diff(np.sign(np.diff(weights))) != 0).sum())


def measure() -> Iterator[tuple[str, float, str]]:
    """(what, value, unit) for `python -m benchmarks shape`."""
    shape(10, "0.3")  # imports out of the way
    for exponent in (3, 18, 300):
        n = 10**exponent
        yield f"shape, θ = 0.3, n = 10^{exponent}", 1e6 * _seconds(lambda n=n: shape(n, "0.3")), "µs"
    for n in (1000, 4000):
        theirs = _seconds(lambda n=n: _by_softmax(n, 0.3), 2)
        ours = _seconds(lambda n=n: shape(n, "0.3"))
        yield f"all weights in float64, n = {n}", 1e6 * theirs, "µs"
        yield f"ratio, n = {n}", theirs / ours, "x"
