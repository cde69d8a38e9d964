"""Adjacent and half-split rotary embeddings differ by a permutation of rows, nothing else.

Idea: a score is a sum over planes, and each plane sees two entries of the query and two of the key. The move puts the
entries of adjacent plane k, rows 2k and 2k+1, where half-split plane k looks for them, rows k and k + d/2, in the same
order. The plane's rotation is the same, so its term is the same number. Rows beyond d are not turned and do not move.

Traps: the halves are those of the rotary part, not of the head. Exchanging the two rows of a plane turns it the other
way. Both W_q and W_k must move.
"""

from fractions import Fraction

import z3
from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import half_from_adjacent, rope_matrix
from rope_theory.evidence.claims import domain, ours, st, theorem, trusted
from rope_theory.evidence.engines.arithmetic import div

ANGLES = tuple(map(Angle.parse, ("1", "0.3", "2pi/7")))
HALF, SIZE, KEYS = z3.Ints("d/2 head key_dimension")
FITS = domain(
    ("d = 2·(number of frequencies) is at most the head dimension", z3.And(HALF >= 1, 2 * HALF <= SIZE)),
    ("query and key have the head dimension", KEYS == SIZE),
    of=lambda frequencies, query, key, **_: {HALF: len(frequencies), SIZE: len(query), KEYS: len(key)},
)


def score(query, key, distance, frequencies, layout):
    """keyᵀ R_distance query, exactly, with R in the layout."""
    matrix = rope_matrix(distance, frequencies, layout, len(query))
    return sum(
        (k * r * q for k, row in zip(key, matrix, strict=True) for r, q in zip(row, query, strict=True)), Fraction(0)
    )


def scored(query, key, distance=3, planes=2):
    """An instance of whole numbers."""
    return {"frequencies": ANGLES[:planes], "query": query, "key": key, "distance": distance}


def vectors(thorough):
    """Unit vectors and mixed ones in up to 6 (8) dimensions, rotary part whole or not."""
    for size in range(2, 9 if thorough else 7):
        mixed = [Fraction(k + 1, 3) for k in range(size)]
        for planes in range(1, min(3, size // 2) + 1):
            for query in (*([int(k == one) for k in range(size)] for one in range(size)), mixed):
                yield scored(query, [*mixed[1:], -2], 5, planes)


FOUR, SIX = scored([1, 2, 3, 4], [5, -1, 2, 7]), scored([1, 2, 3, 4, 5, 6], [5, -1, 2, 7, 1, 3])


@theorem(
    "new.layouts",
    ours("", "folklore about GPT-J and NeoX rotary layouts"),
    "Adjacent and half-split RoPE are the same model class: for rotary dimension d <= head dimension, move row 2k to row k "
    "and row 2k+1 to row k + d/2 (k < d/2), leave the rows beyond d, in W_q and in W_k and in their biases; then, where nothing but RoPE follows these, the half-split scores are the "
    "adjacent ones for all inputs, positions and frequencies, and the move is a bijection of weights.",
    FITS,
    example=FOUR,
    small=vectors,
    readings="Scores are kᵀR_{i-j}q; values are not turned, so W_v and W_o stay as they are. Biases of query and key "
    "move like rows.",
)
def layouts(frequencies, query, key, distance, stay=False, move_key=True, swap=False, half_of_head=False):
    half, size = len(frequencies), len(query)
    rows = list(range(size)) if stay else half_from_adjacent(size if half_of_head else 2 * half, size)
    if swap:
        rows = [*rows[half : 2 * half], *rows[:half], *rows[2 * half :]]
    moved_query, moved_key = [query[row] for row in rows], [key[row] for row in rows] if move_key else key
    before = score(query, key, distance, frequencies, "adjacent")
    after = score(moved_query, moved_key, distance, frequencies, "half")
    return sorted(rows) == list(range(size)) and before - after == 0


layouts.false("no rows need to move", FOUR, stay=True)
layouts.false("it is enough to move the rows of W_q", FOUR, move_key=False)
layouts.false("the two rows of a plane may change places", FOUR, swap=True)
layouts.false("the halves are those of the head, not of the rotary part", SIX, half_of_head=True)


@st.composite
def drawn(draw):
    planes = draw(st.integers(1, 3))
    size = 2 * planes + draw(st.integers(0, 3))
    vector = st.lists(st.integers(-9, 9), min_size=size, max_size=size)
    frequencies = tuple(Angle.parse(text) for text in ("1", "0.37", "2pi/9")[:planes])
    return {**scored(draw(vector), draw(vector), draw(st.integers(-50, 50))), "frequencies": frequencies}


layouts.attack(at=drawn())
layouts.edge(
    "one plane is the smallest head: no row moves", scored([1, 2], [5, -1], planes=1) | {"stay": True}, holds=True
)


@layouts.proof
def proof(proof):
    row, k = z3.Ints("r k")

    def origin(position):
        """The adjacent row that stands at this half-split row; beyond d it is the same one."""
        there = z3.If(position < HALF, 2 * position, 2 * (position - HALF) + 1)
        return z3.If(position < 2 * HALF, there, position)

    position = z3.If(row < 2 * HALF, z3.If(row % 2 == 0, div(row, 2), div(row, 2) + HALF), row)
    proof.implies(
        "each row moves, and the move has an inverse",
        [0 <= row, row < SIZE],
        z3.And(0 <= position, position < SIZE, origin(position) == row),
    )
    proof.implies(
        "half-split plane k (rows k and k + d/2) holds the entries of adjacent plane k (rows 2k and 2k+1), in this order",
        [0 <= k, k < HALF],
        z3.And(origin(k) == 2 * k, origin(k + HALF) == 2 * k + 1),
    )
    q1, q2, k1, k2, c, s = symbols("q1 q2 k1 k2 cos sin", real=True)
    turned = (c * q1 - s * q2, s * q1 + c * q2)
    proof.identity(
        "so plane k's term kᵀρ(m g_k)q is the same in both layouts",
        k1 * turned[0] + k2 * turned[1],
        c * (k1 * q1 + k2 * q2) + s * (k2 * q1 - k1 * q2),
    )
    proof.trust(trusted.SUMS)
    proof.qed("every even d, every head dimension >= d, all real weights, frequencies, positions")
