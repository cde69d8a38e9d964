"""Two configurations side by side: layers in pairs of groups, and the first length at which each limit differs.

A limit is a function of the length n. All but the best mix are steps in n whose jumps are known exactly, so that the
first length at which two of them differ is exact as well; of the best mix there are enclosures only, at the lengths of
`grid`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import flint

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy import FrequencyList, MixCertificate, best_mix_of, kernel_first_negative_of
from rope_theory.laws.discrepancy.precision import float_above, float_below
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.reader import LayerRope, RopeConfig, Still
from rope_theory.models.config.table import row
from rope_theory.models.enough import Lead
from rope_theory.models.limits import mix_errors, mix_verdicts
from rope_theory.models.plane_limits import last_length, plane_limits
from rope_theory.models.precision.formats import read_format
from rope_theory.models.scaling import same_angle
from rope_theory.models.sweep_time import require_short

#: A length (None: as initialised) -> the configuration as it is read at that length.
Reader: TypeAlias = Callable[[int | None], RopeConfig]
Group: TypeAlias = LayerRope | Still


@dataclass(frozen=True)
class Pair:
    """Layers that are alike in both configurations.

    Attributes:
        layers: their numbers, from 0; empty where no file says how many there are.
        a, b: the groups of the two tables; None: the configuration has no such layers.
    """

    layers: tuple[int, ...]
    a: Group | None
    b: Group | None


@dataclass(frozen=True)
class Limit:
    """One limit of a pair of groups that both rotate.

    Attributes:
        name: in words.
        a, b: the values at the length asked for.
        differs_from: the first length at which they differ; None: nowhere up to it.
        exact: whether every smaller length was decided; else only those of `grid`.
        only_at_length: a bound that was computed at the length asked for alone: that two differ says nothing of what they bound.
        counts_differences: a and b count what the other side has not: equal counts above 0 are a difference.
    """

    name: str
    a: Any
    b: Any
    differs_from: int | None
    exact: bool = True
    only_at_length: bool = False
    counts_differences: bool = False

    def differs(self) -> bool:
        """Whether the two sides differ for certain at the length asked for: of two enclosures, whether they are apart.

        Example:
            >>> Limit("gap", [0.1, 0.3], [0.2, 0.4], None, exact=False).differs()
            False
            >>> Limit("frequencies", 63, 63, 2, counts_differences=True).differs()
            True
        """
        if self.counts_differences:
            return bool(self.a or self.b)
        if isinstance(self.a, list):
            return self.a[1] < self.b[0] or self.b[1] < self.a[0]
        return self.a != self.b


def pairs(a: RopeConfig, b: RopeConfig) -> list[Pair]:
    """The layers of two configurations in pairs of groups, by number, or by type where a file has no numbers.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> one = {"head_dim": 64, "rope_theta": 10000, "num_hidden_layers": 3}
        >>> found = pairs(*(read_config(one | {"num_hidden_layers": count}) for count in (3, 2)))
        >>> [(each.layers, each.b is None) for each in found]
        [((0, 1), False), ((2,), True)]
    """
    if all(each.indices for config in (a, b) for each in config.table):
        of = [{k: at for at, each in enumerate(config.table) for k in each.indices} for config in (a, b)]
        found: dict[tuple, list[int]] = {}
        for k in sorted(of[0].keys() | of[1].keys()):
            found.setdefault((of[0].get(k), of[1].get(k)), []).append(k)
        return [
            Pair(tuple(layers), None if x is None else a.table[x], None if y is None else b.table[y])
            for (x, y), layers in found.items()
        ]
    result, matched = [], set()
    for mine in a.table:
        partners = [
            each for each in b.table if ALL in (mine.layer_type, each.layer_type) or mine.layer_type == each.layer_type
        ]
        result += [Pair(mine.indices or each.indices, mine, each) for each in partners] or [
            Pair(mine.indices, mine, None)
        ]
        matched |= {id(each) for each in partners}
    return result + [Pair(each.indices, None, each) for each in b.table if id(each) not in matched]


def grid(length: int) -> list[int]:
    """2, 3, 4, 6, 8, 12, … up to the length, and the length.

    Example:
        >>> grid(20)
        [2, 3, 4, 6, 8, 12, 16, 20]
    """
    powers = [1 << k for k in range(1, length.bit_length())]
    return sorted({n for power in powers for n in (power, power + power // 2) if n <= length} | {length})


GRID_SWEEPS = 4
"""The best mixes at all lengths of `grid`, in sweeps of the longest: 1 + 3/4 + 1/2 + 3/8 + …, and the kernel."""


def planes(found: Iterable[Pair]) -> int:
    """The planes of all pairs whose limits are compared.

    Args:
        found: from `pairs`.
    """
    sides = [(each.a, each.b) for each in found]
    return sum(
        len(a.frequencies.angles) + len(b.frequencies.angles)
        for a, b in sides
        if isinstance(a, LayerRope) and isinstance(b, LayerRope)
    )


def compare(
    read_a: Reader,
    read_b: Reader,
    length: int,
    dtype: str = "bfloat16",
    letters: int = 8,
    *,
    long: bool = False,
) -> list[tuple]:
    """[(pair, its limits)] of two configurations up to a length; no limits where a side does not rotate.

    Args:
        read_a, read_b: the configuration as it is at a length; frequencies of rules that follow the length
            are those of `length`, but for the row that compares frequencies.
        length: N >= 2.
        dtype: format of the finished logit.
        letters: alphabet for "symbolic".
        long: also for sweeps of more than about a minute.

    Raises:
        InvalidInput: too many positions, and `long` is not set.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> def reader(base): return lambda n: read_config({"head_dim": 128, "rope_theta": base}, length=n)
        >>> [(pair, limits)] = compare(reader(10000), reader(500000), 4096)
        >>> [each.differs_from for each in limits if each.name.startswith("kernel")]
        [1708]
    """
    length = require_int("length", length, least=2, most=1 << 32)
    letters = require_int("letters", letters, least=2)
    read_format("dtype", dtype)
    a, b = read_a(length), read_b(length)
    result = []
    for pair in pairs(a, b):
        limits: list[Limit] = []
        if isinstance(pair.a, LayerRope) and isinstance(pair.b, LayerRope):
            if not long:
                require_short("--length", length, planes([pair]), GRID_SWEEPS)
            groups = a.table.index(pair.a), b.table.index(pair.b)
            lists = functools.partial(_lists, read_a, read_b, groups)
            limits = _limits(pair.a, pair.b, length, dtype, letters, lists)
        result.append((pair, limits))
    return result


def _lists(read_a: Reader, read_b: Reader, groups: tuple[int, int], n: int) -> tuple[FrequencyList, FrequencyList]:
    """The frequencies of the two groups at length n."""
    first, second = (read(n).table[at] for read, at in zip((read_a, read_b), groups, strict=True))
    return first.frequencies, second.frequencies  # type: ignore[union-attr]


def _limits(a: LayerRope, b: LayerRope, length: int, dtype: str, letters: int, lists) -> list[Limit]:
    def seen(layer: LayerRope, n: int) -> int:
        return n if layer.window is None else min(n, layer.window)

    def steps(name: str, values: Sequence[Callable[[int], Any]], jumps: Iterable[int]) -> Limit:
        """A limit of min(n, window) that changes only just after one of the jumps."""
        both = [functools.partial(_at, value, layer, seen) for value, layer in zip(values, (a, b), strict=True)]
        windows = {layer.window for layer in (a, b) if layer.window is not None}
        tried = sorted({2, length} | {n + 1 for n in {*jumps, *windows} if 2 <= n < length})
        first = next((n for n in tried if both[0](n) != both[1](n)), None)
        return Limit(name, both[0](length), both[1](length), first)

    def counted(name: str, last: Sequence[Sequence[int]]) -> Limit:
        """How many planes have their last length at n or beyond."""
        values = [functools.partial(_count, each) for each in last]
        return steps(name, values, [n for each in last for n in each])

    sides = [(layer, layer.frequencies.angles, max(2, seen(layer, length))) for layer in (a, b)]
    cliffs = [[plane_limits(g, 1, n, dtype, letters).cliff[dtype] for g in angles] for _, angles, n in sides]
    circles = [[_last(g, letters * 2, n) for g in angles] for _, angles, n in sides]
    turns = [[_last(g, 1, n) for g in angles] for _, angles, n in sides]
    kernels = [kernel_first_negative_of(layer.frequencies, limit=n - 1).m for layer, _, n in sides]
    return [
        _seen(a, b, length, seen),
        _frequencies(length, lists),
        _scale(a, b),
        *_logits(a, b),
        counted(f"planes positional alone in {dtype}", cliffs),
        counted(f"planes symbolic for {letters} letters", circles),
        counted("planes that turn less than once", turns),
        steps(
            "kernel B(m): first negative m < n",
            [functools.partial(_within, m) for m in kernels],
            [m for m in kernels if m is not None],
        ),
        _mix(a, b, length, seen),
        *_heads(a, b, length, dtype, seen),
    ]


def _at(value: Callable[[int], Any], layer: LayerRope, seen, n: int) -> Any:
    return value(seen(layer, n))


def _count(last: Sequence[int], n: int) -> int:
    return sum(1 for each in last if each >= n)


def _within(m: int | None, n: int) -> int | None:
    return m if m is not None and m < n else None


def _last(g, parts: int, most: int) -> int:
    """The last length n <= most with n·g less than 1/parts of a turn."""
    last = last_length(g, parts)
    return most if last is None else min(last, most)


def _seen(a: LayerRope, b: LayerRope, length: int, seen) -> Limit:
    windows = [layer.window for layer in (a, b) if layer.window is not None]
    first = min(windows) + 1 if a.window != b.window and min(windows) < length else None
    return Limit("keys that a query sees at most", seen(a, length), seen(b, length), first)


def _frequencies(length: int, lists) -> Limit:
    """How many planes have a frequency that is no plane's of the other, and the first length looked at where they do."""
    tried = [2, *(n + 1 for n in grid(length) if n < length and n & (n - 1) == 0), length]
    first = next((n for n in sorted(set(tried)) if any(_others(*lists(n)))), None)
    fixed = all(_same_lists(early, late) for early, late in zip(lists(2), lists(length), strict=True))
    mine, theirs = _others(*lists(length))
    return Limit("frequencies that the other has not", mine, theirs, first, fixed, counts_differences=True)


def _others(one: FrequencyList, other: FrequencyList) -> tuple[int, int]:
    """How many angles of each list are not at the same plane of the other."""
    same = sum(map(same_angle, one.angles, other.angles))
    return len(one.angles) - same, len(other.angles) - same


def _same_lists(one: FrequencyList, other: FrequencyList) -> bool:
    return not any(_others(one, other))


def _scale(a: LayerRope, b: LayerRope) -> Limit:
    """The logit of |q|·|k| = 1 at distance 0: score scale times the square of the attention factor."""
    with flint.ctx.workprec(256):
        values = [sympy_ball(x.rope.attention_factor) ** 2 / sympy_ball(x.score_dim).sqrt() for x in (a, b)]
        same = bool((values[0] - values[1]).contains(0))
        one, other = map(float, values)
    return Limit("logit of |q|·|k| = 1 at distance 0", one, other, None if same else 2)


def _logits(a: LayerRope, b: LayerRope) -> list[Limit]:
    """What else becomes of a logit: caps, sinks and norms, which hold at every length."""
    names = {
        "cap": "cap c of a logit x, c·tanh(x/c)",
        "sinks": "a sink takes part in the softmax",
        "normalised": "queries and keys are normalised",
        "norms_at_most": "|q|·|k| at most",
    }
    mine, theirs = a.logits.to_json(), b.logits.to_json()
    return [Limit(name, mine[key], theirs[key], None if mine[key] == theirs[key] else 2) for key, name in names.items()]


@functools.cache
def _best(frequencies: FrequencyList, n: int) -> MixCertificate:
    return best_mix_of(frequencies, n)


def _mix(a: LayerRope, b: LayerRope, length: int, seen) -> Limit:
    """The certified gap of the best mix: enclosures, so it differs for certain where they are apart."""
    same = _same_lists(a.frequencies, b.frequencies)

    def gaps(n: int) -> list[MixCertificate]:
        return [_best(layer.frequencies, max(2, seen(layer, n))) for layer in (a, b)]

    first = None
    for n in grid(length):
        if same and seen(a, n) == seen(b, n):
            continue
        one, other = gaps(n)
        if one.gap_upper < other.gap_lower or other.gap_upper < one.gap_lower:
            first = n
            break
    mine, theirs = ([float_below(each.gap_lower), float_above(each.gap_upper)] for each in gaps(length))
    return Limit("Index gap of the best mix", mine, theirs, first, same and seen(a, length) == seen(b, length))


def _heads(a: LayerRope, b: LayerRope, length: int, dtype: str, seen) -> list[Limit]:
    """What `limits` says of the best mix: the β and the |q|·|k| that suffice, and whether its lead outlasts the number format."""
    sides = []
    for layer in (a, b):
        n = max(2, seen(layer, length))
        mix = _best(layer.frequencies, n)
        lead = Lead.of(layer, layer.rope, mix.weights, mix.gap_lower, n)
        beta = lead.enough()
        verdicts = mix_verdicts(layer, mix, length, dtype, mix_errors(layer, mix, n, length, dtype))
        sides.append((beta, lead.norms(beta), *verdicts))
    names = (
        "β that gives the best mix half",
        "|q|·|k| that gives the best mix half",
        f"best mix, every step in {dtype}",
        "best mix, phases in float32",
    )
    return [
        Limit(name, mine, theirs, None, exact=False, only_at_length=True)
        for name, mine, theirs in zip(names, *sides, strict=True)
    ]


def to_json(pair: Pair, limits: Sequence[Limit]) -> dict:
    """A dict for `json.dumps`: the layers, both groups as in the layer table, and the limits."""
    return {
        "layers": list(pair.layers),
        "a": None if pair.a is None else row(pair.a),
        "b": None if pair.b is None else row(pair.b),
        "limits": [
            {
                "limit": each.name,
                "a": each.a,
                "b": each.b,
                "differs_from": each.differs_from,
                "exact": each.exact,
                "only_at_length": each.only_at_length,
            }
            for each in limits
        ],
    }
