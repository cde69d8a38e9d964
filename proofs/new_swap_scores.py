"""The cosines of a swap in closed form: a swap changes two logits, and cosine does not see the partition function.

Idea: the attention weights of positions i and j are e^{C[i,i]} and e^{C[j,j]} over one number Z before the swap,
e^{C[j,i]} and e^{C[i,j]} over another number Z' after it. A cosine is the same for x and x/Z. So it depends on the two
differences A and B alone, and dot product and norms of (e^x, e^y) are hyperbolic cosines. All factors are positive, so
the squares tell the cosines.

Traps: content j stands at position i after the swap, so it is B = C[j,i] - C[i,j] and not its negative: that sign is
all that tells the positional from the symbolic score. Subtracting the two old terms from Z to get Z' loses all digits
where they are most of it; nothing of the kind is needed.
"""

import itertools
from fractions import Fraction

from sympy import symbols as letters

from rope_theory.evidence.by_hand import compared, listed, number
from rope_theory.evidence.claims import Hypothesis, st, theorem, trusted
from rope_theory.evidence.instances.swap_matrices import OWN, POSITIVE, SOME, SOURCE, drawn, matrices
from rope_theory.laws.scores.exact import cosh, ratios, squared_cosines, swaps

SWAP = Hypothesis("0 <= i < j < N: two earlier positions", lambda E, i, j, **_: 0 <= i < j < len(E))
GIVEN = (POSITIVE, OWN, SWAP)
EXAMPLE = {"E": SOME, "own": Fraction(2), "i": 0, "j": 2}
ANY_SWAP = st.builds(
    lambda E, own, k: {"E": E, "own": own, "i": swaps(E)[k % len(swaps(E))][0], "j": swaps(E)[k % len(swaps(E))][1]},
    drawn(2, 5),
    st.fractions(0, 9, max_denominator=5),
    st.integers(0, 59),
)


def single_swaps(thorough):
    for E in matrices(thorough):
        for (i, j), own in itertools.product(swaps(E), (Fraction(0), Fraction(2))):
            yield {"E": E, "own": own, "i": i, "j": j}


@theorem(
    "new.swap-scores",
    SOURCE,
    "With A = C[i,i] - C[j,j], B = C[j,i] - C[i,j] and lc(x) = |x| + log1p(e^{-2|x|}), a swap of two earlier contents "
    "has cos(v'_ij, v_ij) = cosh((A+B)/2)/√(cosh A cosh B) = exp(lc((A+B)/2) - (lc(A)+lc(B))/2), and cos(v'_ij, v_ji) is "
    "the same with (A-B)/2. No partition function enters.",
    *GIVEN,
    example=EXAMPLE,
    small=single_swaps,
    readings=(
        "C is any real matrix: RoPE, soft caps and norms are inside its entries. Instances take e^C rational; both "
        "cosines are positive, so their squares are compared.",
        "v'_ij holds the weights of the positions i and j after the contents changed places, softmax computed anew.",
        "s_POS and s_SYM are averages of these cosines whose weights α see the unswapped attention only.",
    ),
)
def closed_form(E, own, i, j, sign=1, norm="both", halved=True):
    p, q = ratios(E, i, j)
    q = q**sign
    divisor = {"both": cosh(p) * cosh(q), "A": cosh(p) ** 2, "none": Fraction(1)}[norm]
    # cosh²(x/2) = (cosh x + 1)/2
    along, across = ((cosh(x) + 1) / 2 if halved else cosh(x) ** 2 for x in (p * q, p / q))
    return squared_cosines(E, own, i, j) == (along / divisor, across / divisor)


@closed_form.by_hand
def a_swap(E, own, i, j):
    p, q = ratios(E, i, j)
    along, across = ((cosh(x) + 1) / 2 / (cosh(p) * cosh(q)) for x in (p * q, p / q))
    swapped = squared_cosines(E, own, i, j)
    return [
        f"e^C with the rows {', '.join(f'({listed(row)})' for row in E)}; contents {i + 1} and {j + 1} change places",
        f"e^A = {number(p)}, e^B = {number(q)}",
        f"{compared('cos²(w, v), w after the swap, from both softmaxes', swapped[0], 'the closed form with A + B', along)}",
        f"{compared('cos²(w, v with its two entries exchanged)', swapped[1], 'the one with A - B', across)}",
    ]


closed_form.false("B = C[i,j] - C[j,i]: the two scores change places", EXAMPLE, sign=-1)
closed_form.false("divided by cosh A, as if the swap kept the norm", EXAMPLE, norm="A")
closed_form.false("not divided", EXAMPLE, norm="none")
closed_form.false("cosh(A+B) for cosh((A+B)/2)", EXAMPLE, halved=False)
closed_form.attack(at=ANY_SWAP)


# Below cosh x is taken from e^{x/2}: every real logit is 2 ln of one positive number.
ii, jj, ji, ij, Z, Z2, a, h, k = letters("ii jj ji ij Z Z' a h k", real=True)


@closed_form.proof
def proof(proof):
    proof.trust(trusted.EXPONENTIAL)
    before, after = (ii**2 / Z, jj**2 / Z), (ji**2 / Z2, ij**2 / Z2)
    norms = (before[0] ** 2 + before[1] ** 2) * (after[0] ** 2 + after[1] ** 2)
    A, B = ii / jj, ji / ij
    for first, name, root in ((0, "positional", A * B), (1, "symbolic", A / B)):
        proof.identity(
            f"{name}: the squared cosine, whatever Z and Z'",
            (after[0] * before[first] + after[1] * before[1 - first]) ** 2 / norms,
            cosh(root) ** 2 / (cosh(A**2) * cosh(B**2)),
        )
    proof.identity("e^{lc(x)} = e^{|x|}(1 + e^{-2|x|}) = 2 cosh x, with h = e^{|x|}", h * (1 + h**-2), h + 1 / h)
    proof.identity("the factors 2 cancel: (2a)²/(2h·2k) = a²/(hk)", (2 * a) ** 2 / (2 * h * 2 * k), a**2 / (h * k))
    proof.qed("every N >= 2, every real N×N matrix C, every own logit or none, every swap")


@theorem(
    "new.swap-scores.computed",
    SOURCE,
    "With a = e^{-|A|} and b = e^{-|B|} the positional cosine is (1 + ab)/√((1+a²)(1+b²)) where A and B have one sign and "
    "(a + b)/√((1+a²)(1+b²)) where they have not, and the symbolic one the other way round: no exponential is above 1.",
    *GIVEN,
    example=EXAMPLE,
    small=single_swaps,
)
def computed(E, own, i, j, switch=True, own_in_B=False):
    p, q = ratios((*E[:j], (E[j][0] + own, *E[j][1:]), *E[j + 1 :]) if own_in_B else E, i, j)
    a, b = min(p, 1 / p), min(q, 1 / q)
    norms = (1 + a * a) * (1 + b * b)
    along, across = (1 + a * b) ** 2 / norms, (a + b) ** 2 / norms
    one_sign = (p >= 1) == (q >= 1) or not switch
    return squared_cosines(E, own, i, j) == ((along, across) if one_sign else (across, along))


computed.false("the first form whatever the signs", EXAMPLE, switch=False)
computed.false("the query's own key is part of B", EXAMPLE, own_in_B=True)
computed.attack(at=ANY_SWAP)


@computed.proof
def computed_proof(proof):
    proof.use("new.swap-scores")
    # h = e^{|A|/2}, k = e^{|B|/2}, so a = h^-2 and b = k^-2. The symbolic cosine is the positional one of -B.
    norms = (1 + h**-4) * (1 + k**-4)
    along, across = (1 + h**-2 * k**-2) ** 2 / norms, (h**-2 + k**-2) ** 2 / norms
    for signs, A, B in (("A, B >= 0", h, k), ("A, B <= 0", 1 / h, 1 / k)):
        proof.identity(signs, cosh(A * B) ** 2 / (cosh(A**2) * cosh(B**2)), along)
    for signs, A, B in (("A >= 0 >= B", h, 1 / k), ("A <= 0 <= B", 1 / h, k)):
        proof.identity(signs, cosh(A * B) ** 2 / (cosh(A**2) * cosh(B**2)), across)
    proof.qed("every N >= 2, every real N×N matrix C, every own logit or none, every swap")
