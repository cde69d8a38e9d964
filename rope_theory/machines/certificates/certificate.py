"""certificate.json: what is proved of a model's folder, the weights it is proved for, and the check from the folder alone.

The certificate holds the weights (those that are not zero) and an allowance: the proof goes through for all weights that
differ from these by at most so many units in the last place, each, zeros staying zero. `check` proves it anew, with the
certificate's weights as the middles of balls, and compares the folder's weights with them. So nothing in a certificate
is believed: a forged one fails as a proof, or is one of other weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from flint import arb

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import inside, write_text
from rope_theory.core.json_files import check as check_form
from rope_theory.core.json_files import each, number, read_json, require_keys, text, whole
from rope_theory.core.truth import Truth
from rope_theory.core.words import counted
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.machines.certificates.folder import Compiled, read_folder, spacing
from rope_theory.machines.certificates.proof import Proof, prove
from rope_theory.machines.compile.card import CARD, CERTIFICATE, card
from rope_theory.machines.compile.tokens import CONFIG, ENTRY, configurations, vouch
from rope_theory.models.config import VOUCHED

Progress = Callable[[int, int], None]

NAME = CERTIFICATE
VERSION = 1
MOST_BYTES = 1 << 26
LARGEST_ALLOWANCE = 1 << 20
#: Bounds from below and from above, by layer.
BELOW, ABOVE = ("lead", "kept"), ("logit_error", "miss", "stray")
TRUSTED = (
    "the model classes of transformers, loaded in the saved format, compute what rope_theory.machines.certificates reads them "
    "to (5.23 was read): norm, projections, table of angles, rotation, scores, softmax, values, output projection, readout; a "
    "masked key gets weight 0",
    "each sum of products is rounded as the standard model says, in any order, in float32 or wider, and once to the model's "
    "format; no TF32, no other format inside a kernel",
    "the library's cos, sin, powers, 1/√x, exponentials and LayerNorm's moments are within the errors of "
    "rope_theory.machines.certificates.rounding (compared with torch by a test, not proved)",
    "python-flint's balls, NumPy's reading of numbers, and rope_theory.machines.certificates itself",
    "the oracles' reading of a path: on a valid input all targets of a row on it hold one token (new.stack-beta)",
)


def certify(directory: str | Path, progress: Progress | None = None) -> dict[str, Any]:
    """Prove a folder's model right for all valid inputs, and write certificate.json into it.

    The model card then carries the statement, and both configurations name the format that is vouched for.

    Args:
        directory: as `rope_theory.machines.compile.save` leaves it.
        progress: as for `certificate_of`.

    Returns:
        the certificate.

    Raises:
        InvalidInput: the folder holds what cannot be certified, or the proof does not go through.
    """
    folder = Path(directory)
    model = read_folder(folder)
    certificate = certificate_of(model, progress)
    vouch(folder, [model.form.name])
    entry = read_json(CONFIG, folder / CONFIG)[ENTRY]
    write_text(inside(folder, CARD), card(model.kind, entry, model.form.name, certificate))
    write_text(inside(folder, NAME), json.dumps(certificate) + "\n")
    return certificate


def certificate_of(model: Compiled, progress: Progress | None = None) -> dict[str, Any]:
    """The certificate of a model, with the largest allowance (a power of two) that leaves half of the margin.

    Args:
        model: as read.
        progress: called as progress(done, total) after each proof.

    Raises:
        InvalidInput: the proof does not go through.
    """
    from rope_theory import __version__

    most, done = 2 + LARGEST_ALLOWANCE.bit_length().bit_length(), 0

    def made(proof: Proof) -> Proof:
        nonlocal done
        done += 1
        if progress is not None:
            progress(min(done, most), most)
        return proof

    exact = made(prove(model))
    rule = f"must be certain to be answered right: {_why(exact)}"
    require(exact.holds is Truth.TRUE, "model", rule, f"{model.kind}, {model.task} task, {model.form}")
    allowance = _allowance(model, ends(exact.margin)[0] / 2, made)
    proof = made(prove(model, allowance)) if allowance else exact
    return {
        "version": VERSION,
        "statement": statement(model, digits_below(proof.margin)),
        "evidence": "CERTIFIED",
        "model": model.facts(),
        "margin": digits_below(proof.margin),
        "layers": [
            {name: digits_below(getattr(layer, name)) for name in BELOW}
            | {name: digits_above(getattr(layer, name)) for name in ABOVE}
            for layer in proof.layers
        ],
        "allowance": allowance,
        "weights": encode(model.tensors),
        "trusted": list(TRUSTED),
        "rope_theory": __version__,
    }


def check(directory: str | Path) -> dict[str, Any]:
    """Prove anew what a folder's certificate says, of the weights in the folder; needs neither torch nor transformers.

    Returns:
        the certificate.

    Raises:
        InvalidInput: no certificate; one of another model; weights outside its allowance; a bound that is not proved.
    """
    folder = Path(directory)
    model = read_folder(folder)
    data = read_json(NAME, folder / NAME, MOST_BYTES)
    require_form(data, _FACTS, (*BELOW, *ABOVE))
    for name in configurations(folder):
        said = read_json(name, folder / name).get(VOUCHED)
        require(said == [model.form.name], f"{name}: {VOUCHED}", f"must be [{model.form.name!r}]", said)
    require_said(data, model.facts(), TRUSTED, statement(model, data["margin"]), model.layers)
    reference = decode(data["weights"])
    _within(model, reference, data["allowance"])
    _proved(prove(replace(model, tensors=reference), data["allowance"]), data)
    return data


def require_said(
    data: Mapping[str, Any], facts: Mapping[str, Any], trusted: Sequence[str], wording: str, layers: int
) -> None:
    """What a certificate says in words, and of what, is what it would say here.

    Raises:
        InvalidInput: naming the first difference.
    """
    for name, value in facts.items():
        said = data["model"][name]
        good = type(said) is type(value) and said == value
        require(good, f"{NAME}: model.{name}", f"must be that of the folder, {value!r}"[:200], said)
    rule = "must be the list of this version"
    require(data["trusted"] == list(trusted), f"{NAME}: trusted", rule, len(data["trusted"]))
    require(data["statement"] == wording, f"{NAME}: statement", f"must be: {wording}", data["statement"])
    require(len(data["layers"]) == layers, f"{NAME}: layers", f"must be {layers}", len(data["layers"]))


def statement(model: Compiled, margin: float) -> str:
    """The theorem in one sentence."""
    back = model.task == "previous"
    answer = f"the token {counted(model.layers, 'position')} back (or of the first)" if back else "the answer"
    paths = "" if back else f" and a path of at most {counted(model.layers, 'hop')}"
    reading = ' (valid in the reading "earlier")' if model.task == "letter" else ""
    return (
        f"{model.kind} in {model.form}: for every valid input of the {model.task} task{reading}, of at most {model.length} "
        f"tokens of its vocabulary{paths}, wherever it stands among the model's {model.positions} positions, the computed logit of "
        f"{answer} at the last position is larger than that of every other token, by at least {margin:g}."
    )


def _allowance(model: Compiled, margin: Fraction, made: Callable[[Proof], Proof]) -> int:
    """The largest power of two that leaves this margin, or 0."""
    low, high = 0, LARGEST_ALLOWANCE.bit_length()  # 2^(low - 1) is allowed, 2^(high - 1) is not tried or not allowed
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _leaves(model, 1 << (middle - 1), margin, made) else (low, middle)
    return 1 << (low - 1) if low else 0


def _leaves(model: Compiled, allowance: int, margin: Fraction, made: Callable[[Proof], Proof]) -> bool:
    try:
        return ends(made(prove(model, allowance)).margin)[0] >= margin
    except InvalidInput:
        return False


def encode(tensors: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """The numbers that are not zero, exactly; equal tensors are written once."""
    contents: list[dict[str, Any]] = []
    names: dict[str, int] = {}
    known: dict[tuple, int] = {}
    for name, array in sorted(tensors.items()):
        key = (array.shape, array.tobytes())
        if key not in known:
            known[key] = len(contents)
            at = np.flatnonzero(array)
            contents.append({"shape": list(array.shape), "at": at.tolist(), "value": array.ravel()[at].tolist()})
        names[name] = known[key]
    return {"tensors": names, "contents": contents}


_CONTENT = {"shape": each(whole(1), 4), "at": each(whole(), 1 << 24), "value": each(number(), 1 << 24)}


def decode(weights: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The tensors that `encode` wrote.

    Raises:
        InvalidInput: another form.
    """
    arrays = []
    for entry in weights["contents"]:
        check_form(f"{NAME}: weights", entry, _CONTENT)
        size = int(np.prod([float(length) for length in entry["shape"]]))
        at, value = entry["at"], entry["value"]
        rule = "must name numbers of a tensor in their order, each once"
        inside_it = (
            size <= 1 << 27 and len(at) == len(value) and all(a < b for a, b in zip(at, [*at, size][1:], strict=True))
        )
        require(inside_it and all(value), f"{NAME}: weights", rule, entry["shape"])
        array = np.zeros(size)
        array[at] = value
        arrays.append(array.reshape(entry["shape"]))
    rule = f"must be whole numbers below {len(arrays)}"
    for name, which in weights["tensors"].items():
        require(type(which) is int and 0 <= which < len(arrays), f"{NAME}: weights.{name}", rule, which)
    return {name: arrays[which] for name, which in weights["tensors"].items()}


_FACTS: dict[str, Any] = (
    {name: text(1 << 20) for name in ("class", "task", "vocabulary", "dtype")}
    | {name: whole(1) for name in ("length", "positions", "layers", "width", "head_dim", "rotary_dim")}
    | {"base": number(0), "eps": number(0)}
)


def require_form(data: Any, facts: Mapping[str, Any], bounds: Sequence[str]) -> None:
    """The certificate has all its parts, and no others.

    Args:
        data: as read.
        facts: the form of `model`.
        bounds: the names in each of `layers`.

    Raises:
        InvalidInput: naming the part.
    """
    form = {
        "version": whole(VERSION, VERSION),
        "statement": text(),
        "evidence": text(20),
        "model": dict(facts),
        "margin": number(),
        "allowance": whole(0, LARGEST_ALLOWANCE),
        "trusted": each(text()),
        "rope_theory": text(100),
    }
    require(isinstance(data, dict), NAME, "must be an object", type(data).__name__)
    require_keys(NAME, data, (*form, "layers", "weights"))
    check_form(NAME, {name: value for name, value in data.items() if name not in ("layers", "weights")}, form)
    require(data["evidence"] == "CERTIFIED", f"{NAME}: evidence", "must be CERTIFIED", data["evidence"])
    require(isinstance(data["layers"], list), f"{NAME}: layers", "must be a list", data["layers"])
    for layer in data["layers"]:
        check_form(f"{NAME}: layers", layer, {name: number() for name in bounds})
    weights = data["weights"]
    parts = isinstance(weights, dict) and set(weights) == {"tensors", "contents"}
    good = parts and isinstance(weights["tensors"], dict) and isinstance(weights["contents"], list)
    require(good, f"{NAME}: weights", "must hold tensors and contents", type(weights).__name__)


def _within(model: Compiled, reference: Mapping[str, np.ndarray], allowance: int) -> None:
    """The folder's weights are those of the certificate, up to the allowance."""
    wrong = sorted(set(model.tensors) ^ set(reference))
    require(not wrong, f"{NAME}: weights", "must name the tensors of model.safetensors", ", ".join(wrong[:3]))
    for name, stored in model.tensors.items():
        certified = reference[name]
        require(
            certified.shape == stored.shape,
            f"{NAME}: weights.{name}",
            f"must have the shape {stored.shape}",
            certified.shape,
        )
        far = np.abs(stored - certified) > allowance * spacing(certified, model.form)
        off = far | ((stored == 0) != (certified == 0))
        if off.any():
            at = int(np.flatnonzero(off)[0])
            rule = (
                f"must be within {allowance} units in the last place of the certified {certified.ravel()[at]!r} "
                f"at {tuple(map(int, np.unravel_index(at, stored.shape)))} (0 stays 0)"
            )
            raise InvalidInput(f"model.safetensors: {name}", rule, float(stored.ravel()[at]))


def _proved(proof: Proof, data: Mapping[str, Any]) -> None:
    """The bounds that the certificate names follow from those that are proved."""
    require(proof.holds is Truth.TRUE, NAME, f"must be proved by its weights: {_why(proof)}", data["margin"])
    require(0 < data["margin"], f"{NAME}: margin", "must be positive", data["margin"])
    bounds = [{name: getattr(layer, name) for name in (*BELOW, *ABOVE)} for layer in proof.layers]
    require_bounds(data, proof.margin, bounds, BELOW)


def require_bounds(
    data: Mapping[str, Any], margin: arb, layers: Sequence[Mapping[str, arb]], below: Collection[str]
) -> None:
    """The bounds that a certificate names follow from those that are proved, whose balls these are.

    Raises:
        InvalidInput: naming the first that does not.
    """
    named = [("margin", data["margin"], margin, True)] + [
        (f"layers.{number}.{name}", written[name], value, name in below)
        for number, (written, found) in enumerate(zip(data["layers"], layers, strict=True))
        for name, value in found.items()
    ]
    for name, said, value, is_below in named:
        low, high = ends(value)
        good = Fraction(said) <= low if is_below else Fraction(said) >= high
        proved = f"at most {digits_below(value)}" if is_below else f"at least {digits_above(value)}"
        require(good, f"{NAME}: {name}", f"must be proved: {proved}", said)


def _why(proof: Proof) -> str:
    """The bounds of a proof that does not go through, in a few words."""
    last = proof.layers[-1]
    return f"margin {float(proof.margin):.4g}, least lead {float(min(layer.lead for layer in proof.layers)):.4g}, stray {float(last.stray):.4g}"


def digits_below(value: arb) -> float:
    """A lower bound of six digits."""
    return _digits(ends(value)[0], -1)


def digits_above(value: arb) -> float:
    """An upper bound of six digits."""
    return _digits(ends(value)[1], 1)


def _digits(exact: Fraction, sign: int) -> float:
    """A float of about six decimal digits, not above (-1) or not below (1) the number.

    Example:
        >>> _digits(Fraction(1, 3), -1), _digits(Fraction(1, 3), 1)
        (0.333333, 0.333334)
    """
    near = float(f"{float(exact):.6g}")
    step = 10.0 ** (np.floor(np.log10(abs(near))) - 5) if near else 1e-300
    while (Fraction(near) - exact) * sign < 0:
        near = float(f"{near + sign * step:.6g}")
    return near
