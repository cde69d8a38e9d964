"""Reflexive by a positional head and by a symbolic one, both by attention alone.

Idea: the head of T_Index, asked for offset 0, attends to its own position; a head without rotation whose tokens stand on half a circle
attends to the copies of its own token. Either way every position with another token trails the query's own by a fixed gap.

Traps: with a residual stream and values 0 any head computes the identity, so that the sentence would say nothing; here F = a. Not every
positional head does: uniform attention is positional and symbolic, and loses the token.

What survives of the printed sentence: all of it.
"""

import itertools

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import STILL, OneLayer, h_pos
from rope_theory.core.heads import PhaseHead, Plane, Polar, is_positional, is_symbolic
from rope_theory.evidence.by_hand import listed, number, sequence
from rope_theory.evidence.claims import Hypothesis, Truth, every, less, st, theorem, verbatim

HALF = Angle.parse("pi")
PURE = {"positional": is_positional, "symbolic": is_symbolic}


def step(mechanism, letters, longest) -> Angle:
    """The angle between neighbours: π/n0 for positions, π/|Σ| for tokens."""
    return HALF / (longest if mechanism == "positional" else len(letters))


def same_token(letters, omega) -> PhaseHead:
    """Token number x stands at the phase -xω, as query and as key; no rotation."""
    at = {letter: Polar(-number * omega) for number, letter in enumerate(letters)}
    return PhaseHead("same token", (Plane(STILL, at.__getitem__, at.__getitem__),))


def model(mechanism, letters, longest) -> OneLayer:
    omega = step(mechanism, letters, longest)
    return OneLayer(h_pos(omega) if mechanism == "positional" else same_token(letters, omega), lambda token: {token: 1})


KNOWN = Hypothesis(
    "tokens of the vocabulary, at most n0 of them, n0 >= 2",
    lambda letters, longest, tokens, **_: set(tokens) <= set(letters) and 1 <= len(tokens) <= longest and longest >= 2,
)
COLD = Hypothesis(
    "β > ln(n0 - 1)/(1 - cos of the angle)",
    lambda mechanism, letters, longest, beta, **_: less(
        ball(longest - 1).log(), ball(1 - step(mechanism, letters, longest).cos()) * ball(beta)
    ),
)
POSITIONAL = {"mechanism": "positional", "letters": "AB", "longest": 4, "tokens": ("A", "A", "B", "A"), "beta": 5}
SYMBOLIC = {**POSITIONAL, "mechanism": "symbolic"}


def small(thorough: bool):
    for mechanism, n in itertools.product(PURE, range(1, 5 if thorough else 4)):
        for tokens in itertools.product("ABC", repeat=n):
            yield {"mechanism": mechanism, "letters": "ABC", "longest": 4, "tokens": tokens, "beta": 9}


@theorem(
    "u26.reflexive",
    verbatim(
        "U26",
        "p. 6, Section 3.2",
        "Reflexive can in principle be implemented by either … positional or symbolic mechanisms.",
    ),
    "For every finite vocabulary Σ and every n0 > 1, one layer with F = a and values the tokens computes Reflexive at every position of every "
    "input of length <= n0: with a head that is positional on every input, angle π/n0, and with one that is symbolic on every input, tokens "
    "π/|Σ| apart; by softmax at every β > ln(n0-1)/(1 - cos of that angle).",
    KNOWN,
    COLD,
    example=POSITIONAL,
    small=small,
    readings="'Implemented by' is read with attention alone; through a residual stream every head with values 0 does it.",
)
def reflexive(mechanism, letters, longest, tokens, beta, pure=None, build=model):
    built = build(mechanism, letters, longest)
    answers = [built.apply(tokens), built.apply(tokens, beta)]
    if None in answers[1]:
        return Truth.FALSE if answers[0] != tuple(tokens) else Truth.UNKNOWN
    kind = PURE[pure or mechanism](built.head, tokens).answer
    return every([kind, *(answer == tuple(tokens) for answer in answers)])


@reflexive.by_hand
def each_position(mechanism, letters, longest, tokens, beta):
    built = model(mechanism, letters, longest)
    runs = [(i, built.run(tokens, i, beta)) for i in range(1, len(tokens) + 1)]
    return [
        f"Input {sequence(tokens)}, {mechanism} head, β = {number(beta)}",
        *(
            f"Position {i}: logits {listed(run.logits)}, weights {listed(run.weights)}: decoded {run.answer}"
            for i, run in runs
        ),
    ]


def uniform(mechanism, letters, longest) -> OneLayer:
    return OneLayer(h_pos(STILL), lambda token: {token: 1})


def previous(mechanism, letters, longest) -> OneLayer:
    """Each position asks for the one before it."""
    back = step(mechanism, letters, longest)
    plane = Plane(back, lambda token: Polar(-back), lambda token: Polar(0 * back))
    return OneLayer(PhaseHead("one back", (plane,)), lambda token: {token: 1})


reflexive.false("any positional head", {**POSITIONAL, "tokens": ("A", "B")}, build=uniform)
reflexive.false("a head that looks one position back", POSITIONAL, build=previous)
reflexive.false("the positional one is symbolic", POSITIONAL, pure="symbolic")
reflexive.false("the symbolic one is positional", SYMBOLIC, pure="positional")
reflexive.false(
    "longer inputs: a whole turn ties",
    {**POSITIONAL, "longest": 2, "tokens": ("A", "B", "B", "B", "B")},
    KNOWN,
    holds=lambda **at: model(at["mechanism"], at["letters"], at["longest"]).run(at["tokens"]).scores == {"B": 1},
)
reflexive.false(
    "β = 0",
    {**SYMBOLIC, "beta": 0},
    COLD,
    holds=lambda **at: model(at["mechanism"], at["letters"], at["longest"]).run(at["tokens"][:3], beta=0).answer == "B",
)
reflexive.attack(
    at=st.builds(
        lambda mechanism, tokens: {
            "mechanism": mechanism,
            "letters": "ABCD",
            "longest": max(2, len(tokens)),
            "tokens": tuple(tokens),
            "beta": 40,
        },
        st.sampled_from(sorted(PURE)),
        st.lists(st.sampled_from("ABCD"), min_size=1, max_size=6),
    )
)
for _at in (POSITIONAL, SYMBOLIC):
    reflexive.edge(f"one token, {_at['mechanism']}", {**_at, "tokens": ("A",)}, assumed=True, holds=True)


@reflexive.proof
def proof(proof):
    for name, at in (("positional", POSITIONAL), ("symbolic", SYMBOLIC)):
        built = model(at["mechanism"], at["letters"], at["longest"])
        proof.exact(f"{name}: A A B A stays, by hard attention", built.apply(at["tokens"]) == at["tokens"])
    proof.qed("every finite vocabulary, every n0 > 1, every input up to it")
