"""Additive position biases (ALiBi, T5) in the terms of the exclusion identity: e_pos is twice the variance of the contents, e_sym twice that of the biases.

Idea: with M[a,b] = s_a + t_b the position errors are s_a - s_b and the symbol errors t_b - t_a; means of squared differences over all pairs are twice a variance.

Traps: a bias head is not free of the exclusion principle, it meets it with the interaction Var(s - t). Where the bias has constant steps (ALiBi) the symbolic energy grows with N²; where
the bias has bounded values (T5's table) it stays bounded, as for a rotary head with bounded logits. Energies are of logits, not of weights.
"""

from fractions import Fraction

from sympy import symbols

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.laws.exclusion import exclusion_terms

SOURCE = ours("U25", "new.exclusion-identity for ALiBi and T5")
PAIRS = Hypothesis("as many contents as positions, one at least", lambda s, t, **_: len(s) == len(t) >= 1)


def matrix(s, t):
    return tuple(tuple(a + b for b in t) for a in s)


def variance(values):
    mean = Fraction(sum(values)) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)


def rows(thorough):
    some = ((0,), (3,), (0, 1), (1, 0), (0, 0, 5), (1, 2, 3), (-1, 4, 0))
    yield from ({"s": s, "t": t} for s in some for t in some if len(s) == len(t))


ROW = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=5)
BOTH = st.lists(
    st.tuples(st.fractions(-3, 3, max_denominator=4), st.fractions(-3, 3, max_denominator=4)), min_size=1, max_size=5
)


@theorem(
    "new.bias-exclusion",
    SOURCE,
    "If M[a,b] = s_a + t_b, s the content's logit and t a bias on the position, both any reals, then e_pos = 2 Var(s), e_sym = 2 Var(t), and the interaction term of "
    "new.exclusion-identity is Var(s - t).",
    PAIRS,
    example={"s": (0, 1, 5), "t": (0, -1, -2)},
    small=rows,
    readings="For one query. The bias may depend on the distance, as the query's position is fixed.",
)
def terms(s, t, times=2, M=None):
    found = exclusion_terms(M or matrix(s, t))
    apart = [a - b for a, b in zip(s, t, strict=True)]
    return (found.positional, found.symbolic, found.interaction) == (
        times * variance(s),
        times * variance(t),
        variance(apart),
    )


terms.false("once the variance", {"s": (0, 1), "t": (0, 1)}, times=1)
terms.false("for any matrix", {"s": (0, 0), "t": (0, 0)}, M=((0, 0), (0, 1)))
terms.attack(at=BOTH.map(lambda pairs: {"s": tuple(a for a, _ in pairs), "t": tuple(b for _, b in pairs)}))


@terms.proof
def proof(proof):
    x, y, u, v = symbols("s_a s_b t_a t_b", real=True)
    proof.identity("the content cancels", x + v - (x + u), v - u)
    proof.identity("from the middle", x + v - (x + u + y + v) / 2, ((x - u) - (y - v)) / 2)
    proof.qed("every N >= 1, all real s and t")


@theorem(
    "new.bias-exclusion.alibi",
    SOURCE,
    "ALiBi's bias of slope m, t_b = c + mb on N positions in a row, gives e_sym = m²(N² - 1)/6: for m ≠ 0 the energy grows without bound with N.",
    size := Hypothesis("N >= 1", lambda size, **_: size >= 1),
    example={"size": 4, "slope": Fraction(1, 2), "s": 0},
    small=lambda thorough: (
        {"size": n, "slope": m, "s": s} for n in range(1, 8) for m in (0, 1, Fraction(-1, 256)) for s in (0, 1)
    ),
    readings="The contents are any; at an instance s·a² at content a.",
)
def alibi(size, slope, s, less=1):
    found = exclusion_terms(matrix([s * a * a for a in range(size)], [slope * b for b in range(size)]))
    return found.symbolic == Fraction(slope) ** 2 * (size**2 - less) / 6


alibi.false("N² in place of N² - 1", {"size": 1, "slope": 1, "s": 0}, less=0)
alibi.false(
    "the same for contents", {"size": 2, "slope": 1, "s": 3}, holds=lambda size, slope, s: (
        exclusion_terms(matrix([s * a * a for a in range(size)], [slope * b for b in range(size)])).positional == Fraction(slope) ** 2 * (size**2 - 1) / 6
    ),
)  # fmt: skip
alibi.attack(size=st.integers(1, 12), slope=st.fractions(-2, 2, max_denominator=16), s=st.integers(-2, 2))


@alibi.proof
def alibi_proof(proof):
    n = symbols("N", real=True)
    proof.identity("variance of 0..N-1", (n - 1) * (2 * n - 1) / 6 - ((n - 1) / 2) ** 2, (n**2 - 1) / 12)
    proof.qed("every N >= 1, real slope, offset and contents")


@theorem(
    "new.bias-exclusion.bounded",
    SOURCE,
    "A bias with values in [low, high], as in T5's table of buckets, gives e_sym <= (high - low)²/2 at every N; at N = 2 a bias with the values low and high attains it.",
    PAIRS,
    inside := Hypothesis("low <= t_b <= high", lambda t, low, high, **_: all(low <= value <= high for value in t)),
    example={"s": (0, 0), "t": (0, 1), "low": 0, "high": 1},
    small=lambda thorough: (
        {"s": (0,) * len(t), "t": t, "low": -1, "high": 2} for t in ((-1, 2), (0, 1, 2), (-1, -1, 2, 2), (2,))
    ),
)
def bounded(s, t, low, high, share=2):
    return exclusion_terms(matrix(s, t)).symbolic <= Fraction((high - low) ** 2) / share


bounded.false("a third", {"s": (0, 0), "t": (0, 1), "low": 0, "high": 1}, share=3)
bounded.false("ALiBi's line", {"s": (0,) * 4, "t": (0, 1, 2, 3), "low": 0, "high": 1}, inside)
bounded.attack(at=ROW.map(lambda t: {"s": (0,) * len(t), "t": tuple(t), "low": min(t), "high": max(t)}))


@bounded.proof
def bounded_proof(proof):
    t, low, high = symbols("t low high", real=True)
    proof.identity(
        "within half the width of the middle",
        (high - low) ** 2 / 4 - (t - (low + high) / 2) ** 2,
        (t - low) * (high - t),
    )
    proof.qed("every N >= 1, all real contents, biases in [low, high]")
