"""The attention factor of YaRN and LongRoPE is a temperature: its square multiplies β, and LongRoPE's follows ln n.

Idea: cosines and sines times a turn query and key times a, so the rotated part of a logit times a². For a head whose gap stays
β = ln n/Δ is enough for a majority (by new.beta-explicit ln(n-1)/Δ is), and from length L to sL it grows by the factor
ln(sL)/ln L. LongRoPE's a² is exactly that. YaRN's (1 + 0.1 ln s)² is at least that as soon as ln L >= 5.

Traps: the gap rarely stays: for Index with one angle it falls like 1/n². The factor does not reach dimensions that are not
turned. An explicit attention_factor replaces the formula; 1 switches it off.
"""

from fractions import Fraction

import flint
import z3
from sympy import symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import at_most, domain, less, ours, st, theorem, trusted, truth
from rope_theory.evidence.instances.rotary import dot, score, turned

SAID = ours("", "after questions on the attention scaling of LongRoPE and YaRN")
ANGLES = tuple(map(Angle.parse, ("1", "2pi/7")))
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=2, max_size=2)
A = z3.Real("a")
FACTOR = domain(A > 0, of=lambda factor, **_: {A: factor})
AT = {"query": [(1, 2), (0, 1)], "key": [(2, 2), (-1, 4)], "i": 5, "j": 2, "factor": Fraction(3, 2)}


def scaled(vector, position, factor):
    """A vector turned with cosines and sines that are multiplied by the factor."""
    return [(factor * x, factor * y) for x, y in turned(vector, [position * g for g in ANGLES])]


@theorem(
    "new.attention-factor",
    SAID,
    "Cosines and sines multiplied by a > 0 multiply the rotated part of every logit by a²: where every dimension is rotated, softmax at inverse temperature β is then softmax at a²β.",
    FACTOR,
    example=AT,
    small=lambda thorough: ({**AT, "i": i, "factor": Fraction(k, 3)} for i in range(4) for k in range(1, 5)),
    readings="Dimensions that are not turned are not multiplied: under a partial rotary factor the two parts of a logit change "
    "their balance.",
)
def multiplied(query, key, i, j, factor, power=2):
    plain = score(query, key, [i * g for g in ANGLES], [j * g for g in ANGLES])
    return dot(scaled(query, i, factor), scaled(key, j, factor)) == factor**power * plain


multiplied.false("by a", AT, power=1)
multiplied.false(
    "the whole logit, with a dimension that is not turned",
    AT,
    holds=lambda query, key, i, j, factor: (
        dot(scaled(query, i, factor), scaled(key, j, factor)) + 1
        == factor**2 * (score(query, key, [i * g for g in ANGLES], [j * g for g in ANGLES]) + 1)
    ),
)
multiplied.attack(
    query=VECTORS,
    key=VECTORS,
    i=st.integers(0, 30),
    j=st.integers(0, 30),
    factor=st.fractions(Fraction(1, 9), 9, max_denominator=9),
)


@multiplied.proof
def multiplied_proof(proof):
    f, i, j, g, a, b, c, d = symbols("a i j g k1 k2 q1 q2", real=True)
    key, query = rotate(j * g, (a, b)), rotate(i * g, (c, d))
    proof.identity(
        "in each plane the term is a² times the plain one",
        sum(f * x * f * y for x, y in zip(key, query, strict=True)),
        f**2 * sum(x * y for x, y in zip(key, query, strict=True)),
    )
    proof.trust(trusted.SUMS)
    proof.qed("any number of planes, all real vectors, frequencies, positions, every a > 0, every β")


def log(value):
    return ball(Fraction(value)).log()


LOG_S, LOG_L, LOG_N = z3.Reals("ln(s) ln(L) ln(sL)")
# Stand-ins at an instance: numbers on the same side of 0 (below: of 5) as the logarithms.
LOGS = domain(
    ("s >= 1 and L > 1", z3.And(LOG_S >= 0, LOG_L > 0)),
    of=lambda scale, length: {LOG_S: 0 if scale == 1 else scale - 1, LOG_L: length - 1},
)


@theorem(
    "new.attention-factor.longrope",
    SAID,
    "LongRoPE's factor a = √(1 + ln s/ln L) from length L to n = sL has a² = ln n/ln L: with a gap Δ that stays, β = ln L/Δ "
    "becomes ln n/Δ.",
    LOGS,
    example={"scale": 32, "length": 4096},
    small=lambda thorough: ({"scale": s, "length": n} for s in (1, 2, 8, 32) for n in (2, 64, 4096)),
    readings="ln n/Δ is above the sufficient ln(n-1)/Δ of new.beta-explicit. At an instance: both sides by balls, equal up to their radii.",
)
def longrope(scale, length, base=None):
    with flint.ctx.workprec(128):
        factor = (1 + log(scale) / log(length if base is None else base)).sqrt()
        off = factor * factor * log(length) - log(scale * length)
        return truth(bool(off.contains(0)) and bool(abs(off) < ball(Fraction(1, 10**20))))


longrope.false("with ln 2 in place of ln L", {"scale": 32, "length": 4096}, base=2)
longrope.false(
    "with a in place of a²",
    {"scale": 32, "length": 4096},
    holds=lambda scale, length: at_most(log(scale * length), (1 + log(scale) / log(length)).sqrt() * log(length)),
)
longrope.attack(scale=st.integers(1, 1000), length=st.integers(2, 10**6))


@longrope.proof
def longrope_proof(proof):
    square = z3.Real("a²")
    proof.trust(trusted.LOGARITHM)
    proof.implies("a² ln L = ln L + ln s", [LOG_L > 0, square == 1 + LOG_S / LOG_L], square * LOG_L == LOG_L + LOG_S)
    proof.qed("every real s >= 1, L > 1, every gap > 0")


LONG = domain(
    ("s >= 1 and L >= 149", z3.And(LOG_S >= 0, LOG_L >= 5)),
    of=lambda scale, length: {LOG_S: 0 if scale == 1 else scale - 1, LOG_L: 5 if length >= 149 else 4},
)
YARN = {"scale": Fraction(2), "length": 149}


@theorem(
    "new.attention-factor.yarn",
    SAID,
    "YaRN's factor a = 1 + 0.1 ln s from length L >= 149 to n = sL has a² >= ln n/ln L, whatever s >= 1: with a gap Δ that stays, "
    "β = ln L/Δ becomes at least ln n/Δ.",
    LONG,
    example=YARN,
    small=lambda thorough: (
        {"scale": s, "length": n} for s in (1, Fraction(3, 2), 2, 8, 32, 1000) for n in (149, 4096, 131072)
    ),
    readings="149 is the first whole number above e^5 = 148.4. Below it small s fail.",
)
def yarn(scale, length, slope=Fraction(1, 10)):
    with flint.ctx.workprec(256):
        grown = ball(slope) * log(scale)
        # a² - 1 and ln s/ln L, both without the 1 that cancels: equal (0) at s = 1.
        return truth(True) if scale == 1 else at_most(log(scale) / log(length), 2 * grown + grown * grown)


yarn.false("with 0.05 ln s", YARN, slope=Fraction(1, 20))
yarn.false("from L = 148 on", {"scale": Fraction(100001, 100000), "length": 148}, "s >= 1 and L >= 149")
yarn.attack(scale=st.fractions(1, 100, max_denominator=50), length=st.integers(149, 10**6))
yarn.edge("a factor of 1 does nothing", {"scale": 1, "length": 149}, assumed=True, holds=True)


@yarn.proof
def yarn_proof(proof):
    factor = z3.Real("a")
    proof.exact("e^5 < 149, so that ln L >= 5", less(ball(Fraction(5)).exp(), ball(Fraction(149))))
    proof.trust(trusted.LOGARITHM)
    proof.implies(
        "a² = 1 + 0.2 ln s + 0.01 (ln s)² >= 1 + ln s/ln L",
        [factor == 1 + LOG_S / 10],
        factor * factor * LOG_L >= LOG_L + LOG_S,
    )
    proof.qed("every real s >= 1, every L >= 149, every gap > 0")
