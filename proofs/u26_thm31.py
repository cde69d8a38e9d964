"""T_Index and T_Retrieval with softmax: right at the last position, and with other keys on whole sequences.

Idea: Lemma F.1 with numbers. T_Index at θ = 2π/n0 has all wrong positions at least 1 - cos θ below the right one,
because no distance below n0 comes closer to a whole turn than θ; so the maximum is unique, and unique maxima decode
Index (u26.index-decode). T_Retrieval has its second match at least 1 - cos θ below the nearest, and other letters
further. In both, no single position can favour a rival more than hard attention favours the answer: κ = 1. An input of
one token has one position, which gets all the weight.

At inner positions an integer may point before the start. The printed head then attends to a letter. If the key of
integer i is the query of i, shortened to s < 1, such a query finds itself (s) before any letter (at most cos θ < s),
and value 0 lets the residual path win; a letter that is asked for (1) still beats every integer (at most s).

Whole outputs, T(σ̄) = Index(σ̄) ∈ Σⁿ, need no more: at θ = 2π/N with N = max(n0, m+1) no query for one of the integers
1..m comes closer to a letter that it does not ask for than θ, whether n > m or not.

Traps: "every position" has room for the printed head where integers are few, at every length: with integers up to 3 it
needs cos θ < cos 2θ < cos 3θ, which holds for 2π/3 < θ < 4π/5 (3π/4 at lengths up to 8; longer ones need an angle there of
which no multiple below n0 is a whole turn). With integers up to 4, so from length 5 on, cos θ < cos 2θ < cos 3θ < cos 4θ
would be needed, which no angle satisfies.

That the inputs are valid for the number task does not help the printed head then: A k 1 1 4 are valid.

What survives of the printed proof: all of it, at the last position.
"""

import functools
import itertools
from fractions import Fraction

import z3
from flint import arb
from sympy import cos, sin, symbols

from rope_theory.core import tasks
from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.constructions import OneLayer, decode, offset, t_index, t_index_total, t_retrieval
from rope_theory.core.decoding import beta_enough, readout_ratio
from rope_theory.core.tasks import index_function, pair_vocabulary, parse_letter, retrieval_function, single_letters
from rope_theory.evidence.by_hand import listed, number, spelled
from rope_theory.evidence.claims import (
    Erratum,
    Hypothesis,
    Tier,
    Truth,
    Weight,
    domain,
    every,
    ours,
    paraphrase,
    st,
    theorem,
    trusted,
)


def index_angle(n0):
    """θ = 2π/n0: no distance below n0 is a whole turn."""
    return FULL_TURN / n0


def retrieval_angle(n0, count):
    """θ = ω/(2 n0 + 1), within T_Retrieval's range."""
    return FULL_TURN / count / (2 * n0 + 1)


@functools.cache
def beta_for(n0, theta, share=Fraction(1)) -> Fraction:
    """A β just above ln(n0 - 1)/(share·(1 - cos θ)), which serves both constructions up to length n0."""
    return beta_enough(n0 - 1, (1 - theta.cos()) * share)


def answers(model, tokens, right, beta=None, position=None) -> Truth:
    """Whether hard attention answers right, and softmax at β, where one is given; UNKNOWN if no lead is certain."""
    if model.run(tokens, position).answer != right:
        return Truth.FALSE
    soft = model.run(tokens, position, beta).answer
    return Truth.UNKNOWN if soft is None else every([soft == right])


def next_letter(theta):
    """Sabotage of T_Index: the value of A is that of B, of B that of C, of C that of A."""
    after, plain = {"A": "B", "B": "C", "C": "A"}, t_index(theta)
    return OneLayer(plain.head, lambda token: {after.get(o, o): x for o, x in plain.value(token).items()}, plain.direct)


def own_token(theta):
    """Sabotage of T_Index: no value, so that every query answers itself."""
    plain = t_index(theta)
    return OneLayer(plain.head, lambda token: {}, plain.direct)


def left_half(letters, theta):
    """Sabotage of T_Retrieval: the value of (x, y) does not see y."""
    return OneLayer(t_retrieval(letters, theta).head, lambda token: {tasks.Pair(token.left, 9): 1})


def index_tokens(count, n):
    """All inputs of length n over `count` letters and the integers 1..n-1."""
    return itertools.product((*single_letters(count), *range(1, n)), repeat=n)


def valid_inputs(thorough):
    """Valid inputs of both tasks over 2 letters, at each n0 up to 3; for Retrieval at length 3 a part of them.

    Thorough: all, at each n0 up to 5 (Index) and 4 (Retrieval).
    """
    for n0 in range(2, 6 if thorough else 4):
        for n in range(1, n0 + 1):
            yield from ({"task": "Index", "n0": n0, "count": 2, "tokens": tokens} for tokens in index_tokens(2, n))
    pairs = [pair for kind in pair_vocabulary(2, 2) for pair in kind]
    for n0 in range(2, 5 if thorough else 4):
        for n in range(1, n0 + 1):
            found = tasks.all_proper(pairs if thorough or n < 3 else parse_letter("A1 A2 BA AB"), n)
            yield from ({"task": "Retrieval", "n0": n0, "count": 2, "tokens": tokens} for tokens in found)


def is_valid(task, tokens, **_) -> bool:
    if task == "Retrieval":
        return tasks.improper(tokens) is None
    return all(isinstance(token, str) or token < len(tokens) for token in tokens)


n, j, i, k, s, t, theta, omega = symbols("n j i k s t theta omega", real=True)
N0, N, S, T, THETA, OMEGA, PI = z3.Reals("n0 n s t theta omega π")
BOUNDED = domain(N0 > 1, N <= N0, of=lambda n0, tokens, **_: {N0: n0, N: len(tokens)})
TWO_OR_MORE, SHORT = BOUNDED.hypotheses()
VALID = Hypothesis("the input is valid: n > m for Index, proper for Retrieval", is_valid)
BELOW = Hypothesis("n > m", lambda tokens, **_: is_valid("Index", tokens))


def index(n0, *tokens):
    return {"task": "Index", "n0": n0, "count": 2, "tokens": tokens}


def retrieval(n0, text, count=2):
    return {"task": "Retrieval", "n0": n0, "count": count, "tokens": tuple(parse_letter(text))}


@theorem(
    "u26.thm31",
    paraphrase("U26", "p. 7, Theorem 3.1, at the last position"),
    "For every n0 > 1 there is a T_Index and a T_Retrieval with a single 2-dimensional RoPE head that compute Index and "
    "Retrieval, at the last position, on all valid inputs of length <= n0.",
    BOUNDED,
    VALID,
    example=index(3, "A", "B", 2),
    small=valid_inputs,
    readings=(
        "'Compute … on an input': the value at the last position of an input of length n > m. What the theorem means at "
        "the inner positions is decided in u26.thm31.every-position and u26.thm31.whole; for Retrieval every beginning of "
        "a proper input is proper, so nothing changes.",
        "The softmax is part of the model: β is explicit, any β > ln(n0-1)/(1 - cos θ), with θ = 2π/n0 for Index and "
        "θ = ω/(2 n0 + 1) (any angle in the range) for Retrieval. Hard attention is run beside it; the formal statement is about softmax.",
    ),
    in_fairness="T(σ̄) = Index(σ̄) ∈ Σⁿ is more than the last position, and it stands as well (u26.thm31.whole, PROVED): for "
    "Retrieval by the printed transformer, for Index by one with other keys.\n\n"
    "At the last position the letter task needs less than a proper input. "
    "Retrieval's half is printed “for every input σ̄ (valid for the multi-hop letter task) with length n ≤ n₀”; valid is read as proper here (u26.let-decomposition.valid-is-proper).\n\n"
    "Of the inputs of p. 15's sizes, in equal parts of 1 to 4 hops, with each path letter the left one at one position and every hop back, about 1.06 % are proper "
    "(u26.let-decomposition.path-unique.published), and T_Retrieval (0 < θ < ω/(2n), hard attention once per hop) answers all: new.letter-path.corrected "
    "(PROVED) asks that each letter on the path name one token and hops go back.\n\nWith softmax new.stack-beta (PROVED) has it for H_SYM without "
    "rotation, if each letter on the path names one token up to the hop's start.",
)
def last_position(
    task, n0, count, tokens, index_turn=1, retrieval_turn=1, cool=1, index_model=t_index, retrieval_model=t_retrieval
):
    if task == "Index":
        theta, right = index_angle(n0), index_function(tokens)[-1]
        model = index_model(theta * index_turn)
    else:
        theta, right = retrieval_angle(n0, count), retrieval_function(tokens, strict=False)[-1]
        model = retrieval_model(single_letters(count), theta * retrieval_turn)
    return answers(model, tokens, right, beta_for(n0, theta) * cool)


@last_position.by_hand
def worked(task, n0, count, tokens):
    theta = index_angle(n0) if task == "Index" else retrieval_angle(n0, count)
    model = t_index(theta) if task == "Index" else t_retrieval(single_letters(count), theta)
    run, beta, written = model.run(tokens), beta_for(n0, theta), " ".join(map(str, tokens))
    right = (index_function(tokens) if task == "Index" else retrieval_function(tokens, strict=False))[-1]
    soft = model.run(tokens, beta=beta)
    return [
        f"{task} on {written}, n0 = {n0}: the right answer at the last position is {right}; θ = {spelled(theta)}",
        f"Logits of the last query: {listed(run.logits)}",
        f"β = {number(beta)} is above ln(n0-1)/(1 - cos θ) = {number(arb(n0 - 1).log() / ball(1 - theta.cos()))}",
        f"Weights: {listed(soft.weights)}: decoded {soft.answer}",
    ]


last_position.false("θ = 2π/(n0-1) for Index", index(3, "A", "B", 2), index_turn=Fraction(3, 2))
last_position.false("the value of the next letter for Index", index(3, "A", "B", "B"), index_model=next_letter)
last_position.false("the residual path alone for Index", index(3, "A", "B", 2), index_model=own_token)
last_position.false(
    "the left half of a pair as the value for Retrieval", retrieval(3, "A1 BA"), retrieval_model=left_half
)
last_position.false("θ = 0 for Retrieval", retrieval(3, "A2 A1"), retrieval_turn=0)
last_position.false("θ < ω/n0 for Retrieval", retrieval(5, "B1 A1 A1 A1 AB"), retrieval_turn=Fraction(21, 10))
last_position.false("a quarter of β is enough", retrieval(4, "A2 A2 A2 A1"), cool=Fraction(1, 4))
last_position.false("integers may point before the start", index(3, "A", 2), VALID)
last_position.false("lengths beyond n0", index(2, "A", "B", 1), SHORT)
INDEX_INPUTS = st.integers(2, 9).flatmap(
    lambda n: st.lists(st.sampled_from([*"ABCD", *range(1, n)]), min_size=n, max_size=n).map(tuple)
)
PAIRS = st.sampled_from([tasks.Pair(left, right) for left in "ABCD" for right in (1, 2, *"ABCD")])
last_position.attack(
    at=st.builds(
        lambda tokens, more: index(len(tokens) + more, *tokens) | {"count": 4}, INDEX_INPUTS, st.integers(0, 3)
    )
)
last_position.attack(
    task=st.just("Retrieval"),
    n0=st.integers(7, 9) | st.integers(2, 6),
    count=st.just(4),
    tokens=st.lists(PAIRS, min_size=1, max_size=7).map(tuple),
)
last_position.edge("n0 = 1: no θ = 2π/n0 apart from a whole turn, no gap to make β from", index(1, "A"), assumed=False)
last_position.edge("n0 = 2 is the least", index(2, "A"), assumed=True, holds=True)


def apart(*angles):
    """The angles lie in [θ, 2π - θ]."""
    return z3.And(0 < THETA, *(z3.And(THETA <= angle, angle <= 2 * PI - THETA) for angle in angles))


def index_is_apart(proof):
    """cos(tθ) <= cos θ < 1 at each distance t from the position asked for."""
    proof.implies(
        "θ = 2π/n0: a distance 1 <= t <= n0 - 1 makes an angle in [θ, 2π - θ]",
        [PI > 0, N0 * THETA == 2 * PI, T >= 1, T <= N0 - 1],
        apart(T * THETA),
    )
    proof.trust(trusted.COSINE)


#: Outputs; those that no input names stand for all others.
INDEX_OUTPUTS, RETRIEVAL_OUTPUTS = ("A", "B", "C", 1, 2, 3), tuple(parse_letter("A1 A2 AA AB B1 B2 BA BB C1 CA"))


def target_decodes(model, task, outputs, tokens, target) -> bool:
    """Hard attention on the target decodes as the task does, and no position favours a rival more (κ <= 1).

    The rows are the scores that each single position could give: the target, then every output as a token.
    """
    rows = [
        [model.value(key).get(out, 0) + model.direct(tokens[-1]).get(out, 0) for out in outputs]
        for key in (tokens[target], *outputs)
    ]
    answer, _ = decode(dict(zip(outputs, rows[0], strict=True)))
    ratio = readout_ratio([1, *(0 for _ in outputs)], rows)
    return answer == task(tokens)[-1] and ratio is not None and ratio <= 1


@last_position.proof
def proof(proof):
    proof.use("u26.index-logits")
    index_is_apart(proof)
    proof.use("u26.index-decode")
    proof.cases(
        "Index: hard attention on the target gives Index's answer, and κ <= 1, for each kind of query and target",
        [(("A",), 0), (("A", 1), 0), (("A", 2, 1), 1), ((1, 1), 0)],
        lambda kind: target_decodes(t_index(0), index_function, INDEX_OUTPUTS, *kind),
    )
    circle = [PI > 0, 0 < OMEGA, OMEGA <= 2 * PI, (2 * N0 + 1) * THETA == OMEGA, N >= 2]
    proof.implies(
        "θ = ω/(2 n0 + 1) is in T_Retrieval's range; two matches at distances s < t: (s+t)θ/2 and (t-s)θ/2 lie in "
        "[θ/2, π - θ/2]",
        [*circle, 0 <= S, S + 1 <= T, T <= N - 1],
        z3.And(2 * N0 * THETA < OMEGA, apart((S + T) * THETA, (T - S) * THETA)),
    )
    proof.use("u26.retrieval-max")
    proof.identity(
        "the gap between two matches",
        cos(s * theta) - cos(t * theta),
        2 * sin((s + t) * theta / 2) * sin((t - s) * theta / 2),
    )
    proof.implies(
        "another letter: (ω-θ)/2 and (ω-(2n-3)θ)/2 lie there, too",
        [*circle, OMEGA <= PI],
        apart(OMEGA - THETA, OMEGA - (2 * N - 3) * THETA),
    )
    proof.use("u26.retrieval-bound.corrected")
    proof.trust(trusted.SINE_BETWEEN, trusted.SINE_SIGN)
    proof.identity("so every gap is at least 2 sin²(θ/2) = 1 - cos θ", 2 * sin(theta / 2) ** 2, 1 - cos(theta))
    model = t_retrieval(("A", "B", "C"), Angle(Fraction(1, 48)))
    proof.cases(
        "Retrieval: hard attention on the nearest match gives Retrieval's answer, and κ <= 1, for each kind",
        [("A1", 0), ("A1 B1 B2", 2), ("AA", 0), ("A1 BA", 0), ("B1 AB BA", 1)],
        lambda kind: target_decodes(
            model, retrieval_function, RETRIEVAL_OUTPUTS, tuple(parse_letter(kind[0])), kind[1]
        ),
    )
    proof.use("u26.lemF1.explicit")
    proof.qed("every n0 >= 2, every alphabet, every valid input of length <= n0, every β > ln(n0-1)/(1 - cos θ)")


def at_every_position(model, tokens, beta=None) -> Truth:
    """Whether the model outputs Index at every position (an integer that points before the start stays)."""
    return every(answers(model, tokens, token, beta, i) for i, token in enumerate(index_function(tokens), 1))


GENERIC = Hypothesis(
    "tθ is no multiple of 2π for 1 <= t < n",
    lambda theta, tokens: not any((t * theta).is_whole_turns() for t in range(1, len(tokens))),
)
INNER = {"theta": Angle.parse("2pi/3"), "tokens": ("A", 2, "B")}
VALID_TASK = {"theta": Angle.parse("2pi/5"), "tokens": ("A", 2, 1, 1, 4)}


@theorem(
    "u26.thm31.every-position-as-constructed",
    paraphrase("U26", "p. 20, Appendix F.2.1, the printed T_Index on whole outputs (p. 7, Theorem 3.1)"),
    "The printed T_Index, at any angle that serves the last position, computes Index at every position of every input "
    "with n > m (hard attention).",
    BELOW,
    GENERIC,
    example=VALID_TASK,
    verdict=Tier.REFUTED,
    readings="An inner integer j <= m may point before the start; the definition's 'otherwise σ_j' makes it stay.",
    in_fairness="The theorem says that such a transformer exists, and one does: with other keys for the integers the whole output is "
    "Index(σ̄) (u26.thm31.whole, PROVED). T_Retrieval as printed does it, on proper inputs. At the last position the printed T_Index is "
    "right (u26.thm31); elsewhere only integers that point before the start can come out otherwise, and where none is above 3, none does at an angle "
    "between 2π/3 and 4π/5 that serves the last position (u26.thm31.few-integers).",
    erratum=Erratum(
        Weight.READING,
        "“TIndex (σ̄) = Index(σ̄)” (p. 7) is true of the last position (u26.thm31); as an equation in Σⁿ, which Definition F.1 makes it, the theorem stands and the T_Index of "
        "Appendix F.2.1, where integers reach 4, is no witness for it, at any angle (u26.thm31.whole.no-angle)",
        mend="p. 7 stands (u26.thm31.whole); in F.2.1 add “at the last position”",
        fault="inner positions of the printed T_Index",
        seen="A 2 1 1 4: A for the 2",
        also=(
            "u26.thm31.whole's key for an integer σ is s·ρ(θ)^{-σ} v, s = (1 + cos θ)/2, θ = 2π/max(n0, m+1); that head is not positional: "
            "Remark 3.1's first half and Theorem 3.2 mean the printed one (at n0 = 5, 1 A: gap 1 - s·cos(4π/5) = 1.529… > 1 - cos θ = 0.690…)",
        ),
    ),
)
def as_constructed(theta, tokens):
    return at_every_position(t_index(theta), tokens)


@as_constructed.by_hand
def inner_position(theta, tokens):
    model, asked = t_index(theta), index_function(tokens)
    at = next((i for i in range(1, len(tokens) + 1) if model.run(tokens, i).answer != asked[i - 1]), len(tokens))
    run, token = model.run(tokens, at), tokens[at - 1]
    scores = ", ".join(f"{each}: {number(value)}" for each, value in run.scores.items())
    return [
        f"Input {' '.join(map(str, tokens))}, θ = {spelled(theta)}. Position {at} holds {token}"
        f"{', which points before the start' if isinstance(token, int) and token >= at else ''}: Index leaves {asked[at - 1]} there",
        f"T_Index at position {at}: logits cos(({at} - j - {offset(token)})θ), j = 1, …, {at}: {listed(run.logits)}",
        f"Hard attention gives the weights {listed(run.weights)}; the scores F = x + a, a letter's value being 2, are {scores}",
        f"Decoded: {'a tie, no token' if run.answer is None else run.answer} {'=' if run.answer == asked[at - 1] else '≠'} {asked[at - 1]}",
    ]


as_constructed.true_at(
    "length 2: the integer 1 points before the start only at position 1, where it sees itself",
    {**INNER, "tokens": ("A", 1)},
)
as_constructed.true_at("an integer at the very start sees itself only", {**INNER, "tokens": (2, "A", "B")})
as_constructed.true_at("the same input at θ = 3π/4", {**INNER, "theta": Angle.parse("3pi/4")})
as_constructed.outside("an integer as large as the length or larger", {**INNER, "tokens": ("A", 5, "B")}, BELOW)
as_constructed.outside("no rotation, where all keys tie", {"theta": Angle(0), "tokens": ("A", "B", 1)}, GENERIC)
as_constructed.proof(lambda proof: proof.refute(VALID_TASK))


@theorem(
    "u26.thm31.no-angle",
    ours("U26", "against p. 7, Theorem 3.1 for the T_Index of Appendix F.2.1 (p. 20)"),
    "No angle makes the printed T_Index right at every position of all inputs of length 5: for every θ it fails at the "
    "second position of A k A A A for k = 2, 3 or 4, under hard attention and under softmax of any β >= 0.",
    example={"theta": Angle.parse("1")},
    small=lambda thorough: (
        {"theta": FULL_TURN * Fraction(a, b)} for b in range(1, 40 if thorough else 14) for a in range(b)
    ),
)
def no_angle(theta, integers=(2, 3, 4)):
    """On one of the inputs the second position is wrong under hard attention, and not right at β = 1."""
    run = t_index(theta).run
    return any(all(run(("A", k, "A", "A", "A"), 2, beta).answer != k for beta in (None, 1)) for k in integers)


no_angle.false("k = 2 and 3 suffice: it fails at length 4 already", {"theta": Angle.parse("3pi/4")}, integers=(2, 3))
no_angle.false("k = 3 and 4 suffice", {"theta": Angle.parse("pi/2")}, integers=(3, 4))
no_angle.false("k = 2 and 4 suffice", {"theta": Angle.parse("pi")}, integers=(2, 4))
no_angle.attack(theta=st.fractions(0, 1, max_denominator=500).map(lambda turns: FULL_TURN * turns))


def no_increasing_cosines(proof, integers):
    """cos((k-1)θ) < cos(kθ) for all of the integers has no solution."""
    c = z3.Real("cosθ")
    chebyshev = [lambda x: x, lambda x: 2 * x**2 - 1, lambda x: 4 * x**3 - 3 * x, lambda x: 8 * x**4 - 8 * x**2 + 1]
    for order, polynomial in enumerate(chebyshev, 1):
        proof.identity(
            f"cos {order if order > 1 else ''}θ as a polynomial in cos θ", cos(order * theta), polynomial(cos(theta))
        )
    proof.contradiction(
        "cos θ < cos 2θ < cos 3θ < cos 4θ has no solution",
        [-1 <= c, c <= 1, *(chebyshev[order - 2](c) < chebyshev[order - 1](c) for order in integers)],
    )


@no_angle.proof
def no_angle_proof(proof, integers=(2, 3, 4)):
    logit = t_index(theta).head.logit
    proof.identity(
        "query k at position 2: the letter's logit is cos((k-1)θ)", logit(k, 2, "A", 1), cos((k - 1) * theta)
    )
    proof.identity("its own logit is cos(kθ)", logit(k, 2, k, 2), cos(k * theta))
    weight, own = z3.Reals("w_1 w_2")
    proof.implies(
        "the letter scores 2w_1, the integer 1 = w_1 + w_2: it stays only if its own weight, hence its own logit, is larger",
        [weight + own == 1, 2 * weight < 1],
        own > weight,
    )
    proof.trust(trusted.EXPONENTIAL)
    no_increasing_cosines(proof, integers)
    proof.qed("every real θ, hard attention and every β >= 0")


def half_way(unit):
    """s = (1 + cos θ)/2, half way between the letters that are not asked for and the one that is."""
    return (1 + unit) / 2


@theorem(
    "u26.thm31.every-position",
    ours("U26", "p. 7, Theorem 3.1, its half on Index at every position, by a construction of ours"),
    "For every n0 > 1 there is a single 2-dimensional RoPE head that computes Index at every position of every input "
    "with n > m and n <= n0, integers that point before the start staying: T_Index with the key of integer i replaced by "
    "s·ρ(θ)^{-i} v, θ = 2π/n0, s = (1 + cos θ)/2, and any β > 2 ln(n0-1)/(1 - cos θ).",
    BOUNDED,
    BELOW,
    example={"n0": 3, "tokens": ("A", 2, "B")},
    small=lambda thorough: (
        {"n0": n0, "tokens": tokens}
        for n0 in range(2, 5 if thorough else 4)
        for n in range(1, n0 + 1)
        for tokens in index_tokens(2 if n < 4 else 1, n)
    ),
    corrects="u26.thm31.every-position-as-constructed",
    readings="The witness is a construction of ours; where integers reach 4 the printed T_Index does not do it (u26.thm31.no-angle), up to 3 it "
    "does at angles of its own (u26.thm31.few-integers).",
)
def every_position(n0, tokens, amplitude=half_way):
    model = t_index_total(index_angle(n0), amplitude(index_angle(n0).cos()))
    return at_every_position(model, tokens, beta_for(n0, index_angle(n0), Fraction(1, 2)))


every_position.false("s = 1", {"n0": 4, "tokens": (1, "A", "B", 2)}, amplitude=lambda unit: 1)
every_position.false("s = cos θ", {"n0": 3, "tokens": ("A", 2, "B")}, amplitude=lambda unit: unit)
every_position.false("integers of n0 or more", {"n0": 3, "tokens": ("A", 4, "B")}, BELOW)
every_position.attack(at=INDEX_INPUTS.map(lambda tokens: {"n0": len(tokens), "tokens": tokens}))
every_position.edge("n0 = 1 has no such θ", {"n0": 1, "tokens": ("A",)}, assumed=False)
every_position.edge("n0 = 2 is the least", {"n0": 2, "tokens": ("A",)}, assumed=True)


@every_position.proof
def every_position_proof(proof):
    key = symbols("s_key", real=True)
    model = t_index_total(theta, key)
    logit = model.head.rotated_logit
    proof.identity(
        "letter at distance d = n - j, query i: cos((d-i)θ); a letter query is the case i = 0",
        logit(i, n, "A", j),
        cos((n - j - i) * theta),
    )
    proof.identity("integer k: s·cos((n-j-i+k)θ), so at most s", logit(i, n, k, j), key * cos((n - j - i + k) * theta))
    proof.identity("an integer's own logit is s", logit(i, n, i, n), key)
    back, offset, unit, scaled = z3.Reals("d i cosθ s_key")
    proof.implies(
        "query i < n, letter at distance 0 <= d < n, other than i: 1 <= |d - i| <= n0 - 1",
        [0 <= offset, offset <= N - 1, 0 <= back, back <= N - 1, T >= 1, z3.Or(T == back - offset, T == offset - back)],
        z3.And(1 <= T, T <= N0 - 1),
    )
    index_is_apart(proof)
    room = (1 - unit) / 2
    proof.implies(
        "s = (1 + cos θ)/2 is (1 - cos θ)/2 > 0 away from the letters not asked for, and from the letter asked for",
        [-1 <= unit, unit < 1, scaled == half_way(unit)],
        z3.And(room > 0, scaled - unit >= room, 1 - scaled >= room),
    )
    proof.trust(trusted.EXPONENTIAL)  # at most n0 - 1 keys behind, each with at most e^{-β·lead} of the leader's weight
    proof.exact(
        "the value is 2 on a letter and nothing on an integer; the residual path adds 1 to the query's token",
        (model.value("A"), model.value(3), model.direct("A"), model.direct(3)) == ({"A": 2}, {}, {"A": 1}, {3: 1}),
    )
    proof.qed("every n0 >= 2, every input with n > m and n <= n0, every position, every β > 2 ln(n0-1)/(1 - cos θ)")


AT_MOST_N0 = Hypothesis("n0 > 1 and n <= n0", lambda n0, tokens, **_: n0 > 1 and len(tokens) <= n0)
FITS = Hypothesis("no integer is above m", lambda tokens, m, **_: all(t <= m for t in tokens if isinstance(t, int)))
PROPER = Hypothesis(
    "for Retrieval: the input is proper", lambda task, tokens, **_: task == "Index" or is_valid(task, tokens)
)


def index_of(n0, m, *tokens):
    return {**index(n0, *tokens), "m": m}


def retrieval_of(n0, text):
    return {**retrieval(n0, text), "m": 2}


def whole_output(model, tokens, right, beta=None) -> Truth:
    """Whether the model's outputs at the positions 1..n are the sequence `right`."""
    return every(answers(model, tokens, token, beta, i) for i, token in enumerate(right, 1))


def repaired(n0, m, points=max):
    """T_Index with other keys at θ = 2π/N, N = max(n0, m+1), and a β for it."""
    parts = points(n0, m + 1)
    theta = index_angle(parts)
    return t_index_total(theta, half_way(theta.cos())), beta_for(parts, theta, Fraction(1, 2))


def as_printed(n0, m):
    """The printed T_Index at the same angle."""
    return t_index(index_angle(max(n0, m + 1))), repaired(n0, m)[1]


def small_wholes(thorough):
    for at in valid_inputs(thorough):
        yield {**at, "m": max(2, at["n0"] - 1)}
    for n in range(1, 5 if thorough else 4):
        tokens = (*single_letters(2)[: 2 if n < 4 else 1], *range(1, 5))
        yield from (index_of(n, 4, *drawn) for drawn in itertools.product(tokens, repeat=n) if n > 1)


@theorem(
    "u26.thm31.whole",
    ours("U26", "p. 7, Theorem 3.1, of whole outputs, on more inputs than Definition F.1 (p. 20) and valid ones"),
    "For every n0 > 1 and every m there is a single 2-dimensional RoPE head with softmax whose whole output is Index(σ̄) ∈ "
    "Σⁿ on every sequence over ALPH and [m] of length n <= n0, and one whose whole output is Retrieval(σ̄) ∈ Σⁿ on every "
    "proper sequence of length n <= n0.",
    AT_MOST_N0,
    FITS,
    PROPER,
    example=index_of(3, 2, "A", 2, "B"),
    small=small_wholes,
    corrects="u26.let-decomposition.valid-is-proper",
    readings=(
        "'T(σ̄) = Index(σ̄)' is an equation in Σⁿ: every position counts. 'There exists a Transformer' is met by the "
        "T_Index of u26.thm31.every-position at θ = 2π/N, N = max(n0, m+1), any β > 2 ln(N-1)/(1 - cos θ); where "
        "integers reach 4 the printed one does not do it, on valid inputs either (u26.thm31.whole.no-angle). T_Retrieval is the printed one, at any 0 < θ < "
        "ω/(2 n0), β > ln(n0-1)/(1 - cos θ).",
        "All inputs that are valid for the number task are among these, also where n > m fails: an integer off the path may "
        "be as large as n, or point before the start, and stays ('otherwise σ_j').",
        "An improper input of the letter task has no Retrieval(σ̄) to be compared with; see new.letter-path.",
    ),
)
def whole(task, n0, count, tokens, m, build=repaired, turn=1):
    if task == "Index":
        model, beta = build(n0, m)
        return whole_output(model, tokens, index_function(tokens), beta)
    theta = retrieval_angle(n0, count)
    model = t_retrieval(single_letters(count), theta * turn)
    return whole_output(model, tokens, retrieval_function(tokens, strict=False), beta_for(n0, theta))


whole.false("the printed T_Index", index_of(3, 2, "A", 2, "B"), build=as_printed)
whole.false(
    "θ = 2π/n0 for Index", index_of(3, 4, "A", 4, "B"), build=functools.partial(repaired, points=lambda n0, m: n0)
)
whole.false(
    "θ = 2π/(m+1) for Index", index_of(4, 1, "A", "B", 1, 1), build=functools.partial(repaired, points=lambda n0, m: m)
)
whole.false("θ = 0 for Retrieval", retrieval_of(3, "A2 A1"), turn=0)
whole.false("lengths beyond n0", index_of(2, 1, "A", "B", 1, 1), AT_MOST_N0)
whole.false("integers above m", index_of(3, 2, "A", 4, "B"), FITS)
whole.false("improper sequences", retrieval_of(3, "A1 A2 BA"), PROPER)
whole.attack(at=INDEX_INPUTS.map(lambda tokens: index_of(len(tokens), len(tokens), *tokens) | {"count": 4}))
whole.attack(
    task=st.just("Retrieval"),
    n0=st.integers(6, 8),
    count=st.just(4),
    m=st.just(2),
    tokens=st.lists(PAIRS, min_size=1, max_size=6).map(tuple),
)
whole.edge(
    "a valid number-task input that is no longer than its integers", index_of(3, 7, "A", 7, 2), assumed=True, holds=True
)
whole.edge("one token, an integer", index_of(2, 1, 1), assumed=True, holds=True)
whole.edge("n0 = 1", index_of(1, 1, "A"), assumed=False)


@whole.proof
def whole_proof(proof):
    proof.use("u26.thm31")
    proof.use("u26.thm31.every-position")
    back, offset, most = z3.Reals("d i m")
    bound = z3.If(N0 - 1 > most, N0 - 1, most)
    proof.implies(
        "a letter at distance 0 <= d <= n0 - 1, query 0 <= i <= m: |d - i| <= max(n0 - 1, m), the N - 1 of every-position",
        [0 <= back, back <= N0 - 1, 0 <= offset, offset <= most],
        z3.And(back - offset <= bound, offset - back <= bound),
    )
    proof.qed("every n0 >= 2, every m, every alphabet, every sequence of length <= n0, every β above the bounds")


def four_back(k):
    """A k 1 1 4: the path goes four back, to A."""
    return ("A", k, 1, 1, 4)


@theorem(
    "u26.thm31.whole.no-angle",
    ours(
        "U26", "against p. 7, Theorem 3.1 for the T_Index of Appendix F.2.1 (p. 20), on whole outputs of valid inputs"
    ),
    "For every θ the printed T_Index gets the whole output wrong on A k 1 1 4 for k = 2, 3 or 4, under hard attention and "
    "under softmax of any β >= 0; it is a valid input of the number task with n > m.",
    example={"theta": Angle.parse("1")},
    small=lambda thorough: (
        {"theta": FULL_TURN * Fraction(a, b)} for b in range(1, 40 if thorough else 14) for a in range(b)
    ),
    readings="Softmax is run at β = 1 here; the formal proof is about every β >= 0.",
)
def whole_no_angle(theta, integers=(2, 3, 4), last=False):
    def wrong(tokens, beta):
        right, model = index_function(tokens), t_index(theta)
        found = answers(model, tokens, right[-1], beta) if last else whole_output(model, tokens, right, beta)
        return found is Truth.FALSE

    valid = all(tasks.solve_number(four_back(k)).answer == "A" for k in integers)
    return valid and any(all(wrong(four_back(k), beta) for beta in (None, 1)) for k in integers)


whole_no_angle.false("k = 2 and 3 suffice", {"theta": Angle.parse("3pi/4")}, integers=(2, 3))
whole_no_angle.false("k = 3 and 4 suffice", {"theta": Angle(0, Fraction(8, 5))}, integers=(3, 4))
whole_no_angle.false("k = 2 and 4 suffice", {"theta": Angle.parse("3")}, integers=(2, 4))
whole_no_angle.false("the last position is wrong, too", {"theta": Angle.parse("2pi/5")}, last=True)
whole_no_angle.attack(theta=st.fractions(0, 1, max_denominator=500).map(lambda turns: FULL_TURN * turns))


@whole_no_angle.proof
def whole_no_angle_proof(proof, integers=(2, 3, 4)):
    proof.exact(
        "A k 1 1 4 is a valid input, whose path is 4, A",
        all(tasks.solve_number(four_back(k)).answer == "A" for k in integers),
    )
    proof.use("u26.thm31.no-angle")  # its second position, which sees A k and no more, is wrong
    no_increasing_cosines(proof, integers)
    proof.qed("every real θ, hard attention and every β >= 0")
