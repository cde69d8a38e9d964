"""The certificate of a constructed head at a length, in the form of certificate.json: written by `run-long --certify`.

A head has one layer and no folder: the file says what the head is (its construction, its frequencies' base, a mix's weights) and
what is proved of it. `check` makes the head from the file alone and proves it anew: the gap at every distance, the bound of
every logit's error, and from both the least lead, the most that rivals weigh and the least coordinate of an output. So a number that
is changed is no longer proved, or is one of another head, which is then proved itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import numpy as np
from flint import arb

from rope_theory.core.angles import ball
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.json_files import number, read_json, text, whole
from rope_theory.laws.discrepancy.certificate import MixCertificate
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.mix import mix_gap
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.machines.certificates.certificate import (
    MOST_BYTES,
    NAME,
    VERSION,
    decode,
    digits_above,
    digits_below,
    encode,
    require_bounds,
    require_form,
    require_said,
)
from rope_theory.machines.certificates.proof import BITS
from rope_theory.machines.long_context.prediction import (
    READ,
    attention_recipe,
    certainly_decodes,
    coordinate,
    lead,
    logit_error,
    sums_format,
)
from rope_theory.machines.long_context.run import LongRunSettings, read_beta
from rope_theory.models.precision import TargetContest
from rope_theory.models.precision.at_length import BalancedMix

KIND = "constructed head"
BELOW, ABOVE = ("gap", "lead"), ("logit_error", "miss")
TRUSTED = (
    "rope_theory.machines.long_context makes queries, keys and values as it says: frequencies to rotated vectors in the rotation's "
    "format, rounded once to the model's; values and outputs in it",
    "the library's cos and sin are within the errors that rope_theory.models.precision grants (compared with torch by tests, not proved)",
    "the kernel takes logits, softmax and its sums in float32 (float64 for float64), in any order; scaling by β and the exponential "
    "add at most 6 units of roundoff of the logits' size; no TF32, no other format inside; a masked key gets weight 0",
    "rivals that weigh at most half of the target leave each coordinate of an output of codes ±1 its sign (new.long-context.readout)",
    "python-flint's balls, and rope_theory itself",
)
_FACTS = (
    {name: text(200) for name in ("class", "construction", "dtype", "rotation", "base", "theta")}
    | {"length": whole(3, 1 << 24), "head_dim": whole(2, 1 << 12), "letters": whole(0, 1 << 10)}
    | {"beta": number(0)}
)
#: What a query asks for, by `TargetContest.asks`.
_READS = {
    "offsets": "reads the key that stands as many positions back as it asks, whatever offset that is",
    "letters": "reads the letter that it asks for, if a key up to it holds that letter",
    "last": "reads the last key before it that holds the letter it asks for, unless it holds that letter itself",
}


@dataclass(frozen=True)
class HeadProof:
    """The bounds, balls; each of the logits is taken with β.

    Args:
        gap: β times the least lead of a target's exact logit.
        logit_error: β times the error of a computed one.
        lead: the least lead of a target's computed logit.
        miss: what all rivals of a row weigh together at most, the target 1.
        margin: the least size of a coordinate of an output, the sign being right.
    """

    gap: arb
    logit_error: arb
    lead: arb
    miss: arb
    margin: arb


def head_certificate(settings: LongRunSettings, subject: TargetContest | None = None) -> dict[str, Any]:
    """The certificate of a head at a length, for queries at every position.

    Args:
        settings: as for `run_long`; device, queries and seed play no part.
        subject: the settings' contest, if there is one already.

    Raises:
        InvalidInput: a setting out of range; the bounds do not vouch for the head.
    """
    from rope_theory import __version__

    subject = settings.contest() if subject is None else subject
    facts = {
        "class": KIND,
        "construction": settings.construction,
        "length": settings.length,
        "dtype": settings.dtype,
        "rotation": settings.rotation,
        "beta": read_beta(settings.beta, subject, settings.dtype, settings.length),
        "head_dim": settings.head_dim,
        "base": settings.base if isinstance(subject, BalancedMix) else "",
        "theta": settings.theta or "",
        "letters": settings.letters or 0,
    }
    weights = (
        {"mix": np.array([float(a) for a in subject.certificate.weights])} if isinstance(subject, BalancedMix) else {}
    )
    proof = prove_head(facts, _subject(facts, weights))
    certificate = {
        "version": VERSION,
        "statement": _statement(facts, subject.asks, digits_below(proof.margin)),
        "evidence": "CERTIFIED",
        "model": facts,
        "margin": digits_below(proof.margin),
        "layers": [
            {name: digits_below(getattr(proof, name)) for name in BELOW}
            | {name: digits_above(getattr(proof, name)) for name in ABOVE}
        ],
        "allowance": 0,
        "weights": encode(weights),
        "trusted": list(TRUSTED),
        "rope_theory": __version__,
    }
    require_form(certificate, _FACTS, (*BELOW, *ABOVE))
    return certificate


def check_head(path: str | Path) -> dict[str, Any]:
    """Prove anew what a head's certificate says, from the file alone; needs neither torch nor a solver.

    Returns:
        the certificate.

    Raises:
        InvalidInput: no such certificate; a bound that is not proved.
    """
    try:
        return _checked(Path(path))
    except InvalidInput as problem:
        if not problem.argument.startswith(NAME):
            raise
        argument = Path(path).name + problem.argument.removeprefix(NAME)
        raise InvalidInput(argument, problem.rule, problem.value) from None


def _checked(path: Path) -> dict[str, Any]:
    """`check_head`, with errors that name `NAME` and not the file."""
    data = read_json(NAME, path, MOST_BYTES)
    model = data.get("model") if isinstance(data, dict) else None
    folder = isinstance(model, dict) and "vocabulary" in model
    rule = (
        "must be the certificate of a head; that of a compiled model is proved with its folder: rope-theory certify DIR"
    )
    require(not folder, NAME, rule, str(path))
    require_form(data, _FACTS, (*BELOW, *ABOVE))
    facts = data["model"]
    require(facts["class"] == KIND, f"{NAME}: model.class", f"must be {KIND!r}", facts["class"])
    require(data["allowance"] == 0, f"{NAME}: allowance", "must be 0", data["allowance"])
    subject = _subject(facts, decode(data["weights"]))
    require_said(data, {}, TRUSTED, _statement(facts, subject.asks, data["margin"]), 1)
    require(0 < data["margin"], f"{NAME}: margin", "must be positive", data["margin"])
    proof = prove_head(facts, subject)
    with flint.ctx.workprec(BITS):
        bounds = [{name: getattr(proof, name) for name in (*BELOW, *ABOVE)}]
        require_bounds(data, proof.margin, bounds, BELOW)
    return data


def prove_head(facts: dict[str, Any], subject: TargetContest) -> HeadProof:
    """The bounds for the head at its length, every input, queries at every position.

    Raises:
        InvalidInput: the bounds do not vouch for it; a position's code does not fit into the head.
    """
    n, beta = facts["length"], Fraction(facts["beta"])
    fits = n.bit_length() <= facts["head_dim"]
    require(fits, "head_dim", f"must be at least {n.bit_length()}, the digits of a position", facts["head_dim"])
    recipe = attention_recipe(facts["dtype"], facts["rotation"])
    rule = "must be certain to read its targets: the gap, less twice the error, must leave rivals at most half of the target"
    good = certainly_decodes(subject, recipe, n, facts["beta"])
    require(good, "head", rule, f"{facts['construction']} at {n} in {facts['dtype']}")
    with flint.ctx.workprec(BITS):
        least = ball(beta * lead(subject, recipe, n))
        rivals = (n * (-least).exp()).upper()
        margin = ball(coordinate(ends(rivals)[1]))
        proof = HeadProof(
            ball(beta * subject.gap(n)), ball(beta * logit_error(subject, recipe, n)), least, rivals, margin
        )
        require(bool(margin >= ball(READ)), "head", rule, float(margin))
    return proof


def _subject(facts: dict[str, Any], weights: dict[str, np.ndarray]) -> TargetContest:
    """The head's contest; a mix with the weights given, its gap proved for them."""
    if facts["construction"] != "mix":
        require(
            not weights and not facts["base"], f"{NAME}: weights", "must be empty but for a mix", facts["construction"]
        )
        made = LongRunSettings(
            facts["construction"],
            facts["length"],
            facts["dtype"],
            theta=facts["theta"] or None,
            letters=facts["letters"] or None,
        )
        return made.contest()
    good = set(weights) == {"mix"} and weights["mix"].ndim == 1
    require(good, f"{NAME}: weights", "must hold the mix", ", ".join(weights))
    require(
        not facts["theta"] and not facts["letters"],
        f"{NAME}: model",
        "must have no theta and no letters",
        facts["theta"],
    )
    frequencies = FrequencyList.rope(facts["base"], facts["head_dim"])
    exact = tuple(Fraction(repr(weight)) for weight in weights["mix"].tolist())
    own = mix_gap(frequencies, exact, facts["length"])
    # Only the gap is proved, and only it is used: nothing says here that no other mix has a larger one.
    return BalancedMix(
        MixCertificate(
            frequencies=frequencies,
            length=facts["length"],
            weights=exact,
            dual=(),
            minimiser=own.minimiser,
            gap_lower=own.gap_lower,
            gap_upper=own.gap_upper,
            best_plane=0,
            best_plane_gap=(Fraction(0), Fraction(2)),
        )
    )


def _statement(facts: dict[str, Any], asks: str, margin: float) -> str:
    """The theorem in one sentence."""
    if asks not in _READS:
        raise InvalidInput("construction", "must be one whose questions are known here", facts["construction"])
    sums = sums_format(facts["dtype"]).name
    return (
        f"The head {facts['construction']} at β = {facts['beta']:g}, rotation in {facts['rotation']}, queries, keys and values in "
        f"{facts['dtype']}, sums in {sums}: in every sequence of at most {facts['length']} tokens, at positions 1, 2, …, each query {_READS[asks]}; each "
        f"coordinate of its output has the sign of the target's code and a size of at least {margin:g}."
    )
