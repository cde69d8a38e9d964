"""Without rotation Retrieval's gap does not shrink with the length, but tokens with one left letter tie.

Idea: with θ = 0 a logit is cos(kω), k the number of steps on the circle from the letter asked for: 1 for a match and at
most cos ω for any other letter, whatever the positions. A proper input asks for a letter that is there, so the largest
logit is 1.

What hard attention then outputs is the most frequent token among those with the left letter asked for. A letter pair on
a proper input finds only copies of one token. A letter-integer token asks for its own left letter, which others may
share.

Traps: "stays away from zero" is false for the minimum over inputs with any other position as the other: two copies tie.
The tie that harms is not only between letter-integer tokens: (A, B) before (A, 1) ties as well. Counting decides, so
(A, 2) (A, 1) (A, 1) is right.

What survives of the printed remark: all of it for the gap to another left letter, on every input and not only the best.
"""

from collections import Counter

import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import STILL, SymbolicCircle, h_sym, sought, spacing, t_retrieval
from rope_theory.core.heads import logits
from rope_theory.core.tasks import Pair, improper, pair_vocabulary, retrieval_function, single_letters
from rope_theory.evidence.by_hand import compared, listed, number, sequence
from rope_theory.evidence.claims import Proof, Tier, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.letter_circle import circle_facts
from rope_theory.evidence.instances.retrieval import (
    LONGER,
    PROPER,
    TWO_LETTERS,
    case,
    delta,
    gaps,
    inputs,
    proper_inputs,
)
from rope_theory.laws.gaps import Others

GIVEN = (LONGER, TWO_LETTERS)
TWO, ONE_LETTER, ANY = {"count": 2, "n": 2}, {"count": 1, "n": 2}, (Others.ANY,)


def floor(count: int):
    """1 - cos ω, which does not depend on n."""
    return 1 - spacing(count).cos()


def sizes(thorough: bool):
    """Small alphabets and lengths."""
    for count, longest in ((2, 6 if thorough else 5), (3, 5 if thorough else 4), (4, 3), (5, 3 if thorough else 2)):
        yield from ({"count": count, "n": n} for n in range(2, longest + 1))


@theorem(
    "u26.rem32",
    verbatim(
        "U26",
        "p. 8, Remark 3.2",
        "In particular, if θ = 0 (NoPE), then ∆Retrieval(n) remains away from zero for arbitrary lengths.",
    ),
    "With θ = 0 (NoPE), Δ_Retrieval(n) stays away from zero for all n.",
    *GIVEN,
    example=TWO,
    small=sizes,
    readings=(
        "Δ is Definition 3.1's maximum over inputs of length n; 'stays away from zero': it is at least 1 - cos ω > 0 "
        "for every n, the alphabet being fixed. Decided for all three kinds of others at once.",
        "|ALPH| >= 2 is added: with one letter every logit is 1 and every gap to another position 0.",
        "The minimum over inputs: other left letters or positions that are not maximisers, u26.rem32.every-input "
        "(true); any other position, u26.rem32.minimum-any-other (false).",
    ),
)
def stays_away(count, n, kinds=tuple(Others), extreme=max, factor=1):
    return all(delta(count, n, STILL, others, extreme) >= factor * floor(count) > 0 for others in kinds)


@stays_away.by_hand
def each_kind_of_others(count, n):
    low = floor(count)
    return [
        compared(f"θ = 0, others {others.value}: Δ({n})", delta(count, n, STILL, others), "1 - cos ω", low)
        for others in Others
    ] + [f"1 - cos ω = {number(low)} > 0 does not depend on n"]


stays_away.false(
    "one letter is enough: the gap to any other position stays away from zero", ONE_LETTER, TWO_LETTERS, kinds=ANY
)
stays_away.false("the minimum over inputs, any other position, stays away from zero", TWO, kinds=ANY, extreme=min)
stays_away.false("every input has a gap of at least 2(1 - cos ω)", TWO, factor=2)

n, j, p, q, k, omega = symbols("n j p q k omega", real=True)


def logits_without_rotation(proof: Proof) -> None:
    """1 for a match, at most cos ω for any other letter, at every distance."""
    head = h_sym(SymbolicCircle(omega), 0 * omega)
    proof.identity(
        "the logit is cos((φ(key) - φ(query))ω) at every distance, 1 for a match",
        head.rotated_logit(Pair(p, q), n, Pair(k, 1), j),
        cos((k - q) * omega),
    )
    circle_facts(proof)
    proof.trust(trusted.COSINE)


@stays_away.proof
def stays_away_proof(proof):
    logits_without_rotation(proof)
    length, match, rivals = z3.Ints("n match rivals")
    proof.implies(
        "the input r, …, r, a of r ≠ a has one match, the query, and n - 1 >= 1 others: all three gaps are those to r",
        [length >= 2, match == 1, rivals == length - match],
        rivals >= 1,
    )
    proof.qed("every alphabet of two letters or more, every n >= 2, all three kinds of others")


@theorem(
    "u26.rem32.every-input",
    ours("U26", "sharpens p. 8, Remark 3.2"),
    "With θ = 0, on every proper input of length n the largest logit is 1 and every logit that is not largest is at most "
    "cos ω; so the gap to other left letters, and to positions that are not maximisers, is at least 1 - cos ω wherever "
    "there are such others. This is attained at every n >= 2.",
    *GIVEN,
    example={"count": 3, "n": 2},
    small=sizes,
    readings="Where all positions tie, Lemma F.1's convention sets the gap to 0; such inputs have no others and are "
    "excepted.",
)
def every_input(count, n, turn=0):
    theta, least = turn * spacing(count), floor(count)
    letter, maximal = (
        [v for v, _ in gaps(count, n, theta, kind)] for kind in (Others.OTHER_LETTER, Others.NOT_MAXIMAL)
    )
    head = t_retrieval(single_letters(count), theta).head
    top = all(max(logits(head, tokens)) == 1 for tokens in inputs(count, n))
    return top and least in letter and min(letter) == least and all(value >= least or value == 0 for value in maximal)


every_input.false("the same with a small rotation, θ = ω/100", TWO, turn=spacing(100).turns)
every_input.false("one letter: the gap to other left letters exists", ONE_LETTER, TWO_LETTERS)


@every_input.proof
def every_input_proof(proof):
    logits_without_rotation(proof)
    proof.identity("attained: a letter one step on has logit cos ω", cos((q + 1 - q) * omega), cos(omega))
    proof.qed("every alphabet of two letters or more, every proper input of every length")


for count, length in ((2, 6), (3, 4), (5, 2), (8, 2)):
    for claim in (stays_away, every_input):
        claim.edge(f"{count} letters, n = {length}", {"count": count, "n": length}, holds=True)


@theorem(
    "u26.rem32.minimum-any-other",
    ours("U26", "p. 8, Remark 3.2, read for the smallest gap to any other position"),
    "With θ = 0, the smallest gap to any other position, over the proper inputs of length n, stays away from zero for all "
    "n.",
    *GIVEN,
    example=TWO,
    verdict=Tier.REFUTED,
    readings="Two copies of one token tie at every length n >= 2: no length is an exception, and none can serve as a "
    "control.",
)
def minimum_any(count, n, others=Others.ANY, letters=1):
    found = [gap for gap, tokens in gaps(count, n, STILL, others) if len({t.left for t in tokens}) >= letters]
    return min(found) > 0


@minimum_any.by_hand
def two_copies(count, n):
    _, tokens = min(gaps(count, n, STILL, Others.ANY), key=lambda pair: pair[0])
    told = logits(t_retrieval(single_letters(count), STILL).head, tokens)
    best, second = sorted(told, reverse=True)[:2]
    return [
        f"θ = 0, n = {n}: the logit is cos(kω), k the steps from the letter asked for, 1 for a match at any distance",
        f"Input {sequence(tokens)}: the last token asks for {sought(tokens[-1])}; logits {listed(told)}",
        f"{compared('The largest', best, 'the next one', second)}: no gap, and so with n copies of a token at every n",
    ]


minimum_any.false("the smallest gap under Lemma F.1's convention stays away from zero", TWO, others=Others.NOT_MAXIMAL)
minimum_any.false("it does if only inputs with a rival letter count", {"count": 2, "n": 3}, letters=2)
minimum_any.outside("one token has no other", {"count": 2, "n": 1}, LONGER, says_nothing=True)
minimum_any.outside("with one letter all tie", ONE_LETTER, TWO_LETTERS)
AMONG_RIVALS = {"others": Others.NOT_MAXIMAL, "letters": 2}
minimum_any.edge("with a rival letter, positions that are not maximisers", {**TWO, **AMONG_RIVALS}, holds=True)
for length in (2, 3, 4):
    minimum_any.edge(f"two copies tie at n = {length}", {"count": 2, "n": length}, assumed=True, holds=False)

minimum_any.proof(lambda proof: proof.refute(TWO))


def right(tokens, theta=STILL) -> bool:
    """Whether T_Retrieval under hard attention outputs Retrieval at the last position."""
    letters = tuple(dict.fromkeys(part for token in tokens for part in token if isinstance(part, str)))
    return t_retrieval(letters, theta).run(tokens).answer == retrieval_function(tokens, strict=False)[-1]


CLASH = case("A2 A1")


@theorem(
    "u26.rem32.computes",
    ours("U26", "our question on p. 8, Remark 3.2"),
    "T_Retrieval with θ = 0 (hard attention) still computes Retrieval on every proper input.",
    PROPER,
    example=case("A1 BA"),
    verdict=Tier.REFUTED,
)
def computes(tokens):
    return right(tokens)


@computes.by_hand
def halves(tokens):
    letters = tuple(dict.fromkeys(part for token in tokens for part in token if isinstance(part, str)))
    run, asked = t_retrieval(letters, STILL).run(tokens), retrieval_function(tokens, strict=False)[-1]
    scores = ", ".join(f"{token}: {number(value)}" for token, value in run.scores.items())
    return [
        f"Input {sequence(tokens)}: the last token holds an integer, so Retrieval asks for itself, {asked}",
        f"θ = 0: every token with the letter {asked.left} has the logit cos 0 = 1, wherever it stands; logits {listed(run.logits)}",
        f"Hard attention gives the weights {listed(run.weights)}; scores {scores}",
        f"Decoded: {'a tie, no token' if run.answer is None else run.answer} {'=' if run.answer == asked else '≠'} {asked}",
    ]


computes.true_at("one token", case("A1"))
computes.true_at("two copies of one token tie, and agree", case("A1 A1"))
computes.true_at("a letter pair that asks for another letter", case("A1 B1 BA"))
computes.true_at("the query is in the majority", case("A2 A1 A1"))
computes.outside("two tokens hold the letter asked for", case("A1 A2 BA"), PROPER)

computes.proof(lambda proof: proof.refute(CLASH))


def query_prevails(tokens, strict: bool = True) -> bool:
    """Whether the last token is a letter pair, or outnumbers every other token with its left letter."""
    if isinstance(tokens[-1].right, str):
        return True
    counts = Counter(token for token in tokens if token.left == sought(tokens[-1]))
    own = counts.pop(tokens[-1])
    return all(own > other if strict else own >= other for other in counts.values())


def agree_on_integers(tokens) -> bool:
    """Whether no two different letter-integer tokens share a left letter."""
    bound = {token for token in tokens if isinstance(token.right, int)}
    return len({token.left for token in bound}) == len(bound)


def alike(tokens) -> bool:
    """Whether tokens with one left letter are equal."""
    return len({token.left for token in tokens}) == len(set(tokens))


@theorem(
    "u26.rem32.computes.corrected",
    ours("U26", "answers our question on p. 8, Remark 3.2"),
    "On a proper input, T_Retrieval with θ = 0 and hard attention outputs Retrieval at the last position if and only if "
    "that token is a letter pair, or occurs more often than every other token with its left letter; so it is right at all "
    "positions of every proper input in which tokens with one left letter are equal.",
    PROPER,
    example=CLASH,
    small=lambda thorough: ({"tokens": tokens} for tokens in proper_inputs(2, 2, 4 if thorough else 3)),
)
def where_it_prevails(tokens, strict=True, sure=alike, theta=STILL):
    everywhere = all(right(tokens[:end], theta) for end in range(1, len(tokens) + 1))
    return right(tokens, theta) is query_prevails(tokens, strict) and (everywhere or not sure(tokens))


where_it_prevails.false("a draw is enough", CLASH, strict=False)
where_it_prevails.false(
    "it is right if no two different letter-integer tokens share a left letter",
    case("B1 AB A1"),
    sure=agree_on_integers,
)
where_it_prevails.false("the same with a rotation", CLASH, theta=Angle.parse("0.1"))
where_it_prevails.false("the input need not be proper", case("A1 A2 BA"), PROPER)


def longest_proper_beginning(tokens):
    return next((tokens[:end] for end in range(len(tokens), 0, -1) if improper(tokens[:end]) is None), ())


PAIRS = sum(pair_vocabulary(3, 2), ())
where_it_prevails.attack(
    tokens=st.lists(st.sampled_from(PAIRS), min_size=1, max_size=8)
    .map(tuple)
    .map(longest_proper_beginning)
    .filter(bool)
)
for text, answered in {
    "A2 A1": False,
    "A2 A1 A1": True,
    "A2 A2 A1": False,
    "B1 AB A1": False,
    "AA A1": False,
    "A1 A1 BA": True,
}.items():
    computes.edge(f"{text}: the majority decides", case(text), assumed=True, holds=answered)
    where_it_prevails.edge(f"{text}: the majority decides", case(text), holds=True)


@where_it_prevails.proof
def where_it_prevails_proof(proof):
    logits_without_rotation(proof)
    model = t_retrieval(("A", "B"), STILL)
    proof.cases(
        "the value of a token is the token itself and there is no direct path: its score is the weight on its copies, "
        "each 1/matches, and the right token leads another with its left letter iff it has more copies",
        (Pair("A", "B"), Pair("A", 1)),
        lambda token: (model.value(token), model.direct(token)) == ({token: 1}, {}),
    )
    proof.qed("every alphabet, every proper input of every length, hard attention")
