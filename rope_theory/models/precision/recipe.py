"""Which format each step of rotary attention is computed in.

| step      | what is rounded | |---|---| | frequency | g, once, when the table of frequencies is made | |
position  | the position m | | phase     | the product m·g | | trig      | cos and sin, as the library
computes them: off by at most `TRIG_ULPS` units in the last place | | cache     | the computed cos and sin,
when they are stored | | vector    | the entries of query and key before the rotation | | rotation  |
products and the sum of x·cos - y·sin and x·sin + y·cos | | rotated   | the rotated query and key, as
the dot product reads them | | stored    | the rotated keys once more, in a KV cache narrower than that (fp8,
beside a scale); exact unless it is asked for | | product   | products and sums of the dot product
while they are added up | | logit     | the finished dot product |

The model of rounding: every other operation is rounded once to nearest, ties to even (IEEE 754). Computed
cosines and sines stay in [-1, 1] and are right at 0. Sums over more than one plane are added in any order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from fractions import Fraction

from rope_theory.core.meant import require_one_of
from rope_theory.models.precision.formats import FLOAT32, FLOAT64, STORED, Format, read_format

TRIG_ULPS = 4
"""How far cos and sin may be off, in units in the last place of the format they are computed in."""


@dataclass(frozen=True)
class Recipe:
    """The format of each step; None where the step is exact.

    Example:
        >>> recipe = Recipe.uniform("bfloat16").but(phase="float32", position="float32", frequency="float32")
        >>> recipe.phase.name, recipe.cache.name, recipe.product.name
        ('float32', 'bfloat16', 'float32')
    """

    frequency: Format | None = None
    position: Format | None = None
    phase: Format | None = None
    trig: Format | None = None
    cache: Format | None = None
    vector: Format | None = None
    rotation: Format | None = None
    rotated: Format | None = None
    stored: Format | None = None
    product: Format | None = None
    logit: Format | None = None

    @classmethod
    def uniform(cls, dtype: str | Format) -> Recipe:
        """Every step in one format; only cos, sin and the sums of the dot product are taken in float32 at
        least, and keys are stored as they are.

        That is what CPU and GPU libraries do with 16-bit numbers. The finished logit is rounded to the format, as where attention
        stores its scores (eager attention); `fused` has it in float32.
        """
        chosen = read_format("dtype", dtype)
        wide = max(chosen, FLOAT32, key=lambda form: form.bits)
        return cls(**{step: chosen for step in STEPS} | {"trig": wide, "product": wide, "stored": None})

    @classmethod
    def float32_phases(cls, dtype: str | Format) -> Recipe:
        """Frequencies, positions and phases in float32 (float64 for float64), the rest as in `uniform`.

        What transformers' Llama does in bfloat16.
        """
        chosen = read_format("dtype", dtype)
        wide = FLOAT64 if chosen is FLOAT64 else FLOAT32
        return replace(cls.uniform(chosen), frequency=wide, position=wide, phase=wide)

    @classmethod
    def fused(cls, dtype: str | Format) -> Recipe:
        """As `float32_phases`, and the finished logit stays as it is summed, in float32 (float64 for float64).

        What fused attention kernels do (FlashAttention): they hand no logit to memory.

        Example:
            >>> Recipe.fused("bfloat16").logit.name, Recipe.fused("bfloat16").rotated.name
            ('float32', 'bfloat16')
        """
        found = cls.float32_phases(dtype)
        return replace(found, logit=found.product)

    @classmethod
    def only(cls, step: str, dtype: str | Format) -> Recipe:
        """One step rounded, all others exact."""
        return cls().but(**{step: dtype})

    def but(self, **steps: str | Format | None) -> Recipe:
        """The same with other formats at the steps named.

        Raises:
            InvalidInput: an unknown step or format.
        """
        for step in steps:
            require_one_of("step", step, STEPS)
        return replace(
            self,
            **{
                step: None if name is None else read_format(step, name, stored=step == "stored")
                for step, name in steps.items()
            },
        )

    def fitted(self, longest: Fraction) -> Recipe:
        """The same, with fp8 at the step `stored` beside a scale: the least power of two that holds what is an eighth longer than `longest`.

        Args:
            longest: the largest length of a key on a plane, > 0, attention factor included. What rounding adds before is less than an eighth.

        Example:
            >>> Recipe.fused("bfloat16").but(stored="fp8_e4m3").fitted(1).stored.scale
            -8
        """
        if self.stored is None or self.stored.name not in STORED:
            return self
        return replace(self, stored=self.stored.fitted(Fraction(9, 8) * longest))

    def to_json(self) -> dict[str, str]:
        """{step: name of the format or "exact"}."""
        return {step: "exact" if getattr(self, step) is None else getattr(self, step).name for step in STEPS}

    def __str__(self) -> str:
        return ", ".join(f"{step} {name}" for step, name in self.to_json().items())


STEPS = tuple(field.name for field in fields(Recipe))
