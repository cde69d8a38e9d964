"""T_Index's logits are cosines of how far a key is from the position asked for.

Idea: every key is v, and the query for offset i is v turned back by iθ. RoPE turns the query forward by the distance n
- j, so query and key enclose the angle (n - j - i)θ and their dot product is its cosine. The cosine is at most 1, and
it is 1 where the angle is 0: at the key i positions back.

Traps: the key i positions back must exist, hence n > m. Nothing here says that the largest value is taken only once
(u26.index-unique), and nothing needs θ ≠ 0.
"""

from sympy import Integer, cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, offset
from rope_theory.core.heads import PhaseHead, Plane, Polar
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.evidence.instances.index import AB1, LONGER, index_inputs

NONZERO = Hypothesis("θ ≠ 0", lambda theta, **_: theta != Angle())


@theorem(
    "u26.index-logits",
    verbatim(
        "U26",
        "p. 21, Appendix F.2.1, Logit computation",
        "Notice that, for all θ ≠ 0, if σₙ ∈ ALPH, position n maximize the logit, while position n − σₙ maximize the "
        "logit when σₙ ∈ INT. In both cases the logit equals to 1.",
    ),
    "T_Index: E(σ) = (one-hot, 1); W_K E = v for every token; W_Q E = v for letters, ρ(θ)^{-i} v for integer i; v = "
    "(0,1), RoPE angle θ ≠ 0. Logit cos((n-j)θ) for a letter query, cos((n-j-σ_n)θ) for an integer query; the largest "
    "value is 1, at j = n or j = n - σ_n.",
    NONZERO,
    LONGER,
    example=AB1,
    small=index_inputs,
    readings=(
        "The query is the last token of an input of length n > m, as in the definition of Index, so it never points "
        "before the start. At an inner position j <= m it can; then the position j - σ_j does not exist and the "
        "largest value may be below 1 (first false neighbour).",
        "'The largest value is 1, at j' is read as: 1 is the largest value and it is taken there. That it is taken "
        "nowhere else is u26.index-unique.",
    ),
)
def logits(tokens, theta, head=h_pos, shift=0):
    n, asked = len(tokens), offset(tokens[-1])
    built = [head(theta).rotated_logit(tokens[-1], n, tokens[j - 1], j) for j in range(1, n + 1)]
    printed = [((n - j - asked + shift) * theta).cos() for j in range(1, n + 1)]
    return built == printed and max(built) == 1 and asked < n and built[n - asked - 1] == 1


def turned_the_wrong_way(theta) -> PhaseHead:
    plane = Plane(theta, lambda token: Polar(offset(token) * theta), lambda token: Polar(0 * theta))
    return PhaseHead("wrong way", (plane,))


def query_and_key_swapped(theta) -> PhaseHead:
    plane = h_pos(theta).planes[0]
    return PhaseHead("swapped", (Plane(theta, plane.key, plane.query),))


BEFORE = {"tokens": ("A", 2), "theta": Angle.parse("1")}
logits.false("an integer may reach before the start: the largest value is still 1", BEFORE, LONGER)
logits.false("the query for i turned by +iθ", AB1, head=turned_the_wrong_way)
logits.false("query and key swapped", AB1, head=query_and_key_swapped)
logits.false("logit cos((n+1-j-σ_n)θ)", AB1, shift=1)
logits.attack(
    tokens=st.lists(st.sampled_from(["A", "B", 1, 2, 3, 4]), min_size=5, max_size=9).map(tuple),
    theta=st.builds(Angle, st.fractions(-1, 1, max_denominator=12), st.fractions(-2, 2, max_denominator=9)),
)
for n in (1, 2, 3, 5):
    at = {"tokens": ("A",) * (n - 1) + (n,), "theta": Angle.parse("1")}
    logits.edge(f"n = m = {n}: the query asks for position 0", at, assumed=False, holds=False)
logits.edge("θ = 0 is excluded and does no harm", {**AB1, "theta": Angle()}, assumed=False, holds=True)


@logits.proof
def proof(proof, head=h_pos, shift=0):
    n, j, i, theta = symbols("n j i theta", real=True)
    turned, logit = rotate(theta, (0, 1)), head(theta).rotated_logit
    proof.identity(
        "ρ(θ) turns counter-clockwise: ρ(θ)v = (-sin θ, cos θ), its first coordinate", turned[0], -sin(theta)
    )
    proof.identity("… and its second", turned[1], cos(theta))
    angle = (n - j - i + shift) * theta
    proof.identity("integer query: kᵀR^{n-j}q = cos((n-j-i)θ)", logit(i, n, "A", j), cos(angle))
    proof.identity("integer key: the same, the key does not see its token", logit(i, n, symbols("k"), j), cos(angle))
    proof.identity("letter query: the case i = 0", logit("A", n, "A", j), cos((n - j + shift) * theta))
    proof.identity("at j = n - i, one of 1..n, the logit is 1, the largest", cos((n - (n - i) - i) * theta), Integer(1))
    proof.qed("every input with n > m, every real θ ≠ 0")
