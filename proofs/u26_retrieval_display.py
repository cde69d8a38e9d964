"""Retrieval's discrepancy as p. 24 displays it: the printed bound on the maximum is off by one, n for n - 1.

Idea: the display takes the largest cos(kω + tθ) over all other letters and all distances, whether a key stands there or not. The nearest of these angles to a whole turn is
ω - (n-1)θ, of the letter before, farthest away. A match's logit is at most 1, which the query's own key has; so the largest difference is 1 - cos(ω - (n-1)θ).

Traps: the difference is no gap of an input in which that key does not occur; it bounds each gap from below (u26.retrieval-bound.never). The printed bound has ω - nθ, an angle that
no distance reaches, and is smaller.
"""

from sympy import cos, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted
from rope_theory.evidence.instances.retrieval import ranged_sizes

LETTERS = Hypothesis("n > 1 and |ALPH| >= 2", lambda count, n, **_: n > 1 and count >= 2)
RANGE = Hypothesis("0 < θ < ω/(2n)", lambda count, n, theta, **_: Angle() < theta < spacing(count) / (2 * n))
MATCH = Hypothesis("a match at a distance below n", lambda n, s, **_: 0 <= s < n)
FOUR = {"count": 3, "n": 4, "theta": spacing(3) / 9, "s": 0}


@theorem(
    "u26.retrieval-display",
    ours("U26", "of the display on p. 24, Appendix F.2.2"),
    "With 0 < θ < ω/(2n) and |ALPH| >= 2, let M be the largest cos(kω + tθ) over the other letters k and all t = 0..n-1, whether such a key occurs or not. Then a match's logit cos(sθ) "
    "exceeds M by at most 1 - cos(ω - (n-1)θ), with equality at s = 0; and that is more than the printed 1 - cos(ω - nθ).",
    LETTERS,
    RANGE,
    MATCH,
    example=FOUR,
    small=lambda thorough: ({**at, "s": s} for at in ranged_sizes(thorough) for s in {0, 1, at["n"] - 1}),
    readings=(
        "So with this display as the discrepancy, n - 1 for n mends the bound, as an upper bound on the maximum.",
        "Under the display's maximum stand 1 < k <= |ALPH|, that k is not the number ϕ of the match, and 1 <= j <= n. k - 1 is the number of steps to another letter, so all of 2..|ALPH| are other letters, "
        "and the second condition is read as saying just that; word for word it strikes out one more step, by the match's own number.",
    ),
)
def off_by_one(count, n, theta, s, lost=1):
    omega = spacing(count)
    most = max((k * omega + t * theta).cos() for k in range(1, count) for t in range(n))
    bound = 1 - (omega - (n - lost) * theta).cos()
    return (s * theta).cos() - most <= bound and 1 - most == bound and bound > 1 - (omega - n * theta).cos()


off_by_one.false("the printed bound", FOUR, lost=0)
off_by_one.false("two less", FOUR, lost=2)
off_by_one.attack(
    count=st.integers(2, 5),
    n=st.integers(2, 6),
    theta=st.integers(2, 5).map(lambda letters: spacing(letters) / 13),
    s=st.integers(0, 5),
)


@off_by_one.proof
def proof(proof):
    n, omega, theta, phi = symbols("n omega theta phi", real=True)
    proof.identity(
        "the letter before, at distance n - 1: cos((2π - ω) + (n-1)θ), here φ for 2π",
        cos((phi - omega) + (n - 1) * theta),
        cos(phi - (omega - (n - 1) * theta)),
    )
    proof.trust(trusted.COSINE)
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 < θ < ω/(2n)")
