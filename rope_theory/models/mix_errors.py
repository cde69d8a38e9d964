"""How far rounding moves the logits of the best mix of a layer's planes, and whether its lead outlasts that."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy import MixCertificate
from rope_theory.models.config.rotary import LayerRope
from rope_theory.models.precision.constructions import MixHead
from rope_theory.models.precision.errors import logit_error_bound
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.recipe import Recipe
from rope_theory.models.windowed import positions_that_are_one


class MixErrors(NamedTuple):
    """Bounds of the mix's logit error, in units of β; None: a step overflows.

    Attributes:
        all_steps: every step in the format (`Recipe.uniform`), the finished logit, too.
        float32_phases: frequencies, positions and phases in float32, the rest in the format (`Recipe.float32_phases`).
        fused: so, and the finished logit in float32, as fused attention keeps it (`Recipe.fused`).
    """

    all_steps: Fraction | None
    float32_phases: Fraction | None
    fused: Fraction | None


def mix_errors(
    layer: LayerRope, mix: MixCertificate, length: int, positions: int, form: str, stored: str | None = None
) -> MixErrors:
    """Rigorous bounds of the mix's logit error at every position of the text, in units of β.

    The mix decodes for certain where twice the bound is below its gap.

    Args:
        layer: whose attention factor multiplies the cosines.
        mix: the head.
        length, positions: n, and of the text.
        form: name of a format.
        stored: name of the format that rotated keys are stored in, beside the least power of two that holds them; default: as they are.
    """
    contest = MixHead(mix, factor=layer.rope.attention_bounds())
    planes = contest.planes(length)

    def bound(recipe: Recipe) -> Fraction | None:
        chosen = recipe if stored is None else contest.fitted(recipe.but(stored=stored))
        try:
            return logit_error_bound(chosen, planes, positions, contest.factor)
        except InvalidInput:
            return None

    return MixErrors(bound(Recipe.uniform(form)), bound(Recipe.float32_phases(form)), bound(Recipe.fused(form)))


DECODES, FAILS, OPEN, OVERFLOWS = "decodes for certain", "fails for certain", "not certain", "overflows"
"""What a bound of the logit error says of the best mix in a number format."""


def mix_verdicts(
    layer: LayerRope, mix: MixCertificate, positions: int, form: str, errors: MixErrors
) -> tuple[str, str, str]:
    """What becomes of the mix's lead in each case of `MixErrors`.

    Args:
        layer, mix, positions, form: as of `mix_errors`, which gives the errors.
    """
    half, one = mix.gap_lower / 2, positions_that_are_one(layer, FORMATS[form], positions)

    def verdict(error: Fraction | None, otherwise: str) -> str:
        return OVERFLOWS if error is None else DECODES if error < half else otherwise

    return (
        verdict(errors.all_steps, OPEN if one is None else FAILS),
        verdict(errors.float32_phases, OPEN),
        verdict(errors.fused, OPEN),
    )
