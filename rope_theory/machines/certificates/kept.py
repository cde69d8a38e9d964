"""Certificates that come with the package: the weights of compiled models at the published sizes, for the ledger to prove.

A file `kept/<class>-<task>-<layers>-<format>.json` is a certificate as `certify` writes it (`python tools/certificates.py
--keep`). The weights in it are those that `compile` makes; `tests/test_certificates_kept.py` compares.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput
from rope_theory.core.json_files import read_json
from rope_theory.core.rope import pairs
from rope_theory.machines.catalogue import stack
from rope_theory.machines.certificates.certificate import MOST_BYTES, decode
from rope_theory.machines.certificates.folder import Compiled
from rope_theory.models.precision.formats import FORMATS

FOLDER = Path(__file__).parent / "kept"


def names() -> list[str]:
    """The models whose certificates are kept.

    Example:
        >>> "llama-number-2-float32" in names()
        True
    """
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@functools.cache
def kept(name: str) -> dict[str, Any]:
    """The certificate of that name.

    Raises:
        InvalidInput: there is none.
    """
    if name not in names():
        raise InvalidInput("name", f"must be one of {', '.join(names())}", name)
    return read_json(name, FOLDER / f"{name}.json", MOST_BYTES)


@functools.cache
def model_of(name: str) -> Compiled:
    """The model that a kept certificate is about, with the weights that it holds."""
    certificate = kept(name)
    facts = certificate["model"]
    layout = "half" if facts["class"] == "LlamaForCausalLM" else "adjacent"
    return Compiled(
        kind=facts["class"],
        task=facts["task"],
        vocabulary=stack(facts["task"]).parse(facts["vocabulary"]),
        length=facts["length"],
        form=FORMATS[facts["dtype"]],
        positions=facts["positions"],
        eps=facts["eps"],
        base=facts["base"],
        planes=tuple(pairs(facts["rotary_dim"], layout)),
        layers=facts["layers"],
        width=facts["width"],
        head_dim=facts["head_dim"],
        tensors=decode(certificate["weights"]),
    )
