"""New: several hops in one pass, at an explicit inverse temperature."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import flint
from flint import arb

from rope_theory.angles import Angle, ball
from rope_theory.claims import Claim, FalseNeighbour, Form, Hypothesis, Tier
from rope_theory.constructions import LetterCircle, h_sym, t_index
from rope_theory.errors import InvalidInput
from rope_theory.heads import PhaseHead, logits, softmax
from rope_theory.stacks.bound import stack_beta
from rope_theory.tasks import (
    Pair,
    all_letter_inputs,
    all_number_inputs,
    parse_letter,
    parse_number,
    solve_letter,
    solve_number,
)
from rope_theory.truth import Truth, at_most, less, truth

ALPHABET = ("A", "B", "C")


def stack_head(tokens: tuple, turns: Fraction | None = None) -> PhaseHead:
    """T_Index's head at θ = 2π/n (or 2π·turns), or H_SYM without rotation over A, B, C."""
    if isinstance(tokens[-1], Pair):
        return h_sym(LetterCircle(ALPHABET), 0 * Angle(1))
    return t_index(Angle(Fraction(1, len(tokens)) if turns is None else turns)).head


def stack_gap(tokens: tuple):
    """Δ = 1 - cos θ, θ = 2π/n; or 1 - cos ω, ω = 2π/3."""
    return 1 - Angle(Fraction(1, len(ALPHABET) if isinstance(tokens[-1], Pair) else len(tokens))).cos()


def solution(tokens: tuple):
    """The oracle's answer and hops; None for an invalid input."""
    try:
        return solve_letter(tokens, "earlier") if isinstance(tokens[-1], Pair) else solve_number(tokens)
    except InvalidInput:
        return None


def mass_at_the_answer(tokens: tuple, layers: int, beta: Fraction, turns: Fraction | None = None) -> arb:
    """Σ of (A^L)_nj over the positions j that hold the answer, as a ball."""
    head, answer = stack_head(tokens, turns), solution(tokens).answer
    rows = [softmax(logits(head, tokens, i), beta) for i in range(1, len(tokens) + 1)]
    held = [arb(token == answer) for token in tokens]
    for _ in range(layers):
        held = [sum((w * h for w, h in zip(row, held, strict=False)), arb(0)) for row in rows]
    return held[-1]


def _reaches(tokens, layers, miss, beta, share=Fraction(1), turns=None) -> Truth:
    with flint.ctx.workprec(128):
        return less(ball(1 - share * miss), mass_at_the_answer(tokens, layers, beta, turns))


def _warm(tokens, layers, miss, beta) -> Truth:
    if not layers * (len(tokens) - 1) > miss > 0:
        return Truth.FALSE
    with flint.ctx.workprec(128):
        return at_most(ball((len(tokens) - 1) * layers / Fraction(miss)).log(), ball(beta * stack_gap(tokens)))


def at(tokens: tuple, layers: int, miss: Fraction = Fraction(1, 4)) -> dict:
    """The instance just above the bound."""
    return {"tokens": tokens, "layers": layers, "miss": miss,
            "beta": stack_beta(len(tokens) - 1, stack_gap(tokens), layers, miss)}


def inputs(thorough: bool) -> Iterator[dict]:
    """Small number inputs, then small letter inputs (proper or not), with and without layers to spare."""
    for n1, n2 in ((1, 1), (2, 1), (2, 2), *(((1, 3), (2, 3)) if thorough else ())):
        yield from _with_layers(all_number_inputs(("A", "B")[:n1], 3, n1, n2))
    for n1, n2 in ((1, 1), (1, 2), *(((2, 2),) if thorough else ())):
        yield from _with_layers(all_letter_inputs(ALPHABET, 1, n1, n2, visible="earlier"))


def _with_layers(sequences) -> Iterator[dict]:
    for tokens in sequences:
        hops = solution(tokens).hops
        yield at(tokens, hops, Fraction(1, 4))
        if hops > 1:
            yield at(tokens, hops + 2, Fraction(1, 100))


VALID = Hypothesis("the input is valid: its path is well defined and ends at an answer",
                   lambda tokens, **_: solution(tokens) is not None)
ROOM = Hypothesis("the path has at most L hops", lambda tokens, layers, **_: solution(tokens).hops <= layers)
SHARE = Hypothesis("0 < η < 1", lambda miss, **_: truth(0 < miss < 1))
WARM = Hypothesis("β >= ln((n-1)L/η)/Δ", _warm)

TWO_HOPS, ONE_HOP = parse_number("A 1 1"), parse_number("A 1")
DECOY, FAR = parse_number("B A 1"), parse_number("A B C 3")

STACK_BETA = Claim(
    id="new.stack-beta",
    source="new; after U26, Appendix F.1 and F.3, and new.beta-explicit",
    form=Form.NEW,
    statement="L layers that share one softmax attention matrix A, each writing A times what the layer before "
              "wrote, answer paths of up to L hops in one pass: β >= ln((n-1)L/η)/Δ leaves more than 1 - η of the "
              "mass of row n of A^L on positions that hold the answer. Number task: T_Index's head at θ = 2π/n, "
              "Δ = 1 - cos θ. Letter task: H_SYM without rotation, ω = 2π/letters, Δ = 1 - cos ω; the input need not be "
              "proper.",
    hypotheses=(VALID, ROOM, SHARE, WARM),
    holds=_reaches,
    verdict=Tier.PROVED,
    example=at(parse_letter("A1 BA CB"), 2),
    small=inputs,
    controls=(
        FalseNeighbour("one layer's β is enough for four: β >= ln((n-1)/η)/Δ", at(DECOY, 1) | {"layers": 4},
                       drops=(WARM.text,), prove={"counted": False}),
        FalseNeighbour("more hops than layers", at(TWO_HOPS, 1), drops=(ROOM.text,), prove={"room": False}),
        FalseNeighbour("it leaves more than 1 - η/2", at(ONE_HOP, 1),
                       lambda **where: _reaches(**where, share=Fraction(1, 2)), prove={"share": Fraction(1, 2)}),
        FalseNeighbour("any angle has the gap of 2π/n: θ = π", at(FAR, 1),
                       lambda **where: _reaches(**where, turns=Fraction(1, 2)), prove={"turns": Fraction(1, 2)}),
    ),
    readings=(
        "Valid letter inputs: reading \"earlier\", a hop sees the positions up to its own, as under the causal mask.",
        "The path's positions are those of all copies of its tokens; a row's targets are the keys that hold the next "
        "token, so copies are no rivals.",
        "In the attack the letter task has three letters; the proof is for any number.",
        "The claim is about one attention matrix for all layers, which holds if queries and keys read the "
        "embedding and no layer writes there.",
    ),
)
