"""Of two bounds from above the larger one need not bound the larger quantity: Theorem 3.2 at the angles of Figure 5A.

Idea: read with the smallest gap over inputs, as it holds (u26.thm32.minimum), the theorem bounds both gaps from above, and from
n = 9 on Retrieval's bound is the larger. But n copies of one token, the last of them the query, leave T_Retrieval the gap 1 - cos θ'
to the copy beside it: four millionths at θ' = 0.0027, less than T_Index has left at 100 positions.

Traps: copies do no harm to the answer, so that this small gap is none that costs accuracy; the gap to other left letters is large,
and bounded from below (u26.retrieval-bound.corrected). What fails is the inference from the printed bounds, not the expectation.
"""

from fractions import Fraction

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import h_pos, spacing, t_retrieval
from rope_theory.core.tasks import Pair, single_letters
from rope_theory.evidence.claims import Among, Tier, every, less, ours, theorem
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import input_gap, printed_bound

INDEX, RETRIEVAL, COUNT = Angle(0, Fraction(4, 5)), Angle(0, Fraction(27, 10000)), 8
LENGTHS = Among.of("a length of Figure 5A from n = 9 on", [{"n": n} for n in range(9, 101)])


def index_least(n: int):
    """The smallest gap of T_Index: that of a letter, which has rivals at all distances 1 to n - 1; other queries have fewer."""
    return input_gap(h_pos(INDEX), ("A",) * n)


def copies_gap(n: int):
    """The gap of T_Retrieval on n copies of one token."""
    model = t_retrieval(single_letters(COUNT), RETRIEVAL)
    return input_gap(model.head, (Pair("A", 1),) * n)


@theorem(
    "u26.thm32.order",
    ours("U26", "p. 9, on what Theorem 3.2 predicts, with the parameters of Figure 5A"),
    "At θ = 0.8 for T_Index, θ' = 0.0027 and 8 letters for T_Retrieval, and 9 <= n <= 100: Theorem 3.2 bounds Retrieval's gap by the "
    "larger number, and yet the smallest gap to any other position, over the inputs of length n, is smaller for T_Retrieval.",
    LENGTHS,
    verdict=Tier.EXHAUSTIVE,
    example={"n": 9},
    readings=(
        "With any other position as the other, and the minimum over inputs: the reading in which the theorem's two bounds hold.",
        "For T_Retrieval one input is enough, n copies of A1, which is proper: the smallest gap is at most its gap.",
    ),
)
def turned(n, index=index_least, other=copies_gap):
    theirs = ball(printed_bound(COUNT, n, RETRIEVAL))
    bounds = less(ball(1 - INDEX.cos()), theirs) | less(square_law(n), theirs)
    return every([bounds, less(ball(other(n)), ball(index(n)))])


def another_letter_gap(n: int):
    """The smallest gap of T_Retrieval to another left letter."""
    omega = spacing(COUNT)
    return ((n - 2) * RETRIEVAL).cos() - (omega - (n - 1) * RETRIEVAL).cos()


turned.false("from n = 8 on", {"n": 8}, LENGTHS)
turned.false("with the gap to other left letters", {"n": 100}, other=another_letter_gap)
turned.false(
    "with the largest gap of T_Retrieval", {"n": 9}, other=lambda n: 1 - (spacing(COUNT) - n * RETRIEVAL).cos()
)
turned.edge("at n = 146 the range of θ' ends, and it is still so", {"n": 145}, assumed=False, holds=True)


@turned.proof
def proof(proof):
    proof.rows("each length of the figure from 9 on")
    proof.qed("9 <= n <= 100, the parameters of Figure 5A")
