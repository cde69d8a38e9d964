"""T_Retrieval's head is symbolic on no input of three tokens or more, and nearly symbolic on all.

Idea: the logit of a content at distance t is cos(x + tθ), where x = cω is the content's position on the circle relative
to the query. Distances 1 and 2 give the same logit only if sin(x + 3θ/2) sin(θ/2) = 0, that is 2cω + 3θ is a multiple
of 2π = mω. But 3θ lies strictly between two multiples of ω. The product of sines also bounds how far the logits move:
by 2|sin((b-c)θ/2)| at most.

Traps: at θ = ω/3 the equation has solutions (three letters, content one letter further on). "Symbolic on every input"
needs θ in 2πZ, but on single inputs other angles do: θ = π and contents at a quarter turn give logit 0 everywhere.

What survives of the remark: with θ = 0 the head is symbolic; the smaller θ is, the closer it comes, and Retrieval on
proper inputs with θ > 0 is close to the symbolic limit for n0·θ small.
"""

import itertools
from fractions import Fraction

import z3
from sympy import cos, pi, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import LetterCircle, h_sym, spacing
from rope_theory.core.heads import content_by_position, is_symbolic
from rope_theory.core.tasks import Pair, single_letters
from rope_theory.core.truth import Truth, at_most, every, truth
from rope_theory.evidence.by_hand import listed, number, sequence, sign, spelled
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.letter_circle import logit_formula
from rope_theory.evidence.instances.retrieval import ANGLE_RANGE, SHORT, instance


def pattern(lefts, theta: Angle, count: int, **more) -> dict:
    """An input with these left letters, by number."""
    return instance((Pair(single_letters(count)[k % count], 1) for k in lefts), theta, count, **more)


SWAPPED = instance("A1 B1 BA", "pi/8", n0=3)
ONE, TWO, THREE_COPIES, FOUR = (instance("A1 " * n, "pi/4", 1, n0=3) for n in (1, 2, 3, 4))


@theorem(
    "u26.rem31b",
    verbatim(
        "U26",
        "p. 7, Remark 3.1",
        "Note that our constructed models TIndex and TRetrieval have, respectively, purely positional and purely "
        "symbolic attention heads.",
    ),
    "T_Retrieval's head is purely symbolic.",
    ANGLE_RANGE,
    SHORT,
    example=TWO,
    verdict=Tier.REFUTED,
    readings=(
        "Purely symbolic: symbolic on every input, that is L(x_n, n, x_a, b) does not depend on b. The angle is "
        "T_Retrieval's own, 0 < θ < ω/(2 n0), n <= n0.",
        "The logits come close to it: they move by at most θ per position (u26.rem31b.corrected). The attention "
        "weights need not: of two copies of the match the nearer one has the larger logit (u26.retrieval-max), so for "
        "large β the weight of a copy depends on where it stands.",
        "P. 4, footnote 3, calls a head pure once its scores “have both converged to sufficiently high and low values”. In that "
        "sense, with its tolerance and at a given β, the remark may well be true; this claim is on the equality of logits.",
    ),
    in_fairness="The head is symbolic in all that matters for its task: it looks for a letter, wherever it stands, and "
    "rotation only adds a small preference for nearer copies, at most θ per position in the logit. With θ = 0 the "
    "sentence is literally true, but that head errs where a letter-integer token asks for itself and another token with its left "
    "letter stands there at least as often (u26.rem32.computes). For the small positive angles of the construction nearly symbolic is the accurate word, with a proved bound.",
    erratum=Erratum(
        Weight.READING,
        "true if “purely” leaves room for the small part of rotation in the logit, as the scores of p. 4, footnote 3, may; the "
        "definition asks for equal logits",
        mend="for “purely symbolic” read “nearly symbolic (logits move ≤ θ per position)”",
        fault="“purely” for “nearly” symbolic",
        seen="A1 B1 BA: cos 2θ, B1 A1 BA: cos θ",
    ),
)
def symbolic(letters, theta, tokens, **_) -> Truth:
    return is_symbolic(h_sym(LetterCircle(letters), theta), tokens).answer


symbolic.true_at("one earlier token: every head is symbolic there", TWO)
symbolic.true_at("no earlier token", ONE)
symbolic.true_at("two letters, one earlier token", instance("A1 BA", "pi/8", n0=3))
symbolic.outside("θ = ω/2", {**THREE_COPIES, "theta": Angle.parse("pi")}, ANGLE_RANGE)
symbolic.outside("four tokens, made for three", FOUR, SHORT)
for n, count in itertools.product((1, 2), (1, 2, 3)):
    for lefts in itertools.product(range(count), repeat=n):
        below = pattern(lefts, spacing(count) / (2 * n + 1), count, n0=n)
        why = f"{count} letters, left ones {lefts}: it holds below three tokens, so the witness is minimal"
        symbolic.edge(why, below, assumed=True, holds=True)
for count, step in ((1, 0), (3, 1), (5, 2)):
    third = pattern((step, step, 0), spacing(count) / 3, count)
    symbolic.edge(f"θ = ω/3, 2cω + 3θ = (2c + 1)ω is a whole turn for |ALPH| = 2c + 1, c = {step}", third, holds=True)
for last in "AB":
    quarter = instance(f"B1 D1 B1 D1 B1 {last}1", "pi", 4)
    symbolic.edge(f"θ = π, contents a quarter turn from A: every logit is 0; {last}", quarter, holds=last == "A")
symbolic.edge(
    "the shortest witness of all: one letter, three copies of one token", THREE_COPIES, assumed=True, holds=False
)
symbolic.proof(lambda proof: proof.refute(SWAPPED))


@symbolic.by_hand
def moved(letters, theta, tokens, n0):
    omega, (content, rival, query) = spacing(len(letters)), tokens
    near, far = content_by_position(h_sym(LetterCircle(letters), theta), tokens)[0][::-1]
    return [
        f"Letters {', '.join(letters)} on a circle, ω = 2π/{len(letters)} = {spelled(omega)}; n0 = {n0}, "
        f"θ = {spelled(theta)} < ω/(2 n0) = {spelled(omega / (2 * n0))}",
        f"Input {content} {rival} {query}: {query} asks for {content}, 2 back; its logit is cos 2θ = {number(far)}",
        f"Input {rival} {content} {query}: {content} is 1 back; its logit is cos θ = {number(near)}",
        f"A symbolic head gives {content} the same logit at both positions, but {number(far)} {sign(far, near)} {number(near)}",
    ]


def left_letters(thorough: bool):
    """Every pattern of 3 (thorough: 4) left letters, at angles up to the end of the range."""
    for count, n in itertools.product((1, 2, 3, 4) if thorough else (1, 2, 3), (3, 4) if thorough else (3,)):
        for angle in (spacing(count) / 4, spacing(count) * Fraction(33, 100), Angle.parse("0.1")):
            yield from (pattern(lefts, angle, count) for lefts in itertools.product(range(count), repeat=n))


THREE = Hypothesis("n >= 3", lambda tokens, **_: len(tokens) >= 3)
SLOW = Hypothesis("0 < θ < ω/3", lambda letters, theta, **_: Angle() < theta < spacing(len(letters)) / 3)
EXAMPLE, EDGE = instance("A1 B1 BA", "0.2"), instance("B1 B1 A1", "2pi/9", 3)


@theorem(
    "u26.rem31b.corrected",
    ours("U26", "corrects p. 7, Remark 3.1"),
    "For n >= 3 and 0 < θ < ω/3, so for T_Retrieval's angles at n0 >= 2, T_Retrieval's head is symbolic on no input of "
    "length n; it is close to symbolic: |M[a,b] - M[a,c]| <= 2|sin((b-c)θ/2)| <= |b-c|θ.",
    THREE,
    SLOW,
    example=EXAMPLE,
    small=left_letters,
    readings="The input need not be proper. On inputs of one or two tokens every head is symbolic.",
)
def nearly_symbolic(letters, theta, tokens, slack=4, rate=1) -> Truth:
    """|M[a,b] - M[a,c]|² <= slack·sin²((b-c)θ/2) and 2|sin((b-c)θ/2)| <= rate·|b-c|θ."""
    head = h_sym(LetterCircle(letters), theta)
    answers = [~is_symbolic(head, tokens).answer]
    for row in content_by_position(head, tokens):
        for (b, left), (c, right) in itertools.combinations(enumerate(row), 2):
            half = ((c - b) * theta / 2).sin()
            answers.append(truth((left - right) * (left - right) <= slack * half * half))
            answers.append(at_most(abs(ball(2 * half)), ball(rate * (c - b) * theta)))
    return every(answers)


nearly_symbolic.false("two tokens are enough", instance("A1 A1", "1", 1), THREE)
nearly_symbolic.false("θ = ω/3 is allowed", EDGE, SLOW)
nearly_symbolic.false("θ = 0 is allowed", {**EDGE, "theta": Angle()}, SLOW)
nearly_symbolic.false("|M[a,b] - M[a,c]| <= |sin((b-c)θ/2)|", instance("B1 B1 A1", "0.1", 4), slack=1)
nearly_symbolic.false("2|sin((b-c)θ/2)| <= |b-c|θ·9/10", EXAMPLE, rate=Fraction(9, 10))
nearly_symbolic.attack(
    at=st.builds(
        lambda count, lefts, share: pattern(lefts, share * spacing(count), count),
        st.integers(1, 6),
        st.lists(st.integers(0, 5), min_size=3, max_size=6),
        st.fractions(min_value=Fraction(1, 100), max_value=Fraction(33, 100), max_denominator=100),
    )
)

x, s, t, theta = symbols("x s t theta", real=True)


@nearly_symbolic.proof
def nearly_symbolic_proof(proof):
    logit_formula(proof)
    proof.identity(
        "one content at distances 1 and 2, which both occur from n = 3 on",
        cos(x + theta) - cos(x + 2 * theta),
        2 * sin(x + 3 * theta / 2) * sin(theta / 2),
    )
    whole, ratio = z3.Int("N·m-2c"), z3.Real("3θ/ω")
    proof.contradiction(
        "x + 3θ/2 = cω + 3θ/2 is no multiple of π = mω/2: else 3θ/ω = N·m - 2c is a whole number",
        [0 < ratio, ratio < 1, ratio == z3.ToReal(whole)],
    )
    proof.trust(trusted.SINE_SIGN)
    middle, half = x + (s + t) * theta / 2, (s - t) * theta / 2
    proof.identity(
        "at distances s and t: the square of the difference falls short of 4 sin²((s-t)θ/2) by a square",
        (cos(x + s * theta) - cos(x + t * theta)) ** 2 + 4 * (cos(middle) * sin(half)) ** 2,
        4 * sin(half) ** 2,
    )
    proof.trust(trusted.SINE_SMALL)  # 2|sin((b-c)θ/2)| <= |b-c|θ
    proof.qed("every alphabet, every input of length n >= 3, every 0 < θ < ω/3")


@theorem(
    "u26.rem31b.exactly",
    ours("U26", "sharpens p. 7, Remark 3.1"),
    "The head with T_Retrieval's queries and keys and any angle θ is symbolic on every input if and only if θ is a "
    "multiple of 2π (so, in effect, NoPE); inputs of length 4 decide.",
    example={"letters": ("A", "B"), "theta": Angle()},
    small=lambda thorough: (
        {"letters": single_letters(count), "theta": Angle.parse(angle)}
        for count in (1, 2, 3)
        for angle in ("0", "2pi", "4pi", "-4pi", "pi", "2pi/3", "pi/2", "1", "0.01", "1e-3")
    ),
)
def symbolic_everywhere(letters, theta, n=4, period=1):
    inputs = (tuple(Pair(left, 1) for left in lefts) for lefts in itertools.product(letters, repeat=n))
    everywhere = all(symbolic(letters, theta, tokens) is Truth.TRUE for tokens in inputs)
    return everywhere is (theta / period).is_whole_turns()


@symbolic_everywhere.by_hand
def one_letter_at_each_position(letters, theta):
    tokens = (Pair(letters[0], 1),) * 4
    first, *_ = content_by_position(h_sym(LetterCircle(letters), theta), tokens)
    return [
        f"θ = {spelled(theta)}, which is {'a' if theta.is_whole_turns() else 'no'} multiple of 2π; input {sequence(tokens)}",
        f"The logit of {tokens[0]} at the positions 1 to {len(first)}: {listed(first)}; not as the first: {sum(each != first[0] for each in first)}",
    ]


symbolic_everywhere.false(
    "multiples of π are enough", {"letters": ("A",), "theta": Angle.parse("pi")}, period=Fraction(1, 2)
)
symbolic_everywhere.false(
    "inputs of length 3 decide", {"letters": ("A",), "theta": Angle.parse("2pi/3")}, n=3, distances=2
)


@symbolic_everywhere.proof
def symbolic_everywhere_proof(proof, period=1, distances=3):
    logit_formula(proof)
    proof.identity("a turn more or less changes no logit", cos(x + 2 * pi * period), cos(x))
    double, triple = (lambda y: 2 * y**2 - 1), (lambda y: 4 * y**3 - 3 * y)
    proof.identity("cos 2θ = 2cos²θ - 1", cos(2 * theta), double(cos(theta)))
    proof.identity("cos 3θ = 4cos³θ - 3cos θ", cos(3 * theta), triple(cos(theta)))
    c = z3.Real("cosθ")
    proof.contradiction(
        "matches at distances 1, 2, 3 have equal logits only if cos θ = 1",
        [-1 <= c, c <= 1, c != 1, *[c == double(c), double(c) == triple(c)][: distances - 1]],
    )
    proof.trust(trusted.COSINE_ONE)
    proof.qed("every alphabet, every real θ, every input")
