"""The scores of a head in closed form: a swap changes two logits, and cosine does not see the partition function.

Idea: the attention weights of positions i and j are e^{C[i,i]} and e^{C[j,j]} over one number Z before the swap,
e^{C[j,i]} and e^{C[i,j]} over another number Z' after it. A cosine is the same for x and x/Z. So it depends on the
two differences A and B alone, and dot product and norms of (e^x, e^y) are hyperbolic cosines.

Steps: 1. Both sides in positive numbers p = e^{logit/2}. 2. The squares of dot product over norms, Z and Z' left
in, are cosh²((A±B)/2)/(cosh A cosh B); all factors are positive, so the roots agree too. 3. lc(x) = ln(2 cosh x),
and the three factors 2 cancel. 4. For the exclusion: cosh A cosh B - cosh²((A+B)/2) = sinh²((A-B)/2), and the sum
of the two squares. 5. For the weights: hyperbolic cosine is even and lies between e^{|x|}/2 and e^{|x|}.

The printed weights of the swaps fail on three positions: writing one swap in the other order turns the sign of its
exponent and changes all three weights. With |d_i - d_j|, as in the authors' code, or read over ordered pairs, they
are well defined.

Traps: content j stands at position i after the swap, so it is B = C[j,i] - C[i,j] and not its negative: that sign
is all that tells the positional from the symbolic score. Subtracting the two old terms from Z to get Z' loses all
digits where they are most of it; nothing of the kind is needed. The score 1 does not mean that a head is positional
(or symbolic): the cosine does not see a change of both weights by one factor.
"""

import z3
from sympy import Rational, symbols

from rope_theory.claims import Proof, proves, trusted
from rope_theory.statements.new_scores import COMPUTED, EXCLUSION, SCORE_ONE, SWAP_SCORES
from rope_theory.statements.new_scores_weights import ORDERED_WEIGHTS, PRINTED_WEIGHTS, WEIGHTS_CORRECTED, WITNESS

# Square roots of the four powers: e^{C[i,i]} = ii², and so on; Z, Z' the partition functions.
ii, jj, ji, ij, Z, Z2, a, b, h, k = symbols("ii jj ji ij Z Z' a b h k", positive=True)


def _cosh(root):
    """cosh x from e^{x/2}."""
    return (root**2 + root**-2) / 2


def _cosh_half(root):
    """cosh(x/2) from e^{x/2}."""
    return (root + 1 / root) / 2


def _squares():
    """Squares of the two cosines, with both partition functions: dot product squared over squared norms."""
    before, after = (ii**2 / Z, jj**2 / Z), (ji**2 / Z2, ij**2 / Z2)
    norms = (before[0] ** 2 + before[1] ** 2) * (after[0] ** 2 + after[1] ** 2)
    return [(after[0] * before[first] + after[1] * before[1 - first]) ** 2 / norms for first in (0, 1)]


@proves(SWAP_SCORES)
def swap_scores(proof: Proof, sign=1, norm="both", halved=True):
    proof.trust(trusted.EXPONENTIAL)
    # So every real logit is 2 ln of one positive number, and e^{A/2}, e^{B/2} are ratios of two.
    A, B = ii / jj, (ji / ij) ** sign
    divisor = {"both": _cosh(A) * _cosh(B), "A": _cosh(A) ** 2, "none": 1}[norm]
    over = _cosh_half if halved else _cosh
    for name, square, root in zip(("positional", "symbolic"), _squares(), (A * B, A / B), strict=True):
        proof.identity(f"{name}: the squared cosine, whatever Z and Z'", square, over(root) ** 2 / divisor)
    proof.identity("e^{lc(x)} = e^{|x|}(1 + e^{-2|x|}) = 2 cosh x, with h = e^{|x|}", h * (1 + h**-2), h + 1 / h)
    proof.identity("the factors 2 cancel: (2c)²/(2d·2e) = c²/(de)", (2 * a) ** 2 / (2 * h * 2 * k), a**2 / (h * k))
    return proof.qed("every N >= 2, every real N×N matrix C, every own logit or none, every swap")


@proves(COMPUTED)
def computed(proof: Proof, switch=True):
    proof.use(SWAP_SCORES.id)
    # h = e^{|A|/2}, k = e^{|B|/2}, so a = h^-2 and b = k^-2.
    norms = (1 + h**-4) * (1 + k**-4)
    along, across = (1 + h**-2 * k**-2) ** 2 / norms, (h**-2 + k**-2) ** 2 / norms
    for signs, A, B in (("A, B >= 0", h, k), ("A, B <= 0", 1 / h, 1 / k), ("A >= 0 >= B", h, 1 / k), ("A <= 0 <= B", 1 / h, k)):
        one_sign = signs.startswith("A, B") or not switch
        for name, root, form in (("positional", A * B, along if one_sign else across),
                                 ("symbolic", A / B, across if one_sign else along)):
            proof.identity(f"{signs}, {name}", _cosh_half(root) ** 2 / (_cosh(A) * _cosh(B)), form)
    return proof.qed("every N >= 2, every real N×N matrix C, every own logit or none, every swap")


@proves(EXCLUSION)
def exclusion(proof: Proof, constant="1", total="sum", nonnegative=True):
    proof.use(SWAP_SCORES.id)
    c = Rational(constant)
    proof.identity("pos² + sym² = 1 + 1/(cosh A cosh B), with h = e^{A/2}, k = e^{B/2}",
                   (_cosh_half(h * k) ** 2 + _cosh_half(h / k) ** 2) / (_cosh(h) * _cosh(k)), 1 + 1 / (_cosh(h) * _cosh(k)))
    proof.identity("cosh A cosh B - cosh²((A+B)/2) = sinh²((A-B)/2), so pos <= 1 (and sym, with -B)",
                   _cosh(h) * _cosh(k) - _cosh_half(h * k) ** 2, ((h / k - k / h) / 2) ** 2)
    P, S, T, W, share = z3.Reals("pos sym T W α")
    least = z3.Q(int(c.p), int(c.q))
    both = P + S if total == "sum" else P * P + S * S
    proof.implies("numbers in (0, 1] whose squares add up to more than 1 add up to more than 1",
                  [P > 0, P <= 1, S > 0, S <= 1, P * P + S * S > 1], both > least)
    x, y = z3.Reals("Σα·pos Σα·sym")
    sums = x + y if total == "sum" else x * x + y * y
    longer = (x + share * P) + (y + share * S) if total == "sum" else (x + share * P) ** 2 + (y + share * S) ** 2
    given = [share >= 0] if nonnegative else []
    proof.implies("one swap more with weight α: Σ α(pos + sym) stays at least Σ α, W the weights so far",
                  [*given, x >= 0, y >= 0, W >= 0, sums >= W, P + S > 1, P > 0, S > 0, P <= 1, S <= 1], longer >= W + share)
    proof.implies("and is above it once a weight is positive", [share > 0, T >= W, P + S > 1], T + share * (P + S) > W + share)
    slack, top = z3.Reals("slack e^A")
    proof.implies("A = B = ln(2/slack): pos = 1 and sym = 1/cosh A < slack", [slack > 0, top == 2 / slack],
                  2 / (top + 1 / top) < slack)
    proof.identity("A = B has pos² = 1", _cosh_half(h * h) ** 2 / _cosh(h) ** 2, 1)
    proof.identity("A = B has sym = 1/cosh A", _cosh_half(h / h) ** 2 / _cosh(h) ** 2, 1 / _cosh(h) ** 2)
    return proof.qed("every N >= 2, every real N×N matrix C, all weights of the swaps")


@proves(SCORE_ONE)
def score_one(proof: Proof, only="symmetric"):
    proof.use(SWAP_SCORES.id)
    proof.use(EXCLUSION.id)
    # There: pos² = 1 - sinh²((A-B)/2)/(cosh A cosh B), so pos = 1 exactly if e^{(A-B)/2} is its own inverse.
    half = z3.Real("e^{(A-B)/2}")
    proof.implies("sinh((A-B)/2) = 0 exactly for A = B", [half > 0], ((half - 1 / half) * (half - 1 / half) == 0) == (half == 1))
    own_i, own_j, at_i, at_j = z3.Reals("C[i,i] C[j,j] C[j,i] C[i,j]")
    A, B = own_i - own_j, at_i - at_j
    symmetric = {"symmetric": at_j - own_j == at_i - own_i, "positional": z3.And(at_j == own_j, at_i == own_i),
                 "symbolic": at_j - own_j == at_i - own_i}[only]
    proof.implies("A = B exactly if C[i,j] - C[j,j] = C[j,i] - C[i,i]", [z3.BoolVal(True)], (A == B) == symmetric)
    turned = z3.And(at_j == own_i, at_i == own_j) if only == "symbolic" else at_j - own_i == at_i - own_j
    proof.implies("A = -B exactly if C[i,j] - C[i,i] = C[j,i] - C[j,j]", [z3.BoolVal(True)], (A == -B) == turned)
    proof.implies("equal rows make the first matrix 0", [at_j == own_j, at_i == own_i], A == B)
    proof.implies("equal columns the second", [at_j == own_i, at_i == own_j], A == -B)
    share, P, x, W = z3.Reals("α pos Σα·pos Σα")
    proof.implies("an average with positive weights of numbers <= 1 is 1 only if each is",
                  [share > 0, x <= W, P <= 1, x + share * P == W + share], z3.And(P == 1, x == W))
    return proof.qed("every N >= 2, every real N×N matrix C")


@proves(PRINTED_WEIGHTS)
def printed_weights(proof: Proof):
    proof.trust(trusted.EXPONENTIAL)
    # So two softmaxes agree exactly if their exponents differ by one constant.
    return proof.refute(WITNESS)


@proves(WEIGHTS_CORRECTED)
def weights_corrected(proof: Proof, kind="absolute"):
    one, other = z3.Reals("d_i d_j")
    change = {"absolute": z3.Abs, "printed": lambda x: x, "positive part": lambda x: z3.If(x > 0, x, 0)}[kind]
    proof.implies("the two orders give one exponent", [one > 0, other > 0], change(one - other) == change(other - one))
    return proof.qed("every N >= 2, all attention weights, every τ > 0, all ways to write the swaps")


@proves(ORDERED_WEIGHTS)
def ordered_weights(proof: Proof, factor="2"):
    proof.trust(trusted.EXPONENTIAL)
    proof.identity("both orders together: e^x + e^-x = 2 cosh x, with h = e^{x/2}", h**2 + h**-2, 2 * _cosh(h))
    u, c, U, C = z3.Reals("e^|x| cosh(x) Σe^|x| Σcosh")
    times = z3.Q(*map(int, Rational(factor).as_numer_denom()))
    proof.implies("e^{|x|}/2 < cosh x <= e^{|x|}", [u >= 1, c == (u + 1 / u) / 2], z3.And(u / 2 < c, c <= u))
    proof.implies("the same holds for sums: one swap more", [U / 2 < C, C <= U, u / 2 < c, c <= u],
                  z3.And((U + u) / 2 < C + c, C + c <= U + u))
    proof.implies("so the shares c/Σc and u/Σu are within the factor", [u >= 1, U >= u, u / 2 < c, c <= u, U / 2 < C, C <= U],
                  z3.And(c * U < times * u * C, u * C < times * c * U))
    return proof.qed("every N >= 2, all attention weights, every τ > 0")
