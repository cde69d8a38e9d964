"""What was read of a model: `LayerRope` for layers that rotate alike, `Still` for those that do not, `RopeConfig` for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.errors import require
from rope_theory.core.meant import meant
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball
from rope_theory.models.config.layers import chunked
from rope_theory.models.config.logits import Logits
from rope_theory.models.config.misread import NotRead
from rope_theory.models.config.rules import Geometry, Rope, stretched

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class LayerRope:
    """Layers that are alike, and rotate.

    Attributes:
        layer_type: "full_attention", "sliding_attention", …, or "all".
        indices: the numbers of the layers, from 0; empty where the file does not say how many there are.
        rope_type: the rule's name.
        base: b, exact, before any scaling.
        head_dim, rotary_dim: dimensions of a head, and how many of them are turned (by angle 0 too, under
            "proportional").
        rope: frequencies and attention factor.
        geometry: what the rule was given.
        parameters: the rule's own keys.
        score_dim: logits are divided by its square root (beside the attention factor): the dimension of query and
            key, or what the model has instead. A SymPy number.
        pairing: "adjacent" (plane k turns dimensions 2k and 2k+1), "half" (k and k + rotary_dim/2), or None: neither
            the file nor the model type says.
        window: keys that a query sees at most, itself included, or None: all before it.
        query_dim: dimension of query and key: head_dim, and what is never turned beside it.
        logits: cap, sinks and norms: what else becomes of a logit.
        aside: keys beside the rule's own that change no frequency, as they stand in the file: M-RoPE's, and a factor of queries.
        unscaled_dim: `score_dim` without what the rule of the file puts into it (mscale_all_dim).
        axes: the axis that turns each plane in images (0 time, 1 height, 2 width), where M-RoPE has sections and the class is known.
    """

    layer_type: str
    rope_type: str
    base: Fraction
    head_dim: int
    rotary_dim: int
    rope: Rope
    geometry: Geometry
    parameters: dict
    score_dim: sympy.Expr | Fraction
    window: int | None = None
    indices: tuple[int, ...] = ()
    pairing: str | None = None
    query_dim: int = 0
    logits: Logits = Logits()
    aside: dict = field(default_factory=dict)
    unscaled_dim: sympy.Expr | Fraction = Fraction(0)
    axes: tuple[int, ...] | None = None

    @property
    def frequencies(self):
        """The exact frequencies, plane 1 first."""
        return self.rope.frequencies

    @property
    def plain(self) -> bool:
        """Whether base and rotary dimension say everything: the plain rule, which has no attention factor."""
        return self.rope_type == "default"

    def sees(self, key: int, query: int) -> bool:
        """Whether a query sees the key, 1 <= key <= query; in chunks only if it does with the first position called 0 and called 1.

        Example:
            >>> from rope_theory.models.config import read_config
            >>> slides = read_config({"head_dim": 4, "rope_theta": 100, "layer_types": ["sliding_attention"], "sliding_window": 3}).layer()
            >>> slides.sees(255, 257), slides.sees(254, 257)
            (True, False)
        """
        if self.window is None:
            return True
        if chunked(self.layer_type):
            return all((key - first) // self.window == (query - first) // self.window for first in (0, 1))
        return query - key < self.window

    def stretched_length(self) -> Fraction | None:
        """factor × original length, see `rope_theory.models.config.rules.stretched`."""
        return stretched(self.rope_type, self.parameters, self.geometry)

    def score_scale(self) -> float:
        """What q·k is multiplied by, beside the attention factor: 1/√score_dim."""
        with flint.ctx.workprec(200):
            return float(1 / sympy_ball(self.score_dim).sqrt())


@dataclass(frozen=True)
class Still:
    """Layers that are alike, and do not rotate.

    Attributes:
        layer_type, indices, window: as of `LayerRope`.
        attends: whether they have a softmax over keys at all.
        grows: what queries at position p are multiplied by, or None: by nothing that depends on it.
    """

    layer_type: str
    indices: tuple[int, ...]
    window: int | None
    attends: bool
    grows: str | None = None


@dataclass(frozen=True)
class RopeConfig:
    """A model's rotary settings.

    Attributes:
        source: where they were read.
        model_type, dtype: as in the file, or None.
        table: all layers of the model in groups of equals, in order.
        max_length: max_position_embeddings (n_positions), or None.
        original_length: the length before scaling where the file gives one.
        layout: the pairing of the layers that rotate.
        notes: what a reader should know.
        not_read: keys of the file that nothing was read from, misspelt ones among them.
        settings: those of the language model as they were read, defaults of its class included.
    """

    source: str
    model_type: str | None
    dtype: str | None
    table: tuple[LayerRope | Still, ...]
    max_length: int | None
    original_length: int | None
    layout: str | None
    notes: tuple[str, ...]
    not_read: tuple[NotRead, ...] = ()
    settings: dict = field(default_factory=dict, repr=False, compare=False)

    @property
    def layers(self) -> tuple[LayerRope, ...]:
        """Those of the table that rotate."""
        return tuple(each for each in self.table if isinstance(each, LayerRope))

    def stretched_length(self) -> Fraction | None:
        """The largest `LayerRope.stretched_length` of its layers, or None."""
        return max((found for each in self.layers if (found := each.stretched_length()) is not None), default=None)

    def of_layer(self, number: int | None) -> LayerRope | Still | None:
        """The group of a layer by its number from 0; the only group where the file does not say how many layers there are."""
        if len(self.table) == 1 and not self.table[0].indices:
            return self.table[0]
        return next((each for each in self.table if number in each.indices), None)

    def layer(self, layer_type: str | None = None) -> LayerRope:
        """The layer type asked for; the only one, or the first, by default."""
        if layer_type is None:
            return self.layers[0]
        names = [layer.layer_type for layer in self.layers]
        still = any(isinstance(each, Still) and each.layer_type == layer_type for each in self.table)
        rule = f"must name layers that rotate ({layer_type} does not, so it has no limits): {', '.join(names)}"
        require(layer_type in names or not still, "layer", rule, layer_type)
        one = (
            f"must be {names[0]}, the only type of this file"
            if len(names) == 1
            else f"must be one of {', '.join(names)}{meant(layer_type, names, most=1, cutoff=0.4)}"
        )
        require(layer_type in names, "layer", one, layer_type)
        return self.layers[names.index(layer_type)]


def chosen_layer(config: RopeConfig, layer_type: str | None) -> LayerRope:
    """The layer type asked for; by default the first that sees everything before it, or the first that rotates.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> mixed = {"head_dim": 4, "rope_theta": 100, "sliding_window": 3, "layer_types": ["sliding_attention", "full_attention"]}
        >>> chosen_layer(read_config(mixed), None).layer_type
        'full_attention'
    """
    if layer_type is not None:
        return config.layer(layer_type)
    return next((each for each in config.layers if each.window is None), config.layers[0])


__all__ = ["LayerRope", "RopeConfig", "Still", "chosen_layer"]
