"""Cached keys: what a change of frequencies does to them, and what turning them again does, exactly and rounded.

Idea: a cached key is R_j k. Turning it by m more positions is R_m R_j k = R_{j+m} k, so re-rotation is exact. A query
under other frequencies g' sees the key as if its content had been turned by j(g - g'): the logit depends on j itself, and
attention is no longer relative. In a format each turn rounds; if one turn is off by at most ε of the norm it is given,
t turns are off by at most (1 + ε)^t - 1, about tε.

Traps: rules that follow the length (dynamic NTK, LongRoPE, the first Qwen) change frequencies in the middle of a
sequence; rules that do not (linear, YaRN, llama3) are safe. The norm of a rounded key may grow, so the bound is a
power and not a multiple. Underflow is left out; rounding to few-bit integers has an ε of its own, which is large.
"""

from fractions import Fraction

import flint
import z3
from sympy import symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import rotate
from rope_theory.evidence.by_hand import compared, listed, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, at_most, domain, ours, st, theorem, trusted
from rope_theory.evidence.instances.formats import KNOWN
from rope_theory.evidence.instances.rotary import score, turned
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.shifts import drift, turn_error, turn_rounded

QUERY, KEY = [(1, 2), (3, -1)], [(2, 2), (-1, 4)]
OLD, NEW = tuple(map(Angle.parse, ("1", "2pi/7"))), tuple(map(Angle.parse, ("1", "0.25")))
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=2, max_size=2)
POSITIONS = st.integers(0, 60)
FORWARD = Hypothesis("positions are whole and not negative", lambda i, j, **_: i >= 0 and j >= 0)


def cached(i, j, old=OLD, new=NEW, query=QUERY, key=KEY):
    return {"query": query, "key": key, "old": old, "new": new, "i": i, "j": j}


def mixed(query, key, old, new, i, j):
    """The logit of a query at i under the new frequencies against a key cached at j under the old ones."""
    return score(query, key, [i * g for g in new], [j * g for g in old])


def pairs(thorough):
    for i in range(9 if thorough else 5):
        for j in range(i + 1):
            yield cached(i, j)


@theorem(
    "new.cached-keys",
    ours("", "after questions on dynamic NTK and LongRoPE with cached keys"),
    "A query at position i under frequencies g' gives a key cached at position j under frequencies g the logit that "
    "plain RoPE under g' gives at distance i - j to the key turned by j(g - g') in each plane.",
    FORWARD,
    example=cached(5, 3),
    small=pairs,
    readings="So the key's phase is off by j|g - g'|: by more the later the key, and by nothing in planes that keep "
    "their frequency.",
)
def stale(query, key, old, new, i, j, sign=1, by_distance=False):
    off = [sign * ((i - j if by_distance else j) * (a - b)) for a, b in zip(old, new, strict=True)]
    return mixed(query, key, old, new, i, j) == score(
        query, turned(key, off), [(i - j) * g for g in new], [Angle()] * len(off)
    )


stale.false("turned back by as much", cached(5, 3), sign=-1)
stale.false("by the distance times g - g'", cached(5, 3), by_distance=True)
stale.attack(query=VECTORS, key=VECTORS, old=st.just(OLD), new=st.just(NEW), i=POSITIONS, j=POSITIONS)
stale.edge("frequencies that stay", cached(9, 4, new=OLD), holds=True)


@stale.proof
def stale_proof(proof):
    i, j, g, h, a, b, c, d = symbols("i j g h a b c d", real=True)
    off, query = rotate(j * (g - h), (a, b)), rotate((i - j) * h, (c, d))
    proof.identity(
        "in each plane (R_{jg} k)ᵀ(R_{ig'} q) = (R_{j(g-g')} k)ᵀ R_{(i-j)g'} q",
        sum(x * y for x, y in zip(rotate(j * g, (a, b)), rotate(i * h, (c, d)), strict=True)),
        sum(x * y for x, y in zip(off, query, strict=True)),
    )
    proof.trust(trusted.SUMS)
    proof.qed("any number of planes, all real vectors, frequencies, positions")


SWITCH = cached(2, 1, old=(Angle.parse("2pi/3"),), new=(Angle.parse("pi/3"),), query=[(1, 0)], key=[(1, 0)])


@theorem(
    "new.cached-keys.relative",
    ours("", "what a switch of LongRoPE factors, or of a dynamic base, would need"),
    "If the frequencies change once keys are cached, the logit still depends on query, key and distance only.",
    FORWARD,
    example=SWITCH,
    verdict=Tier.REFUTED,
    readings="Compared with the same query and key one position further on, the key cached under the old frequencies too.",
)
def still_relative(query, key, old, new, i, j):
    return mixed(query, key, old, new, i, j) == mixed(query, key, old, new, i + 1, j + 1)


def vectors_line(query, key) -> str:
    """Query and key, a pair of numbers for each plane."""
    written = (", ".join(f"({listed(plane)})" for plane in each) for each in (query, key))
    return f"Query {next(written)}, key {next(written)}, a pair for each plane; q·k is turned by the query's angle less the key's"


@still_relative.by_hand
def one_step_on(query, key, old, new, i, j):
    values = [mixed(query, key, old, new, i + step, j + step) for step in (0, 1)]
    told = []
    for step in (0, 1):
        angles = ", ".join(
            f"{i + step}·{spelled(h)} - {j + step}·{spelled(g)} = {spelled((i + step) * h - (j + step) * g)}"
            for g, h in zip(old, new, strict=True)
        )
        told.append(f"Query at {i + step}, key at {j + step}: turned by {angles}")
    return [
        vectors_line(query, key),
        f"Keys are cached at {', '.join(map(spelled, old))} a position, queries turn by {', '.join(map(spelled, new))}",
        *told,
        compared("The first logit", values[0], "the second", values[1]),
    ]


still_relative.true_at("frequencies that do not change", {**SWITCH, "new": SWITCH["old"]})
still_relative.true_at("frequencies that differ by a whole turn", {**SWITCH, "new": (Angle.parse("8pi/3"),)})
still_relative.outside("negative positions", {**SWITCH, "i": -3, "j": -7}, FORWARD, says_nothing=True)


@still_relative.proof
def relativity_lost(proof):
    proof.refute(SWITCH)


OTHER = {
    "query": [(1, 0)],
    "key": [(1, 0)],
    "old": (Angle.parse("2pi/3"),),
    "new": (Angle.parse("pi/3"),),
    "distance": 1,
}
WHOLE = Hypothesis("the distance is whole", lambda distance, **_: distance == int(distance))


@theorem(
    "new.cached-keys.other-base",
    ours("", "a draft model with another base"),
    "The same query and key have the same logits under two sets of frequencies.",
    WHOLE,
    example=OTHER,
    verdict=Tier.REFUTED,
)
def other_base(query, key, old, new, distance):
    still = [Angle()] * len(query)
    return score(query, key, [distance * g for g in old], still) == score(
        query, key, [distance * g for g in new], still
    )


@other_base.by_hand
def two_bases(query, key, old, new, distance):
    still = [Angle()] * len(query)
    values = [score(query, key, [distance * g for g in angles], still) for angles in (old, new)]
    told = [
        f"Angles {', '.join(spelled(distance * g) for g in angles)} at distance {distance}" for angles in (old, new)
    ]
    return [
        vectors_line(query, key),
        compared(f"{told[0]}: the logit", values[0], f"the logit with {told[1][0].lower()}{told[1][1:]}", values[1]),
    ]


other_base.true_at("at distance 0", {**OTHER, "distance": 0})
other_base.true_at("where m(g - g') is a whole turn", {**OTHER, "distance": 6})
other_base.outside(
    "a distance that is no whole number", {**OTHER, "distance": Fraction(1, 2)}, WHOLE, says_nothing=True
)


@other_base.proof
def other_base_proof(proof):
    proof.refute(OTHER)


STEPS = domain(
    ("at least one turn", z3.Int("t") >= 1),
    of=lambda shifts, **_: {z3.Int("t"): len(shifts)},
)


@theorem(
    "new.cached-keys.turned-again",
    ours("", "shifting a cache, and positions in a sink cache"),
    "A key at position j that is turned again by m_1, …, m_t positions is exactly the key at position j + m_1 + … + m_t; "
    "so with exact arithmetic a shifted cache gives the logits that keys computed there would give.",
    STEPS,
    example={"key": KEY, "frequencies": OLD, "j": 3, "shifts": (2, -1)},
    small=lambda thorough: (
        {"key": KEY, "frequencies": OLD, "j": j, "shifts": shifts}
        for j in range(4)
        for shifts in ((1,), (-1, -1), (5, -2, 3), (-7, 7))
    ),
    readings="Keys alone: what deeper layers put into a key was computed at the old positions and stays.",
)
def again(key, frequencies, j, shifts, twice=False):
    now = turned(key, [j * g for g in frequencies])
    for shift in shifts:
        now = turned(now, [shift * g for g in frequencies])
    end = j + sum(shifts) + (shifts[-1] if twice else 0)
    there = turned(key, [end * g for g in frequencies])
    return all(a == c and b == d for (a, b), (c, d) in zip(now, there, strict=True))


again.false("the last shift counts twice", {"key": KEY, "frequencies": OLD, "j": 3, "shifts": (2, -1)}, twice=True)
again.false(
    "no turn need be counted: the key stays at j",
    {"key": KEY, "frequencies": OLD, "j": 3, "shifts": (2,)},
    holds=lambda key, frequencies, j, shifts: again(key, frequencies, j, shifts) and sum(shifts) == 0,
)
again.attack(
    key=VECTORS, frequencies=st.just(OLD), j=POSITIONS, shifts=st.lists(st.integers(-9, 9), min_size=1, max_size=4)
)


@again.proof
def again_proof(proof):
    j, m, g, a, b, u, v = symbols("j m g a b u v", real=True)
    first, there = rotate(m * g, rotate(j * g, (a, b))), rotate((j + m) * g, (a, b))
    proof.identity("R_m R_j k = R_{j+m} k in each plane", u * first[0] + v * first[1], u * there[0] + v * there[1])
    proof.trust(trusted.INDUCTION)
    proof.qed("any number of turns and planes, all real vectors, frequencies and shifts")


NORMAL = Hypothesis(
    "neither underflow nor overflow (tried: coordinates from 1 to 100 in size)",
    lambda key, **_: all(1 <= abs(x) <= 100 for x in key),
)
U, PRODUCTS = z3.Real("u"), z3.Reals("a b c")
ROUNDED = {"form": "bfloat16", "key": (Fraction(3), Fraction(5)), "phases": (Angle.parse("1"), Angle.parse("2"))}


@theorem(
    "new.cached-keys.drift",
    ours("", "how far repeated shifts of a key cache drift"),
    "If cosines, sines, products and sums are each rounded once, to nearest, in a format with unit roundoff u <= 2^-8, t "
    "turns of a key leave it off by at most ((1 + ε)^t - 1)|k| with ε = 4.3u, without underflow or overflow; so each of its logits, computed exactly from there on, is off by at most ((1 + ε)^t - 1)|q||k|.",
    KNOWN,
    NORMAL,
    domain(
        ("0 < u <= 2^-8", z3.And(U > 0, 256 * U <= 1)),
        of=lambda form, **_: {U: FORMATS[form].unit_roundoff},
    ),
    example=ROUNDED,
    readings=(
        "Shown for one plane; errors and norms of several planes add up in the same way. From there on the logit is exact.",
        "Bounds, not predictions: errors of both signs partly cancel. In bfloat16 one turn is off by at most 1.7 %, a hundred "
        "by at most 429 %; in float16 by at most 0.21 % and 23.4 %; in float32 by at most 0.0026 % after a hundred, rounded up.",
        "Float32 arithmetic with keys stored in a narrower format rounds once a turn: ε is then u and the float32 part (no part of the formal statement, which has one format).",
    ),
)
def drifts(form, key, phases, narrow=1):
    """`narrow`: ε is that many times smaller."""
    found, exact = key, tuple(key)
    for phase in phases:
        found = turn_rounded(form, found, phase)
        exact = rotate(phase, exact)
    with flint.ctx.workprec(300):
        off = sum((ball(x) - ball(y)) ** 2 for x, y in zip(found, exact, strict=True)).sqrt()
        norm = ball(sum(x * x for x in key)).sqrt()
        allowed = drift(turn_error(form) / narrow, len(phases))
        return at_most(off, ball(allowed) * norm)


drifts.false("ε = 0.43u", ROUNDED, narrow=10)
drifts.false(
    "the drift is that of one turn, however many there are",
    {**ROUNDED, "phases": (Angle.parse("0.3"),) * 12},
    holds=lambda form, key, phases: drifts(form, key, phases, narrow=len(phases)),
)
drifts.attack(
    form=st.sampled_from(sorted(FORMATS)),
    key=st.tuples(*[st.fractions(1, 100, max_denominator=8)] * 2),
    phases=st.lists(st.sampled_from(list(map(Angle.parse, ("1", "0.01", "2pi/7", "-3")))), min_size=1, max_size=5),
)


@drifts.proof
def drifts_proof(proof):
    first, second, third = PRODUCTS
    grown, factor = (1 + U) * (1 + U) * (1 + U) - 1, z3.Real("factor")
    proof.implies(
        "a product that is rounded with its cosine and its sum is off by at most (1 + u)³ - 1 of itself",
        [*(z3.And(-U <= x, x <= U) for x in PRODUCTS), factor == (1 + first) * (1 + second) * (1 + third) - 1],
        z3.And(-grown <= factor, factor <= grown),
    )
    x, y, c, s = z3.Reals("|x| |y| |cos| |sin|")
    proof.implies(
        "the products of both coordinates are together at most √2 times the norm",
        [x >= 0, y >= 0, c >= 0, s >= 0, c * c + s * s == 1],
        (x * c + y * s) * (x * c + y * s) + (x * s + y * c) * (x * s + y * c) <= 2 * (x * x + y * y),
    )
    eps = z3.Q(43, 10) * U
    proof.implies(
        "√2((1 + u)³ - 1) <= 4.3u, so that one turn is off by at most ε of the norm it is given",
        [],
        2 * grown * grown <= eps * eps,
    )
    power, off, later, size, step = z3.Reals("(1+ε)^t off_after_t off_after_t+1 |k| step")
    proof.implies(
        "one turn more is off by at most ε of |k| + what it is off by already",
        [size >= 0, power >= 1, 0 <= off, off <= (power - 1) * size, step <= eps * (size + off), later <= off + step],
        later <= (power * (1 + eps) - 1) * size,
    )
    proof.trust(trusted.IEEE, trusted.CAUCHY, trusted.INDUCTION)
    proof.qed("every t >= 1, every number of planes, every key and all phases without underflow or overflow, u <= 2^-8")
