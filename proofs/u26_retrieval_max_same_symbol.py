"""On a proper input, two tokens with one left letter need not be the same.

Idea: proper speaks of the letters that some letter pair asks for, up to the position of that pair. A1 A2 has no letter pair, so it is
proper, and its two tokens share a left letter.

Traps: the step is used for two positions that share the largest logit. With 0 < θ < ω/(2 n0) there are none, and where a letter pair asks,
at θ = 0 as well, the tokens are the same; so T_Retrieval's answers suffer only at θ = 0 and a letter-integer query (u26.rem32.computes).

What survives of the printed step: it holds for the letter that a letter pair asks for, at the positions up to the pair.
"""

from rope_theory.core.tasks import parse_letter
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem
from rope_theory.evidence.instances.retrieval import PROPER, case, proper_inputs

A1A2 = case("A1 A2")
A1BA = case("A1 BA A2", position=2)


@theorem(
    "u26.retrieval-max.same-symbol",
    ours("U26", "the inference on p. 24, Appendix F.2.2, (i), from one left letter to one symbol"),
    "On a proper input, two tokens with one left letter are the same.",
    PROPER,
    example=A1A2,
    verdict=Tier.REFUTED,
    readings="The sentence: two symbols at different positions that share the largest logit have one left letter; 'then', as the input is "
    "proper, they are the same. With its hypothesis, and 0 < θ < ω/2n0, it is vacuously true; here is the inference alone.",
)
def one_symbol(tokens):
    return len({token.left for token in tokens}) == len(set(tokens))


one_symbol.true_at("copies", case("A1 A1"))
one_symbol.true_at("a letter pair asks for the letter", case("A1 A1 BA"))
one_symbol.outside("an improper input", case("A1 A2 BA"), PROPER)
one_symbol.edge("a letter pair that asks before the second token", case("A1 BA A2"), assumed=True, holds=False)
one_symbol.proof(lambda proof: proof.refute(A1A2))


@one_symbol.by_hand
def two_symbols(tokens):
    first, second = tokens
    pairs = [str(token) for token in tokens if isinstance(token.right, str)]
    return [
        f"Input {first} {second}: left letters {first.left} and {second.left}, the same",
        f"Letter pairs in it: {', '.join(pairs) or 'none'}; Definition F.2 asks something of letter pairs only, so the input is proper",
        f"The two tokens {first} ≠ {second}",
    ]


ASKS = Hypothesis(
    "a letter pair stands at the position",
    lambda tokens, position: 1 <= position <= len(tokens) and isinstance(tokens[position - 1].right, str),
)


@theorem(
    "u26.retrieval-max.same-symbol.corrected",
    ours("U26", "corrects p. 24, Appendix F.2.2, (i)"),
    "On a proper input, the tokens up to a letter pair whose left letter is the one it asks for are the same.",
    PROPER,
    ASKS,
    example=A1BA,
    small=lambda thorough: (
        {"tokens": tokens, "position": position}
        for tokens in proper_inputs(2, 2, 3 if thorough else 2)
        for position in range(1, len(tokens) + 1)
    ),
)
def asked_for(tokens, position, upto=lambda tokens, position: position):
    letter = tokens[position - 1].right
    return len({token for token in tokens[: upto(tokens, position)] if token.left == letter}) == 1


asked_for.false("later tokens, too", A1BA, upto=lambda tokens, position: len(tokens))
asked_for.false("improper inputs", case("A1 A2 BA", position=3), PROPER)
asked_for.false("letter-integer tokens ask for their own letter", case("A1 A2", position=2), ASKS)


asked_for.attack(
    at=st.lists(st.sampled_from(parse_letter("A1 B1 A2 B2 B3")), max_size=5).map(
        lambda before: {"tokens": (*before, *parse_letter("C1 AC C1")), "position": len(before) + 2}
    )
)


@asked_for.proof
def proof(proof):
    proof.exact("A1 A1 BA", asked_for(**case("A1 A1 BA", position=3)))
    proof.qed("every proper input")
