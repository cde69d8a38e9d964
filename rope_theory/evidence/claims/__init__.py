"""Claims with verdicts: what is stated, whose words it is in, how it is decided, and the ledger that records it.

Nothing here knows what the claims are about: `Library` finds them on the pages of any package. What every page is written with is
imported from here: claims, three-valued truth, and `st`, the strategies to attack with.
"""

from rope_theory.core.truth import Truth, at_most, every, less, truth
from rope_theory.evidence.claims.claim import Backing, Claim, FalseNeighbour, NonWitness, Tier, Verdict
from rope_theory.evidence.claims.domain import Domain, domain
from rope_theory.evidence.claims.erratum import Erratum, Weight
from rope_theory.evidence.claims.hypothesis import Among, Hypothesis, combinations
from rope_theory.evidence.claims.ledger import Ledger, Record
from rope_theory.evidence.claims.library import Library
from rope_theory.evidence.claims.page import Theorem, theorem
from rope_theory.evidence.claims.proof import Proof, StepFailed
from rope_theory.evidence.claims.relation import Relation, relation
from rope_theory.evidence.claims.source import PRINTED, SHORT, Source, Wording, ours, paraphrase, secondary, verbatim
from rope_theory.evidence.claims.trusted import Trusted
from rope_theory.evidence.engines.strategies import st

__all__ = [
    "PRINTED",
    "Among",
    "Backing",
    "Claim",
    "Domain",
    "Erratum",
    "FalseNeighbour",
    "Hypothesis",
    "Ledger",
    "Library",
    "NonWitness",
    "Proof",
    "Record",
    "Relation",
    "SHORT",
    "Source",
    "StepFailed",
    "Theorem",
    "Tier",
    "Trusted",
    "Truth",
    "Verdict",
    "Weight",
    "Wording",
    "combinations",
    "at_most",
    "domain",
    "every",
    "less",
    "ours",
    "paraphrase",
    "relation",
    "secondary",
    "st",
    "theorem",
    "truth",
    "verbatim",
]
