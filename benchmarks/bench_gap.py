"""Gaps beside brute force in the same run: one frequency, the best mix, the kernel's first negative.

Run with `python benchmarks/bench_gap.py`, or `main()`; about 20 seconds. Each line: what, our time, the
alternative's time, and their ratio. "estimated" marks an alternative timed on a part and scaled up.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

import flint
import mpmath
import numpy as np

from rope_theory.laws.discrepancy import (
    best_mix,
    brute_force_gap,
    kernel_first_negative,
    mix_gap,
    rope_frequencies,
    single_gap,
    verify_certificate,
)


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """Shortest wall-clock time of `work()` over `repeat` calls."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def line(what: str, ours: float, theirs: float | None = None, alternative: str = "") -> None:
    """Print one row of the table."""
    ratio = f"{theirs:12.4g} s {theirs / ours:12.1f} x   {alternative}" if theirs is not None else ""
    print(f"{what:<46}{ours:12.4g} s {ratio}", flush=True)


def one_frequency() -> None:
    """Continued fractions against a float64 sweep of every t."""
    single_gap("1", 1000)  # imports and constants out of the way
    for exponent in (5, 7, 8):
        span = 10**exponent
        theirs = seconds(lambda span=span: brute_force_gap(1.0, span))
        ours = seconds(lambda span=span: single_gap("1", span), 200)
        line(f"one frequency, theta = 1, span 10^{exponent}", ours, theirs, "float64 sweep, not rigorous")
    for exponent in (18, 30, 300):
        line(
            f"one frequency, theta = 1, span 10^{exponent}",
            seconds(lambda e=exponent: single_gap("1", 10**e), 50),
        )
    span = 10**5000  # beyond the 4300 digits that Python prints
    found = single_gap("1", span).minimiser
    if found != rounded_euclid(span):
        raise AssertionError("Euclid's algorithm on the rounded 1/(2 pi) ends at another denominator")
    line(
        "one frequency, theta = 1, span 10^5000",
        seconds(lambda: single_gap("1", span), 5),
        seconds(lambda: rounded_euclid(span), 5),
        "Euclid's algorithm on 1/(2 pi) rounded, not rigorous",
    )


def rounded_euclid(span: int) -> int:
    """The largest denominator <= span of the convergents of 1/(2 pi), rounded to as many digits as should do."""
    bits = 2 * span.bit_length() + 64
    with mpmath.workprec(bits + 32):
        part, whole = int(mpmath.floor(mpmath.ldexp(1 / (2 * mpmath.pi), bits))), 1 << bits
    before, denominator = 0, 1
    while True:
        quotient, rest = divmod(whole, part)
        before, denominator = denominator, quotient * denominator + before
        if denominator > span:
            return before
        whole, part = part, rest


def every_position_in_balls(base: int, dim: int, length: int, weights, sample: int) -> float:
    """Estimated seconds to evaluate the mix in balls at every t, from `sample` of them."""
    active = [(angle, w) for angle, w in zip(rope_frequencies(base, dim), weights, strict=True) if w]

    def work():
        with flint.ctx.workprec(128):
            balls = [(angle.radians_ball(), flint.arb(flint.fmpq(w.numerator, w.denominator))) for angle, w in active]
            for t in range(1, sample + 1):
                sum((w * (1 - (ball * t).cos()) for ball, w in balls), flint.arb(0))

    return seconds(work) * (length - 1) / sample


def full_program(base: int, dim: int, length: int) -> float:
    """Seconds for the linear program with every t as a constraint (solver only, no certificate)."""
    from scipy.optimize import linprog

    planes = dim // 2
    t = np.arange(1, length)[:, None]
    rows = 1 - np.cos(t * float(base) ** (-2 * np.arange(planes) / dim))
    matrix = np.column_stack([-rows, np.ones(length - 1)])
    return seconds(
        lambda: linprog(
            np.append(np.zeros(planes), -1.0),
            A_ub=matrix,
            b_ub=np.zeros(length - 1),
            A_eq=np.append(np.ones(planes), 0.0)[None],
            b_eq=[1.0],
            bounds=[(0, None)] * planes + [(None, None)],
            method="highs",
        )
    )


def many_frequencies() -> None:
    """Best mix with certificate; its sweep against balls at every t; its program against the full one."""
    best_mix(10000, 128, 100)
    for base, length in ((10000, 4096), (500000, 131072), (500000, 2**20)):
        start = time.perf_counter()
        certificate = best_mix(base, 128, length)
        whole = time.perf_counter() - start
        low, high = float(certificate.gap_lower), float(certificate.gap_upper)
        print(
            f"  base {base}, dim 128, length {length}: gap in [{low:.10f}, {high:.10f}], "
            f"{certificate.planes_used} planes, best plane alone {float(certificate.best_plane_gap[0]):.3g}"
        )
        theirs = full_program(base, 128, length) if length < 10**4 else None
        line(f"best mix with certificate, length {length}", whole, theirs, "full program, no certificate")
        sweep = seconds(lambda c=certificate: mix_gap(c.frequencies, c.weights, c.length))
        balls = every_position_in_balls(base, 128, length, certificate.weights, 2000)
        line(f"rigorous sweep of all t, length {length}", sweep, balls, "balls at every t (estimated)")
        line(f"verify the certificate, length {length}", seconds(lambda c=certificate: verify_certificate(c)))


def kernel() -> None:
    """The certified first negative against a plain float64 scan up to the known answer."""
    for base, answer in ((10000, 1707), (500000, 18438), (1000000, 27115)):

        def scan(base=base, answer=answer):
            m = np.arange(1, answer + 1)[:, None]
            return np.cos(m * float(base) ** (-2 * np.arange(64) / 128)).sum(axis=1).argmin()

        ours = seconds(lambda base=base: kernel_first_negative(base, 128), 3)
        line(
            f"kernel first negative, base {base}",
            ours,
            seconds(scan, 3),
            "float64 scan that knows where to stop",
        )


def main() -> None:
    """Print the table."""
    print(f"{'what':<46}{'ours':>14} {'alternative':>14} {'ratio':>14}")
    one_frequency()
    many_frequencies()
    kernel()
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
