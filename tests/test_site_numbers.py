"""The interactive page's numbers against the library, on a seeded grid: in Node, and in a real browser."""

import base64
import functools
import json
import math
import random
import re
from fractions import Fraction

import flint
import numpy as np
import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import PhaseHead, content_by_position, maximisers, softmax
from rope_theory.core.rope import rotate
from rope_theory.core.tasks import Pair
from rope_theory.faces.site.build import static
from rope_theory.faces.site.interactive import LOOK_TWO, RULES
from rope_theory.laws.discrepancy.best_angle import best_single_gap
from rope_theory.laws.discrepancy.one_frequency import single_gap
from rope_theory.laws.exclusion import exclusion_terms
from rope_theory.laws.gaps import races, smallest_gap
from rope_theory.laws.scores import swap_scores
from rope_theory.laws.shape import shape
from rope_theory.models.config import read_config
from rope_theory.models.precision.emulation import Emulation
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.recipe import Recipe
from rope_theory.models.scaling import rules

CLOSE = 1e-12
SCRIPT = static("numbers.js")
#: Writes as text what JSON has no number for.
WRITE = "JSON.stringify(CASES.map(([name, given]) => numbers[name](...given)), (_, x) => Object.is(x, -0) ? '-0.0' : typeof x === 'number' && !Number.isFinite(x) ? String(x) : x)"


def circle(symbols: int) -> LetterCircle:
    return LetterCircle(tuple("ABCDEFGH"[:symbols]), spare=True)


def angle(given) -> Angle:
    """The exact angle of an {unit, top, bottom}."""
    share = Fraction(given["top"], given["bottom"])
    return Angle(share) if given["unit"] == "turns" else Angle(0, share)


def mixed(symbols: int, one, two, A, B) -> PhaseHead:
    """The head of the page's second half: H_SYM's plane without query phase, and H_MIX's recency plane."""
    letters = circle(symbols)
    symbol, recency = h_sym(letters, one).planes[0], h_mix(letters, two, A, B).planes[1]
    assert A == 1
    return PhaseHead("two planes", (symbol, recency))


def held(n: int, symbols: int) -> list:
    letters = circle(symbols).letters
    return [*(Pair(letters[number % symbols], 1) for number in range(n - 1)), letters[0]]


def logits_pos(n, theta, p):
    return [h_pos(theta).logit(n - p, n, "A", j) for j in range(1, n + 1)]


def logits_mix(n, symbols, one, two, A, B):
    head, tokens = mixed(symbols, one, two, A, B), held(n, symbols)
    return [head.logit(tokens[-1], n, token, j) for j, token in enumerate(tokens, 1)]


def emulated(n, theta, p, name):
    """The ends between which a machine's logits lie."""
    with flint.ctx.workprec(BITS):
        head = h_pos(Angle(0, Fraction(theta)).ball())
    span = Emulation(head, Recipe.uniform(name)).logits([(n - p, n)], [("A", j) for j in range(1, n + 1)])
    return span.lo[0].tolist(), span.hi[0].tolist()


def shape_of(n, given):
    found = shape(n, angle(given))
    return {"name": found.name, "count": found.count}


def test_what_the_page_says_to_look_for_can_be_seen():
    """The instructions for H_MIX, at the sliders' steps; the key of "?" is the last, and the last A is at position 7."""
    assert "or, with n = 10, 3 letters and θ₂ = 0.5, raise a_2 until “?” wins" in LOOK_TWO
    assert [largest_mix(10, 3, 0, "0.5", 1, amplitude) for amplitude in ("0.4", "1.07", "1.08", "2")] == [
        [7],
        [7],
        [10],
        [10],
    ]
    assert [largest_mix(10, 3, 0, theta, 1, "0.4") for theta in ("0.2", "0.6")] == [[7], [1]]


def mix_solves(n, symbols, theta2, A, B):
    """By trying every input, at the very rational numbers."""
    amplitudes = (Fraction(A), Fraction(B))
    head = h_mix(circle(symbols), Angle(0, Fraction(theta2)), *amplitudes)
    return bool(smallest_gap(head, n, races(symbols, n)) > 0)


def sym_solves(n, symbols, theta1):
    """By trying every input."""
    return bool(smallest_gap(h_sym(circle(symbols), Angle(0, Fraction(theta1))), n, races(symbols, n)) > 0)


def mix_lead(planes, span):
    return [float(np.mean([1 - math.cos(t * each) for each in planes])) for t in range(1, span + 1)]


@functools.cache
def stretched(base, dim, factor, original):
    """The rules of the library, with the parameters that it supposes."""
    layer = read_config({"head_dim": dim, "rope_theta": base}).layer()
    return rules(layer, original, 2 * original, Fraction(factor))


def frequencies(base, dim, rule="plain", factor=1, original=2):
    return stretched(base, dim, factor, original)[rule][0].floats()


def logits_times(rule, factor):
    return stretched(10000, 64, factor, 4096)[rule][0].attention_float() ** 2


def read_number(text):
    try:
        return float(Angle.parse(text).ball())
    except InvalidInput:
        return None


def exact_angle(text, n=0):
    try:
        found = Angle.parse(text)
    except InvalidInput:
        return None
    if n and not any(unit in text.lower() for unit in ("pi", "π", "turn")):
        found = Angle(found.radians / n)
    if found.radians:
        return {"unit": "radians", "top": float(found.ball()), "bottom": 1}
    top, bottom = found.turns.as_integer_ratio()
    return {"unit": "turns", "top": top, "bottom": bottom} if max(abs(top), bottom) < 2**40 else None


def rounded(x, name):
    with np.errstate(over="ignore"):  # to infinity, as meant
        return float(FORMATS[name].round_array(np.array([x]))[0])


def largest_pos(n, given, p):
    """Positions of the largest exact logit."""
    head = h_pos(angle(given))
    return [index + 1 for index in maximisers([head.logit(n - p, n, "A", j) for j in range(1, n + 1)])]


def closest(given, span):
    """Distances whose exact logit is largest."""
    head = h_pos(angle(given))
    return [index + 1 for index in maximisers([head.logit(span, span + 1, "A", 1 + t) for t in range(1, span + 1)])]


def largest_mix(n, symbols, one, two, A, B):
    turns = (Angle(0, Fraction(str(each))) for each in (one, two))
    head, tokens = mixed(symbols, *turns, A, Fraction(str(B))), held(n, symbols)
    return [
        index + 1 for index in maximisers([head.logit(tokens[-1], n, token, j) for j, token in enumerate(tokens, 1)])
    ]


#: n, {unit, top, bottom}, p: H_POS with several largest logits, exactly, and last with one.
TIES = [
    (12, {"unit": "turns", "top": 80, "bottom": 240}, 5),
    (12, {"unit": "turns", "top": 120, "bottom": 240}, 5),
    (12, {"unit": "turns", "top": 60, "bottom": 240}, 1),
    (30, {"unit": "turns", "top": 240, "bottom": 600}, 30),
    (9, {"unit": "turns", "top": 60, "bottom": 180}, 4),
    (64, {"unit": "turns", "top": 640, "bottom": 1280}, 33),
    (7, {"unit": "radians", "top": 0, "bottom": 1000}, 3),
    (12, {"unit": "turns", "top": 20, "bottom": 240}, 5),
]
#: n, letters, θ₁, θ₂, a₁, a₂: the same of the two-plane head.
MIX_TIES = [
    (10, 3, 0, 0, 1, 0.4),
    (10, 3, 0, 0.2, 1, 0),
    (25, 2, 0, 0, 1, 0),
    (64, 8, 0, 1.6, 1, 0),
    (10, 3, 0, 0.2, 1, 0.4),
    (10, 3, 0.03, 0, 1, 0.4),
]


def matrix_pos(n, theta, p):
    return content_by_position(h_pos(theta), ["A"] * (n - 1) + [n - p])


def matrix_mix(n, symbols, one, two, A, B):
    return content_by_position(mixed(symbols, one, two, A, B), held(n, symbols))


def exclusion(M):
    return {name: float(value) for name, value in vars(exclusion_terms(np.array(M))).items()}


def scores(M, own, beta, tau):
    return {name: float(value) for name, value in swap_scores(beta * np.array(M), beta * own, tau)._asdict().items()}


EXPECTED = {
    "matrixPos": matrix_pos,
    "matrixMix": matrix_mix,
    "exclusionTerms": exclusion,
    "swapScores": scores,
    "logitsPos": logits_pos,
    "logitsMix": logits_mix,
    "rotate": lambda turn, vector: list(rotate(turn, vector)),
    "softmax": lambda logits, beta: softmax(logits, beta),
    "maximisers": lambda logits: [index + 1 for index in maximisers([Fraction(x) for x in logits])],
    "largestPos": largest_pos,
    "closest": closest,
    "largestMix": largest_mix,
    "wMax": lambda n, theta, beta: [max(softmax(logits_pos(n, theta, p), beta)) for p in range(1, n + 1)],
    "sharpGap": lambda span: float(best_single_gap(span).gap_lower),
    "spacing": lambda symbols: float(circle(symbols).spacing(Angle())),
    "letters": lambda n, symbols: [circle(symbols).number(getattr(token, "left", None)) for token in held(n, symbols)],
    "radians": lambda given: float(angle(given)),
    "shape": shape_of,
    "mixSolves": mix_solves,
    "symSolves": sym_solves,
    "frequencies": frequencies,
    "logitsTimes": logits_times,
    "number": read_number,
    "exactAngle": exact_angle,
    "mixLead": mix_lead,
    "round": rounded,
}


#: Base, head dimension, factor, original length: with YaRN's ramp inside, cut at either end, beyond the last plane, and without length.
STRETCHED = [(10000, 64, 8, 4096), (500000, 128, 8, 8192), (10**7, 32, 1.5, 131072), (100, 16, 64, 128), (100, 16, 4, 131072), (10000, 128, 1, 2048), (10, 16, 8, 1024), (100, 16, 4, 6)]  # fmt: skip
#: How people write numbers, and what is none.
NUMBERS = ["0.8", "-1/3", "pi", "2pi/7", "2*pi/7", "π/3", "1/8", "3/7 turn", "2pi/3 - 1/10", "-PI/2", "1e-3", ".5", "512", " 2 pi / 9 ",
           "2pi/3*2", "abc", "", "1/0", "1.5/2", "*pi", "pi pi", "2pi/", "0x10", "1 2", "--1"]  # fmt: skip


#: Fractions of a turn that a decimal, a sum or a common factor hides, and some that are too long.
ANGLES = ["2pi/12", "0.25pi", "2pi/2.5", "pi/3 + pi/6", "1/10 + 2pi/3 - 0.1", "0pi", "0", "12e-1", "1e2pi/400", "0.95", "1.05",
          "1/3 turn", "1/1000000 turn", "1/3000000000000 turn", "1e-999 pi", "2.5e1 turn"]  # fmt: skip


def cases() -> list[tuple[str, list]]:
    """(function, arguments): seeded, with the corners of every control of the page."""
    draw = random.Random(20)
    found = [("round", [x, name]) for name in FORMATS for x in _to_round(draw)]
    for _ in range(60):
        n, theta, beta = draw.randint(3, 64), draw.randint(1, 3141) / 1000, 10 ** draw.uniform(-1, 3)
        p, symbols = draw.randint(1, n), draw.randint(2, 8)
        logits = [draw.uniform(-1, 1) for _ in range(n)]
        mixes = [
            n,
            symbols,
            draw.choice([0, draw.randint(1, 400) / 1000]),
            draw.randint(0, 1600) / 1000,
            1,
            draw.randint(0, 200) / 100,
        ]
        found += [
            ("logitsPos", [n, theta, p]),
            ("matrixPos", [n, theta, p]),
            ("matrixMix", mixes),
            ("wMax", [n, theta, beta]),
            ("gap", [theta, n - 1]),
            ("sharpGap", [n - 1]),
        ]
        found += [
            ("softmax", [logits, beta]),
            ("maximisers", [[*logits, max(logits)]]),
            ("rotate", [theta, [0.3, -1.1]]),
        ]
        found += [("logitsMix", mixes), ("spacing", [symbols]), ("letters", [n, symbols])]
        found += [("logitsPosIn", [n, theta, p, name]) for name in FORMATS]
    for n in range(3, 65):
        tops = {1, 2, *draw.sample(range(1, 10 * n + 1), 6), 20, 19, 21, 40, 10 * n}
        found += [
            ("shape", [n, {"unit": "turns", "top": top, "bottom": 20 * n}]) for top in sorted(tops) if top <= 10 * n
        ]
        edge = [round(2000 * math.pi * k / count) + step for count in (n, n - 2) for k in (1, 2) for step in (-1, 0, 1)]
        tops = {1, 3141, *draw.sample(range(1, 3142), 4), *edge}
        found += [
            ("shape", [n, {"unit": "radians", "top": top, "bottom": 1000}]) for top in sorted(tops) if 0 < top <= 3141
        ]
        found += [("radians", [{"unit": "turns", "top": draw.randint(1, 10 * n), "bottom": 20 * n}])]
    found += [("largestPos", list(each)) for each in TIES] + [("largestMix", list(each)) for each in MIX_TIES]
    found += [("closest", [given, span]) for n, given, p in TIES for span in (n - 1, max(p - 1, n - p))]
    for _ in range(40):
        n, s = draw.randint(3, 40), draw.randint(2, 8)
        given = draw.choice([{"unit": "turns", "top": draw.randint(0, 10 * n), "bottom": 20 * n},
                             {"unit": "radians", "top": draw.randint(0, 3141), "bottom": 1000}])  # fmt: skip
        found += [("largestPos", [n, given, draw.randint(1, n)]), ("closest", [given, n - 1])]
        thetas = draw.choice([0, draw.randint(1, 400) / 1000]), draw.choice([0, draw.randint(1, 1600) / 1000])
        found += [("largestMix", [n, s, *thetas, 1, draw.choice([0, 1, draw.randint(1, 200) / 100])])]
    found += [("shape", [n, {"unit": "radians", "top": 0, "bottom": 1000}]) for n in (3, 12)]
    for N in (2, 2, 3, 5, 9, 20):
        M = [[draw.uniform(-2, 2) for _ in range(N)] for _ in range(N)]
        found += [("exclusionTerms", [M])] + [
            ("swapScores", [M, draw.uniform(-2, 2), beta, 1e-4]) for beta in (0.1, 3, 50, 1000)
        ]
    for n, symbols in [(3, 2), (4, 2), (5, 2), (6, 2), (4, 3), (5, 3)]:
        for two in (0, 0.1, 0.4, 0.7, 0.8, 1.25, 1.6):
            found += [("mixSolves", [n, symbols, two, 1, B]) for B in (0, 0.05, 0.5, 1, 2)]
        found += [("symSolves", [n, symbols, one]) for one in (0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8, 1.1)]
    for base, dim, planes, span in ((10000, 64, 8, 199), (10, 16, 8, 20), (500000, 128, 64, 511), (10**7, 32, 1, 511)):
        found += [("frequencies", [base, dim]), ("mixLead", [frequencies(base, dim)[:planes], span])]
    for base, dim, factor, original in STRETCHED:
        found += [("frequencies", [base, dim, rule, factor, original]) for rule in RULES]
    found += [("logitsTimes", [rule, factor]) for rule in RULES for factor in (1, 1.5, 64)]
    found += [("number", [text]) for text in NUMBERS]
    found += [("exactAngle", [text, n]) for text in (*NUMBERS, *ANGLES) for n in (0, 12, 49)]
    return found


def _to_round(draw: random.Random) -> list[float]:
    """Ordinary numbers, ties, both ends of every format's range, subnormal numbers."""
    found = [
        0.0,
        1.0,
        -1.0,
        257.0,
        258.0,
        259.0,
        65519.0,
        65520.0,
        2.0**-24,
        2.0**-25,
        3 * 2.0**-26,
        2.0**-133,
        2.0**-134,
        1.5 * 2.0**-134,
    ]
    found += [float(form.largest) for form in FORMATS.values()] + [
        3.3895313892515355e38,
        3.4028235677973366e38,
        5e-324,
        1e-310,
    ]
    for _ in range(300):
        value = draw.uniform(-2, 2) * 2.0 ** draw.randint(-140, 130)
        bits = draw.choice([8, 11, 24])
        near = FORMATS[{8: "bfloat16", 11: "float16", 24: "float32"}[bits]]
        tie = draw.randint(2 ** (bits - 1), 2**bits - 1) * 2 + 1
        found += [
            value,
            math.ldexp(tie, draw.randint(-20, 3)),
            -math.ldexp(tie, draw.randint(-150, -130)),
            float(near.unit_roundoff) * value,
        ]
    return found


@functools.cache
def wanted_of_all() -> list[tuple[tuple, object]]:
    """Every case with Python's value (None where `same` asks for itself)."""
    return [((name, given), EXPECTED[name](*given) if name in EXPECTED else None) for name, given in cases()]


def same(name: str, given: list, got, wanted) -> bool:
    """Whether a value is Python's: exact for roundings, names and positions, to 1e-12 for sums of cosines."""
    if name == "round":
        return float(got) == wanted and math.copysign(1, float(got)) == math.copysign(1, wanted)
    if name == "number":
        return got in ("NaN", "Infinity") if wanted is None else math.isclose(got, wanted, rel_tol=1e-15)
    if name == "frequencies":  # the slowest are tiny
        return np.allclose(np.array(got, dtype=float), wanted, rtol=1e-12, atol=0)
    if name in ("maximisers", "largestPos", "largestMix", "closest", "letters", "shape", "mixSolves", "symSolves"):
        return got == wanted
    if name == "logitsPosIn" and given[3] == "float64":  # the query vector itself is computed in float64
        wanted = logits_pos(*given[:3])
    elif name == "logitsPosIn":
        low, high = emulated(*given)
        return all(a <= x <= b for a, x, b in zip(low, got, high, strict=True))
    if name == "gap":
        exact = single_gap(Fraction(given[0]), given[1])
        return got["t"] == exact.minimiser and abs(got["gap"] - float(exact.gap_lower)) <= CLOSE
    if name == "exactAngle" and (wanted is None or wanted["unit"] == "turns"):
        return got == wanted
    if name == "exactAngle":
        return bool(got) and got["unit"] == "radians" and math.isclose(got["top"] / got["bottom"], wanted["top"])
    if isinstance(wanted, dict):  # shares of swaps change by e^(4δ/τ) where weights change by δ
        near = 1e-9 if name == "swapScores" else CLOSE
        return set(got) == set(wanted) and all(abs(got[key] - wanted[key]) <= near for key in wanted)
    got, wanted = np.ravel(got).astype(float), np.ravel(wanted).astype(float)
    return got.shape == wanted.shape and bool(np.all(np.abs(got - wanted) <= CLOSE))


def faults(run, script: str = SCRIPT, chosen: str | None = None) -> list[str]:
    """Where the script's numbers are not the library's."""
    picked = [(case, wanted) for case, wanted in wanted_of_all() if chosen in (None, case[0])]
    written = json.dumps([case for case, _ in picked])
    got = json.loads(run(script, f"const CASES = {written};"))
    assert len(got) == len(picked)
    return [
        f"{name}{tuple(given)} = {value}, Python {wanted}"
        for ((name, given), wanted), value in zip(picked, got, strict=True)
        if not same(name, given, value, wanted)
    ]


@pytest.fixture(scope="module")
def in_node(node):
    return lambda script, data: node(f"{data}\n{script}\nconst numbers = module.exports;\nconsole.log({WRITE});")


def test_numbers_are_those_of_the_library_in_node(in_node):
    assert faults(in_node) == []


def test_numbers_are_those_of_the_library_in_a_browser(chromium, tmp_path):
    def run(script, data):
        page = tmp_path / "numbers.html"
        write = f"document.getElementById('out').textContent = btoa({WRITE});"
        page.write_text(
            f"<!DOCTYPE html><meta charset=utf-8><pre id=out></pre><script>{script}</script><script>{data}{write}</script>",
            encoding="utf-8",
        )
        return base64.b64decode(re.search(r'<pre id="out">(.*?)</pre>', chromium("--dump-dom", page.as_uri()))[1])

    assert faults(run) == []


SABOTAGES = [
    ("rest === 0.5 && whole % 2 === 1", "rest === 0.5", "round"),
    ("form.bits + 1)", "form.bits)", "round"),
    ("Math.max(exponent(x), form.least)", "exponent(x)", "round"),
    ("c * x - s * y", "c * x + s * y", "rotate"),
    ("(p - k - 1) * theta", "(p - k) * theta", "logitsPos"),
    ("const c = near(round(Math.cos(phase), wide))", "const c = round(Math.cos(phase), wide)", "logitsPosIn"),
    ("near(near(position) * frequency)", "position * theta", "logitsPosIn"),
    ("TURN / (symbols + 1)", "TURN / symbols", "spacing"),
    ("letter * spacing(symbols) + t * theta1", "letter * spacing(symbols) - t * theta1", "logitsMix"),
    ("B * Math.cos(t * theta2)", "B * Math.cos((t + 1) * theta2)", "logitsMix"),
    ("(n - 1.5) * theta2", "(n - 1) * theta2", "mixSolves"),
    ("1 - Math.cos((n - 1) * theta2)", "Math.cos(theta2) - Math.cos((n - 1) * theta2)", "mixSolves"),
    ("if (!(B > 0 && theta2 > 0)) return false;", "", "mixSolves"),
    ("Math.exp(beta * (x - top))", "Math.exp(1.01 * beta * (x - top))", "softmax"),
    ("t <= span", "t < span", "gap"),
    ("logitsPos(n, theta, p).slice(0, n - 1)", "logitsPos(n, theta, p + 1).slice(0, n - 1)", "matrixPos"),
    ("logitMix(letter, n - 1 - b,", "logitMix(letter, n - b,", "matrixMix"),
    ("positional: over((x, a, b) => x - b)", "positional: over((x, a) => x - a)", "exclusionTerms"),
    ("interaction: 2 * over(", "interaction: over(", "exclusionTerms"),
    ("(x - mean) ** 2, 0) / N,", "(x - mean) ** 2, 0) / (N - 1),", "exclusionTerms"),
    ("M[j][i] - M[i][j]", "M[i][j] - M[j][i]", "swapScores"),
    ("- widest) / tau", "- widest) / (2 * tau)", "swapScores"),
    ("row[j]), own], beta)", "row[j])], beta)", "swapScores"),
    ("Math.PI / (span + 1)", "Math.PI / span", "sharpGap"),
    ("leadAt(planes, k + 1)", "leadAt(planes, k)", "mixLead"),
    ("linear: () => 1", "linear: () => 0.999", "frequencies"),
    ("low: 1, high: 4", "low: 1, high: 3", "frequencies"),
    ("low: 1, high: 4", "low: 2, high: 4", "frequencies"),
    ("fast: 32, slow: 1", "fast: 16, slow: 1", "frequencies"),
    ("fast: 32, slow: 1", "fast: 32, slow: 2", "frequencies"),
    ("Math.floor(index(YARN.fast))", "index(YARN.fast)", "frequencies"),
    ("Math.ceil(index(YARN.slow))", "Math.floor(index(YARN.slow))", "frequencies"),
    ("Math.max(0, Math.floor(", "Math.max(-99, Math.floor(", "frequencies"),
    ("Math.min(dim - 1, Math.ceil(", "Math.min(dim, Math.ceil(", "frequencies"),
    ("last === low", "false", "frequencies"),
    ("g * (1 - r + r / factor)", "g * (1 - r + r / (2 * factor))", "frequencies"),
    ("Math.log(factor) / 10) ** 2", "Math.log(factor) / 10)", "logitsTimes"),
    ("(at && !found.sign)", "false", "number"),
    ("found.pi && !found.star", "found.pi", "number"),
    ('"turn" ? TURN : 1', '"turn" ? 1 : 1', "number"),
    ('unit === "pi" ? 2n', 'unit === "pi" ? 1n', "exactAngle"),
    ("bottom && !/^", "bottom && /^", "exactAngle"),
    ("BigInt(n || 1)", "1n", "exactAngle"),
    ("[above, below] = [BigInt(sign)", "[above, below] = [1n", "exactAngle"),
    ("Number(power || 0) - after.length", "Number(power || 0)", "exactAngle"),
    ("if (radiansOf[0] !== 0n)", "if (radiansOf[0] === null)", "exactAngle"),
    ("common = divisor(top < 0n ? -top : top, bottom)", "common = 1n", "exactAngle"),
    ("< 2 ** 40 ? made : null", "< 2 ** 99 ? made : null", "exactAngle"),
    (" || (bottom && !/^\\d+$/.test(top))", "", "number"),
    ("2 * inner.ceiling - 1", "2 * inner.ceiling + 1", "shape"),
    ("turnsOf(n - 2, angle)", "turnsOf(n - 1, angle)", "shape"),
    ("if (all.whole)", "if (false)", "shape"),
    ("all.ceiling === 1", "all.ceiling <= 2", "shape"),
    ("(t * angle.top) % angle.bottom === 0 : t", "t === 0 : t", "largestPos"),
    ("t * angle.top === 0)", "t === 0)", "largestPos"),
    ("Math.abs(p - j)));", "Math.abs(p + j)));", "largestPos"),
    ("angle.bottom - ((t * angle.top) % angle.bottom));", "angle.bottom);", "closest"),
    ("if (angle.top === 0) return all;", "", "closest"),
    (
        "maximisers(logitsMix(n, symbols, theta1, theta2, A, B))",
        "maximisers(logitsMix(n, symbols, theta1, theta2, A, B)).slice(0, 1)",
        "largestMix",
    ),
    ("x === top ? [k + 1] : []", "x === top ? [k] : []", "maximisers"),
]


@pytest.mark.parametrize("old, new, name", SABOTAGES)
def test_script_with_an_error_is_found_out(in_node, old, new, name):
    assert SCRIPT.count(old) == 1, "the sabotage must change one place"
    assert faults(in_node, SCRIPT.replace(old, new), name)


def test_the_settings_with_ties_have_them():
    """Without them the comparison could not see whether one was chosen."""
    assert [len(largest_pos(*each)) > 1 for each in TIES] == [True] * 7 + [False]
    assert [len(largest_mix(*each)) > 1 for each in MIX_TIES] == [True] * 4 + [False] * 2
