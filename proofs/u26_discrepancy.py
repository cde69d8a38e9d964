"""The three discrepancies called Δ(n) differ, as do maximum and minimum over inputs; their order is proved.

Idea: fewer rivals make a larger gap. Non-maximisers and tokens with another left letter both leave out the maximiser,
so they are among the other positions. If all maximisers have one left letter, the tokens with another one are
non-maximisers.

Traps: T_Retrieval within its own range already tells "any other position" from "tokens with another left letter", at n
= 3 with two letters: a copy of the answer, or any token with its left letter, is close to it in logit. At n = 2 with
the same two letters the minimum over inputs is 1 - cos θ for any other position (A1 A1) but of order 1 for another left
letter. "Not maximisers" differs from "any other" only where the top is tied, T_Index at rational θ/2π. A maximum over
inputs says nothing about the input one has; and where a gap is undefined on some inputs even the order of the maxima
may fail.

What survives of the printed use: Index's bound 1 - cos θ, for any other position (the other two printed bounds are false for the maximum over inputs, whichever positions are the others; for the minimum, with any other position, both hold: u26.thm32.minimum). Lemma F.1's gap is positive
on every input whose logits are not all equal, whatever ties at the top.
"""

import itertools
from collections.abc import Iterator

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import t_index, t_retrieval
from rope_theory.core.heads import PhaseHead, logits, maximisers
from rope_theory.core.tasks import all_proper, pair_vocabulary, single_letters
from rope_theory.evidence.by_hand import compared, listed, number, sequence, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem
from rope_theory.laws import gaps
from rope_theory.laws.gaps import Others, input_gap

ANY, NOT_MAXIMAL, OTHER_LETTER = Others


def model_head(model: str, letters: int, theta: Angle) -> PhaseHead:
    """The head of T_Index, or of T_Retrieval over the first so many letters."""
    return (t_index(theta) if model == "T_Index" else t_retrieval(single_letters(letters), theta)).head


def model_inputs(model: str, n: int, letters: int, integers: int) -> Iterator[tuple]:
    """All inputs of length n: sequences of letters and integers, or proper sequences of pairs (Retrieval)."""
    if model == "T_Index":
        return itertools.product([*single_letters(letters), *range(1, integers + 1)], repeat=n)
    bound, pairs = pair_vocabulary(letters, integers)
    return all_proper(bound + pairs, n)


def delta(model, n, letters, integers, theta, others, extreme=max):
    inputs = model_inputs(model, n, letters, integers)
    return gaps.discrepancy(model_head(model, letters, theta), inputs, others, extreme)


def in_range(model, n, letters, integers, theta, **_) -> bool:
    if model == "T_Index":
        return n >= 2 and n > integers and theta != Angle()
    return n >= 2 and Angle() < theta < Angle(1) / (2 * n * letters)


IN_RANGE = Hypothesis("n >= 2, T_Index with θ ≠ 0 and n > m, or T_Retrieval with 0 < θ < ω/(2n)", in_range)
RETRIEVAL_3 = {"model": "T_Retrieval", "n": 3, "letters": 2, "integers": 1, "theta": Angle.parse("pi/13")}
RETRIEVAL_2 = {**RETRIEVAL_3, "n": 2}
WIDE = {**RETRIEVAL_3, "theta": Angle.parse("pi/5")}
INDEX_4 = {"model": "T_Index", "n": 4, "letters": 1, "integers": 1, "theta": Angle.parse("pi")}
INDEX_3 = {**INDEX_4, "n": 3, "theta": Angle.parse("2pi/3")}


@theorem(
    "u26.discrepancy",
    ours(
        "U26",
        "presupposed by p. 8, Definition 3.1 with Appendix F.2, where one name stands for three gaps (pp. 21, 23, 24)",
    ),
    "Definition 3.1: the maximal difference between the largest and second-largest logit on inputs of length n, so "
    'Δ(n) is a maximum over inputs. The appendix uses three different "others": any other position (F.2.1), positions '
    "that are not maximisers (Lemma F.1), all other letters (F.2.2; here the tokens with another left letter). For T_Index and T_Retrieval in "
    "their ranges these three readings define one number Δ(n).",
    IN_RANGE,
    verdict=Tier.REFUTED,
    example={**RETRIEVAL_3, "readings": (ANY, OTHER_LETTER)},
    readings=(
        "The last sentence is decided, and refuted; the source presupposes it by calling all three discrepancy. The first two "
        "sentences report definitions, which are in rope_theory.laws.gaps.",
        "An input on which a gap is undefined (no other position; all tokens have one left letter) is passed over.",
        "The source's proofs use: any other position for Index, positions that are not maximisers in Lemma F.1, which is then "
        "applied to both, and for Retrieval all other letters.",
        "P. 24 displays these at all positions, whether they occur or not. 'Tokens with another left letter' is our reading of it, "
        "a gap of logits that occur; the display itself is a fourth gap, by which the printed bound for Retrieval is off by one "
        "position only (u26.retrieval-display).",
    ),
)
def one_number(readings, **at):
    first, second = (delta(**at, others=others) for others in readings)
    return first == second


one_number.true_at("T_Retrieval at n = 2", {**RETRIEVAL_2, "readings": (ANY, OTHER_LETTER)})
one_number.true_at("T_Retrieval in its range: the maximum is unique", {**RETRIEVAL_3, "readings": (ANY, NOT_MAXIMAL)})
one_number.true_at(
    "T_Index, θ = 2π/3, n = 3: no two positions tie at the top", {**INDEX_3, "readings": (ANY, NOT_MAXIMAL)}
)
one_number.outside("θ beyond ω/(2n)", {**WIDE, "readings": (ANY, OTHER_LETTER)}, IN_RANGE)
for at in ({**RETRIEVAL_3, "readings": (NOT_MAXIMAL, OTHER_LETTER)}, {**INDEX_4, "readings": (ANY, NOT_MAXIMAL)}):
    one_number.edge(f"any two readings differ somewhere: {at['model']}", at, assumed=True, holds=False)
for theta, others in itertools.product(("pi/9", "1/10", "pi/5"), (ANY, NOT_MAXIMAL)):
    at = {**RETRIEVAL_2, "theta": Angle.parse(theta), "readings": (others, OTHER_LETTER)}
    one_number.edge(f"n = 3 is least: at n = 2, θ = {theta}, {others.value}", at, assumed=True, holds=True)
one_number.proof(lambda proof: proof.refute({**RETRIEVAL_3, "readings": (ANY, OTHER_LETTER)}))


@one_number.by_hand
def two_maxima(readings, model, n, letters, integers, theta):
    head, inputs = model_head(model, letters, theta), list(model_inputs(model, n, letters, integers))
    lines, found = [f"{model}, θ = {spelled(theta)}, the {len(inputs)} inputs of length {n}"], []
    for others in readings:
        gapped = [(value, tokens) for tokens in inputs if (value := input_gap(head, tokens, others)) is not None]
        value, tokens = max(gapped, key=lambda pair: pair[0])
        found.append(value)
        lines.append(
            f"{others.value}: the largest gap is {number(value)}, of {' '.join(map(str, tokens))} with the logits "
            f"{listed(logits(head, tokens))}"
        )
    return [*lines, compared("the one", found[0], "the other", found[1])]


@theorem(
    "u26.discrepancy.max-is-min",
    ours("U26", "presupposed by p. 8, Definition 3.1 beside the proof of Lemma F.1 (p. 23)"),
    "It does not matter whether Δ(n) is the maximum or the minimum over inputs of length n.",
    IN_RANGE,
    verdict=Tier.REFUTED,
    example={**RETRIEVAL_2, "others": ANY},
    readings="The definition says maximum; that decoding works on every input needs the minimum, which Lemma F.1's "
    "proof uses.",
)
def max_is_min(**at):
    return delta(**at, extreme=max) == delta(**at, extreme=min)


@max_is_min.by_hand
def both_extremes(model, n, letters, integers, theta, others):
    head, inputs = model_head(model, letters, theta), list(model_inputs(model, n, letters, integers))
    gapped = [(value, tokens) for tokens in inputs if (value := input_gap(head, tokens, others)) is not None]
    (least, low), (most, high) = (extreme(gapped, key=lambda pair: pair[0]) for extreme in (min, max))
    return [
        f"{model}, θ = {spelled(theta)}, the {len(inputs)} inputs of length {n}; gap to {others.value}",
        f"Largest: {sequence(high)} with the logits {listed(logits(head, high))}; smallest: {sequence(low)} with {listed(logits(head, low))}",
        compared("The maximum", most, "the minimum", least),
    ]


max_is_min.true_at("T_Index with n = 2", {**INDEX_4, "n": 2, "others": ANY})
max_is_min.true_at("T_Retrieval at n = 2, tokens with another left letter", {**RETRIEVAL_2, "others": OTHER_LETTER})
max_is_min.outside("θ beyond ω/(2n)", {**WIDE, "others": ANY}, IN_RANGE)
for others in Others:
    max_is_min.edge(f"n = 3, {others.value}", {**RETRIEVAL_3, "others": others}, holds=False)
max_is_min.proof(lambda proof: proof.refute({**RETRIEVAL_2, "others": ANY}))


def gap(values, letters, others: Others):
    return gaps.gap(values, others, letters, letter=str)


def one_letter_on_top(values, letters) -> bool:
    return len({letters[position] for position in maximisers(values)}) == 1


def ordered(values, letters, one_letter=True, distinct=True) -> bool:
    """The order of one input's gaps."""
    any_other, not_maximal, other_letter = (gap(values, letters, others) for others in Others)
    top = len(maximisers(values))
    right = any_other <= not_maximal and (any_other == not_maximal) == (top in (1, len(values)))
    if other_letter is None:
        return right
    if not one_letter or one_letter_on_top(values, letters):
        right = right and not_maximal <= other_letter
    if top == 1 and not (distinct and len(set(letters)) < len(letters)):
        right = right and any_other == not_maximal == other_letter
    return right and any_other <= other_letter


def extremes_ordered(family, both_defined=True) -> bool:
    """The order carries over to the maximum and to the minimum over inputs on which both gaps are defined."""
    pairs = [(ANY, NOT_MAXIMAL), (ANY, OTHER_LETTER)]
    if all(one_letter_on_top(*each) for each in family):
        pairs.append((NOT_MAXIMAL, OTHER_LETTER))
    for low, high in pairs:
        found = [(gap(*each, low), gap(*each, high)) for each in family]
        uppers = [upper for _, upper in found if upper is not None]
        lowers = [lower for lower, upper in found if upper is not None or not both_defined]
        if uppers and not (max(lowers) <= max(uppers) and min(lowers) <= min(uppers)):
            return False
    return True


def families(thorough: bool = False) -> Iterator[dict]:
    """Logits in {0, 1, 2}, left letters a, b: all inputs of length 2 and 3 (4), all pairs of length 2."""
    for n in range(2, 5 if thorough else 4):
        inputs = itertools.product(itertools.product(range(3), repeat=n), itertools.product("ab", repeat=n))
        listed = list(inputs)
        yield from ({"family": (one,)} for one in listed)
        if n == 2:
            yield from ({"family": two} for two in itertools.combinations(listed, 2))


@theorem(
    "u26.discrepancy.corrected",
    ours("U26", "on p. 8, Definition 3.1 and Appendix F.2"),
    "For every head and every input with n >= 2: the gap to any other position is at most the gap to positions that "
    "are not maximisers, with equality exactly if the maximum is unique or all positions tie; it is at most the gap to "
    "tokens with another left letter, where this is defined; if all maximisers have one left letter, the gap to "
    "positions that are not maximisers is at most that to tokens with another left letter; all three agree if the "
    "maximum is unique and no left letter repeats. The order carries over to the maxima and minima over any inputs on "
    "which both gaps are defined.",
    Hypothesis("n >= 2", lambda family: all(len(values) >= 2 for values, _ in family)),
    example={"family": (((2, 1, 0), ("a", "b", "c")), ((2, 2, 0), ("a", "a", "b")))},
    small=families,
)
def order(family, one_letter=True, distinct=True, both_defined=True):
    return all(ordered(*each, one_letter, distinct) for each in family) and extremes_ordered(family, both_defined)


TIE, REPEATED = {"family": (((1, 1, 0), ("a", "b", "b")),)}, {"family": (((2, 1, 0), ("a", "a", "b")),)}
UNDEFINED = {"family": (((2, 0), ("a", "a")), ((1, 0), ("a", "b")))}
order.false("not maximisers <= other letter, whoever is on top", TIE, one_letter=False)
order.false(
    "any other >= other letter",
    REPEATED,
    holds=lambda family: all(gap(*each, ANY) >= gap(*each, OTHER_LETTER) for each in family),
)
order.false("the maxima are ordered also where one gap is undefined on some inputs", UNDEFINED, both_defined=False)
order.false("a unique maximum is enough for all three to agree", REPEATED, distinct=False)
positions = st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abc")), min_size=2, max_size=6)
inputs = positions.map(lambda drawn: tuple(zip(*drawn, strict=True)))
order.attack(family=st.lists(inputs, min_size=1, max_size=4).map(tuple))


@order.proof
def proof(proof):
    position = z3.DeclareSort("Position")
    value = z3.Function("logit", position, z3.RealSort())
    letter = z3.Function("left_letter", position, z3.IntSort())
    t, a, m, o, p = z3.Consts("t a m o p", position)  # a maximiser; the best of each kind of others; any position

    def best(where, among):  # `where` is among the others and has the largest logit there
        return z3.And(among(where), z3.ForAll([p], z3.Implies(among(p), value(p) <= value(where))))

    others = [best(a, lambda q: q != t), best(m, lambda q: value(q) < value(t))]
    others += [best(o, lambda q: letter(q) != letter(t)), z3.ForAll([p], value(p) <= value(t))]
    alone = z3.ForAll([p], z3.Implies(value(p) == value(t), p == t))
    same_letter = z3.ForAll([p], z3.Implies(value(p) == value(t), letter(p) == letter(t)))
    distinct = z3.ForAll([p], z3.Implies(letter(p) == letter(t), p == t))
    among_any = z3.And(value(m) <= value(a), value(o) <= value(a))
    proof.implies("any other <= not maximisers, any other <= another left letter", others, among_any)
    proof.implies("the first with equality if the maximum is unique", [*others, alone], value(m) == value(a))
    tied = z3.And(value(a) == value(t), value(m) < value(t))
    proof.implies("… strictly if it is not: the gap to any other is 0", [*others, z3.Not(alone)], tied)
    proof.implies(
        "one left letter on top: a token with another is lower, so not maximisers <= another left letter",
        [*others, same_letter],
        z3.And(value(o) < value(t), value(o) <= value(m)),
    )
    agree = z3.And(value(a) == value(m), value(m) == value(o))
    proof.implies("unique maximum and no repeated left letter: all three agree", [*others, alone, distinct], agree)
    proof.qed("every n >= 2, all logits and left letters, all families of inputs")
