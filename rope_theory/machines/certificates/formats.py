"""A certified folder in another format than its own: what a loader makes of the weights, and whether a proof goes through.

transformers loads a folder in any format that it is asked for, and prints no warning. Weights are then rounded, to the nearest
number of the format, halves to even; the class's frequencies stay as they were computed, in float32.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.truth import Truth
from rope_theory.machines.certificates.folder import STORED, Compiled, read_folder
from rope_theory.machines.certificates.proof import prove
from rope_theory.models.precision.formats import Format, read_format

#: Formats that a certificate can be for.
CERTIFIED = tuple(form for _, form in STORED.values())


@dataclass(frozen=True)
class InFormat:
    """A folder's model, loaded in a format.

    Args:
        saved: the folder's own format.
        dtype: the format asked for.
        vouched: whether a proof goes through.
        why: what stands against it, or the margin, in a few words.
    """

    saved: str
    dtype: str
    vouched: bool
    why: str

    def __str__(self) -> str:
        how = "as it was saved" if self.dtype == self.saved else f"saved in {self.saved}"
        said = "a proof goes through" if self.vouched else "not vouched for: no proof goes through"
        return f"loaded in {self.dtype}, {how}: {said} ({self.why})"


def in_format(directory: str | Path, dtype: str) -> InFormat:
    """Whether a proof goes through for a folder's model, loaded in a format: `from_pretrained(directory, dtype=…)`.

    Not for `model.to(…)`, which also rounds Llama's frequencies. Needs neither torch nor transformers.

    Args:
        directory: of a compiled model, with a certificate or without.
        dtype: a format's name; in another than `CERTIFIED` no proof is tried.

    Raises:
        InvalidInput: no format of that name; the folder is none that a certificate can speak of.
    """
    form = read_format("dtype", dtype)
    model = read_folder(directory)
    if form.name not in CERTIFIED:
        return InFormat(model.form.name, form.name, False, f"certificates are for {', '.join(CERTIFIED)}")
    try:
        proof = prove(loaded(model, form))
    except InvalidInput as problem:
        return InFormat(model.form.name, form.name, False, str(problem))
    holds = proof.holds is Truth.TRUE
    return InFormat(model.form.name, form.name, holds, f"margin {float(proof.margin):.4g}")


def loaded(model: Compiled, form: Format) -> Compiled:
    """The model with its weights rounded to a format, and computed in it.

    Raises:
        InvalidInput: a weight is larger than any number of the format.

    Example:
        >>> from rope_theory.machines.certificates.kept import model_of
        >>> loaded(model_of("llama-number-2-float32"), read_format("dtype", "bfloat16")).form.name
        'bfloat16'
    """
    if form is model.form:
        return model
    return replace(model, form=form, tensors=_rounded(model.tensors, form))


def _rounded(tensors: Mapping[str, np.ndarray], form: Format) -> dict[str, np.ndarray]:
    """Each number rounded to the format, exactly: float64 holds every number of it, and half of a spacing."""
    found = {}
    for name, array in tensors.items():
        _, exponents = np.frexp(array)
        unit = np.ldexp(1.0, np.maximum(exponents - 1, form.least_exponent) - form.bits + 1)
        found[name] = np.rint(array / unit) * unit
        rule = f"must be at most {float(form.largest):g} in {form.name}"
        require(bool((np.abs(found[name]) <= float(form.largest)).all()), name, rule, float(np.abs(array).max()))
    return found
