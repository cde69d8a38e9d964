"""B(s) >= d, on which “600 times smaller” rests, holds up to twice the trained window and fails further out.

Idea: B(s) = Σ_n |S_n| is enclosed in balls at each s (men2024.eq7 has the bound).

Traps: it is a fact of d = 128. And eq. (5) bounds how far a score is off a chord, eq. (8) the score itself.
"""

from rope_theory.evidence.by_hand import number, sign
from rope_theory.evidence.claims import Among, Erratum, Hypothesis, Tier, Truth, Weight, ours, paraphrase, theorem
from rope_theory.proofs.men2024_eq7 import bound_at

SETTING = Hypothesis("c = 10^4, d = 128", lambda base, dim, **_: (base, dim) == (10_000, 128))
WHOLE = Hypothesis("s >= 0", lambda s, **_: s >= 0)
FAR = {"base": 10_000, "dim": 128, "s": 19_306}


def compared(base, dim, s, times):
    value = bound_at(base, dim, s)
    return Truth.TRUE if value > times * dim else Truth.FALSE if value < times * dim else Truth.UNKNOWN


@theorem(
    "chen2023.ratio",
    paraphrase("Chen2023", "p. 5, after eq. (8)"),
    "At d = 128 and c = 10^4, B(s) = Σ_{n=1}^{64} |S_n(s)| is larger than d for every whole s >= 0; so the bound (5) is at least 2·294.73 times smaller than (8).",
    SETTING,
    WHOLE,
    example=FAR,
    verdict=Tier.REFUTED,
    readings="The paper says 'numerically it is at least larger than d' and shows a plot; how far it reaches is not said in the text at hand. Read for every s.",
    in_fairness="B(s) > d holds at every s up to 4096, twice the window of the models that are extended, and the sentence speaks of a numerical finding. With the constant that Theorem "
    "2.1 needs, d/(8 ln c) + 1/2, 294.73 becomes 228.86, so that (5) is more than 457 times smaller there, and 510 by B(s) > 1.115·d. Further out B(s) falls to about half of d: "
    "64.70… at s = 1672026.",
    erratum=Erratum(
        Weight.READING,
        "a numerical remark on B(s), true up to s = 4096; the factor has the constant of Theorem 2.1 in it",
        "“for s up to 4096”, and 2·228.86 for 2·294.73",
        fault="the range of s",
    ),
)
def larger(base, dim, s, times=1):
    return compared(base, dim, s, times)


FAR_OUT = {**FAR, "s": 1_672_026}
larger.edge("further out: B(s) is below 64.71, about half of d", FAR_OUT, assumed=True, holds=False)
larger.true_at("twice the window of 2048", {**FAR, "s": 4096})
larger.outside("d = 8", {"base": 10_000, "dim": 8, "s": 2440}, SETTING)
larger.outside("a negative s", {**FAR, "s": -19_306}, WHOLE)


@larger.by_hand
def larger_by_hand(base, dim, s):
    value = bound_at(base, dim, s)
    return [
        f"c = {base}, d = {dim}, s = {s}: |S_n| = |Σ e^(isθ_j), j < n|, for n = 1, …, {dim // 2}",
        f"Their sum B(s) = {number(value)}",
        f"{number(value)} {sign(value, dim)} {dim} = d",
    ]


larger.proof(lambda proof: proof.refute(FAR, "a ball around B(s)"))

WINDOW = ({"base": 10_000, "dim": 128, "last": 4096},)


@theorem(
    "chen2023.ratio.corrected",
    ours("Chen2023", "for p. 5, after eq. (8)"),
    "At d = 128 and c = 10^4, B(s) = Σ_{n=1}^{64} |Σ_{l<n} e^{isθ_l}| > 1.115·d for every whole s from 0 to 4096.",
    Among.of("the row named in the statement", WINDOW),
    example=WINDOW[0],
    small=lambda thorough: WINDOW,
)
def window(base, dim, last, thousandths=1115):
    answer = Truth.TRUE
    for s in range(last + 1):
        value = 1000 * bound_at(base, dim, s)
        if not value > thousandths * dim:
            return Truth.FALSE if value < thousandths * dim else Truth.UNKNOWN
    return answer


window.false("up to 20000", WINDOW[0], last=20_000)
window.false("1.12·d", WINDOW[0], thousandths=1120)


@window.proof
def proof(proof):
    proof.rows("every s, in balls")
    proof.qed("d = 128, c = 10^4, s = 0, …, 4096")
