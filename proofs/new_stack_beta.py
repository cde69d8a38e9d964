"""Several hops in one pass: a β for L layers that share one attention matrix.

Idea: a row on the path puts all but e = (n-1)e^{-βΔ} of its weight on the next token of the path, at least. A^L sums
over all chains of L steps, and those that follow the path weigh (1 - e)^L >= 1 - L·e together. The last token of a path
is its own next token, so layers beyond the hops change nothing.

Traps: the share is lost once for each layer, not for each hop: spare layers cost, too. A letter stack without rotation
is no Retrieval on every position (tokens that share a left letter tie); on the path it is, since there all keys that
tie hold one token. An integer off the path may point before the start, and its row may be anything.
"""

from fractions import Fraction

import flint
import z3
from flint import arb
from sympy import cos, symbols

from rope_theory.core import tasks
from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import LetterCircle, SymbolicCircle, h_pos, h_sym, t_index
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import logits, softmax
from rope_theory.core.tasks import all_letter_inputs, all_number_inputs, generate_letter, parse_letter, parse_number
from rope_theory.evidence.claims import Hypothesis, Truth, at_most, domain, less, ours, st, theorem, trusted
from rope_theory.machines.stacks.bound import stack_beta

ALPHABET = ("A", "B", "C")


def is_letter_task(tokens):
    return isinstance(tokens[-1], tasks.Pair)


def head_for(tokens, turns=None):
    """T_Index's head at θ = 2π/n (or 2π·turns), or H_SYM without rotation over A, B, C."""
    if is_letter_task(tokens):
        return h_sym(LetterCircle(ALPHABET), 0 * Angle(1))
    return t_index(Angle(Fraction(1, len(tokens)) if turns is None else turns)).head


def gap_of(tokens):
    """Δ = 1 - cos θ, θ = 2π/n; or 1 - cos ω, ω = 2π/3."""
    return 1 - Angle(Fraction(1, len(ALPHABET) if is_letter_task(tokens) else len(tokens))).cos()


def solution(tokens):
    """The oracle's answer and hops; None for an invalid input."""
    try:
        return tasks.solve_letter(tokens, "earlier") if is_letter_task(tokens) else tasks.solve_number(tokens)
    except InvalidInput:
        return None


def mass_at_the_answer(tokens, layers, beta, turns=None) -> arb:
    """Σ of (A^L)_nj over the positions j that hold the answer, as a ball."""
    head, answer = head_for(tokens, turns), solution(tokens).answer
    rows = [softmax(logits(head, tokens, i), beta) for i in range(1, len(tokens) + 1)]
    held = [arb(token == answer) for token in tokens]
    for _ in range(layers):
        held = [sum((w * h for w, h in zip(row, held, strict=False)), arb(0)) for row in rows]
    return held[-1]


def is_warm(tokens, layers, miss, beta):
    if not layers * (len(tokens) - 1) > miss > 0:
        return Truth.FALSE
    with flint.ctx.workprec(128):
        return at_most(ball((len(tokens) - 1) * layers / Fraction(miss)).log(), ball(beta * gap_of(tokens)))


def warmed(tokens, layers, miss=Fraction(1, 4)):
    """The instance just above the bound."""
    beta = stack_beta(len(tokens) - 1, gap_of(tokens), layers, miss)
    return {"tokens": tokens, "layers": layers, "miss": miss, "beta": beta}


def inputs(thorough):
    """Small number inputs, then small letter inputs (proper or not), with and without layers to spare."""
    sizes = (((1, 1), (2, 1), (2, 2)), ((1, 1), (1, 2)))
    more = (((1, 3), (2, 3)), ((2, 2),)) if thorough else ((), ())
    numbers = (all_number_inputs(("A", "B")[:n1], 3, n1, n2) for n1, n2 in sizes[0] + more[0])
    letters = (all_letter_inputs(ALPHABET, 1, n1, n2, visible="earlier") for n1, n2 in sizes[1] + more[1])
    for tokens in (tokens for family in (*numbers, *letters) for tokens in family):
        hops = solution(tokens).hops
        yield warmed(tokens, hops)
        if hops > 1:
            yield warmed(tokens, hops + 2, Fraction(1, 100))


n, i, t, theta, omega, key, query = symbols("n i t theta omega k q", real=True)
L, HOPS, END = z3.Ints("L h end")
ETA, PI, THETA, T, PARTS = z3.Reals("η π θ t n")
VALID = Hypothesis(
    "the input is valid: its path is well defined and ends at an answer",
    lambda tokens, **_: solution(tokens) is not None,
)
ROOMY = domain(
    ("the path has at most L hops", HOPS <= L),
    ("0 < η < 1", z3.And(0 < ETA, ETA < 1)),
    of=lambda tokens, layers, miss, **_: {L: layers, HOPS: solution(tokens).hops, ETA: Fraction(miss)},
)
ROOM, _ = ROOMY.hypotheses()
WARM = Hypothesis("β >= ln((n-1)L/η)/Δ", is_warm)


@theorem(
    "new.stack-beta",
    ours("U26", "on p. 6, Section 3.2, with new.beta-explicit"),
    "L layers that share one softmax attention matrix A, each writing A times what the layer before wrote, answer paths of "
    "up to L hops in one pass: β >= ln((n-1)L/η)/Δ leaves more than 1 - η of the mass of row n of A^L on positions that "
    "hold the answer. Number task: T_Index's head at θ = 2π/n, Δ = 1 - cos θ. Letter task: H_SYM without rotation, "
    "ω = 2π/letters, Δ = 1 - cos ω; the input need not be proper.",
    VALID,
    ROOMY,
    WARM,
    example=warmed(parse_letter("A1 BA CB"), 2),
    small=inputs,
    readings=(
        'Valid letter inputs: reading "earlier", a hop sees the positions up to its own, as under the causal mask.',
        "The path's positions are those of all copies of its tokens; a row's targets are the keys that hold the next "
        "token, so copies are no rivals.",
        "In the attack the letter task has three letters; the proof is for any number.",
        "The claim is about one attention matrix for all layers, which holds if queries and keys read the embedding and "
        "no layer writes there.",
    ),
)
def reaches(tokens, layers, miss, beta, share=Fraction(1), turns=None):
    with flint.ctx.workprec(128):
        return less(ball(1 - share * miss), mass_at_the_answer(tokens, layers, beta, turns))


FOUR_LAYERS = warmed(parse_number("B A 1"), 1) | {"layers": 4}
reaches.false("one layer's β is enough for four: β >= ln((n-1)/η)/Δ", FOUR_LAYERS, WARM)
reaches.false("more hops than layers", warmed(parse_number("A 1 1"), 1), ROOM)
reaches.false("it leaves more than 1 - η/2", warmed(parse_number("A 1"), 1), share=Fraction(1, 2))
reaches.false("any angle has the gap of 2π/n: θ = π", warmed(parse_number("A B C 3"), 1), turns=Fraction(1, 2))

MISSES = st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 100), Fraction(99, 100)])


def a_number_input(seed, letters, integers, spare, miss):
    sizes = {"length_letters": letters, "length_integers": integers, "letters": 3, "integers": integers + letters}
    [(tokens, found)] = tasks.generate_number(seed, 1, hops=[1 + seed % 2], **sizes)
    return warmed(tokens, found.hops + spare, miss)


def a_letter_input(seed, spare, miss):
    [(tokens, found)] = generate_letter(seed, 1, n_bound=2, n_pairs=2, hops=[1 + seed % 2], letters=3, integers=2)
    return warmed(tokens, found.hops + spare, miss)


SEED, SPARE = st.integers(0, 10**6), st.integers(0, 2)
reaches.attack(at=st.builds(a_number_input, SEED, st.integers(1, 3), st.integers(2, 5), SPARE, MISSES))
reaches.attack(at=st.builds(a_letter_input, SEED, SPARE, MISSES))
for _layers, _miss in ((layers, miss) for layers in (1, 2) for miss in map(Fraction, ("1/2", "3/5", "99/100"))):
    reaches.edge(
        f"n = 2, where ln((n-1)L/η) is as small as it gets: L = {_layers}, η = {_miss}",
        warmed(("A", 1), _layers, _miss),
        assumed=True,
        holds=True,
    )
reaches.edge(
    "an improper input with a path: the left letter B stands on two tokens off it",
    warmed(parse_letter("A1 B1 B2 CB BA"), 3),
    holds=True,
)


@reaches.proof
def proof(proof):
    e, rivals, targets, weight, path, mine = z3.Reals("e S r share_of_the_targets mass_on_the_path M")
    proof.identity(
        "number: a key t positions from the one asked for (a letter asks for itself) has the logit cos(tθ)",
        h_pos(theta).logit(i, n, "A", n - i - t),
        cos(t * theta),
    )
    proof.identity(
        "letter: a key k letters from the one asked for has the logit cos(kω), wherever it stands",
        h_sym(SymbolicCircle(omega), 0 * omega).logit(tasks.Pair("x", query), n, tasks.Pair(key, 1), i),
        cos((key - query) * omega),
    )
    # At most n - 1 rivals with e^{-βΔ} each: S <= e, and β >= ln((n-1)L/η)/Δ says L·e <= η.
    proof.trust(trusted.COSINE, trusted.EXPONENTIAL)
    proof.implies(
        "r >= 1 targets have the share r/(r + S) >= 1 - S of a row, more in the query's, whose own key is a rival: S > 0",
        [targets >= 1, rivals > 0, weight * (targets + rivals) == targets],
        weight > 1 - rivals,
    )
    proof.implies(
        "one layer more: the mass M > 1 - L·e on the path goes on with a share of at least 1 - e",
        [e >= 0, e < 1, L >= 1, mine > 1 - L * e, path >= (1 - e) * mine],
        path > 1 - (L + 1) * e,
    )
    at, position, seen, token, following = z3.Ints("key position seen token next")
    proof.implies(
        'letter, reading "earlier": all keys that a copy of a path token sees with the letter it asks for hold the next '
        "token; the answer's own copies were seen from a position no earlier, so all keys with its left letter up to it "
        "were seen too, and hold it",
        [at <= position, position <= seen, z3.Implies(at <= seen, token == following)],
        token == following,
    )
    proof.trust(trusted.SUMS)
    proof.qed("every valid input of every length n >= 2, every L >= 1, 0 < η < 1, every such β, two letters or more")
