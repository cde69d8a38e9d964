"""The layers of a model as lines: groups of equal layers, one line each, in words and for JSON."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.core.words import spans
from rope_theory.models.config.keys import Keys, shown
from rope_theory.models.config.layers import chunked
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still


def to_json(config: RopeConfig) -> list[dict]:
    """One dict for each group of equal layers.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> table = to_json(read_config({"head_dim": 64, "rope_theta": 10000, "num_hidden_layers": 2}))
        >>> table[0]["layers"], table[0]["rotates"], table[0]["score_scale"]
        ([0, 1], True, 0.125)
    """
    return [row(each) for each in config.table]


def row(each: LayerRope | Still) -> dict:
    """One group as a dict."""
    common = {"layer_type": each.layer_type, "layers": list(each.indices), "window": each.window}
    if isinstance(each, Still):
        return {**common, "rotates": False, "attends": each.attends}
    return {
        **common,
        "rotates": True,
        "rope_type": each.rope_type,
        "base": str(each.base),
        "head_dim": each.head_dim,
        "query_dim": each.query_dim,
        "rotary_dim": each.rotary_dim,
        "attention_factor": each.rope.attention_float(),
        "score_scale": each.score_scale(),
        "pairing": each.pairing,
    }


def lines(config: RopeConfig) -> list[str]:
    """One line for each group of equal layers.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> for line in lines(read_config({"model_type": "smollm3", "num_hidden_layers": 8})): print(line)
        layers 0–2, 4–6 (6): all, sees everything before; default, base 2000000, 128 of 128 dimensions turn, half-split pairs, scores times 0.0883883
        layers 3, 7 (2): all, sees everything before; no rotary embedding
    """
    return [f"{numbered(each.indices)}: {words(each)}" for each in config.table]


def numbered(indices: Sequence[int]) -> str:
    """ "layers 0–2 (3)", or `layers` where there are no numbers."""
    return f"layers {spans(indices, 12)} ({len(indices)})" if indices else "layers"


def words(each: LayerRope | Still) -> str:
    """One group in words, without the numbers of its layers."""
    sees = seen(each)
    if isinstance(each, Still):
        return each.layer_type + (f", {sees}; no rotary embedding" if each.attends else "; no softmax attention")
    base = shown(each.base)
    pairs = {"half": "half-split pairs", "adjacent": "adjacent pairs", None: "pairing not stated"}[each.pairing]
    factor = each.rope.attention_float()
    return (
        f"{each.layer_type}, {sees}; {each.rope_type}{_stretch(each)}, base {base}, {each.rotary_dim} of {each.query_dim} "
        f"dimensions turn, {pairs}, scores times {each.score_scale():.6g}"
        + (f", cosines times {factor:.6g}" if factor != 1 else "")
    )


def _stretch(each: LayerRope) -> str:
    """The rule's factor and original length, where it has them; "of" where the one multiplies the other, which it does not for Llama 3."""
    keys, whole = Keys(each.parameters), each.stretched_length()
    if keys.has("alpha"):  # another dynamic rule, which reads no factor
        return ""
    factor = keys.number("factor", default=None)
    if whole is not None and factor:
        return f", factor {shown(factor)} of {shown(whole / factor)}"
    original = keys.number("original_max_position_embeddings", default=None)
    named = {"factor": factor, "original length": original}
    return "".join(f", {name} {shown(value)}" for name, value in named.items() if value is not None)


def seen(each: LayerRope | Still) -> str:
    """How far a query of the group looks back, in words. A chunk is no window: its first query sees itself alone."""
    if each.window is None:
        return "sees everything before"
    own = chunked(each.layer_type)
    return f"sees its own chunk of {each.window} positions" if own else f"sees the last {each.window} positions"
