"""Proof-carrying weights: a compiled model's folder, certified right for all valid inputs from its weights alone.

Reading order: `paths` (what a row has to attend to), `folder` (configuration and weights, read without torch), `rounding`
(what arithmetic may do), `proof` (the bounds, layer by layer), `certificate` (certificate.json, written and checked), `formats` (a folder loaded in
another format), `head` (the same form for one constructed head at a length).

Neither torch nor transformers is imported here.
"""

from rope_theory.machines.certificates.certificate import NAME, certificate_of, certify, check
from rope_theory.machines.certificates.folder import Compiled, read_folder
from rope_theory.machines.certificates.formats import InFormat, in_format
from rope_theory.machines.certificates.head import check_head, head_certificate
from rope_theory.machines.certificates.proof import Proof, prove

__all__ = [
    "NAME",
    "Compiled",
    "InFormat",
    "Proof",
    "certificate_of",
    "certify",
    "check",
    "check_head",
    "head_certificate",
    "in_format",
    "prove",
    "read_folder",
]
