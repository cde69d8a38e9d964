"""T_Index's head is positional on every input, and beyond three positions it is symbolic on none.

Idea: all keys are the same vector, so the logit of a content at a position does not see the content: the rows of the
content-by-position matrix agree. If the columns agreed as well, the cosine would have to take one value at all
distances 1..n-1 shifted by the offset, which are three consecutive ones or more; three consecutive multiples of θ with
equal cosines force θ into 2πZ. The middle one, x, is itself a multiple of θ: without that, θ = π and x = π/2 would be
an exception.

Traps: with two earlier positions cos θ = cos 2θ has the solution θ = 2π/3, so a letter query of length 3 is symbolic
there. With one earlier position every head is both.
"""

import itertools

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import PhaseHead, Plane, Polar, content_by_position, is_positional, is_symbolic, logits
from rope_theory.evidence.by_hand import compared, listed, sequence
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.index import AB1, ANGLES, index_inputs, logit_line, query_line

ONE, WHOLE_TURN = Angle.parse("1"), Angle.parse("2pi")
TOKENS = st.lists(st.sampled_from(["A", "B", "C", 1, 2, 3, 9]), min_size=1, max_size=7).map(tuple)
THETA = st.builds(Angle, st.fractions(-1, 1, max_denominator=8), st.sampled_from([0, 1, -3]))


@theorem(
    "u26.rem31a",
    verbatim(
        "U26",
        "p. 7, Remark 3.1",
        "Note that our constructed models TIndex and TRetrieval have, respectively, purely positional and purely "
        "symbolic attention heads.",
    ),
    "T_Index's head is purely positional.",
    example=AB1,
    small=index_inputs,
    readings="Purely positional: positional on every input. U26 also calls a head pure when one score is near 1 and "
    "the other is not; that T_Index is not symbolic as well holds from length 4 on, at every angle that is no multiple of 2π: "
    "u26.rem31a.not-symbolic.",
)
def positional(tokens, theta, head=h_pos, behaviour=is_positional):
    return behaviour(head(theta), tokens).answer


@positional.by_hand
def the_same_after_a_swap(tokens, theta):
    moved = (*reversed(tokens[:-1]), tokens[-1])
    return [
        f"{query_line(tokens, theta)}. {logit_line(tokens, theta)}",
        f"The earlier tokens turned round, input {sequence(moved)}: logits {listed(logits(h_pos(theta), moved))}, the same at each position",
    ]


def keys_see_their_letter(theta) -> PhaseHead:
    plane = h_pos(theta).planes[0]
    return PhaseHead("leaky", (Plane(theta, plane.query, lambda token: Polar(theta if token == "B" else 0 * theta)),))


positional.false("T_Index's head is symbolic", AB1, behaviour=is_symbolic)
positional.false("the head stays positional when the key of B is turned by θ", AB1, head=keys_see_their_letter)
positional.attack(tokens=TOKENS, theta=THETA)


@positional.proof
def proof(proof, head=h_pos):
    n, i, a, b, j, theta = symbols("n i a b j theta", real=True)
    for here, there in ((a, b), ("A", "B"), ("B", a)):
        proof.identity(
            f"content {here} and content {there} get the same logit at a position",
            head(theta).logit(i, n, here, j),
            head(theta).logit(i, n, there, j),
        )
    proof.qed("every input, every real θ")


FOUR = Hypothesis("n >= 4", lambda tokens, **_: len(tokens) >= 4)
TURNING = Hypothesis("θ is no multiple of 2π", lambda theta, **_: not theta.is_whole_turns())


@theorem(
    "u26.rem31a.not-symbolic",
    ours("U26", "sharpens p. 7, Remark 3.1"),
    "On inputs of length n >= 4, T_Index's head is symbolic on none, unless θ is a multiple of 2π.",
    FOUR,
    TURNING,
    example={"tokens": ("A", "B", "A", 1), "theta": ONE},
    small=lambda thorough: (
        {"tokens": (*tokens, query), "theta": theta}
        for theta in ANGLES
        for tokens in itertools.product("AB", repeat=3)
        for query in ("A", 1, 2, 3)
    ),
)
def not_symbolic(tokens, theta):
    return ~is_symbolic(h_pos(theta), tokens).answer


@not_symbolic.by_hand
def one_content_at_two_positions(tokens, theta):
    first, *_ = content_by_position(h_pos(theta), tokens)
    there = next((b for b, value in enumerate(first) if value != first[0]), 0)
    return [
        f"{query_line(tokens, theta)}",
        f"Content {tokens[0]} at the positions 1 to {len(first)}: logits {listed(first)}",
        compared("at position 1", first[0], f"at position {there + 1}", first[there]),
    ]


ABA = ("A", "B", "A")
not_symbolic.false("three positions are enough", {"tokens": ABA, "theta": Angle.parse("2pi/3")}, FOUR)
not_symbolic.false("any θ ≠ 0 will do", {"tokens": (*ABA, 1), "theta": WHOLE_TURN}, TURNING)
not_symbolic.attack(tokens=TOKENS.map(lambda tokens: ("A", "B", "C", *tokens)), theta=THETA)
for third in ("-2pi/3", "4pi/3"):
    at = {"tokens": ABA, "theta": Angle.parse(third)}
    not_symbolic.edge(f"symbolic at length 3 for a third of a turn, {third}", at, assumed=False, holds=False)
twice = {"tokens": ("A", "B", "A", "B", 1), "theta": 2 * WHOLE_TURN}
not_symbolic.edge("symbolic at two turns", twice, assumed=False, holds=False)
for query in ("A", 1, 2, 3):
    at = {"tokens": (*ABA, query), "theta": WHOLE_TURN / 2}
    not_symbolic.edge(
        f"θ = π, query {query}: x = π/2 would make all cosines 0, but x is a multiple of θ", at, holds=True
    )


@not_symbolic.proof
def not_symbolic_proof(proof):
    i, theta = symbols("i theta", real=True)
    proof.identity(
        "sin((k+1)θ) = sin kθ cos θ + cos kθ sin θ, so sin θ = 0 makes every sin kθ vanish, sin x too",
        sin((i + 1) * theta),
        sin(i * theta) * cos(theta) + cos(i * theta) * sin(theta),
    )
    c, s, cx, sx = z3.Reals("cosθ sinθ cosx sinx")
    proof.implies(
        "three logits cos(x - θ), cos x, cos(x + θ) at consecutive distances agree only if cos θ = 1",
        [c * c + s * s == 1, cx * cx + sx * sx == 1, z3.Implies(s == 0, sx == 0), c != 1],
        z3.Not(z3.And(cx * c + sx * s == cx, cx * c - sx * s == cx)),
    )
    proof.trust(trusted.COSINE_ONE)
    proof.qed("n >= 4, every θ outside 2πZ")
