"""T_Index's largest logit must be taken once: a tie with any position, the query's own included, costs the answer on some input.

Idea: tied positions share the weight, so the position asked for has at most one half. Its letter, if it stands nowhere else, scores
at most 2 · 1/2 = 1, and the query's integer scores 1 by the residual stream. So the letter does not lead.

Traps: a tie does no harm where the position asked for holds an integer, or where copies of its letter have more than half of the
weight together. So uniqueness is needed for all inputs of a length, not for each of them.

What survives of the printed sentence: all of it, as a statement about all inputs that end in one integer.
"""

import itertools
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, t_index
from rope_theory.core.heads import logits, maximisers
from rope_theory.core.tasks import index_function
from rope_theory.evidence.by_hand import listed, sequence, spelled
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.evidence.instances.index import ANGLES

INTEGER = Hypothesis(
    "n >= 2 and 1 <= i < n: the query is an integer that does not point before the start",
    lambda n, query, **_: 1 <= query < n,
)
HALF_TURN = {"n": 4, "query": 1, "theta": Angle.parse("pi")}
WHOLE_TURN = {"n": 2, "query": 1, "theta": Angle.parse("2pi")}


def alone(n, query, theta):
    """Whether the largest logit is taken once: the logits see the query and the length only."""
    return len(maximisers(logits(h_pos(theta), ("A",) * (n - 1) + (query,)))) == 1


def asked_letter(n, query, theta, others=("B", 1)):
    """Inputs with the letter A at the position asked for and one of `others` at each other position before the query."""
    for filler in others:
        yield tuple("A" if j == n - query else filler for j in range(1, n)) + (query,)


def right(tokens, theta):
    return t_index(theta).run(tokens).answer == index_function(tokens)[-1]


def small(thorough: bool):
    for n in range(2, 8 if thorough else 6):
        turns = {Fraction(a, k) for k in range(1, n + 1) for a in range(k)}
        for query, theta in itertools.product(range(1, n), (*map(Angle, sorted(turns)), *ANGLES[3:5])):
            yield {"n": n, "query": query, "theta": theta}


@theorem(
    "u26.index-decode.ties",
    verbatim(
        "U26", "p. 21, Appendix F.2.1", "in order for the construction to work, we also need this maximum to be unique."
    ),
    "If the position asked for holds a letter that stands nowhere else and ties with another position, the query's own included, T_Index "
    "does not decode it, neither by hard attention nor by softmax of any β. So hard attention decodes Index on all inputs of length n > m "
    "that end in the integer i < n exactly if the maximum is unique there.",
    INTEGER,
    example=HALF_TURN,
    small=small,
    readings=(
        "The logits see n and i only, so that the maximum is unique on all inputs that end so, or on none.",
        "An instance is decided on inputs with a letter at the position asked for and one other token everywhere else, and on "
        "integers alone; the formal proof is about all inputs, and about every β. Its equivalence bounds neither the letters nor, "
        "below n, the integers; its first half holds for any alphabet.",
    ),
)
def unique_needed(n, query, theta, fails=True, inputs=asked_letter):
    unique = alone(n, query, theta)
    lettered = [right(tokens, theta) for tokens in inputs(n, query, theta)]
    integers = right((1,) * (n - 1) + (query,), theta)
    return integers and (all(lettered) if unique else (not any(lettered) if fails else all(lettered)))


@unique_needed.by_hand
def each_input(n, query, theta):
    row = logits(h_pos(theta), ("A",) * (n - 1) + (query,))
    runs = [(tokens, t_index(theta).run(tokens).answer) for tokens in asked_letter(n, query, theta)]
    return [
        f"n = {n}, the query asks {query} back, θ = {spelled(theta)}: logits {listed(row)}",
        f"Positions with the largest logit: {listed(k + 1 for k in maximisers(row))}",
        *(f"Input {sequence(tokens)}: decoded {'a tie, no token' if found is None else found}, Index: {index_function(tokens)[-1]}"
          for tokens, found in runs),
    ]  # fmt: skip


def copies(n, query, theta):
    yield ("A",) * (n - 1) + (query,)


unique_needed.false("ties do no harm", HALF_TURN, fails=False)
unique_needed.false("nor does a tie with the query's own position", WHOLE_TURN, fails=False)
unique_needed.false("the letter may stand elsewhere", HALF_TURN, inputs=copies)
unique_needed.false("the query may point before the start", {**HALF_TURN, "query": 5}, INTEGER)
unique_needed.attack(
    at=st.builds(
        lambda n, query, theta: {"n": n, "query": query % (n - 1) + 1, "theta": theta},
        st.integers(2, 9),
        st.integers(0, 7),
        st.one_of(
            st.builds(Angle, st.fractions(0, 1, max_denominator=9)),
            st.builds(Angle, st.just(0), st.fractions(-3, 3, max_denominator=9).filter(bool)),
        ),
    )
)
for _n, _turn, _tie in ((3, "pi", "none"), (3, "2pi", "every position"), (5, "2pi/3", "the query's own, at i = 3")):
    unique_needed.edge(
        f"n = {_n}, θ = {_turn}: ties with {_tie}",
        {"n": _n, "query": 3 if _n == 5 else 1, "theta": Angle.parse(_turn)},
        assumed=True,
        holds=True,
    )


@unique_needed.proof
def proof(proof, fails=True):
    import z3

    proof.use("u26.index-decode")  # unique maxima decode
    target, other, rest = z3.Reals("w_p w_q rest")
    proof.implies(
        "w_p = w_q <= 1/2, so the letter scores 2 w_p <= 1, which the query scores",
        [target == other, rest >= 0, target + other + rest == 1],
        2 * target <= 1 if fails else 2 * target > 1,
    )
    proof.qed("every n, every integer 1 <= i < n, every real θ; hard attention and every β")
