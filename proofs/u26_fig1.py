"""Figure 1's two examples are answered as printed, by definition and by the constructed heads, hop by hop.

Idea: both inputs take four hops. Each pass of T_Index turns an integer that points at a letter into that letter; each
pass of T_Retrieval turns a letter pair into the token it points at. After four passes the last position holds the
answer.

Traps: the passes of T_Retrieval create copies of a token. Several positions then share the largest logit nearly, but
they hold the same token, so the gap that counts is the one to tokens with another left letter. With softmax the inverse
temperature must exceed ln(n-1)/Δ; at β = 1 the number example fails.
"""

from collections.abc import Iterator
from fractions import Fraction

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import OneLayer, t_index, t_retrieval
from rope_theory.core.heads import PhaseHead, Plane, logits
from rope_theory.core.tasks import format_tokens, parse_letter, parse_number, solve_letter, solve_number
from rope_theory.evidence.claims import Among, Hypothesis, Tier, Truth, every, less, paraphrase, theorem
from rope_theory.evidence.instances.number import FIGURE
from rope_theory.laws.gaps import Others, gap


def example(task: str, text: str, answer: str, theta: Angle) -> dict:
    return {"task": task, "text": text, "answer": answer, "theta": theta, "beta": None}


NUMBER_EXAMPLE = example("number", format_tokens(FIGURE), "C", Angle(Fraction(1, 17)))
# ω = 2π/9, θ = ω/19 < ω/(2·9)
LETTER_EXAMPLE = example("letter", "C2 B1 A3 FA EC DE HF GD IG", "C2", Angle(Fraction(1, 9 * 19)))


def figure_model(task: str, theta: Angle) -> OneLayer:
    """T_Index for the number task, T_Retrieval on the letters A..I for the letter task."""
    return t_index(theta) if task == "number" else t_retrieval("ABCDEFGHI", theta)


def hop_by_hop(model: OneLayer, tokens: tuple, hops: int, beta: Fraction | None = None) -> list[tuple]:
    """The sequence before the first and after each of `hops` passes; stops at an undecided token (None)."""
    passes = [tokens]
    while len(passes) <= hops and None not in passes[-1]:
        passes.append(model.apply(passes[-1], beta))
    return passes


def read(task: str, text: str):
    """The tokens and their solution."""
    tokens = parse_number(text) if task == "number" else parse_letter(text)
    return tokens, (solve_number if task == "number" else solve_letter)(tokens)


def cold(task, text, theta, beta, **_) -> Truth:
    """β > ln(n-1)/Δ for the smallest gap Δ of any position in any pass."""
    if beta is None:
        return Truth.TRUE
    tokens, solution = read(task, text)
    model = figure_model(task, theta)
    others = Others.ANY if task == "number" else Others.OTHER_LETTER
    gaps = (
        gap(logits(model.head, sequence, i), others, sequence[:i])
        for sequence in hop_by_hop(model, tokens, solution.hops)[:-1]
        for i in range(2, len(tokens) + 1)
    )
    return every(less(ball(len(tokens) - 1).log(), ball(g) * ball(beta)) for g in gaps if g is not None)


def printed_examples() -> Iterator[dict]:
    for beta in (None, Fraction(40), Fraction(400)):
        yield {**NUMBER_EXAMPLE, "beta": beta}
        yield {**LETTER_EXAMPLE, "beta": beta}


PRINTED = Among.of(
    "a printed input with its answer; θ = 2π/17 for T_Index, ω/19 for T_Retrieval; hard attention, or β = 40 or 400",
    printed_examples(),
)
COLD = Hypothesis("β > ln(n-1)/Δ, or hard attention", cold)


@theorem(
    "u26.fig1",
    paraphrase("U26", "p. 3, Figure 1 and Section 2.1"),
    "`C B A 1 4 1 3 2 1` answers C; `C2 B1 A3 FA EC DE HF GD IG` answers C2.",
    PRINTED,
    COLD,
    verdict=Tier.EXHAUSTIVE,
    example=NUMBER_EXAMPLE,
    readings=(
        "'Answers' is read threefold: by the task's definition (the oracle), by T_Index or T_Retrieval applied as "
        "often as there are hops with average hard attention, and by the same with softmax at an explicit β.",
        "Angles: θ = 2π/17 for T_Index; nine letters A..I and θ = ω/19 for T_Retrieval. Δ compares positions for "
        "T_Index and tokens with another left letter for T_Retrieval, whose passes create copies of a token.",
        "No integer of the example points before the start, so that question does not arise.",
    ),
)
def answers(task, text, answer, theta, beta, model=figure_model, passes=None):
    tokens, solution = read(task, text)
    hops = solution.hops if passes is None else passes
    run = hop_by_hop(model(task, theta), tokens, hops, beta)
    return str(solution.answer) == answer and len(run) == hops + 1 and str(run[-1][-1]) == answer


@answers.by_hand
def pass_by_pass(task, text, answer, theta, beta):
    tokens, solution = read(task, text)
    run = hop_by_hop(figure_model(task, theta), tokens, solution.hops, beta)
    return [
        f"By the task itself: positions {' → '.join(map(str, solution.path))}, so the answer is {solution.answer}",
        *(f"After pass {k}: {format_tokens(row)}" for k, row in enumerate(run[1:], 1)),
        f"The last position holds {run[-1][-1]}; printed: {answer}",
    ]


def one_off(task: str, theta: Angle) -> OneLayer:
    """T_Index whose query for i looks i - 1 positions back."""
    built = t_index(theta)
    plane = built.head.planes[0]
    query = Plane(theta, lambda token: plane.query(token - 1 if isinstance(token, int) else token), plane.key)
    return OneLayer(PhaseHead("one off", (query,)), built.value, built.direct)


answers.false(
    "the number example answers A, as the printed formula for the solution says",
    NUMBER_EXAMPLE,
    holds=lambda **at: answers(**{**at, "answer": "A"}),
)
answers.false("the letter example answers A3", LETTER_EXAMPLE, holds=lambda **at: answers(**{**at, "answer": "A3"}))
answers.false("three passes are enough", NUMBER_EXAMPLE, passes=3)
answers.false("T_Index may look one position off", NUMBER_EXAMPLE, model=one_off)
answers.false("T_Retrieval works with θ = ω/2", {**LETTER_EXAMPLE, "theta": Angle(Fraction(1, 18))}, PRINTED)
answers.false("softmax needs no lower bound on β", {**NUMBER_EXAMPLE, "beta": Fraction(1)}, PRINTED, COLD)
for theta in ("0.8", "1", "2pi/9", "4pi/17", "-1"):
    at = {**NUMBER_EXAMPLE, "theta": Angle.parse(theta)}
    answers.edge(f"T_Index needs no more than an angle without ties, θ = {theta}", at, holds=True)
half_turn = {**NUMBER_EXAMPLE, "theta": Angle.parse("pi")}
answers.edge("θ = π: distances 2, 4, … tie with the target", half_turn, holds=False)
for share in (19, 20, 40, 1000):
    at = {**LETTER_EXAMPLE, "theta": Angle(Fraction(1, 9 * share))}
    answers.edge(f"T_Retrieval within 0 < θ < ω/(2 n0), θ = ω/{share}", at, holds=True)


@answers.proof
def proof(proof):
    proof.rows("the oracle and the constructed head, applied hop by hop, answer as printed")
    proof.qed("the two printed inputs, θ and β as stated")
