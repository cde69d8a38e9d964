"""Compiled Llama and GPT-J models answer every valid input of their task up to 17 tokens and as many hops as layers: bounds through every layer, from their weights.

Idea: queries and keys read coordinates of the residual stream that no layer writes, so a target's lead over each rival depends on
tokens and distance only, up to norms and rounding, which are enclosed. The rivals' total share follows, and from layer to layer
how much of the answer's code is left and how far it has strayed. At the end the answer's logit must lead all others by more than
what the readout can be off.

Traps: the weights are those of the kept certificates, not what somebody meant to write; a test compares them with what `compile`
makes. A library is granted its errors, not proved to keep to them. Off the path anything may happen: only lengths are bounded there.
For weights in 16 bits the folder must be loaded as it was saved: casting a Llama to bfloat16 rounds its frequencies as well.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims import Tier, Truth, ours, theorem
from rope_theory.evidence.claims.trusted import CAUCHY, EXPONENTIAL, IEEE, Trusted
from rope_theory.evidence.instances.formats import row_of
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.machines.certificates import prove
from rope_theory.machines.certificates.kept import kept, model_of, names
from rope_theory.models.precision.formats import BFLOAT16, FLOAT32

CLASSES = Trusted(
    "transformers' Llama and GPT-J classes compute norm, projections, rotation, attention and readout as read, a masked key "
    "gets weight 0, and torch's functions are within the errors that rope_theory.machines.certificates.rounding grants"
)
FIRST = {"name": "llama-number-2-float32"}


@theorem(
    "new.certified-weights",
    ours("U26", "on its models of p. 6, Section 3.2, whose shape others have"),
    "The bounds vouch: the compiled Llama and GPT-J of the number task and of the letter task, 17 tokens, published "
    "vocabularies, 2 and 4 layers, in float32, answer every valid input whose path has at most as many hops as there are "
    "layers; so do the Llamas in bfloat16 and in float16. It holds for all weights within each certificate's "
    "allowance, in float32 at least 128 units in the last place, and the answer's logit leads by the certificate's margin.",
    row_of(names()),
    example=FIRST,
    verdict=Tier.CERTIFIED,
    readings=(
        "Every valid input: up to 17 tokens of the vocabulary, in any of the model's 18 positions; letter task in the reading "
        '"earlier", proper or not.',
        "Sums of products are granted any order, in float32 or wider, and one rounding to the format at the end; exponentials, "
        "1/√x, cos, sin and powers stated errors, which a test compares with torch.",
        "Weights that are not zero may differ, each of them; zeros stay zero.",
    ),
)
def certified(name, grow=1, model=lambda model: model):
    """Whether the proof goes through for the kept weights, and leaves the certificate's margin."""
    certificate = kept(name)
    try:
        proof = prove(model(model_of(name)), certificate["allowance"] * grow)
    except InvalidInput:
        return False
    holds = proof.holds is Truth.TRUE and ends(proof.margin)[0] >= Fraction(certificate["margin"]) > 0
    return holds and (certificate["allowance"] >= 128 or model_of(name).form is not FLOAT32)


def scaled(factor):
    """All query weights times a factor: another β."""

    def change(model):
        queries = {name: array * factor for name, array in model.tensors.items() if "q_proj" in name}
        return replace(model, tensors={**model.tensors, **queries})

    return change


def one_sign(model):
    """The sign of one query weight of the first layer."""
    name = next(name for name in sorted(model.tensors) if "q_proj" in name)
    array = model.tensors[name].copy()
    flat = array.reshape(-1)
    flat[np.abs(flat).argmax()] *= -1
    return replace(model, tensors={**model.tensors, name: array})


certified.false("a quarter of β will do", FIRST, model=scaled(0.25))
certified.false("whatever the sign of one query weight", FIRST, model=one_sign)
certified.false("these weights are as good in bfloat16", FIRST, model=lambda model: replace(model, form=BFLOAT16))
certified.false("at twice the base", FIRST, model=lambda model: replace(model, base=model.base * 2))
certified.false("for weights that differ by 2^14 times as much", FIRST, grow=1 << 14)
certified.edge("the least margin of all", {"name": "gptj-letter-2-float32"}, assumed=True, holds=True)
certified.edge("an allowance of 0", {"name": "llama-letter-2-bfloat16"}, assumed=True, holds=True)


@certified.proof
def certified_proof(proof):
    proof.use("new.stack-beta", remark=True)
    proof.rows("bounds of every layer, from the weights of each kept certificate", certified=True)
    proof.trust(CLASSES, IEEE, EXPONENTIAL, CAUCHY)
    proof.qed("the kept models, every valid input, all weights within the allowance", method="error bounds in balls")
