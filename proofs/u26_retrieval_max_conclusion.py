"""T_Retrieval's smallest discrepancy is 1 - cos θ in the range of its angle, and 0 at the printed angle 2π/|ALPH|.

Idea: 2π/|ALPH| is ω, the spacing of the letters. A rotation by ω per step brings the letter before onto the one asked for
after one step. In the range 0 < θ < ω/(2 n0) the nearest match leads a second match by at least 1 - cos θ, and other letters
by as much.

Traps: two copies of one token are two matches and have the gap 1 - cos θ: constant inputs need not be excepted.

What survives of the printed conclusion: the sentence with the construction's own angle.
"""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.heads import logits
from rope_theory.core.tasks import single_letters
from rope_theory.evidence.by_hand import listed, number, sign, spelled
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, verbatim
from rope_theory.evidence.instances.retrieval import LONGER, PROPER, RANGE, case, delta, ranged_sizes
from rope_theory.laws.gaps import Others, input_gap

NOT_CONSTANT = Hypothesis("two tokens differ", lambda tokens, **_: len(set(tokens)) > 1)
A1_B1 = case("A1 B1", count=2)


@theorem(
    "u26.retrieval-max.conclusion",
    verbatim(
        "U26",
        "p. 25, Appendix F.2.2, Conclusion",
        "the minimum discrepancy (on non-constant inputs) induced by angle θ = 2π/|ALPH| is strictly positive",
    ),
    "T_Retrieval at θ = 2π/|ALPH|: on every proper input that is not constant the largest logit leads every other position.",
    PROPER,
    NOT_CONSTANT,
    example=A1_B1,
    verdict=Tier.REFUTED,
    readings=(
        "Two positions tie at the top of the witness, and no other is there, so that Lemma F.1's discrepancy is 0 as well.",
        "The proof of Lemma F.1 (p. 23) calls min{Δ : Δ > 0} the minimum discrepancy of a length. So read the sentence is true by "
        "definition wherever some input has a positive Δ, at every angle, and says nothing of the inputs that tie.",
    ),
    in_fairness="The spacing ω = 2π/|ALPH| stands where the rotation's angle, below ω/(2 n0), belongs: the construction uses both, and "
    "says of the second on p. 24 that it serves. With it the sentence is right, on constant inputs too.",
    erratum=Erratum(
        Weight.SLIP,
        "the letters' spacing stands for the rotation's angle; the construction has both",
        mend="for θ = 2π/|ALPH| read 0 < θ < ω/(2 n₀), ω = 2π/|ALPH|",
        fault="ω for the angle below ω/2n₀",
        seen="A1 B1 at θ = π: logits 1, 1",
    ),
)
def conclusion(tokens, count):
    return input_gap(t_retrieval(single_letters(count), spacing(count)).head, tokens) > 0


conclusion.true_at("A2 A1: one letter", case("A2 A1", count=2))
conclusion.true_at("B1 A1 over three letters", case("B1 A1", count=3))
conclusion.true_at("B1 A1 over twelve letters: a gap of 1/2", case("B1 A1", count=12))
conclusion.outside("an improper input", case("A1 B1 A2 BA", count=2), PROPER)
conclusion.outside("three copies over two letters, a whole turn apart", case("A1 A1 A1", count=2), NOT_CONSTANT)
conclusion.proof(lambda proof: proof.refute(A1_B1))


@conclusion.by_hand
def tied(tokens, count):
    found = logits(t_retrieval(single_letters(count), spacing(count)).head, tokens)
    best, second = sorted(found, reverse=True)[:2]
    return [
        f"{count} letters, θ = ω = 2π/{count} = {spelled(spacing(count))}",
        f"Input {' '.join(map(str, tokens))}, which is proper and not constant: logits {listed(found)}",
        f"The two largest: {number(best)} {sign(best, second)} {number(second)}, so the discrepancy is {number(best - second)}",
    ]


TWO = {"count": 2, "n": 2, "theta": Angle.parse("pi/8")}


@theorem(
    "u26.retrieval-max.conclusion.corrected",
    ours("U26", "corrects p. 25, Appendix F.2.2, Conclusion"),
    "T_Retrieval at 0 < θ < ω/(2 n0), over any alphabet: the smallest gap to any other position, over the proper inputs of length "
    "2 <= n <= n0, constant ones included, is exactly 1 - cos θ.",
    LONGER,
    RANGE,
    example=TWO,
    small=ranged_sizes,
    readings="An instance has n0 = n, where the range of θ is largest.",
)
def corrected(count, n, theta, part=1, extreme=min):
    return delta(count, n, theta, Others.ANY, extreme) == 1 - (part * theta).cos()


corrected.false("1 - cos 2θ", TWO, part=2)
corrected.false("the largest gap", TWO, extreme=max)
corrected.false("θ = ω", {"count": 2, "n": 2, "theta": Angle.parse("pi")}, RANGE)
corrected.attack(
    at=st.builds(
        lambda count, n, share: {"count": count, "n": n, "theta": spacing(count) * share / (2 * n + 1)},
        st.integers(1, 4),
        st.integers(2, 3),
        st.fractions(min_value=0, max_value=1, max_denominator=40).filter(bool),
    )
)
corrected.edge("one letter", {"count": 1, "n": 3, "theta": Angle.parse("pi/4")}, assumed=True, holds=True)


@corrected.proof
def corrected_proof(proof):
    proof.use("u26.retrieval-max")
    proof.use("u26.retrieval-bound.corrected")
    proof.use("u26.thm31")  # the lead of 1 - cos θ is what its β is made for
    proof.qed("every alphabet, every n >= 2, every 0 < θ < ω/(2n)")
