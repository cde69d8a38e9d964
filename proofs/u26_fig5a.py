"""Figure 5A plots Index at 0.8, which is not θ_2; Retrieval's hypothesis holds over the whole plot.

Idea: base 10000 and d = 128 give θ_2 = 0.86596…, which rounds to 0.9. For Retrieval, θ < ω/(2n) with ω = 2π/8 is n <
π/(8θ): 145.4 for θ = 0.0027, 143.4 for the unrounded θ_42. The condition is monotone in n, so two comparisons per angle
decide all n.

Traps: rounding θ_42 to 0.0027 moves the last admissible length by two.

What survives: the plotted range for Retrieval, over which the theorem's hypothesis holds with either angle.
"""

from fractions import Fraction

from rope_theory.core.angles import ball
from rope_theory.core.constructions import spacing
from rope_theory.core.rope import frequencies, rounds_to
from rope_theory.core.truth import Truth, less, truth
from rope_theory.evidence.by_hand import compared, number
from rope_theory.evidence.claims import Among, Erratum, Hypothesis, Tier, Weight, ours, theorem, verbatim

INDEX, RETRIEVAL = PLOTTED = (
    {"row": 2, "value": Fraction("0.8"), "decimals": 1},
    {"row": 42, "value": Fraction("0.0027"), "decimals": 4},
)
PLOTTED_ANGLE = Among.of("a frequency of the figure, with the value and the decimals printed there", PLOTTED)


@theorem(
    "u26.fig5a",
    verbatim(
        "U26",
        "p. 8, caption of Figure 5",
        "For Index function, θ = θ₂ = 0.8, while for the Retrieval function, θ = θ₄₂ = 0.0027 and |ALPH| = 8.",
    ),
    "θ_2 is 0.8 and θ_42 is 0.0027, each rounded to the decimals printed.",
    PLOTTED_ANGLE,
    example=RETRIEVAL,
    verdict=Tier.REFUTED,
    readings=(
        "What the caption asserts and can be false: that the plotted angles are the frequencies they are called. θ_2 "
        "rounds to 0.9 at one decimal; 0.8 is what remains if the digits after the first are cut off.",
        "The figure's curve for Retrieval is the printed bound, which is false as a bound on the maximum over inputs "
        "(u26.retrieval-bound). Whether its hypothesis holds over the plotted range: u26.fig5a.corrected.",
    ),
    in_fairness="This is a slip of rounding in a caption: the paper's own Table 1 gives θ₂ as 0.8660, and no theorem "
    "depends on it. With 0.866 in place of 0.8 the printed curve for Index changes only up to n = 8, the value for Retrieval is "
    "right, and the theorem's hypothesis holds over the whole plotted range with either value.",
    erratum=Erratum(
        Weight.SLIP,
        "θ₂ is not 0.8 to one decimal: a digit in a caption; Table 1 has θ₂ right, and no theorem uses the value",
        mend="for “θ = θ₂ = 0.8” read “θ = θ₂ = 0.866”, its curve anew for n ≤ 8 (n ≤ 15 with Theorem 3.2 mended), or strike “= θ₂”",
        fault="0.8 for 0.866",
        seen="Table 1: 0.8659…",
    ),
)
def fig5a(row, value, decimals, first=1, dim=128):
    return rounds_to(value, decimals, row + 1 - first, rotary_dim=dim)


fig5a.true_at("θ_42 = 0.0027", RETRIEVAL)
fig5a.false("ids count from 0: 0.8 is the next frequency", INDEX, first=0)
fig5a.false("the head dimension is 64", INDEX, dim=64)
fig5a.outside("0.80 at two decimals, which the figure does not print", {**INDEX, "decimals": 2}, PLOTTED_ANGLE)
for decimals in (3, 4):
    fig5a.edge(f"0.8 at {decimals} decimals is no rounding either", {**INDEX, "decimals": decimals}, holds=False)
for digits in ("0.8660", "0.9"):
    printed = {"row": 2, "value": Fraction(digits), "decimals": len(digits) - 2}
    fig5a.edge(f"{digits} would agree, but the figure does not print it", printed, assumed=False, holds=True)
for row, digits in ((1, "1.0000"), (3, "0.7499")):
    beside = {"row": row, "value": Fraction(digits), "decimals": 4}
    fig5a.edge(f"0.8 lies between θ_2 and θ_3, away from θ_{row} = {digits}", beside, holds=True)

fig5a.proof(lambda proof: proof.refute(INDEX))


@fig5a.by_hand
def slip(row, value, decimals):
    frequency, half = frequencies(10000, 128, "ball")[row - 1], Fraction(1, 2 * 10**decimals)
    return [
        f"Table 1: θ_{row} = 10000^(-{2 * (row - 1)}/128) = {number(frequency)}",
        f"If {float(value)} were θ_{row} rounded to {decimals} decimal, they would differ by at most {number(half)}",
        compared(f"|{float(value)} - θ_{row}|", abs(ball(value) - frequency), "half a unit of the last decimal", half),
    ]


#: Angle plotted for Retrieval -> the largest n with θ < ω/(2n), ω = 2π/8.
LAST_LENGTH = {"0.0027": 145, "θ_42": 143}


def in_range(name: str, n: int, letters: int) -> Truth:
    """Whether 2nθ < ω = 2π/letters, by balls, for θ = 0.0027 or frequency 42."""
    theta = frequencies(10000, 128, "ball")[41] if name == "θ_42" else ball(Fraction(name))
    return less(2 * n * theta, spacing(letters).ball())


@theorem(
    "u26.fig5a.corrected",
    ours("U26", "corrects p. 8, caption of Figure 5"),
    "θ_2 is 0.8660, not 0.8. With |ALPH| = 8 the theorem's hypothesis θ < ω/(2n) holds exactly for n <= 145 at θ = 0.0027 "
    "and exactly for n <= 143 at the unrounded θ_42 = 10^{-2.5625}; so for every plotted n <= 100.",
    Hypothesis("n >= 1", lambda n, **_: n >= 1),
    example={"name": "0.0027", "n": 100},
    small=lambda thorough: ({"name": name, "n": n} for name in LAST_LENGTH for n in range(1, 400 if thorough else 160)),
)
def corrected(name, n, last=LAST_LENGTH, letters=8):
    found = in_range(name, n, letters)
    theta_2 = fig5a(2, Fraction("0.8660"), 4) and not fig5a(**INDEX)
    return (found if n <= last[name] else ~found) & truth(theta_2)


@corrected.by_hand
def last_lengths(name, n):
    theta, last = frequencies(10000, 128, "ball")[41] if name == "θ_42" else Fraction(name), LAST_LENGTH[name]
    return [
        f"θ_2 = {number(frequencies(10000, 128, 'ball')[1], 6)}: 0.8660 to four decimals, and not 0.8 to one",
        *(
            compared(f"n = {at}: 2nθ", 2 * at * theta, "ω = 2π/8", spacing(8).ball())
            for at in sorted({n, last, last + 1})
        ),
    ]


corrected.false(
    "the rounded and the unrounded angle allow the same lengths",
    {"name": "θ_42", "n": 145},
    last={"0.0027": 145, "θ_42": 145},
)
corrected.false("n = 146 is allowed at 0.0027", {"name": "0.0027", "n": 146}, last={"0.0027": 146, "θ_42": 143})
corrected.false("16 letters would do for every plotted n", {"name": "0.0027", "n": 100}, letters=16)
for name in LAST_LENGTH:
    for length in (1, 2, 50, 99, 100, 143, 144, 145, 146, 147, 1000, 10**6):
        corrected.edge(f"θ = {name}, n = {length}: the condition changes once", {"name": name, "n": length}, holds=True)


@corrected.proof
def corrected_proof(proof, last=LAST_LENGTH, letters=8):
    proof.exact("θ_2 rounds to 0.8660", fig5a(2, Fraction("0.8660"), 4))
    for name, length in last.items():
        proof.exact(
            f"θ = {name}: N = {length} is allowed, beyond the plot, and with it every n <= N",
            in_range(name, length, letters) & truth(length >= 100),
        )
        proof.exact(f"θ = {name}: N + 1 is not, nor any n above it", ~in_range(name, length + 1, letters))
    proof.qed("every n >= 1, both angles")
