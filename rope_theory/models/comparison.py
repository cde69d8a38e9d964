"""Two configurations side by side: layers in pairs of groups, and the first length at which each limit differs.

A limit is a function of the length n. All but the best mix are steps in n whose jumps are known exactly, so that the
first length at which two of them differ is exact as well; of the best mix there are enclosures only, at the lengths of
`grid`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rope_theory.core.errors import require_int
from rope_theory.core.progress import callback
from rope_theory.core.truth import Truth, every, truth
from rope_theory.laws.discrepancy import FrequencyList, MixCertificate, best_mix_of, kernel_first_negative_of
from rope_theory.laws.discrepancy.precision import float_above, float_below
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still
from rope_theory.models.config.table import row
from rope_theory.models.enough import Lead
from rope_theory.models.layer_rows import (
    Group,
    Limit,
    growing,
    logits,
    one_class,
    reach,
    role,
    scales,
    seen,
    told,
    turning,
)
from rope_theory.models.mix_errors import mix_errors, mix_verdicts
from rope_theory.models.plane_limits import last_length, plane_limits
from rope_theory.models.precision.formats import FLOAT32, FORMATS, read_format
from rope_theory.models.scaling import same_angle
from rope_theory.models.sweep_time import require_short

#: A length (None: as initialised) -> the configuration as it is read at that length.
Reader: TypeAlias = Callable[[int | None], RopeConfig]


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
    """[(pair, its rows)] of two configurations up to a length; only what the layers do where a side does not rotate.

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
        limits = [role(pair.a, pair.b)]
        if isinstance(pair.a, Still) and isinstance(pair.b, Still):
            limits += [*reach(pair.a, pair.b, length), growing(pair.a, pair.b)]
        if isinstance(pair.a, LayerRope) and isinstance(pair.b, LayerRope):
            if not long:
                require_short("--length", length, planes([pair]), GRID_SWEEPS)
            groups = a.table.index(pair.a), b.table.index(pair.b)
            lists = functools.partial(_lists, read_a, read_b, groups)
            limits += _limits(pair.a, pair.b, length, dtype, letters, lists, one_class(a, b), told(a, b))
        result.append((pair, limits))
    return result


def _lists(read_a: Reader, read_b: Reader, groups: tuple[int, int], n: int) -> tuple[FrequencyList, FrequencyList]:
    """The frequencies of the two groups at length n."""
    first, second = (read(n).table[at] for read, at in zip((read_a, read_b), groups, strict=True))
    return first.frequencies, second.frequencies  # type: ignore[union-attr]


def _limits(
    a: LayerRope,
    b: LayerRope,
    length: int,
    dtype: str,
    letters: int,
    lists: Callable,
    alike: bool,
    known: tuple[bool, bool],
) -> list[Limit]:
    def steps(name: str, values: Sequence[Callable[[int], int | None]], jumps: Iterable[int]) -> Limit:
        """A limit of min(n, window) that changes only just after one of the jumps."""
        both = [functools.partial(_at, value, layer) for value, layer in zip(values, (a, b), strict=True)]
        windows = {layer.window for layer in (a, b) if layer.window is not None}
        tried = sorted({2, length} | {n + 1 for n in {*jumps, *windows} if 2 <= n < length})
        first = next((n for n in tried if both[0](n) != both[1](n)), None)
        last = both[0](length), both[1](length)
        return Limit(name, *last, truth(last[0] != last[1]), first)

    def counted(name: str, last: Sequence[Sequence[int]]) -> Limit:
        """How many planes have their last length at n or beyond."""
        values = [functools.partial(_count, each) for each in last]
        return steps(name, values, [n for each in last for n in each])

    sides = [(layer, layer.frequencies.angles, max(2, seen(layer, length))) for layer in (a, b)]
    narrow = read_format("dtype", dtype).bits < FLOAT32.bits
    found = [[plane_limits(g, 1, n, dtype, letters).cliff for g in angles] for _, angles, n in sides]
    cliffs = [{name: [each[name] for each in side] for name in FORMATS} for side in found]
    circles = [[_last(g, letters * 2, n) for g in angles] for _, angles, n in sides]
    turns = [[_last(g, 1, n) for g in angles] for _, angles, n in sides]
    kernels = [kernel_first_negative_of(layer.frequencies, limit=n - 1).m for layer, _, n in sides]
    return [
        *reach(a, b, length),
        *turning(a, b, alike),
        _frequencies(length, lists),
        *scales(a, b),
        *logits(a, b, known),
        counted(f"planes positional alone in {dtype}", [each[dtype] for each in cliffs]),
        *[counted("planes positional alone, logits in float32", [each["float32"] for each in cliffs])] * narrow,
        counted(f"planes symbolic for {letters} letters", circles),
        counted("planes that turn less than once", turns),
        steps(
            "kernel B(m): first negative m < n",
            [functools.partial(_within, m) for m in kernels],
            [m for m in kernels if m is not None],
        ),
        _mix(a, b, length),
        *_heads(a, b, length, dtype),
    ]


def _at(value: Callable[[int], int | None], layer: LayerRope, n: int) -> int | None:
    return value(seen(layer, n))


def _count(last: Sequence[int], n: int) -> int:
    return sum(1 for each in last if each >= n)


def _within(m: int | None, n: int) -> int | None:
    return m if m is not None and m < n else None


def _last(g, parts: int, most: int) -> int:
    """The last length n <= most with n·g less than 1/parts of a turn."""
    last = last_length(g, parts)
    return most if last is None else min(last, most)


def _frequencies(length: int, lists) -> Limit:
    """How many planes have a frequency that is not that plane's of the other, and the first length looked at where they do."""
    tried = sorted({2, *(n + 1 for n in grid(length) if n < length and n & (n - 1) == 0), length})
    differ = {n: _differ(*lists(n)) for n in tried}
    first = next((n for n in tried if differ[n] is Truth.TRUE), None)
    fixed = all(~_differ(early, late) is Truth.TRUE for early, late in zip(lists(2), lists(length), strict=True))
    decided = differ[length] is not Truth.UNKNOWN
    mine, theirs = _others(*lists(length))
    return Limit("frequencies that the other has not", mine, theirs, differ[length], first, fixed and decided)


def _others(one: FrequencyList, other: FrequencyList) -> list[int | list[int]]:
    """How many angles of each list are not the same plane's of the other; at least and at most, where that is not decided."""
    same = list(map(same_angle, one.angles, other.angles))
    most = [len(each.angles) - same.count(Truth.TRUE) for each in (one, other)]
    open_ = same.count(Truth.UNKNOWN)
    return [[count - open_, count] if open_ else count for count in most]


def _differ(one: FrequencyList, other: FrequencyList) -> Truth:
    """Whether two lists differ in some plane."""
    if len(one.angles) != len(other.angles):
        return Truth.TRUE
    return ~every(map(same_angle, one.angles, other.angles))


@functools.cache
def _best(frequencies: FrequencyList, n: int) -> MixCertificate:
    with callback(f"best mix at n = {n}") as progress:
        return best_mix_of(frequencies, n, progress=progress)


def _mix(a: LayerRope, b: LayerRope, length: int) -> Limit:
    """The certified gap of the best mix: enclosures, so it differs for certain where they are apart."""
    same = _differ(a.frequencies, b.frequencies) is Truth.FALSE

    def gaps(n: int) -> list[MixCertificate]:
        return [_best(layer.frequencies, max(2, seen(layer, n))) for layer in (a, b)]

    first = None
    for n in grid(length):
        if same and seen(a, n) == seen(b, n):
            continue
        if _apart(*gaps(n)):
            first = n
            break
    alike = same and seen(a, length) == seen(b, length)
    differs = Truth.FALSE if alike else Truth.TRUE if _apart(*gaps(length)) else Truth.UNKNOWN
    mine, theirs = ([float_below(each.gap_lower), float_above(each.gap_upper)] for each in gaps(length))
    return Limit("Index gap of the best mix", mine, theirs, differs, first, alike)


def _apart(one: MixCertificate, other: MixCertificate) -> bool:
    """Whether the enclosures of two gaps have nothing in common."""
    return one.gap_upper < other.gap_lower or other.gap_upper < one.gap_lower


def _heads(a: LayerRope, b: LayerRope, length: int, dtype: str) -> list[Limit]:
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
        "best mix, phases and logits in float32",
    )
    return [
        Limit(name, mine, theirs, Truth.UNKNOWN, None, exact=False, only_at_length=True)
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
                "differs": each.differs.decided(),
                "differs_from": each.differs_from,
                "exact": each.exact,
                "only_at_length": each.only_at_length,
            }
            for each in limits
        ],
    }
