"""High frequencies learn Index, low ones Retrieval; forced to the wrong one, accuracy has the law's shape.

Idea: train the smallest model in which the question makes sense, one attention layer with one head and chosen
angles, and look at its accuracy on fresh inputs. A position is told from its neighbours by θ, so a low angle asks
for logits that training does not reach; a symbol is told from others whatever the distance only if the whole
length turns little. The exact laws for H_POS and H_SYM then say at which angles the ends of the sequence are
better or worse than its middle.

Traps: this is an observation on the settings named, not a theorem. A low angle can index in principle, at a
large inverse temperature: what fails is learning it in some hundred steps. The two frequencies of Partial
Induction are needed when one of them is 0 and the other high; a single one in between does as well, which is
what new.single-angle-induction proves for its bounded length. A model trained on shuffled answers shows no
shape and no accuracy, which is what the controls ask.
"""

from hypothesis import strategies as st

from rope_theory.claims import Proof, proves
from rope_theory.claims.proof import StepFailed
from rope_theory.errors import InvalidInput
from rope_theory.packages import require_packages
from rope_theory.statements.new_trained import (
    INDEX,
    INDEX_SHAPE,
    INDUCTION,
    ONE_FREQUENCY,
    RETRIEVAL,
    RETRIEVAL_SHAPE,
    ahead,
    blocks,
    index_learns,
    index_shape,
    one_is_ahead,
    retrieval_learns,
    retrieval_shape,
)


def _tested(proof: Proof, holds, **variant):
    try:
        require_packages("torch")
    except InvalidInput as missing:
        raise StepFailed(f"{proof.claim.id}: {missing}") from None
    cases = [case["seeds"] for case in blocks(proof.thorough)]
    proof.attack(
        "models trained from each block of seeds", st.sampled_from(cases), lambda seeds: holds(seeds, **variant), 10
    )
    count = sum(map(len, cases))
    return proof.qed(f"{count} seeds from {cases[0][0]}, n = 13, at the angles named", "trained models")


@proves(INDEX)
def index(proof: Proof, **variant):
    return _tested(proof, index_learns, **variant)


@proves(RETRIEVAL)
def retrieval(proof: Proof, **variant):
    return _tested(proof, retrieval_learns, **variant)


@proves(INDUCTION)
def induction(proof: Proof, **variant):
    return _tested(proof, ahead, **variant)


@proves(ONE_FREQUENCY)
def one_frequency(proof: Proof, **variant):
    return _tested(proof, one_is_ahead, **variant)


@proves(INDEX_SHAPE)
def shape_of_index(proof: Proof, **variant):
    return _tested(proof, index_shape, **variant)


@proves(RETRIEVAL_SHAPE)
def shape_of_retrieval(proof: Proof, **variant):
    return _tested(proof, retrieval_shape, **variant)
