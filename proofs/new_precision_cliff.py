"""Where number formats stop each construction: one rounding of the logits, and all steps rounded.

Idea: just below 1 a format of p bits has the spacing 2^-p, so a logit within 2^{-(p+1)} of 1 becomes 1. One frequency's
best gap shrinks like 1/n², hence a cliff near n = 2π·2^{p/2}; a mix of planes keeps its gap, and a symbolic head's
phases stay small, so they have no such cliff. Below these limits every step is bounded by the triangle inequality, or
emulated: phases are rounded exactly, cosines enclosed and rounded at both ends.

Traps: at the threshold the tie goes to 1, whose significand is even. A large cosine error by itself is no failure:
rounded frequencies alone are other frequencies, and the logits stay relative. A symbolic head keeps its lead over other
letters only: two tokens with one left letter are as close as neighbours of Index. An upper end needs a certain loss or
tie: overlapping enclosures say nothing. Only libraries' cos and sin are not IEEE operations; the model grants them 4
units in the last place.
"""

import functools
from fractions import Fraction

import flint
import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import frequencies, rotate
from rope_theory.evidence.by_hand import between, compared, number
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, combinations, domain, ours, st, theorem, truth
from rope_theory.evidence.claims.trusted import COSINE, IEEE, LIBRARY, NO_OVERFLOW, NO_SUBNORMAL
from rope_theory.evidence.instances.formats import KNOWN, both_ends, closest_rival, row_of
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.models.precision import FORMATS, IndexHead, Recipe, RetrievalHead, is_safe, survives_rounding
from rope_theory.models.precision import brackets as tables
from rope_theory.models.precision.brackets import BRACKETS, COSINES, LAST, POSITIONS, WIDE, certainly, cost
from rope_theory.models.precision.errors import BITS, logit_error_of_turns

NAMES = st.sampled_from(sorted(FORMATS))
LEAD = Hypothesis("0 <= Δ <= 2", lambda delta, **_: 0 <= delta <= 2)


def leads(thorough: bool):
    """Leads around the threshold of each format, and some far from it."""
    far = [Fraction(text) for text in ("1/3", "1/2", "2/3", "1", "3/2", "2")]
    for form, chosen in FORMATS.items():
        near = (chosen.unit_roundoff * Fraction(part, 16) for part in range(65 if thorough else 17))
        yield from ({"form": form, "delta": delta} for delta in (*near, *far))


def edge(form: str, away=Fraction(0)) -> dict:
    return {"form": form, "delta": FORMATS[form].unit_roundoff / 2 * (1 + away)}


@theorem(
    "new.precision-cliff.threshold",
    ours("", "after IEEE 754, rounding to nearest, ties to even"),
    "If every logit is rounded once to p significant bits, a target of exact logit 1 stays strictly ahead of a rival "
    "of exact logit 1 - Δ exactly when Δ > 2^{-(p+1)}.",
    KNOWN,
    LEAD,
    example=edge("bfloat16"),
    small=leads,
    readings="Decoding asks for a strictly larger computed logit: softmax and average hard attention both split a tie.",
)
def threshold(form, delta, shift=1, strict=True):
    line = FORMATS[form].unit_roundoff / 2**shift
    return (FORMATS[form].round(1 - delta) < 1) is (delta > line if strict else delta >= line)


threshold.false("at Δ = 2^{-(p+1)} the target is still ahead", edge("float16"), strict=False)
threshold.false("Δ > 2^{-(p+2)} is enough", edge("float32"), shift=2)
threshold.false("Δ > 2^-p is needed", {"form": "bfloat16", "delta": Fraction(3, 1024)}, shift=0)
threshold.attack(form=NAMES, delta=st.fractions(0, 2, max_denominator=10**6))
threshold.attack(at=st.builds(lambda form, k: edge(form, Fraction(k, 10**30)), NAMES, st.integers(-64, 64)))


@threshold.proof
def threshold_proof(proof):
    u, lead, below = z3.Reals("u Δ below")
    distance, near = z3.If(below >= lead, below - lead, lead - below), [u > 0, 0 <= lead, 2 * lead <= u, below >= u]
    proof.cases(
        "between 1/2 and 1 the spacing is u = 2^-p; 1 has an even significand, its neighbour 1 - u an odd one",
        FORMATS.values(),
        lambda form: (
            form.spacing(1 - form.unit_roundoff) == form.spacing(Fraction(1, 2)) == form.unit_roundoff
            and form.round(1 - form.unit_roundoff / 2) == 1
        ),
    )
    proof.implies("Δ up to u/2: no number 1 - below, below >= u, is nearer to 1 - Δ than 1 is", near, lead <= distance)
    proof.implies("Δ beyond it: 1 - u is nearer than 1", [u > 0, 2 * lead > u, below == u], distance < lead)
    proof.trust(IEEE)
    proof.qed("bfloat16, float16, float32, float64, every 0 <= Δ <= 2")


def lengths(thorough: bool):
    """Lengths near each cliff and elsewhere."""
    for form, last in LAST.items():
        near = range(last - 3, last + 5)
        for n in (*range(2, 60 if thorough else 12), last // 2, *near, 2 * last, 10 * last):
            yield {"form": form, "n": n}


LENGTH = z3.Int("n")


@theorem(
    "new.precision-cliff",
    ours(),
    "T_Index with the best angle for its length, 2π/n, and logits that are exact but for one final rounding decodes "
    "exactly for n <= 100 in bfloat16, n <= 284 in float16, n <= 25735 in float32 and n <= 596313653 in float64: the "
    "lengths at which 1 - cos(2π/n) > 2^{-(p+1)}, about 2π·2^{p/2}.",
    KNOWN,
    domain(LENGTH >= 2, of=lambda n, **_: {LENGTH: n}),
    example={"form": "bfloat16", "n": 100},
    small=lengths,
    readings=(
        "The logits are those of T_Index itself, the target's is 1; all other steps are exact. With all steps rounded the "
        "cliff comes earlier (new.precision-cliff.brackets).",
        "A power of two times them changes nothing, short of underflow and overflow. Multiplied by another β before the rounding the order may be lost "
        "sooner or kept longer: the lengths are for no β but these.",
        "The gap of T_Index at 2π/n is 1 - cos(2π/n), from rivals at distance 1 (new.index-gap-sharp, T + 1 = n).",
    ),
)
def one_rounding(form, n, last=None):
    found = survives_rounding(FORMATS[form], n)
    return found if n <= (LAST[form] if last is None else last) else ~found


one_rounding.false("bfloat16 reaches 101", {"form": "bfloat16", "n": 101}, last=101)
one_rounding.false("float32 stops at 25734", {"form": "float32", "n": 25735}, last=25734)
one_rounding.false("float16 reaches as far as float32", {"form": "float16", "n": 285}, last=LAST["float32"])
one_rounding.attack(form=NAMES, n=st.integers(2, 2 * max(LAST.values())))


@one_rounding.by_hand
def both_sides_of_the_cliff(form, n):
    bits, last = FORMATS[form].bits, LAST[form]
    lines = [
        compared(f"n = {length}, the nearest rivals: 2^{bits + 1}·(1 - cos(2π/{length}))", 2 ** (bits + 1) * (1 - Angle(Fraction(1, length)).cos()),
                 "the limit", 1)
        for length in sorted({n, last, last + 1})
    ]  # fmt: skip
    below = (
        f"below 1 its numbers are 2^-{bits} apart, so a logit within 2^-{bits + 1} of 1, the target's, is rounded to 1"
    )
    return [f"{form} keeps {bits} bits: {below}", *lines]


@one_rounding.proof
def one_rounding_proof(proof):
    proof.use("new.index-gap-sharp")  # the nearest rivals are the neighbours
    proof.use("new.precision-cliff.threshold")
    proof.certify(
        "1 - cos(2π/n), which falls with n, exceeds 2^{-(p+1)} at the last length and not at the next",
        [(FORMATS[form], known) for form, known in LAST.items()],
        lambda row: survives_rounding(*row) & ~survives_rounding(row[0], row[1] + 1),
    )
    proof.trust(COSINE, IEEE)
    proof.qed("every n >= 2, the four formats")


FLOAT32 = {"name": "all in float32"}


@theorem(
    "new.precision-cliff.cosine-error",
    ours(),
    "Base 5e5, d = 128, all positions below 131072 and all planes, largest |cos| error: frequencies rounded to "
    "bfloat16 2.0; all float32 6.2e-3; exact cosine cast to bfloat16 1.95e-3.",
    row_of(COSINES, "one of the three", lambda name: f"largest error {COSINES[name][1]}"),
    example=FLOAT32,
    readings=(
        "Rounded to the digits shown; the enclosure must round to them as a whole.",
        "All float32: each frequency is the correctly rounded one; product, cosine and cast follow, the cosine off by "
        "at most 4 units in the last place.",
    ),
)
def cosine_errors(name, value=None):
    """Whether the certified error rounds to the value (default: the printed one)."""
    return tables.cosine_error(name).rounds_to(value or COSINES[name][1])


@cosine_errors.by_hand
def enclosed_error(name):
    found = tables.cosine_error(name)
    return [
        f"{name}: the largest error of a cosine lies between {number(found.lower, 6)} and {number(found.upper, 6)}",
        f"Rounded to the digits printed both ends are {COSINES[name][1]}",
    ]


cosine_errors.false("float32 keeps cosines to 6.1e-3", FLOAT32, value="6.1e-3")
cosine_errors.false(
    "rounding the frequencies costs no more than casting the cosine",
    {"name": "frequencies in bfloat16"},
    holds=lambda name: tables.cosine_error(name).upper <= tables.cosine_error("exact cosine cast to bfloat16").upper,
)
cosine_errors.false("the cast costs 2^-8", {"name": "exact cosine cast to bfloat16"}, value="3.91e-3")
for name, near in zip(COSINES, (("1.9", "2.1"), ("6.1e-3", "6.3e-3"), ("1.94e-3", "1.96e-3")), strict=True):
    for value in near:
        cosine_errors.edge(f"{name}: not {value}", {"name": name, "value": value}, holds=False)


@cosine_errors.proof
def cosine_errors_proof(proof):
    proof.rows("a pair of plane and position from below, every pair's phase error in integers from above")
    proof.trust(IEEE, LIBRARY)
    proof.qed("base 5e5, d = 128, 64 planes, positions 0..131071", method="balls, and exact integers over all pairs")


ON_GRID = Hypothesis(
    "a plane 1..64 and a position below 131072",
    lambda plane, position, **_: 1 <= plane <= tables.DIM // 2 and 0 <= position < POSITIONS,
)


@theorem(
    "new.precision-cliff.cache",
    ours("huggingface/transformers", "after pull request 29285; the ranking of roundings is ours"),
    "In bfloat16 RoPE the cached cosine is the problem: of all roundings it is the cast of cos to bfloat16 that makes "
    "the largest error (base 5e5, d = 128, positions below 131072).",
    ON_GRID,
    example={"plane": 21, "position": 76451},
    verdict=Tier.REFUTED,
    readings="The cast of an exact cosine costs at most 2^-9, so the rule says: rounding the frequencies costs no "
    "more than 2^-9.",
)
def cached_cosine(plane, position):
    low, high = cost("frequency", plane, position)
    most = Fraction(1, 512)
    return Truth.TRUE if high <= most else Truth.FALSE if low > most else Truth.UNKNOWN


@cached_cosine.by_hand
def rounded_frequency(plane, position):
    with flint.ctx.workprec(BITS):
        exact = frequencies(tables.BASE, tables.DIM, "ball")[plane - 1]
        rounded = FORMATS["bfloat16"].round_ball(exact)
        here, there = (position * exact).cos(), Angle(0, position * rounded).cos()
    return [
        f"Plane {plane} of {tables.DIM // 2}: g = {tables.BASE}^(-{plane - 1}/{tables.DIM // 2}) = {number(exact, 6)}; bfloat16 keeps 8 bits of it: "
        f"{rounded} = {number(rounded, 6)}",
        f"At position {position} the cosine is cos({position}g) = {number(here, 6)}, with the rounded frequency {number(there, 6)}",
        compared(
            "The difference",
            between(cost("frequency", plane, position)),
            "1/512, the most that a cast of the cosine costs",
            Fraction(1, 512),
        ),
    ]


cached_cosine.true_at("plane 1: its frequency, 1, is exact in bfloat16", {"plane": 1, "position": 131071})
cached_cosine.true_at("position 0", {"plane": 21, "position": 0})
cached_cosine.true_at("the slowest plane at position 1", {"plane": 64, "position": 1})
cached_cosine.outside("a position beyond those stated", {"plane": 2, "position": 131072}, ON_GRID)
cached_cosine.edge("plane 1 has no witness at position 2", {"plane": 1, "position": 2}, assumed=True, holds=True)
cached_cosine.proof(lambda proof: proof.refute({"plane": 2, "position": 2}))


def casts(thorough: bool):
    """Numbers of [-1, 1] of each format's grid and between its numbers."""
    parts = 200 if thorough else 40
    for form, chosen in FORMATS.items():
        for k in range(-parts, parts + 1):
            yield {"form": form, "value": Fraction(k, parts)}
            yield {"form": form, "value": max(Fraction(-1), min(Fraction(1), 1 - abs(k) * chosen.unit_roundoff / 4))}


#: step rounded alone, plane (from 1), position: where it costs nearly 2
COSTLY = (("frequency", 21, 76451), ("position", 10, 86349), ("phase", 6, 112727))
VALUE = z3.Real("x")


@functools.cache
def costs(form: str) -> bool:
    """Whether each step before the cast, alone in the format, costs more than 1.999 somewhere."""
    return all(cost(*row, form)[0] > Fraction("1.999") for row in COSTLY)


@theorem(
    "new.precision-cliff.cache.corrected",
    ours("huggingface/transformers", "after pull request 29285"),
    "Casting an exact cosine to a format of p bits costs at most 2^{-(p+1)}, 2^-9 in bfloat16, at every position. The "
    "steps before it cost at most what they do to the phase, which for rounded frequencies grows with the position: in bfloat16 at base 5e5, d = 128 up to 2.0 (plane 21, position 76451), and at one instance each of bfloat16 positions and phases more than 1.999.",
    KNOWN,
    domain(("|x| <= 1", z3.And(-1 <= VALUE, VALUE <= 1)), of=lambda value, **_: {VALUE: value}),
    example={"form": "bfloat16", "value": Fraction(509, 510)},
    small=casts,
)
def cast(form, value, shift=1, before="bfloat16"):
    chosen = FORMATS[form]
    return abs(chosen.round(value) - value) <= chosen.unit_roundoff / 2**shift and costs(before)


cast.false("the cast costs at most 2^{-(p+2)}", {"form": "bfloat16", "value": 1 - Fraction(1, 512)}, shift=2)
cast.false("that holds for numbers above 1", {"form": "bfloat16", "value": 1 + Fraction(1, 256)}, "|x| <= 1")
cast.false("float32 frequencies cost 1.9, too", {"form": "float32", "value": Fraction(1)}, before="float32")
cast.attack(form=NAMES, value=st.fractions(-1, 1, max_denominator=10**9))


@cast.proof
def cast_proof(proof):
    proof.certify(
        "below 1 the spacing is at most u = 2^-p, and 1 is a number of the format",
        FORMATS.values(),
        lambda form: form.spacing(1 - form.unit_roundoff) <= form.unit_roundoff and form.holds(1),
    )
    proof.certify("frequencies, positions or phases alone in bfloat16 cost more than 1.999", ["bfloat16"], costs)
    proof.trust(IEEE)
    proof.qed("the cast: every x in [-1, 1], every p; the steps before it: base 5e5, d = 128, the pairs named")


FORWARD = Hypothesis("positions are at least 0", lambda i, j, shift, **_: min(i, j, i + shift, j + shift) >= 0)
SHIFTS = {"form": "bfloat16", "theta": Fraction(3, 10), "i": 9, "j": 2, "shift": 500}


@theorem(
    "new.precision-cliff.relative",
    ours("arXiv 2411.13476", "on its question"),
    "RoPE whose frequencies alone are rounded is RoPE: with all else exact its logits depend on query, key and "
    "distance only, and T_Index keeps its exact gap law, if its weights follow the rounded frequency.",
    KNOWN,
    FORWARD,
    example=SHIFTS,
    small=combinations(form=FORMATS, theta=(Fraction(1, 3), Fraction(4, 5)), i=(3, 9), j=(1, 3), shift=(1, 255, 10**6)),
    readings="Shown for one plane and unit vectors; the logit of a head is a sum of such terms with phases of query "
    "and key added.",
)
def relative(form, theta, i, j, shift, step="frequency"):
    """The logit at i and j is that at i + shift and j + shift, with the frequency rounded, and the step named."""
    fl = FORMATS[form].round
    rounded = fl(theta)
    phase = {
        "frequency": lambda m: m * rounded,
        "position": lambda m: fl(m) * rounded,
        "phase": lambda m: fl(m * rounded),
    }
    at = [Angle(0, phase[step](m)) for m in (i, j, i + shift, j + shift)]
    return (at[0] - at[1]).cos() == (at[2] - at[3]).cos()


@relative.by_hand
def two_pairs(form, theta, i, j, shift):
    rounded = FORMATS[form].round(theta)
    pairs = [(i, j), (i + shift, j + shift)]
    told = [
        f"Positions {here} and {there}: phases {number(here * rounded)} and {number(there * rounded)}, logit cos {number((here - there) * rounded)} = "
        f"{number(Angle(0, (here - there) * rounded).cos())}"
        for here, there in pairs
    ]
    return [f"{form}: θ = {theta} becomes {rounded}, all else is exact", *told]


relative.false("rounded phases leave the logit relative, too", SHIFTS, step="phase")
relative.false("float32 phases leave it relative", {**SHIFTS, "form": "float32"}, step="phase")
relative.false(
    "the rounded frequency gives the logit of the unrounded one",
    SHIFTS,
    holds=lambda form, theta, i, j, shift: (
        Angle(0, (i - j) * theta).cos() == Angle(0, (i - j) * FORMATS[form].round(theta)).cos()
    ),
)
relative.attack(
    form=NAMES,
    theta=st.fractions(0, 1, max_denominator=1000),
    **dict.fromkeys(("i", "j", "shift"), st.integers(0, 10**6)),
)


@relative.proof
def relative_proof(proof):
    i, j, shift, g, a, b, c, d = symbols("i j s g a b c d", real=True)

    def logit(query_phase, key_phase):
        return sum(x * y for x, y in zip(rotate(key_phase, (a, b)), rotate(query_phase, (c, d)), strict=True))

    turned, moved = rotate((i - j) * g, (c, d)), logit((i + shift) * g, (j + shift) * g)
    there = a * turned[0] + b * turned[1]
    proof.identity("(R_j k)ᵀ(R_i q) = kᵀ R_{i-j} q for whatever number the frequency is", logit(i * g, j * g), there)
    proof.identity("so a common shift changes nothing", moved, there)
    proof.identity("for the construction: cos((i-j)g)", cos((i - j) * g), cos(i * g - j * g))
    proof.qed("every real frequency, so every rounded one; all query and key vectors, all positions")


STEP = Hypothesis("positions or phases are rounded, too", lambda step, **_: step in ("position", "phase"))
#: Phases: as above. Positions: bfloat16 puts 257 at 256, so (257, 255) is one step and (57, 55) two.
ROUNDED_PHASES = {**SHIFTS, "step": "phase"}
ROUNDED_POSITIONS = {**SHIFTS, "step": "position", "i": 57, "j": 55, "shift": 200}


@theorem(
    "new.precision-cliff.relative-rounded",
    ours("arXiv 2411.13476", "what bfloat16 RoPE would need to stay relative"),
    "With positions or phases rounded to a format, too, RoPE's logits still depend on query, key and distance only.",
    KNOWN,
    STEP,
    FORWARD,
    example=ROUNDED_PHASES,
    verdict=Tier.REFUTED,
    readings="One plane and unit vectors, all else exact.",
)
def relative_rounded(form, theta, i, j, shift, step):
    return relative(form, theta, i, j, shift, step)


@relative_rounded.by_hand
def shifted_phases(form, theta, i, j, shift, step):
    fl, rounded = FORMATS[form].round, FORMATS[form].round(theta)

    def logit(query, key):
        near, far = (fl(m * rounded) if step == "phase" else fl(m) * rounded for m in (query, key))
        return (
            near - far,
            f"Positions {query} and {key}: phases {number(near, 6)} and {number(far, 6)}, apart by {number(near - far, 6)}",
        )

    (here, told), (there, moved) = logit(i, j), logit(i + shift, j + shift)
    values = [Angle(0, apart).cos() for apart in (here, there)]
    return [
        f"{form}: θ = {theta} becomes {rounded}, and each {step} is rounded, too; both pairs below are {i - j} positions apart",
        f"{told}; without more rounding by {i - j}·{rounded} = {number((i - j) * rounded, 6)}",
        moved,
        f"Logits: cos {number(here, 6)} = {number(values[0])} {'=' if values[0] == values[1] else '≠'} {number(values[1])} = cos {number(there, 6)}",
    ]


relative_rounded.true_at("phases: a shift by 0", {**ROUNDED_PHASES, "shift": 0})
relative_rounded.true_at(
    "phases: a frequency of 1/4, whose products bfloat16 holds", {**ROUNDED_PHASES, "theta": Fraction(1, 4), "shift": 3}
)
relative_rounded.true_at("positions: none beyond 256", {**ROUNDED_POSITIONS, "shift": 199})
relative_rounded.true_at("positions: float32 holds these", {**ROUNDED_POSITIONS, "form": "float32"})
relative_rounded.outside(
    "a format that is none of the four", {**ROUNDED_PHASES, "form": "int8"}, KNOWN, says_nothing=True
)
relative_rounded.outside(
    "a step with no rounding of its own", {**ROUNDED_PHASES, "step": "logit"}, STEP, says_nothing=True
)
relative_rounded.outside("negative positions", {**ROUNDED_PHASES, "i": -9, "j": -2, "shift": -500}, FORWARD)
relative_rounded.edge("rounded positions are no better", ROUNDED_POSITIONS, assumed=True, holds=False)
relative_rounded.edge("257 meets 256", {**ROUNDED_POSITIONS, "i": 56, "j": 55, "shift": 201}, holds=False)


@relative_rounded.proof
def relativity_lost(proof):
    positions_too = truth(relative_rounded(**ROUNDED_POSITIONS) is False)
    proof.exact("bfloat16 puts 257 at 256, so (257, 255) is one step and (57, 55) two", positions_too)
    proof.refute(ROUNDED_PHASES, "exact witnesses for phases and for positions")


POWER = z3.Int("2^p")


def near_the_end(thorough: bool):
    for form, chosen in FORMATS.items():
        line = chosen.largest_exact_integer
        yield from ({"form": form, "n": n} for n in (*range(1, 300), *range(line - 2, line + 2)))


@theorem(
    "new.precision-cliff.positions",
    ours("", "after IEEE 754, rounding to nearest, ties to even"),
    "With positions rounded to p bits, 2^p + 1 is the first position that becomes one with the position before it: "
    "257 in bfloat16, 2049 in float16, 16777217 in float32, 2^53 + 1 in float64. Beyond 2^p positions no head tells "
    "equal tokens at 2^p and 2^p + 1 apart, so every head for Index fails.",
    KNOWN,
    domain(
        ("1 <= n <= 2^p + 1", z3.And(1 <= LENGTH, LENGTH <= POWER + 1)),
        of=lambda form, n: {LENGTH: n, POWER: FORMATS[form].largest_exact_integer},
    ),
    example={"form": "bfloat16", "n": 257},
    small=near_the_end,
    readings=(
        "Equal keys at positions that are one number get equal logits: every step is a function of its rounded "
        "inputs, and the sum over planes is added in the same order for every key.",
        "Fails at n: some input of length n has a target without the strictly largest computed logit.",
    ),
)
def positions(form, n, last=0):
    fl, line = FORMATS[form].round, FORMATS[form].largest_exact_integer
    return (fl(n) == fl(n - 1)) is (n == line + 1 + last)


@positions.by_hand
def one_number(form, n):
    return [
        f"{form} rounds {at - 1} to {FORMATS[form].round(at - 1)} and {at} to {FORMATS[form].round(at)}"
        for at in (n - 1, n)
    ]


positions.false("256 becomes one with 255 in bfloat16", {"form": "bfloat16", "n": 256}, last=-1)
positions.false("float16 holds 2049", {"form": "float16", "n": 2049}, last=1)
positions.attack(
    at=NAMES.flatmap(
        lambda form: st.builds(lambda n: {"form": form, "n": n}, st.integers(1, FORMATS[form].largest_exact_integer))
    )
)


@positions.proof
def positions_proof(proof):
    proof.certify(
        "the spacing is 1 at most below 2^p, so whole numbers up to 2^p stay, and 2 from there on: 2^p + 1 lies halfway "
        "between 2^p and 2^p + 2, and goes to 2^p, whose significand is even",
        [(form, form.largest_exact_integer) for form in FORMATS.values()],
        lambda row: [row[0].spacing(row[1] + k) for k in (-1, 0)] == [1, 2]
        and row[0].round(row[1]) == row[0].round(row[1] + 1) == row[1],
    )
    proof.trust(IEEE, LIBRARY)  # the same inputs give the same logit
    proof.qed("every p >= 2, every position up to 2^p + 1; every head, every length beyond 2^p")


FIRST = {"name": "T_Index at 2π/n, all bfloat16"}


def up_to(name: str) -> str:
    """What the row says."""
    _, _, safe, fails = BRACKETS[name]
    return f"decodes up to {safe}, fails at {fails}"


@theorem(
    "new.precision-cliff.brackets",
    ours(),
    "With every step rounded (cos, sin and sums in float32), T_Index at 2π/n decodes up to n = 49 and fails at 50 in "
    "bfloat16, 56 and 57 if frequencies, positions and phases are float32, 144 and 145 in float16; at θ = 1 44 and 45 "
    "in both 16-bit formats; H_MIX with 3 letters and symbol amplitude 3 at θ₂ = π/n 42 and 43 in bfloat16; T_Retrieval with 8 letters at θ "
    "= ω/(4n) keeps every match of a letter pair ahead of every key with another left letter up to 65519 in float16 "
    "and not at 65520, where positions overflow.",
    row_of(BRACKETS, told=up_to),
    example=FIRST,
    readings=(
        "The rounding model is that of `rope_theory.models.precision.recipe`; the ends hold for every cos and sin within 4 "
        "units in the last place of float32. Query vectors are exact ones, rounded once.",
        "Decodes up to N: at every length n <= N every input's target has the strictly largest computed logit. Fails "
        "at n: some input's has not.",
        "T_Retrieval's row is not about all of Retrieval: letter-integer queries are left out "
        "(new.precision-cliff.retrieval-shared-letter).",
        "H_MIX: amplitude 3 of its symbol plane, the least whole A with A(1 - cos ω) >= 3; the query's own key competes.",
        "The formal statement is that of new.precision-cliff.brackets.index for T_Index. The four products of H_MIX may be added "
        "in any order. T_Retrieval at 65520: the query's own position overflows, and on some machine after the model, which "
        "leaves open what an overflow gives, a match of a letter pair comes out behind another letter.",
        "float32 and float64: new.precision-cliff.wide.",
        "θ = 1: 44 = 7·2π + 0.0177 returns to the start, where no 16-bit format tells 1 from cos 44.",
    ),
)
def brackets(name, shift=0):
    _, _, safe, fails = BRACKETS[name]
    return (tables.bracket(name).safe_up_to, tables.bracket(name).fails_at) == (safe + shift, fails + shift)


def at_the_ends(name):
    """The closest rival at both ends of a row of T_Index, as computed; of other heads why each end is one."""
    contest, recipe, safe, fails = BRACKETS[name]
    if isinstance(contest, IndexHead):
        return [closest_rival(contest, recipe, n) for n in (safe, fails)]
    found = tables.bracket(name)
    return [f"{name}: up to n = {found.safe_up_to}: {found.safe_because}; at {found.fails_at}: {found.fails_because}"]


brackets.by_hand(at_the_ends)


brackets.false("one position more in bfloat16", FIRST, shift=1)
brackets.false(
    "float32 phases change nothing",
    {"name": "T_Index at 2π/n, bfloat16 with float32 phases"},
    holds=lambda name: tables.bracket(name).safe_up_to == tables.bracket(FIRST["name"]).safe_up_to,
)
brackets.false(
    "all steps rounded reach as far as one rounding",
    FIRST,
    holds=lambda name: tables.bracket(name).safe_up_to == LAST["bfloat16"],
)
for name in BRACKETS:
    brackets.edge(f"{name}: not one position less", {"name": name, "shift": -1}, holds=False)


@brackets.proof
def brackets_proof(proof):
    both_ends(proof, "the seven rows, every input of the lengths named")


INDEX_ROWS = [name for name in BRACKETS if name.startswith("T_Index")]


@theorem(
    "new.precision-cliff.brackets.index",
    ours(),
    "With every step rounded (cos, sin and sums in float32), T_Index at 2π/n decodes up to n = 49 and fails at 50 in "
    "bfloat16, 56 and 57 if frequencies, positions and phases are float32, 144 and 145 in float16; at θ = 1 44 and 45 "
    "in both 16-bit formats.",
    row_of(INDEX_ROWS, "one of the five", up_to),
    example=FIRST,
    readings=(
        "The rows of new.precision-cliff.brackets that are about T_Index, in the same model.",
        "The formal statement takes for cos and sin any functions within 2^-21, which is more than 4 units in the last "
        "place of float32, at 0 as well. It knows underflow; what a step gives that overflows is left open, and no "
        "position, frequency or phase may.",
    ),
)
def index_brackets(name, shift=0):
    return brackets(name, shift)


index_brackets.by_hand(at_the_ends)


index_brackets.false("one position more in bfloat16", FIRST, shift=1)
index_brackets.false(
    "float32 phases change nothing",
    {"name": "T_Index at 2π/n, bfloat16 with float32 phases"},
    holds=lambda name: tables.bracket(name).fails_at == tables.bracket(FIRST["name"]).fails_at,
)
index_brackets.edge("float16 does not reach twice as far at θ = 1", {"name": INDEX_ROWS[-1], "shift": 44}, holds=False)


@index_brackets.proof
def index_brackets_proof(proof):
    both_ends(proof, "the five rows, every input of the lengths named")


NORMAL = ("bfloat16", "float32", "float64")
WIDE_ENOUGH = Hypothesis("bfloat16, float32 or float64", lambda form, **_: form in NORMAL)
EIGHT = Hypothesis("8 letters", lambda letters, **_: letters == 8)


@theorem(
    "new.precision-cliff.retrieval",
    ours("U26", "on the head of p. 24, Appendix F.2.2"),
    "T_Retrieval with 8 letters at θ = ω/(4n), with every step in bfloat16, keeps every match ahead of every key with "
    "another left letter, for letter-pair queries, at every length up to 2^40: its phases are at most a quarter of the "
    "letter spacing before they are rounded, so relative rounding moves them little, however far the positions.",
    domain(("1 <= n <= 2^40", z3.And(1 <= LENGTH, LENGTH <= 2**40)), of=lambda n, **_: {LENGTH: n}),
    WIDE_ENOUGH,
    EIGHT,
    example={"form": "bfloat16", "n": 131072, "letters": 8},
    small=combinations(form=NORMAL, n=(1, 2, 3, 255, 256, 257, 65520, 131072, 2**30, 2**40), letters=(8,)),
    readings=(
        "Rivals are all keys with another left letter at any position, the query's own included.",
        "Not all of Retrieval: a letter-integer query must also lead other tokens with its own left letter, and there "
        "the gap is 1 - cos θ (new.retrieval-separation.shared-letter). That fails in bfloat16 at n = 2: "
        "new.precision-cliff.retrieval-shared-letter.",
        "The formal statement rounds without underflow or overflow: that no step leaves the normal numbers is computed here.",
    ),
)
def retrieval(form, n, letters):
    return is_safe(RetrievalHead(letters), Recipe.uniform(form), n)


retrieval.false("float16 as well", {"form": "float16", "n": 65520, "letters": 8}, WIDE_ENOUGH)
retrieval.false(
    "64 letters are told apart by the same bound",
    {"form": "bfloat16", "n": 1000, "letters": 64},
    EIGHT,
)
retrieval.false(
    "T_Index keeps up",
    {"form": "bfloat16", "n": 1000, "letters": 8},
    holds=lambda form, n, letters: is_safe(IndexHead(), Recipe.uniform(form), n),
)
retrieval.attack(form=st.sampled_from(NORMAL), n=st.integers(1, 2**40), letters=st.just(8))


@retrieval.proof
def retrieval_proof(proof):
    u, exact, product, phase, quarter = z3.Reals("u m·g m̂·ĝ phase ω/4")
    proof.certify(
        "neither positions up to 2^40 nor frequencies down to ω/2^42 leave the normal numbers",
        [FORMATS[name] for name in NORMAL],
        lambda form: form.largest >= 2**40 and Fraction(1, 2**43) >= Fraction(2) ** form.least_exponent,
    )
    proof.implies(
        "m̂·ĝ <= (1+u)²·m·g, so the three roundings move a phase by at most ((1+u)³ - 1)·ω/4",
        [u > 0, exact > 0, exact <= quarter, product <= (1 + u) ** 2 * exact, phase <= (1 + u) * product],
        phase - exact <= ((1 + u) ** 3 - 1) * quarter,
    )

    spacing = Angle(Fraction(1, 8))
    with flint.ctx.workprec(BITS):
        gap = ends(((spacing / 4).cos() - (3 * spacing / 4).cos()).ball())[0]
        reach = ends((spacing / 4).ball())[1]

    def apart(name: str) -> bool:
        off = (1 + FORMATS[name].unit_roundoff) ** 3 - 1
        return gap > 2 * logit_error_of_turns(Recipe.uniform(name), [(off * reach, Fraction(1), Fraction(1))])

    proof.certify(
        "gap to other letters, cos(ω/4) - cos(3ω/4), against twice the error bound with these phases", NORMAL, apart
    )
    proof.trust(COSINE, IEEE, LIBRARY, NO_SUBNORMAL)
    proof.qed("8 letters, every query against other left letters, every n <= 2^40")


RECIPES = {
    "bfloat16 with float32 phases": Recipe.float32_phases("bfloat16"),
    "float16 with float32 phases": Recipe.float32_phases("float16"),
    "float32": Recipe.uniform("float32"),
    "float64": Recipe.uniform("float64"),
}
IN_TABLE = Hypothesis("a recipe of the table", lambda recipe, **_: recipe in RECIPES)


@theorem(
    "new.precision-cliff.mix",
    ours(),
    "The best mix of RoPE's planes for Index (base 5e5, d = 128, n = 131072) decodes at every length up to 131072 in "
    "float32 and float64, and in bfloat16 and float16 if frequencies, positions and phases are float32.",
    domain(("1 <= n <= 131072", z3.And(1 <= LENGTH, LENGTH <= POSITIONS)), of=lambda length, **_: {LENGTH: length}),
    IN_TABLE,
    example={"length": POSITIONS, "recipe": "bfloat16 with float32 phases"},
    small=combinations(recipe=RECIPES, length=(1, 2, 3, 257, 4096, POSITIONS)),
    readings=(
        "With positions in bfloat16, too, it fails at every length from 257 on: new.precision-cliff.positions.",
        "The formal statement is about any convex mix whose leads come within 0.0005 of the best gap, so about the best "
        "one and the certified one, and about sums in any order. It knows underflow; that nothing overflows is "
        "computed here.",
    ),
)
def best_mix(length, recipe):
    """By the bound; where that is not enough, by emulation."""
    chosen = RECIPES.get(recipe) or Recipe.uniform(recipe)
    return Truth.TRUE if is_safe(tables.mix(), chosen, length) else certainly(tables.mix(), chosen, length)


best_mix.false(
    "all bfloat16 decodes, too, at 257", {"length": 257, "recipe": "bfloat16"}, IN_TABLE, table=("bfloat16",)
)
best_mix.false(
    "the same bound vouches for the best single plane in float32",
    {"length": POSITIONS, "recipe": "float32"},
    holds=lambda length, recipe: is_safe(IndexHead(), RECIPES[recipe], length),
)
for recipe, answer in (("bfloat16", False), ("float32", True), ("float64", True)):
    best_mix.edge(f"{recipe} at 258", {"length": 258, "recipe": recipe}, holds=answer)


@best_mix.proof
def best_mix_proof(proof, table=tuple(RECIPES)):
    t = z3.Int("t")
    lead, gap, error, computed = z3.Reals("lead_at_distance_t gap error computed_lead")
    proof.use("new.index-gap-multifrequency", says=z3.Implies(z3.And(1 <= t, t < POSITIONS), lead >= gap))
    proof.certify(
        "the certified gap against twice the error bound for positions up to 131072",
        table,
        lambda recipe: is_safe(tables.mix(), RECIPES.get(recipe) or Recipe.uniform(recipe), POSITIONS),
        says=gap > 2 * error,
    )
    proof.trust(IEEE, says=z3.Implies(LENGTH <= POSITIONS, computed >= lead - 2 * error))
    proof.trust(LIBRARY, NO_OVERFLOW, remark=True)
    proof.qed("base 5e5, d = 128, every length 1..131072", z3.Implies(z3.And(1 <= t, t < LENGTH), computed > 0))


UNIFORM = {"name": "T_Index at 2π/n, all float32"}


@theorem(
    "new.precision-cliff.wide",
    ours(),
    "With every step rounded, the error bounds vouch for, and a certain failure is at: T_Index at 2π/n in float32 n = "
    "1847 and 13483008 (2109 and 11341 if cos and sin are computed in float64), in float64 42804681 and 2^53 + 1; at "
    "θ = 1 in float32 710 and 16777217, in float64 10838702 and 2^53 + 1; H_MIX with 3 letters and symbol amplitude 3 at π/n in float16 16 and "
    "119, in float32 1043 and 13949952, in float64 24172134 and 2^53 + 2; the best mix for n = 131072 (base 5e5, d = 128) in "
    "bfloat16 79 and 257, in float16 1171 and 2049.",
    row_of(WIDE, told=lambda name: "the bounds vouch up to {}, a certain failure at {}".format(*WIDE[name][2:])),
    example=UNIFORM,
    verdict=Tier.CERTIFIED,
    readings=(
        "Between the two ends of a row nothing is decided: cos and sin may be off by 4 units in the last place, and "
        "enclosures of the logits overlap there. In float64 and in all-float32 rows the only certain failure that "
        "is shown is that neighbouring positions (new.precision-cliff.positions), or their phases, become one number.",
        "Up to N: at every length n <= N, as the gap falls and the bound grows with n.",
        "H_MIX's amplitude is 3 at every length. The best mix is the one for n = 131072 at every length, too: mixes for other lengths have other ends.",
        "T_Retrieval in bfloat16, float32 and float64: new.precision-cliff.retrieval; no failure against other left "
        "letters is shown. For letter-integer queries that share a left letter it already fails in bfloat16 at n = 2 "
        "(new.precision-cliff.retrieval-shared-letter); for float32 and float64 no length is decided.",
    ),
)
def wide(name, shift=0):
    """The bound vouches up to the row's lower end (shifted), and the upper end fails for certain."""
    contest, recipe, safe, fails = tables.wide_row(name)
    return is_safe(contest, recipe, safe + shift) and certainly(contest, recipe, fails) is Truth.FALSE


@wide.by_hand
def ends_of_a_row(name):
    contest, recipe, safe, fails = tables.wide_row(name)
    ratios = [(n, contest.gap(n) / (2 * contest.error(recipe, n))) for n in (safe, safe + 1)]
    lines = [compared(f"n = {n}: the gap over twice the error bound", ratio, "the limit", 1) for n, ratio in ratios]
    return [*lines, f"At n = {fails} the emulation has a target that ties or loses for certain"]


wide.false("the bounds vouch for one length more", UNIFORM, shift=1)
wide.false(
    "float32 with float64 cos and sin decodes up to one rounding's last length, 25735",
    {"name": "T_Index at 2π/n, float32 with float64 cos and sin"},
    holds=lambda name: certainly(*tables.wide_row(name)[:2], WIDE[name][3]) is Truth.TRUE,
)
wide.false(
    "these bounds vouch as far as one rounding of the logits allows",
    {"name": "T_Index at 2π/n, all float64"},
    holds=lambda name: is_safe(*tables.wide_row(name)[:2], LAST["float64"]),
)
for name in WIDE:
    wide.edge(f"{name}: the bound ends there", {"name": name, "shift": 1}, holds=False)


@wide.proof
def wide_proof(proof):
    rows = "lower ends: the gap exceeds twice the error bound; upper ends: a certain tie or loss"
    both_ends(proof, "the ten rows, every input of the lengths up to the lower end, one at the upper", rows)
