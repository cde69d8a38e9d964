"""A head of which only a part is turned: the score is a score without positions plus that of a smaller RoPE head.

Idea: the entries that are not turned add the same number wherever query and key stand. So all that such a head knows of
positions is in the part that is turned: a RoPE head of that dimension, with the base's schedule over that dimension. Multi-head
latent attention (qk_nope_head_dim beside qk_rope_head_dim) and a partial rotary factor are both of this kind.

Traps: the schedule is over the rotary dimension, except under "proportional". One scale and one softmax serve both parts: the
content part can outweigh the rotary one, and no law here says which does in a trained model. In MLA the turned key is one for
all heads, the turned query is each head's own.
"""

import z3
from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import domain, ours, st, theorem, trusted
from rope_theory.evidence.instances.rotary import dot, score

SAID = ours("", "after DeepSeek-V2's multi-head latent attention")
ANGLES = tuple(map(Angle.parse, ("1", "2pi/7")))
PLANES = z3.Int("rotary planes")
SOME = domain(PLANES >= 1, of=lambda query, **_: {PLANES: len(query)})
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=2, max_size=2)
POSITIONS = st.integers(0, 60)
AT = {
    "still_query": [(2, 1)],
    "still_key": [(1, 3)],
    "query": [(1, 2), (3, -1)],
    "key": [(2, 2), (-1, 4)],
    "i": 7,
    "j": 3,
}


def whole(still_query, still_key, query, key, i, j):
    """The score of the head: the entries that are not turned have angle 0."""
    angles = (*ANGLES[: len(query)], *[Angle()] * len(still_query))
    return score([*query, *still_query], [*key, *still_key], [i * g for g in angles], [j * g for g in angles])


def rotary(query, key, i, j, angles=ANGLES):
    """The score of the part that is turned, as a RoPE head of its own."""
    return score(query, key, *([m * g for g in angles[: len(query)]] for m in (i, j)))


@theorem(
    "new.rotary-part",
    SAID,
    "A head of which only some planes are turned has the score q'ᵀk' of the rest, at all positions, plus the score of a RoPE head "
    "that has the turned planes only; so moving a key changes the score by what it changes in that head.",
    SOME,
    example=AT,
    small=lambda thorough: ({**AT, "i": i, "j": j} for i in range(5) for j in range(5)),
    readings="The limits of the rotary part are those of a model whose head dimension is the rotary dimension.",
)
def parts(still_query, still_key, query, key, i, j, turns=False):
    """`turns`: the rest is turned, too."""
    rest = dot(still_query, still_key)
    if turns:
        rest = rotary(still_query, still_key, i, j)
    at = {"still_query": still_query, "still_key": still_key, "query": query, "key": key}
    change = whole(**at, i=i, j=j) - whole(**at, i=i, j=j + 1)
    return whole(**at, i=i, j=j) == rest + rotary(query, key, i, j) and change == rotary(query, key, i, j) - rotary(
        query, key, i, j + 1
    )


parts.false("the rest is turned, too", AT, turns=True)
parts.false(
    "the turned part has the frequencies of the whole head",
    AT,
    holds=lambda still_query, still_key, query, key, i, j: (
        whole(still_query, still_key, query, key, i, j)
        == dot(still_query, still_key) + rotary(query, key, i, j, tuple(map(Angle.parse, ("1", "0.5"))))
    ),
)
parts.attack(still_query=VECTORS, still_key=VECTORS, query=VECTORS, key=VECTORS, i=POSITIONS, j=POSITIONS)
parts.edge("nothing that is not turned", {**AT, "still_query": [], "still_key": []}, assumed=True, holds=True)


@parts.proof
def parts_proof(proof):
    i, j, a, b, c, d = symbols("i j a b c d", real=True)
    proof.identity(
        "a plane that is not turned adds q'ᵀk', wherever query and key stand",
        sum(x * y for x, y in zip(rotate(0 * j, (a, b)), rotate(0 * i, (c, d)), strict=True)),
        a * c + b * d,
    )
    proof.trust(trusted.SUMS)
    proof.qed("any number of planes, turned or not, all real vectors, frequencies and positions")
