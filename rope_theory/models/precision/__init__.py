"""Number formats: exact rounding, error bounds of each step of rotary attention, and the precision cliff.

Reading order: `formats`, `recipe` (which step in which format), `errors` (bounds), `cosines` (the largest
cosine error, enclosed), `emulation` (a head step by step, enclosed), `constructions`, `cliff` (the
prediction), `brackets` (its table), `retrieval` (T_Retrieval's answers), `torch_run` (the observation; needs torch).
"""

from rope_theory.models.precision.cliff import (
    Cliff,
    cliff,
    is_safe,
    resolves_single_steps,
    rounded_logit_cliff,
    rounded_logit_threshold,
    scaled_logit_threshold,
    step_errors,
    step_limits,
    survives_rounding,
)
from rope_theory.models.precision.constructions import IndexHead, InductionHead, MixHead, RetrievalHead, TargetContest
from rope_theory.models.precision.cosines import CosineError, cosine_error_at, largest_cosine_error
from rope_theory.models.precision.emulation import Emulation
from rope_theory.models.precision.errors import cosine_error_bound, logit_error_bound, phase_errors
from rope_theory.models.precision.formats import FORMATS, STORED, Format, read_format
from rope_theory.models.precision.recipe import STEPS, Recipe

__all__ = [
    "FORMATS",
    "STEPS",
    "STORED",
    "Cliff",
    "TargetContest",
    "CosineError",
    "Emulation",
    "Format",
    "IndexHead",
    "InductionHead",
    "MixHead",
    "Recipe",
    "RetrievalHead",
    "cliff",
    "cosine_error_at",
    "cosine_error_bound",
    "is_safe",
    "largest_cosine_error",
    "logit_error_bound",
    "phase_errors",
    "read_format",
    "resolves_single_steps",
    "rounded_logit_cliff",
    "rounded_logit_threshold",
    "scaled_logit_threshold",
    "step_errors",
    "step_limits",
    "survives_rounding",
]
