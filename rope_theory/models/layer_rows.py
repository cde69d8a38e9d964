"""What two groups of layers do, row by row: whether each differs, three-valued. None of these rows needs a sweep over lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from rope_theory.core.truth import Truth, truth
from rope_theory.laws.axes import planes_of
from rope_theory.models.config import types
from rope_theory.models.config.decide import same_number
from rope_theory.models.config.layers import ALL, chunked
from rope_theory.models.config.logits import Logits
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still

Group: TypeAlias = LayerRope | Still


@dataclass(frozen=True)
class Limit:
    """One row of a pair of groups: a limit, or what the layers do.

    Attributes:
        name: in words.
        a, b: the values at the length asked for, as they are shown; two numbers enclose one.
        differs: whether the two sides differ at that length; UNKNOWN: it is not decided.
        differs_from: the first length at which they differ for certain; None: nowhere up to it.
        exact: whether every smaller length was decided; else only those that were looked at.
        only_at_length: a bound that was computed at the length asked for alone: that two differ says nothing of what they bound.
    """

    name: str
    a: Any
    b: Any
    differs: Truth
    differs_from: int | None
    exact: bool = True
    only_at_length: bool = False

    def undecided(self) -> bool:
        """Whether nothing says that the two sides differ, and nothing that they agree."""
        return self.differs is Truth.UNKNOWN and self.differs_from is None


def always(name: str, sides: Iterable[Any], same: Truth | bool) -> Limit:
    """A row that is the same at every length."""
    a, b = sides
    same = truth(same)
    return Limit(name, a, b, ~same, 2 if same is Truth.FALSE else None, same is not Truth.UNKNOWN)


def role(a: Group | None, b: Group | None) -> Limit:
    """What layers of these numbers are in each configuration: the row of every pair."""
    mine, theirs = _role(a), _role(b)
    return always("what these layers do", (mine, theirs), mine == theirs)


def _role(group: Group | None) -> str:
    if group is None:
        return "no such layers"
    if isinstance(group, LayerRope):
        return "turn"
    return "attend, do not turn" if group.attends else f"no softmax: {_kind(group)}"


def seen(layer: Group, n: int) -> int:
    """How many keys a query sees at most in a text of n positions."""
    return n if layer.window is None else min(n, layer.window)


def reach(a: Group, b: Group, length: int) -> list[Limit]:
    """How many keys a query sees, and which."""
    lengths = sorted({2, length} | {each.window + 1 for each in (a, b) if each.window and 1 < each.window < length})
    first = next((n for n in lengths if seen(a, n) != seen(b, n)), None)
    sees = seen(a, length), seen(b, length)
    which = [(n, _chosen(a, n), _chosen(b, n)) for n in lengths]
    apart = next((n for n, mine, theirs in which if _same_choice(mine, theirs) is Truth.FALSE), None)
    _, mine, theirs = which[-1]
    same = _same_choice(mine, theirs)
    return [
        Limit("keys that a query sees at most", *sees, truth(sees[0] != sees[1]), first),
        Limit("which of the keys before it", mine, theirs, ~same, apart, same is not Truth.UNKNOWN),
    ]


#: Names of layers that see everything before, and of those whose window is read.
_FULL = (ALL, "full_attention", "attention", "global_attention")
_WINDOWED = ("sliding_attention", "chunked_attention")


def _kind(group: Group) -> str:
    return group.layer_type.split("#")[0]


def _chosen(group: Group, n: int) -> str:
    """Which keys a query sees in a text of n positions, or the name of a kind of layer that may choose in its own way."""
    kind = _kind(group)
    if kind not in (*_FULL, *_WINDOWED):
        return kind
    if group.window is None or n <= group.window:
        return "all"
    return "its own chunk" if chunked(kind) else "the last"


def _same_choice(mine: str, theirs: str) -> Truth:
    """Whether two choices are one: a kind of its own may choose as another does, which the file does not say."""
    if mine == theirs:
        return Truth.TRUE
    return Truth.FALSE if {mine, theirs} <= {"all", "its own chunk", "the last"} else Truth.UNKNOWN


def one_class(a: RopeConfig, b: RopeConfig) -> bool:
    """Whether one class computes both, so that what no file says is the same: of one model type, or of the same settings."""
    return a.settings == b.settings or (a.model_type is not None and a.model_type == b.model_type)


def told(a: RopeConfig, b: RopeConfig) -> tuple[bool, bool]:
    """Of each side whether its class is known; both, where one class computes both."""
    if one_class(a, b):
        return True, True
    return types.row(a.model_type) is not None, types.row(b.model_type) is not None


def turning(a: LayerRope, b: LayerRope, alike: bool) -> list[Limit]:
    """Which dimensions turn in pairs, and by which axes in images.

    Args:
        alike: whether one class computes both.
    """
    dims = [f"{each.rotary_dim} of {each.query_dim}" for each in (a, b)]
    unstated = None in (a.pairing, b.pairing) and not (alike and a.pairing == b.pairing)
    paired = Truth.UNKNOWN if unstated else truth(a.pairing == b.pairing)
    return [
        always("dimensions that turn, of query and key", dims, dims[0] == dims[1]),
        always("pairing of dimensions", [each.pairing or "not stated" for each in (a, b)], paired),
        always("planes of time, height, width in images", map(_axes, (a, b)), _same_axes(a, b, alike)),
    ]


def _sections(layer: LayerRope) -> object:
    return layer.aside.get("mrope_section")


def _axes(layer: LayerRope) -> str:
    if layer.axes is not None:
        order = "" if list(layer.axes) == sorted(layer.axes) else " interleaved"
        return ", ".join(map(str, planes_of(layer.axes))) + order
    sections = _sections(layer)
    return "no M-RoPE" if sections is None else f"{sections}, order unknown"


def _same_axes(a: LayerRope, b: LayerRope, alike: bool) -> Truth:
    """By the axis of each plane; sections of a class that is not known here do not say which plane is whose."""
    if alike and a.aside == b.aside:
        return Truth.TRUE
    if all(each.axes is not None or _sections(each) is None for each in (a, b)):
        return truth(a.axes == b.axes)
    return Truth.UNKNOWN


def scales(a: LayerRope, b: LayerRope) -> list[Limit]:
    """What multiplies cosines and scores, and what both give a logit of what turns: its square is factor^4/score_dim."""
    import sympy

    factors = [each.rope.attention_factor for each in (a, b)]
    shown = [each.rope.attention_float() for each in (a, b)]
    dims = [each.score_dim for each in (a, b)]
    squares = [sympy.sympify(f) ** 4 / sympy.sympify(d) for f, d in zip(factors, dims, strict=True)]
    scores = [each.score_scale() for each in (a, b)]
    return [
        always("attention factor: cosines times", shown, same_number(*factors)),
        always("score scale: q·k times", scores, same_number(*dims)),
        always(
            "logit of |q|·|k| = 1 at distance 0",
            [scale * factor**2 for scale, factor in zip(scores, shown, strict=True)],
            same_number(*squares),
        ),
        growing(a, b),
    ]


def growing(a: Group, b: Group) -> Limit:
    """What multiplies queries by their position."""
    grows = [
        each.grows if isinstance(each, Still) else _number(each.aside.get("llama_4_scaling_beta")) for each in (a, b)
    ]
    return always("queries grow with their position by", grows, grows[0] == grows[1])


def _number(value: object) -> str | None:
    return None if value is None else str(value)


def logits(a: LayerRope, b: LayerRope, known: tuple[bool, bool]) -> list[Limit]:
    """What else becomes of a logit: caps, sinks and norms, which hold at every length.

    Args:
        known: of each side, whether its class is known, or the other's: else nothing says that it has no cap, sink or norm.
    """
    rows: list[tuple[str, Callable[[Logits], Any]]] = [
        ("cap c of a logit x, c·tanh(x/c)", lambda each: each.cap),
        ("a sink takes part in the softmax", lambda each: each.sinks),
        ("queries and keys are normalised", _normed),
        ("|q|·|k| at most", lambda each: each.most),
    ]
    found = []
    for name, value in rows:
        values = [value(each.logits) for each in (a, b)]
        silent = [not has and not each for has, each in zip(known, values, strict=True)]
        # Of a class that is not listed nothing says where it normalises.
        where = set(values) == {True, "after they turn"}
        same = Truth.UNKNOWN if any(silent) or where else truth(values[0] == values[1])
        shown = ["not stated" if no else _shown(each) for no, each in zip(silent, values, strict=True)]
        found.append(always(name, shown, same))
    return found


def _normed(logits: Logits) -> bool | str:
    return "after they turn" if logits.after else logits.normed


def _shown(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def keys_that_differ(a: dict, b: dict, where: str = "") -> list[str]:
    """The keys of two settings whose values differ, nested ones with the names above them; null is as if absent.

    Example:
        >>> keys_that_differ({"a": 1, "r": {"factor": 2, "type": "yarn"}}, {"a": 2, "r": {"factor": 4, "type": "yarn"}, "c": None})
        ['a', 'r.factor']
    """
    found: list[str] = []
    for key in _names(a, b):
        mine, theirs = a.get(key), b.get(key)
        if isinstance(mine, dict) and isinstance(theirs, dict):
            found += keys_that_differ(mine, theirs, f"{where}{key}.")
        elif mine != theirs:
            found.append(where + key)
    return found


def _names(*settings: dict) -> Iterable[str]:
    return dict.fromkeys(key for each in settings for key in each)
