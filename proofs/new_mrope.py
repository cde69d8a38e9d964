"""M-RoPE is one plain RoPE for each axis, added up; on text it is plain RoPE, whatever the sections.

Idea: a plane turns by the coordinate of its axis, so its term depends on the difference of that coordinate alone. The
planes of one axis are a head with these frequencies only, and a score is the sum over axes. On text all coordinates of
a token are one number, and the sum is the one over all planes: who owns a plane does not matter.

Traps: the order of planes matters on images. In sections the first axis gets the fast planes only, the last one the
slow ones; interleaved each axis gets both. The interleaved layout gives height and width at most a third of the planes each: larger
sections are cut, and what they lose goes to time. Code that strides through all planes without looking at the sections
is another model, but for large sections.
"""

from fractions import Fraction

import z3
from flint import arb
from sympy import symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Among, Tier, at_most, domain, ours, st, theorem, trusted, truth
from rope_theory.evidence.instances.rotary import score
from rope_theory.laws.axes import in_sections, interleaved, planes_of, slowest

ANGLES = tuple(map(Angle.parse, ("1", "0.3", "2pi/7", "0.01")))
AXES = range(3)
QUERY, KEY = [(1, 2), (3, -1), (0, 2), (5, 1)], [(2, 2), (-1, 4), (1, 1), (3, -2)]


def token(axes, at_query, at_key, query=QUERY, key=KEY):
    return {"axes": axes, "query": query, "key": key, "at_query": at_query, "at_key": at_key}


def mrope(axes, query, key, at_query, at_key):
    """The score with each plane turned by the coordinate of its axis."""
    phases = [[at[axis] * g for axis, g in zip(axes, ANGLES, strict=False)] for at in (at_query, at_key)]
    return score(query, key, *phases)


def by_axis(axes, query, key, at_query, at_key, alike=False):
    """One plain score for each axis, over its planes; `alike`: all of them at the distance along axis 0."""
    total = Fraction(0)
    for axis in AXES:
        mine = [k for k, each in enumerate(axes) if each == axis]
        i, j = (at[0 if alike else axis] for at in (at_query, at_key))
        phases = [[m * ANGLES[k] for k in mine] for m in (i, j)]
        total = total + score([query[k] for k in mine], [key[k] for k in mine], *phases)
    return total


TEXT, IMAGE = (7, 7, 7), (4, 9, 2)
I, J, AXIS = z3.Ints("i0 i1 i2"), z3.Ints("j0 j1 j2"), z3.Int("axis_of_k")
EQUAL = domain(
    ("the coordinates of the query are one number", z3.And(I[0] == I[1], I[1] == I[2])),
    ("the coordinates of the key are one number", z3.And(J[0] == J[1], J[1] == J[2])),
    of=lambda at_query, at_key, **_: dict(zip((*I, *J), (*at_query, *at_key), strict=True)),
)
LAYOUTS = (in_sections([2, 1, 1]), in_sections([0, 2, 2]), interleaved([2, 1, 1]), [2, 0, 1, 0])


def texts(thorough):
    for axes in LAYOUTS:
        for i in range(6 if thorough else 3):
            for j in range(6 if thorough else 3):
                yield token(axes, (i, i, i), (j, j, j))


@theorem(
    "new.mrope",
    ours("", "after Qwen2-VL's M-RoPE"),
    "Where the coordinates of the query are one number on all axes, and those of the key too (text), M-RoPE gives the "
    "logit of plain RoPE, whichever axis each plane belongs to: in sections, interleaved, or any other way.",
    EQUAL,
    example=token(interleaved([2, 1, 1]), TEXT, (3, 3, 3)),
    small=texts,
    readings="Three axes. Exact arithmetic; the same planes, so the same sum.",
)
def text(axes, query, key, at_query, at_key, late=0):
    """`late`: height is counted from there in queries."""
    at_query = (at_query[0], at_query[1] + late, at_query[2])
    plain = [[at[0] * g for g in ANGLES[: len(axes)]] for at in (at_query, at_key)]
    return mrope(axes, query, key, at_query, at_key) == score(query, key, *plain)


text.false("in images, too", token(in_sections([2, 1, 1]), IMAGE, TEXT), "the coordinates of the query are one number")
text.false(
    "a text query meets any key alike", token([0, 1, 2, 0], TEXT, IMAGE), "the coordinates of the key are one number"
)
text.false("height may be counted from 1 in queries, and time from 0", token([0, 1, 2, 0], TEXT, (3, 3, 3)), late=1)
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=4, max_size=4)
OWNERS = st.lists(st.sampled_from(AXES), min_size=4, max_size=4)
SAME = st.integers(-50, 50).map(lambda m: (m, m, m))
text.attack(axes=OWNERS, query=VECTORS, key=VECTORS, at_query=SAME, at_key=SAME)
text.edge("no plane of width", token([0, 0, 1, 1], TEXT, (0, 0, 0)), assumed=True, holds=True)
text.edge("an image where only unused axes differ", token([0, 0, 0, 0], (7, 1, 2), TEXT), assumed=False, holds=True)


def coordinate(at):
    return z3.If(AXIS == 0, at[0], z3.If(AXIS == 1, at[1], at[2]))


def relative(proof):
    """The term of one plane depends on the difference of the coordinates that turn it."""
    i, j, g, a, b, c, d = symbols("i j g a b c d", real=True)
    key, query, turned = rotate(j * g, (a, b)), rotate(i * g, (c, d)), rotate((i - j) * g, (c, d))
    proof.identity(
        "plane k's term, (R_j k)ᵀ(R_i q), is kᵀρ((i - j)g)q with the coordinates i and j of its axis",
        sum(x * y for x, y in zip(key, query, strict=True)),
        a * turned[0] + b * turned[1],
    )
    proof.trust(trusted.SUMS)


@text.proof
def text_proof(proof):
    proof.implies(
        "whichever axis plane k has, its coordinates are those of axis 0",
        [0 <= AXIS, AXIS <= 2],
        z3.And(coordinate(I) == I[0], coordinate(J) == J[0]),
    )
    relative(proof)
    proof.qed("any number of planes, each of any axis, all real vectors, frequencies, coordinates")


OWNED = domain(
    ("each plane belongs to one axis", z3.And(0 <= AXIS, AXIS <= 2)),
    of=lambda axes, **_: {AXIS: max(axes) if min(axes) >= 0 else -1},
)


@theorem(
    "new.mrope.sum",
    ours("", "after M-RoPE and axial RoPE"),
    "The logit of M-RoPE, and of axial RoPE, is the sum over the axes of the logit of a plain RoPE that has the planes of "
    "this axis only, at the distance along this axis.",
    OWNED,
    example=token([0, 1, 2, 0], IMAGE, TEXT),
    small=lambda thorough: (token(axes, IMAGE, (j, 1, 5 - j)) for axes in LAYOUTS for j in range(4)),
    readings="So what a model can do along an axis is what its planes can do: their number, their frequencies, their "
    "wavelengths. Axial RoPE has a schedule of its own for each axis; frequencies here are any.",
)
def summed(axes, query, key, at_query, at_key, alike=False):
    at = {"axes": axes, "query": query, "key": key, "at_query": at_query, "at_key": at_key}
    return mrope(**at) == by_axis(**at, alike=alike)


summed.false("all axes are met at the distance along the first", token([0, 1, 2, 0], IMAGE, TEXT), alike=True)
summed.false(
    "a plane may belong to no axis",
    token([0, 1, 3, 0], (*IMAGE, 5), (*TEXT, 1)),
    "each plane belongs to one axis",
)
summed.attack(
    axes=OWNERS,
    query=VECTORS,
    key=VECTORS,
    at_query=st.tuples(*[st.integers(-50, 50)] * 3),
    at_key=st.tuples(*[st.integers(-50, 50)] * 3),
)


@summed.proof
def summed_proof(proof):
    proof.implies("plane k is in the part of axis 0, 1 or 2", [], z3.Or(*(AXIS == each for each in AXES)))
    relative(proof)
    proof.qed("any number of planes, each of one of three axes, all real vectors, frequencies, coordinates")


PLANES = 64
SECTIONS = [(t, h, PLANES - t - h) for t in range(PLANES + 1) for h in range(PLANES + 1 - t)]
ALL_SECTIONS = Among.of("whole t, h, w >= 0 with t + h + w = 64", [{"sections": each} for each in SECTIONS])
QWEN2 = {"sections": (16, 24, 24)}


@theorem(
    "new.mrope.interleaved",
    ours("", "after recomposition_frequencies of Qwen3-VL in transformers 5.23, and what people ask of 16, 24, 24"),
    "Interleaved by code that ends before planes 3h and 3w, sections t, h, w of 64 planes get exactly t, h and w planes if and only if h <= 21 and w <= 21; "
    "16, 24, 24 get 22, 21 and 21.",
    ALL_SECTIONS,
    example=QWEN2,
    verdict=Tier.EXHAUSTIVE,
    readings="Height takes planes 1, 4, 7, … before plane 3h, width 2, 5, 8, … before plane 3w, counted from 0; time the rest.",
)
def honoured(sections, most=21, left=22):
    found = planes_of(interleaved(sections))
    right = (found == tuple(sections)) is (max(sections[1:]) <= most)
    return right and (sections != (16, 24, 24) or found == (left, 21, 21))


honoured.false("up to 22 each", {"sections": (20, 22, 22)}, most=22)
honoured.false("16, 24, 24 leave 16 to time", QWEN2, left=16)
honoured.edge("Qwen3-VL's 24, 20, 20 are honoured", {"sections": (24, 20, 20)}, holds=True)


@honoured.proof
def honoured_proof(proof):
    proof.rows("all sections of 64 planes")
    proof.qed("all 2145 triples")


@theorem(
    "new.mrope.codes",
    ours("", "two codes for interleaved M-RoPE that people compare"),
    "Of 64 planes, code that gives every third plane to height and every third to width to the end, and code that ends "
    "before planes 3h and 3w, agree if and only if h >= 21 and w >= 21.",
    ALL_SECTIONS,
    example=QWEN2,
    verdict=Tier.EXHAUSTIVE,
    readings="They differ for Qwen3-VL's 24, 20, 20.",
)
def codes(sections, least=21):
    return (interleaved(sections) == interleaved(sections, bounded=False)) is (min(sections[1:]) >= least)


codes.false("they agree from 20 on", {"sections": (24, 20, 20)}, least=20)
codes.false("they agree from 22 on only", {"sections": (22, 21, 21)}, least=22)
codes.edge("they differ for Qwen3-VL's 24, 20, 20", {"sections": (24, 20, 20)}, holds=True)


@codes.proof
def codes_proof(proof):
    proof.rows("all sections of 64 planes")
    proof.qed("all 2145 triples")


def row(layout, axis, plane, low, high):
    return {"layout": layout, "axis": axis, "plane": plane, "low": Fraction(low), "high": Fraction(high)}


#: Layout, axis, its slowest plane from 0, and bounds of the longest wavelength in positions at base 10^6.
WAVES = (
    row("sections", 0, 15, "160", "161"),
    row("sections", 1, 39, "28472", "28473"),
    row("sections", 2, 63, "5063255", "5063256"),
    row("interleaved", 0, 63, "5063255", "5063256"),
    row("interleaved", 1, 61, "3287985", "3287986"),
    row("interleaved", 2, 62, "4080185", "4080186"),
)


@theorem(
    "new.mrope.wavelength",
    ours("", "what people ask of sections 16, 24, 24"),
    "At d = 128 and b > 1 the sections 16, 24, 24 give time, height and width longest wavelengths of 2πb^{15/64}, 2πb^{39/64} and "
    "2πb^{63/64}; interleaved it is 2πb^{63/64}, 2πb^{61/64} and 2πb^{62/64}. At base 10^6: 160, 28472 and 5063255 "
    "positions, against 5063255, 3287985 and 4080185, rounded down.",
    Among.of("a layout and an axis", WAVES),
    example=WAVES[0],
    readings="In sections the k-th plane of all is slow or fast by where it comes among all 64: time has fast planes only. "
    "Interleaved 16, 24, 24 are 22, 21, 21 planes: new.mrope.interleaved.",
)
def wavelength(layout, axis, plane, low, high, base=10**6, dim=128):
    axes = {"sections": in_sections, "interleaved": interleaved}[layout]((16, 24, 24))
    wave = 2 * arb.pi() * ball(Fraction(base)) ** ball(Fraction(2 * plane, dim))
    return truth(slowest(axes, axis) == plane) & at_most(ball(low), wave) & at_most(wave, ball(high))


wavelength.false("at base 5·10^6", WAVES[1], base=5 * 10**6)
wavelength.false(
    "interleaving changes nothing",
    WAVES[3],
    holds=lambda layout, axis, plane, low, high: wavelength("sections", axis, plane, low, high),
)
wavelength.false("at d = 64", WAVES[0], dim=64)


@wavelength.proof
def wavelength_proof(proof):
    proof.rows("each row by balls")
    proof.qed("sections 16, 24, 24, d = 128, both layouts, three axes; base 10^6 for the numbers")
