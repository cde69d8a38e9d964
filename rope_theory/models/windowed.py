"""The best mix of layers that see a window: distances end there, positions and phases run to the end of the text."""

from __future__ import annotations

from dataclasses import dataclass

from rope_theory.laws.discrepancy import best_mix_of
from rope_theory.models.config.rotary import LayerRope
from rope_theory.models.precision.cliff import first_one_positions
from rope_theory.models.precision.constructions import MixHead
from rope_theory.models.precision.formats import Format


def cut(layer: LayerRope, length: int) -> int:
    """How many positions a query sees at most: n, or the window where that is less, at least 2.

    Args:
        layer: from `read_config`.
        length: n, of the text.
    """
    return length if layer.window is None else min(length, max(2, layer.window))


def positions_that_are_one(layer: LayerRope, form: Format, length: int) -> int | None:
    """A position up to n that a format makes one with the position before it, both seen by the query there; None where none is shown.

    Args:
        layer: whose queries.
        form: of positions.
        length: n, of the text, not of the window.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> from rope_theory.models.precision.formats import BFLOAT16
        >>> slides = {"head_dim": 4, "rope_theta": 100, "layer_types": ["sliding_attention"], "sliding_window": 3}
        >>> layer = read_config(slides).layer()
        >>> positions_that_are_one(layer, BFLOAT16, 256), positions_that_are_one(layer, BFLOAT16, 1000)
        (None, 257)
    """
    return next((n for n in first_one_positions(form) if n <= length and layer.sees(n - 1, n)), None)


@dataclass(frozen=True)
class WindowedMix(MixHead):
    """`MixHead` in a text longer than the window of its layer: the gap is that of the window, errors are bounded at every position.

    Attributes:
        layer: whose queries see no further than the window.
        text: n, the positions of the text.
    """

    layer: LayerRope | None = None
    text: int = 0

    @classmethod
    def of(cls, layer: LayerRope, length: int) -> WindowedMix:
        """The best mix of the layer's frequencies for what its queries see in a text of so many positions."""
        mix = best_mix_of(layer.frequencies, cut(layer, length))
        return cls(mix, factor=layer.rope.attention_bounds(), layer=layer, text=length)

    @property
    def reach(self) -> int:
        return self.text

    @property
    def emulates(self) -> bool:
        return super().emulates and self.text <= self.certificate.length

    def sees(self, key: int, query: int) -> bool:
        return self.layer is None or self.layer.sees(key, query)
