"""Softmax attention decodes as average hard attention does, at a β that is explicit for linear F.

An input is (logits, values): one exact logit per position, and per position the value vector, the residual path added
to each. The head averages the values with its weights and F reads the outputs' scores off the average.

Idea: the maximisers share alike under both. The others take the share τ = S/(r + S), S = Σ e^{-βδ_j} <= (n-1)e^{-βΔ},
away from them. So the average is (1-τ)P + τQ, where P is hard attention's average and Q some average of the other
values, and τ → 0. F is continuous at finitely many points P, so close averages keep the leading score in the lead. For
a linear F the lead itself is (1-τ)·lead + τ·(difference on Q) > 0 once τ < 1/(1+κ), that is S/r < 1/κ.

Traps: Δ must be the smallest gap among inputs that have a rival. The printed proof takes the least over the lengths, with
0 for a length on which every input ties (u26.lemF1.least). Where all tie, S is an empty sum and τ = 0 for every β. One β
serves a bounded length only: (n-1)e^{-βΔ} grows with n.

What survives of the printed proof: everything else.
"""

import itertools
from fractions import Fraction

import z3
from sympy import symbols

from rope_theory.core.angles import ball
from rope_theory.core.heads import hard_attention, maximisers, softmax
from rope_theory.evidence.by_hand import listed, number
from rope_theory.evidence.claims import Hypothesis, Truth, every, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.shares import one_more_term
from rope_theory.laws.beta import OUTPUTS, decodes_as_hard, explicit_beta, hard_answer, is_worst, scores, soft_answer_is
from rope_theory.laws.gaps import Others, gap


def single_inputs(thorough=False):
    """All logits and values in small sets, one and two positions, then three."""
    for n in (1, 2, 3):
        rows = itertools.product((0, 1, 2), repeat=2) if thorough and n < 3 else ((0, 1), (1, 0), (2, 1))
        for logits, values in itertools.product(itertools.product((0, 1), repeat=n), itertools.product(rows, repeat=n)):
            yield {"inputs": ((logits, values),)}


def with_outputs(thorough):
    return ({**at, "output": output} for output in OUTPUTS for at in single_inputs(thorough))


@st.composite
def rows(draw):
    n, outputs = draw(st.integers(1, 5)), draw(st.integers(2, 3))
    logits = tuple(draw(st.lists(st.fractions(0, 2, max_denominator=3), min_size=n, max_size=n)))
    line = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=outputs, max_size=outputs).map(tuple)
    return logits, tuple(draw(st.lists(line, min_size=n, max_size=n)))


ANSWERS = Hypothesis(
    "hard attention decodes every input with a positive gap",
    lambda inputs, output="linear": all(hard_answer(row, output) is not None for row in inputs),
)
NEAR = ((Fraction(1, 4), 0, 0), ((1, 0), (0, 1), (0, 1)))
TIED = ((1, 1), ((1, 0), (1, 0)))
CLEAR = ((3, 1, 1, 0), ((2, 1), (0, 1), (0, 1), (1, 1)))


def one_against(others):
    """One maximiser for the answer, all others at gap 1 and for the rival."""
    return ((1, *(0,) * others), ((1, 0), *((0, 1),) * others))


def linear(*inputs):
    return {"inputs": inputs, "output": "linear"}


@theorem(
    "u26.lemF1",
    verbatim(
        "U26",
        "p. 23, Lemma F.1",
        "If δ > 0, then there exists β > 0 such that for all σ̄ ∈ Σⁿ, n ≤ n₀, and all c ≠ c∗(σ̄), "
        "F(E(σₙ), aβn(σ̄))c∗(σ̄) > F(E(σₙ), aβn(σ̄))c.",
    ),
    "Finite vocabulary, continuous F: if average hard attention (ties share equally) decodes with a positive gap on all "
    "inputs of length <= n0, some β makes softmax attention decode the same.",
    ANSWERS,
    example=linear(CLEAR, TIED),
    small=with_outputs,
    readings=(
        "An instance is any finite family of inputs, each given by its logits and values: all that is left of a model "
        "and a vocabulary.",
        "The printed proof's λ is the least over the lengths, 0 for a length on which every input ties (u26.lemF1.least). Here it is "
        "the minimum over the inputs that have a position that is not a maximiser; where all tie, softmax is hard attention "
        "at every β.",
        "A discontinuous F can ask for weight exactly 1, which softmax never gives as long as there is another "
        "position.",
    ),
)
def lemF1(inputs, output="linear", betas=None):
    """TRUE if one of β = 1, 2, 4, …, 4096 (or of those given) decodes every input as hard attention does."""
    found = Truth.FALSE if betas else Truth.UNKNOWN
    for beta in betas or (2**k for k in range(13)):
        if (found := found | decodes_as_hard(inputs, beta, output)) is Truth.TRUE:
            break
    return found


@lemF1.by_hand
def decoded(inputs, output="linear", betas=None):
    beta = next(b for b in betas or (2**k for k in range(13)) if decodes_as_hard(inputs, b, output) is Truth.TRUE)
    lines = [f"F is {'the identity' if output == 'linear' else output}; β = {number(beta)} decodes all of them:"]
    for row in inputs:
        logits, values = row
        answer = hard_answer(row, output)
        hard = OUTPUTS[output](scores(hard_attention(logits), values))
        lines.append(
            f"Logits {listed(logits)}, values {', '.join(f'({listed(line)})' for line in values)}: hard attention scores "
            f"({listed(hard)}), so output {answer + 1} leads"
        )
        if len(maximisers(logits)) == len(logits):
            lines.append("all positions tie there: softmax weighs them alike, too, whatever β")
            continue
        weights = softmax(logits, beta)
        soft = OUTPUTS[output](scores(weights, [list(map(ball, line)) for line in values]))
        leads = ", ".join(
            f"output {k + 1} by {number(soft[answer] - value)}" for k, value in enumerate(soft) if k != answer
        )
        lines.append(f"softmax weighs them {listed(weights)}: output {answer + 1} still leads {leads}")
    return lines


lemF1.false(
    "F need not be continuous: F answers 0 iff its first coordinate is 1",
    linear(CLEAR),
    holds=lambda inputs, output: all(len(maximisers(row[0])) == len(row[0]) for row in inputs),
)
lemF1.false(
    "a β from the smallest discrepancy, with 0 for an input that ties",
    linear(CLEAR, TIED),
    holds=lambda inputs, output: min(gap(row[0], Others.NOT_MAXIMAL) for row in inputs) > 0,
)
lemF1.false("one β serves all lengths: β = 3 at length 40", linear(one_against(39)), betas=(3,))
lemF1.attack(inputs=rows().map(lambda row: (row,)), output=st.sampled_from(sorted(OUTPUTS)))
lemF1.edge(
    'hard attention ties the outputs: "decodes the same" has no sense there',
    linear(((1, 0), ((1, 1), (0, 1)))),
    assumed=False,
)
for _beta in (Fraction(1, 100), 1, 100):
    lemF1.edge(
        f"where all positions tie, β = {_beta} decodes",
        linear(((1, 1, 1), ((1, 0), (1, 0), (0, 1)))) | {"betas": (_beta,)},
        holds=True,
    )

r, S = symbols("r S", real=True)
TAU, P, Q, LEAD, SUM, RATE, COUNT, MAXIMA, LENGTH = z3.Reals("τ P Q lead S q c r n")


def share_of_the_others(proof):
    """τ <= (n-1)e^{-βΔ}, by induction over the positions that are not maximisers."""
    proof.identity(
        "weights: a maximiser has 1/(r+S) instead of 1/r; together they lose S/(r+S) = τ",
        r * (1 / r - 1 / (r + S)),
        S / (r + S),
    )
    one_more_term(proof)  # S <= c·q for c others, q = e^{-βΔ}
    proof.implies(
        "so τ = S/(r+S) <= S/r <= (n-1)q; and where all positions tie, c = 0, it is 0 whatever β",
        [MAXIMA >= 1, COUNT >= 0, MAXIMA + COUNT == LENGTH, RATE > 0, SUM >= 0, SUM <= COUNT * RATE]
        + [TAU * (MAXIMA + SUM) == SUM],
        z3.And(0 <= TAU, TAU < 1, TAU <= (LENGTH - 1) * RATE, z3.Implies(COUNT == 0, TAU == 0)),
    )


@lemF1.proof
def proof(proof):
    share_of_the_others(proof)
    low, high, spread = z3.Reals("lowest highest spread")
    proof.implies(
        "each coordinate of (1-τ)P + τQ is within τ·(range of the values) of P",
        [low <= P, P <= high, low <= Q, Q <= high, 0 <= TAU, TAU <= 1],
        z3.And(TAU * (Q - P) <= TAU * (high - low), TAU * (P - Q) <= TAU * (high - low)),
    )
    tolerance, level = z3.Reals("δ δ/((n-1)·range)")
    proof.trust(trusted.EXPONENTIAL)
    proof.implies(
        "Δ, the smallest gap over the finitely many inputs with a position that is not a maximiser, is positive; "
        "β > ln((n-1)·range/δ)/Δ gives q = e^{-βΔ} < δ/((n-1)·range) and τ·range < δ",
        [LENGTH >= 2, RATE > 0, tolerance > 0, spread > 0, 0 <= TAU, TAU <= (LENGTH - 1) * RATE, RATE < level]
        + [level * (LENGTH - 1) * spread == tolerance],
        TAU * spread < tolerance,
    )
    answer, rival, soft_answer, soft_rival = z3.Reals("F_k(P) F_l(P) F_k F_l")
    proof.implies(
        "F is continuous at finitely many points, so some δ > 0 brings its scores within lead/2 of hard attention's, "
        "which keeps the answer in front",
        [LEAD > 0, answer - rival >= LEAD, soft_answer > answer - LEAD / 2, soft_rival < rival + LEAD / 2],
        soft_answer > soft_rival,
    )
    proof.qed("every finite family of inputs, every continuous F")


@theorem(
    "u26.lemF1.explicit",
    ours("U26", "sharpens pp. 22–23, Lemma F.1"),
    "For linear F, β > ln((n0-1)κ)/Δ is enough (and β > 0 where (n0-1)κ <= 1): Δ is the smallest gap to a position that "
    "is not a maximiser, κ the largest ratio of what a single position, the residual path counted with it, can give a rival over the answer to the answer's "
    "lead under hard attention. With one maximiser and n0 - 1 others, all at gap Δ and each for the rival as far as κ "
    "goes, nothing less is enough.",
    ANSWERS,
    example={"inputs": (CLEAR, TIED)},
    small=single_inputs,
)
def explicit(inputs, factor=1, shift=0, ratio=True, margin=Fraction(1, 500)):
    """Decoded right at a β just above the bound; at 1/500 below that, wrong wherever the worst case occurs."""
    beta = explicit_beta(inputs, ratio)
    tight = [row for row in inputs if is_worst(row, inputs)] if beta > margin else []
    wrong = (~soft_answer_is(row, hard_answer(row), beta - margin) for row in tight)
    return every([decodes_as_hard(inputs, beta * factor + shift), *wrong])


explicit.false("nine tenths of it are enough", {"inputs": (NEAR,)}, factor=Fraction(9, 10))
explicit.false("less than the bound serves the worst case", {"inputs": (NEAR,)}, shift=-Fraction(1, 100))
explicit.false("ln(n0 - 1)/Δ is enough whatever the values", {"inputs": (((1, 0), ((1, 0), (0, 9))),)}, ratio=False)
explicit.attack(
    inputs=st.lists(rows().filter(lambda row: hard_answer(row) is not None), min_size=1, max_size=3)
    .map(tuple)
    .filter(lambda inputs: explicit_beta(inputs) < 200)
)
for _others in (2, 5, 30):
    explicit.edge(
        f"the worst case, where the leader changes at the bound: one maximiser and {_others} others for one rival",
        {"inputs": (one_against(_others),)},
        assumed=True,
        holds=True,
    )
for _inputs in ((one_against(5), CLEAR), (CLEAR, NEAR), (one_against(5), TIED, one_against(30))):
    explicit.edge(
        f"the smallest gap and the largest ratio decide, among {len(_inputs)} inputs that differ in them: {_inputs[0][0]}",
        {"inputs": _inputs},
        assumed=True,
        holds=True,
    )


@explicit.proof
def explicit_proof(proof):
    share_of_the_others(proof)
    kappa, worst = z3.Reals("κ worst")
    lead, size = (1 - TAU) * LEAD + TAU * worst, (LENGTH - 1) * kappa * RATE
    given = [LEAD > 0, MAXIMA >= 1, RATE > 0, 0 <= SUM, SUM <= (LENGTH - MAXIMA) * RATE, TAU * (MAXIMA + SUM) == SUM]
    proof.implies(
        "linear F: the answer's lead is at least (1-τ)·lead + τ·worst, with worst >= -κ·lead; S <= (n-1)q with "
        "(n-1)κq < 1 keeps it positive",
        [*given, kappa > 0, worst >= -kappa * LEAD, size < 1],
        lead > 0,
    )
    proof.implies(
        "nothing less: r = 1, S = (n-1)q, worst everywhere and (n-1)κq >= 1 let the rival draw level",
        [*given, MAXIMA == 1, kappa > 0, LENGTH >= 2, size >= 1, SUM == (LENGTH - 1) * RATE, worst == -kappa * LEAD],
        lead <= 0,
    )
    proof.qed(
        "every finite family of inputs, every linear F; where κ <= 0 no position favours a rival, and any β > 0 will do"
    )
