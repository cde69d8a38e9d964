"""The λ of Lemma F.1's proof, a least over the lengths, is 0 where all inputs of one length tie; the others must be left out.

Idea: λ(n) is the smallest gap to a position that is no maximiser, over the inputs of length n, and 0 where every input of that
length ties. The least over the lengths is then 0, and 1/(k + (n-k)e^{-βλ}) stays at 1/n instead of rising to 1/k.

Traps: one input that ties does no harm, since λ(n) leaves out the zeros within a length. The weights themselves tend to 1/k whatever
λ is called: only the lower end that the proof puts under them does not.

What survives of the printed proof: everything else, with the least over the lengths whose λ(n) is positive.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.by_hand import listed, sign
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, paraphrase, st, theorem
from rope_theory.proofs.u26_lemF1_steps import counted, discrepancy, limit

EVERY_LENGTH = Hypothesis(
    "inputs of every length 2, …, n0 are there",
    lambda inputs: {*map(len, inputs)} >= {*range(2, max(map(len, inputs)) + 1)},
)
#: A head that looks at the middle, whatever stands there: logits -|2j - n - 1|, on two positions and on three.
MIDDLE = {"inputs": ((-1, -1), (-2, 0, -2))}
RISING = {"inputs": ((1, 0), (1, 1), (3, 0, 1))}


def of_length(inputs, n):
    """λ(n), as printed: the least positive gap of the inputs of that length, else 0."""
    return min((gap for row in inputs if len(row) == n and (gap := discrepancy(row)) is not None), default=0)


def over_the_lengths(inputs):
    """As printed: the least of λ(n) over 1 < n <= n0."""
    return min(of_length(inputs, n) for n in range(2, max(map(len, inputs)) + 1))


def over_the_positive(inputs, pick=min):
    """The least of those that are positive; None where every input ties."""
    return pick((found for n in {*map(len, inputs)} if (found := of_length(inputs, n)) > 0), default=None)


def lower_end(logits, least):
    """The limit of 1/(k + (n-k)e^{-βλ}) as β grows."""
    k, n = counted(logits)
    return limit([(0, 1)], [(0, k), *([(-least, n - k)] if n > k else [])])


def rises(inputs, least):
    return all(lower_end(row, least) == Fraction(1, counted(row)[0]) for row in inputs)


@theorem(
    "u26.lemF1.least",
    paraphrase("U26", "p. 23, proof of Lemma F.1"),
    "For λ the least over 1 < n <= n0 of λ(n), which is the least positive discrepancy of the inputs of length n, or 0 if none is "
    "positive: on every input, with k maximisers of n logits, 1/(k + (n-k) e^{-βλ}) tends to 1/k as β grows.",
    EVERY_LENGTH,
    example=MIDDLE,
    verdict=Tier.REFUTED,
    readings="An instance lists the logits of all inputs: of a head that ignores symbols one row for each length.",
    in_fairness="A slip in a definition: a λ > 0 is meant, and where some length has nothing but ties it is the least over the other lengths. "
    "With that the step, the proof and the lemma hold (u26.lemF1, PROVED). As printed it is right wherever every length 1 < n <= n0 has an "
    "input on which not all positions tie, as at T_Index with 0 < θ < 2π, where a letter tells two positions apart.",
    erratum=Erratum(
        Weight.SLIP,
        "a least that may be 0; the weights' limits hold all the same, so the lemma does",
        mend="take the least positive λ(n), 1 < n <= n0 (where none is, all inputs tie, which is settled first)",
        fault="a least that may be 0",
        seen="L = -|2j - n - 1|: λ(2) = 0",
    ),
)
def printed(inputs):
    return rises(inputs, over_the_lengths(inputs))


printed.true_at("every length has an input with a gap", RISING)
printed.true_at("all inputs tie", {"inputs": ((2, 2), (0, 0, 0))})
printed.outside("nothing of length 2, and all else of length 3", {"inputs": ((-2, 0, -2),)}, EVERY_LENGTH)
printed.edge("the longest inputs are those that tie", {"inputs": ((1, 0), (0, 0, 0))}, assumed=True, holds=False)
printed.proof(lambda proof: proof.refute(MIDDLE))


@printed.by_hand
def stays(inputs):
    lengths = range(2, max(map(len, inputs)) + 1)
    least, mended = over_the_lengths(inputs), over_the_positive(inputs)
    row = next(row for row in inputs if lower_end(row, least) != Fraction(1, counted(row)[0]))
    k, n = counted(row)
    return [
        "A head that looks at the middle, L = -|2j - n - 1| whatever the symbols: "
        + "; ".join(f"for n = {len(each)} the logits {listed(each)}" for each in inputs),
        ", ".join(f"λ({m}) = {of_length(inputs, m)}" for m in lengths)
        + f", so the least over the lengths is λ = {least}",
        f"Length {n}: k = {k}, and 1/(k + (n-k) e^{{-β·{least}}}) = {lower_end(row, least)} {sign(lower_end(row, least), Fraction(1, k))} "
        f"{Fraction(1, k)} = 1/k at every β, where 1/k is to be the limit",
        f"Mended: λ = {mended}, and 1/({k} + {n - k} e^{{-{mended}β}}) tends to {lower_end(row, mended)}",
    ]


SOME_GAP = Hypothesis("not all inputs tie", lambda inputs: any(len(set(row)) > 1 for row in inputs))


@theorem(
    "u26.lemF1.least.corrected",
    ours("U26", "corrects p. 23, proof of Lemma F.1"),
    "For λ the least of those λ(n) that are positive, that is the least positive discrepancy of all inputs: λ is at most every positive "
    "discrepancy, and on every input, with k maximisers of n logits, 1/(k + (n-k) e^{-βλ}) tends to 1/k as β grows.",
    SOME_GAP,
    example=MIDDLE,
)
def corrected(inputs, least=over_the_positive):
    found = least(inputs)
    if found is None:
        return False
    return (
        found > 0 and all(found <= gap for gap in map(discrepancy, inputs) if gap is not None) and rises(inputs, found)
    )


corrected.false("0 for a length on which every input ties, as printed", MIDDLE, least=over_the_lengths, positive=False)
corrected.false("the largest of them", RISING, least=lambda inputs: over_the_positive(inputs, max))
corrected.false("though all inputs tie", {"inputs": ((1, 1), (0, 0, 0))}, SOME_GAP)
corrected.attack(
    inputs=st.lists(st.lists(st.integers(-3, 3), min_size=1, max_size=5).map(tuple), min_size=1, max_size=5).map(tuple)
)
corrected.edge("one input, one gap", {"inputs": ((1, 0),)}, assumed=True, holds=True)


@corrected.proof
def corrected_proof(proof, positive=True):
    proof.use("u26.lemF1.steps.below")
    proof.use("u26.lemF1.steps.maximisers")
    own, other, least = z3.Reals("λ(m) λ(n) λ")
    proof.implies(
        "λ is one of the λ(m) that are positive, so it is positive",
        [own > 0 if positive else own >= 0, least == own, other >= least],
        least > 0,
    )
    proof.qed("every finite family of inputs")
