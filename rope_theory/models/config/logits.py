"""What becomes of a logit between q·k and the weights, beside its scale: a cap, a sink, norms of queries and keys.

A cap c turns a logit x into c·tanh(x/c). A sink is a learned logit that takes part in the softmax and is no key's. Where queries and keys
are normalised, or clipped, |q|·|k| is bounded whatever the input is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rope_theory.models.config import types
from rope_theory.models.config.keys import Keys, exact, shown

#: Keys that are read here, beside the flags of `types.NORM_FLAGS`.
CAP, CLIP = "attn_logit_softcapping", "clip_qkv"
#: Keys of Llama 4 on the queries of layers that do not turn.
GROWTH = ("attn_temperature_tuning", "attn_scale", "floor_scale")


@dataclass(frozen=True)
class Logits:
    """What is known of one group of layers.

    Attributes:
        cap: c, or None: logits stay as they are.
        sinks: whether a learned logit takes part in the softmax.
        normed: whether queries and keys are normalised.
        most: |q|·|k| is at most that whatever the weights are, or None: nothing is known of it.
        why: what says `most`.
        after: whether the class is known to normalise after the rotation.
    """

    cap: Fraction | None = None
    sinks: bool = False
    normed: bool = False
    most: Fraction | None = None
    why: str = ""
    after: bool = False

    def notes(self) -> list[str]:
        """What a reader of norms and temperatures should know."""
        found = []
        if self.cap is not None:
            c = shown(self.cap)
            found.append(
                f"logits are capped: x becomes {c}·tanh(x/{c}); β and |q|·|k| are before the cap, weights after it; gaps and number "
                "formats end before it"
            )
        if self.sinks:
            found.append(
                "a learned sink takes part in the softmax: shares of the weight are of what it leaves to the keys"
            )
        if self.most is not None:
            found.append(f"|q|·|k| is at most {shown(self.most)} in layers that turn: {self.why}")
        elif self.normed:
            found.append(
                "queries and keys are normalised: the weights of their norms bound |q|·|k|, and the file does not say by what"
            )
        return found

    def to_json(self) -> dict:
        """Plain data."""
        return {
            "cap": None if self.cap is None else float(self.cap),
            "sinks": self.sinks,
            "normalised": self.normed,
            "norms_at_most": None if self.most is None else float(self.most),
        }


def keys_of(model_type: object) -> set[str]:
    """The keys that are read here for a model type, at the top of a file.

    Example:
        >>> sorted(keys_of("gemma2")), sorted(keys_of("llama"))
        (['attn_logit_softcapping'], [])
    """
    if types.row(model_type) is None:
        return {CAP, *types.NORM_KEYS}
    found = {CAP} if model_type in types.READS_CAP else set()
    found |= {CLIP} if model_type in types.CLIPPED else set()
    found |= set(GROWTH) if model_type == "llama4_text" else set()
    return found | ({types.NORM_FLAGS[str(model_type)][0]} if model_type in types.NORM_FLAGS else set())


def read_logits(keys: Keys, kind: str, model_type: str | None, query_dim: int) -> tuple[Logits, list[str]]:
    """What the file and the class of its model type say, and remarks.

    Args:
        keys: the settings of these layers.
        kind: of the layers, as in layer_types.
        query_dim: dimension of query and key.

    Example:
        >>> read_logits(Keys({"attn_logit_softcapping": 50}), "all", "gemma2", 256)[0].cap
        Fraction(50, 1)
    """
    known, remarks = types.row(model_type) is not None, []
    cap = keys.number(CAP, above=0, default=None) if not known or model_type in types.READS_CAP else None
    if cap is not None and known and model_type not in types.CAPPED:
        remarks.append(
            f"{CAP} = {shown(cap)}: the class of model type '{model_type}' in transformers {types.version()} does not use it, and "
            "nothing is counted as capped here"
        )
        cap = None
    sinks = model_type in types.SINKS and (model_type not in types.SINKS_IN_WINDOWS or kind == "sliding_attention")
    flag, default = types.NORM_FLAGS.get(str(model_type), ("", False))
    unknown = not known and any(keys.get(key) is True for key in types.NORM_KEYS)
    normed = model_type in types.NORMED or unknown or bool(flag and keys.flag(flag, default))
    bounds = []
    if normed and model_type in types.NORMED_PLAIN:
        bounds.append((Fraction(query_dim), f"queries and keys are normalised to √{query_dim} each"))
    clip = _clip(keys, model_type)
    if clip is not None:
        bounds.append((clip**2 * query_dim, f"clip_qkv = {shown(clip)} bounds each of {query_dim} entries"))
    most, why = min(bounds, default=(None, ""))
    return Logits(cap, sinks, normed, most, why, normed and model_type in types.NORMED_AFTER), remarks


def growth(keys: Keys, model_type: str | None) -> str | None:
    """What the class multiplies queries by in layers that do not turn, at position p, or None; missing keys as in the class.

    Example:
        >>> growth(Keys({}), "llama4_text")
        '1 + 0.1·ln(1 + ⌊(p+1)/8192⌋)'
    """
    tuning, scale, floor = GROWTH
    if model_type != "llama4_text" or not keys.data.get(tuning, True):
        return None
    by, step = keys.number(scale, default=Fraction(1, 10)), keys.number(floor, above=0, default=Fraction(8192))
    return f"1 + {shown(by)}·ln(1 + ⌊(p+1)/{shown(step)}⌋)" if by else None


def _clip(keys: Keys, model_type: str | None) -> Fraction | None:
    inner = keys.data.get("attn_config")
    inner = inner.get(CLIP) if isinstance(inner, dict) else None
    if model_type in types.CLIPPED_INSIDE:
        return None if inner is None else exact(f"attn_config.{CLIP}", inner)
    return keys.number(CLIP, above=0, default=None) if model_type in types.CLIPPED else None
