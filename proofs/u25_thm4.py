"""A positional head averages to the same sum for every question, and so cannot answer two of them.

Idea: let every content stand once at every position (all cyclic shifts). A positional head weighs positions, so the
attention outputs of the shifts add up to W·Σ tokens, with W > 0 the weight of the earlier positions. Let D be the row
of P for a₁ less the row for a₂. Asked for s₁ every shift must give D·a > 0, asked for s₂ every shift D·a < 0. The sums
are W₁·D·Σ tokens and W₂·D·Σ tokens, of one sign.

With a direct path: the query adds h₁ or h₂, and the argument above says nothing. Compare the contents with those in
which the two attributes are exchanged: both differences W₁·D·(Σ - Σ') and W₂·D·(Σ - Σ') have to be positive and
negative. This needs one profile of weights for both contents, and there the shared attribute comes in.

Whole pairs: s₁'s pair is another output after the exchange, so the last argument breaks, and a uniform head with a
bonus for the pairs that hold the queried symbol solves it.

Traps: P must see neither the query token nor its value, or it is affine. F may not multiply a by x: with a gate the
uniform head solves the attribute task as well.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.tasks import Pair, all_bindings, attribute_retrieval, consistent, generate_binding, parse_letter
from rope_theory.evidence.by_hand import number
from rope_theory.evidence.claims import Hypothesis, ours, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances import positional_heads
from rope_theory.evidence.instances.positional_heads import AB, CONTENTS, INDICATOR, POSITIONAL, SOLVER, instances
from rope_theory.laws import impossibility
from rope_theory.laws.impossibility import (
    WeightedHead,
    affine_family,
    leads,
    positional_weights,
    retrieval_family,
    whole_pair_scores,
)

ENTRY = st.fractions(-4, 4, max_denominator=5)
TOKENS = parse_letter("A1 A2 B1 B2 C1 C2")
BY_QUERY = {"A": {1: Fraction(1)}, "B": {2: Fraction(1)}}
ALWAYS_ONE = {1: {pair: Fraction(1) for pair in TOKENS[:4]}, 2: {}}
NOTHING = {1: {}, 2: {}}
FALLING = positional_weights(
    dict.fromkeys("AB", (1, 2, 3, 4)), "weights 4, 3, 2 on positions 1, 2, 3 and 1 on the query"
)
HALVES = dict.fromkeys("AB", {1: Fraction(-1, 2)})


def _answered(head, P, tokens, bias=None, whole=False) -> bool:
    *pairs, query = tokens
    bound = attribute_retrieval(pairs, query)
    return impossibility.answers(head, P, tokens, Pair(query, bound) if whole else bound, (bias or {}).get(query))


def _instances(P, thorough):
    """The natural score matrix, then small ones on the pairs A1, A2, B1, B2, C1."""
    one, other, *_ = P
    rows = itertools.islice(itertools.product((-2, 0, 1), repeat=5), 0, None, 3 if thorough else 23)
    small = ({one: dict(zip(TOKENS, map(Fraction, row), strict=False)), other: {}} for row in rows)
    return itertools.chain.from_iterable(map(instances, (P, *small)))


def _drawn(outputs) -> dict:
    row = st.dictionaries(st.sampled_from(TOKENS), ENTRY)
    return {**positional_heads.DRAWN, "P": st.fixed_dictionaries({output: row for output in outputs})}


@theorem(
    "u25.thm4",
    paraphrase("U25", "Theorem 4"),
    "No head that is positional on every input solves Retrieval (output the attribute bound to the queried symbol; "
    "two symbols may share an attribute) when embeddings are one-hot, VAL is the identity and the output scores are "
    "P·a for a fixed linear P that sees neither the query token nor its value.",
    CONTENTS,
    POSITIONAL,
    example={**AB, "head": FALLING, "contents": parse_letter("A1 B2 C1")},
    small=lambda thorough: _instances(INDICATOR, thorough),
    readings=(
        "Embeddings, values and readout are as a public reader's note reports them.",
        "An instance is a head by its weights e^{βL}, a P, and contents; the claim is that one of these inputs, "
        "all cyclic shifts of the contents, asked for two symbols, is not answered: a score as "
        "large as the right one's stands beside it.",
        "Positional on these inputs is enough. A linear VAL in place of the identity is absorbed (P·VAL is another "
        "P), and so are embeddings other than one-hot: the score stays linear in the weights.",
        "That two symbols may share an attribute is not needed here; it is for affine scores (u25.thm4.affine).",
        "How far each condition can be relaxed: whole pair, u25.thm4.whole-pair; with a direct path or with the "
        "query's own value, u25.thm4.whole-pair-direct (solvable) and u25.thm4.affine (attribute: not solvable); F "
        "not affine, u25.thm4.gated (solvable).",
    ),
)
def attribute(head, P, contents, first, second, queries=2, bias=None):
    asked = (first, second)[:queries]
    inputs = [tokens for tokens in retrieval_family(contents, first, second) if tokens[-1] in asked]
    return not all(_answered(head, P, tokens, bias) for tokens in inputs)


attribute.false("no symbolic head solves it either", {**AB, "head": SOLVER}, POSITIONAL)
attribute.false("the two symbols may be bound to one attribute", {**AB, "contents": parse_letter("A1 B1")}, CONTENTS)
attribute.false("one queried symbol is enough for the impossibility", {**AB, "P": ALWAYS_ONE}, queries=1)
attribute.false("the same inputs defeat a direct path from the query", {**AB, "P": NOTHING}, bias=BY_QUERY)
attribute.attack(**_drawn((1, 2)))


@attribute.by_hand
def scores_of_one_sign(head, P, contents, first, second):
    one, other = (dict(contents)[symbol] for symbol in (first, second))
    lines, total = [], {first: Fraction(0), second: Fraction(0)}
    for tokens in retrieval_family(contents, first, second):
        scores = impossibility.linear_scores(head.attend(tokens, impossibility.one_hot), P)
        lead = scores[one] - scores[other]
        total[tokens[-1]] += lead
        asks = "> 0" if tokens[-1] == first else "< 0"
        lines.append(
            f"{' '.join(map(str, tokens))}: score of {one} less score of {other} = {number(lead)}; it has to be {asks}"
        )
    sums = " and ".join(f"asked for {symbol} {number(value)}" for symbol, value in total.items())
    return [f"The head: {head}", *lines, f"Sums: {sums}: of one sign or 0, where they have to be > 0 and < 0"]


MATCHED = {Pair(s, b): {Pair(s, b): Fraction(1)} for s in "ABC" for b in (1, 2, 3)}
AB_PAIR = {**AB, "P": MATCHED}


@theorem(
    "u25.thm4.whole-pair",
    ours("U25", "extends Theorem 4"),
    "In the class of Theorem 4 (scores P·a, P seeing neither the query token nor its value) no positional head "
    "outputs the whole pair that holds the queried symbol either.",
    CONTENTS,
    POSITIONAL,
    example=AB_PAIR,
    small=lambda thorough: _instances(MATCHED, thorough),
)
def whole_pair(head, P, contents, first, second, bias=None):
    inputs = retrieval_family(contents, first, second)
    return not all(_answered(head, P, tokens, bias, whole=True) for tokens in inputs)


whole_pair.false("no symbolic head does either", {**AB_PAIR, "head": SOLVER}, POSITIONAL)
whole_pair.false(
    "the same holds with a direct path from the query",
    AB_PAIR,
    bias={s: {Pair(s, b): Fraction(1) for b in (1, 2, 3)} for s in "AB"},
)
whole_pair.attack(**_drawn(TOKENS))


@whole_pair.proof
@attribute.proof
def proof(proof):
    proof.trust(trusted.SUMS)
    first, second, total = z3.Reals("W₁ W₂ D·Σtokens")
    proof.contradiction(
        "over the shifts D·x adds up to one number at every position, so D·a adds up to W = Σ_j w_j times it; asked for "
        "s₁ this sum is positive, asked for s₂ it is negative",
        [first > 0, second > 0, first * total > 0, second * total < 0],
    )
    proof.qed("every n >= 3, every P, every head positional on the adversarial inputs")


ALL_POSITIONAL = Hypothesis(
    "the head is positional on every input (an instance: on the shifts of the contents, and of the contents with the two "
    "attributes exchanged)",
    lambda head, contents, first, second, **_: all(map(head.positional_on, affine_family(contents, first, second))),
)
LINKED = Hypothesis(
    "every input is meant: also those where the two symbols share the first one's attribute",
    lambda head, contents, first, second, **_: all(
        map(head.positional_on, retrieval_family(impossibility.shared(contents, first, second), first, second))
    )
    and all(
        head.matrix((*contents, query))[0] == head.matrix((*impossibility.exchanged(contents, first, second), query))[0]
        for query in (first, second)
    ),
)


def _split(query, n, token, position) -> Fraction:
    """Positional on each input, but heavier on A1, B2 for query A and on A2, B1 for query B."""
    if not isinstance(token, Pair):
        return Fraction(1)
    return Fraction(3) if (token in AB["contents"]) is (query == "A") else Fraction(1, 3)


@theorem(
    "u25.thm4.affine",
    ours("U25", "extends Theorem 4"),
    "With attribute output no head that is positional on every input solves Retrieval even if the scores are affine, "
    "F(a, x) = P·a + Q·x + c, and P sees the query's own value, since two symbols may share an attribute.",
    CONTENTS,
    ALL_POSITIONAL,
    LINKED,
    example={**AB, "bias": BY_QUERY},
    small=lambda thorough: (
        {**at, "bias": {"A": {1: one}, "B": {1: other}}}
        for at in _instances(INDICATOR, thorough)
        for one, other in ((Fraction(0), Fraction(0)), (Fraction(1, 2), Fraction(-1, 3)))
    ),
    readings=(
        "The bias of a query x collects Q·x, c and the query's own value: the weights of a query are the same on all "
        "the inputs used, its own included, so P·VAL(x) times that weight is a constant of x.",
        "Sharing links the inputs: A1 stands beside B1 in one allowed input, so a head that is positional on every "
        "input gives A1, B1 and with them A2, B2 one profile of weights. Without it the head may tell the two "
        "contents apart by their total weight.",
    ),
)
def affine(head, P, bias, contents, first, second, family=affine_family):
    return not all(_answered(head, P, tokens, bias) for tokens in family(contents, first, second))


affine.false(
    "no two symbols need to share an attribute",
    {**AB, "head": WeightedHead("split", _split), "P": ALWAYS_ONE, "bias": HALVES},
    LINKED,
)
affine.false("no symbolic head solves it either", {**AB, "head": SOLVER, "bias": {}}, ALL_POSITIONAL, LINKED)
affine.false("one set of contents is enough", {**AB, "bias": BY_QUERY, "P": NOTHING}, family=retrieval_family)
affine.attack(
    **_drawn((1, 2)), bias=st.fixed_dictionaries({query: st.fixed_dictionaries({1: ENTRY, 2: ENTRY}) for query in "AB"})
)


@affine.proof
def affine_proof(proof):
    token = z3.DeclareSort("Token")
    profile = z3.Function("L", token, z3.IntSort(), z3.RealSort())
    a1, b2, a2, b1 = z3.Consts("s₁a₁ s₂a₂ s₁a₂ s₂a₁", token)
    j = z3.Int("j")
    proof.implies(
        "s₁a₁ beside s₂a₂, s₁a₁ beside s₂a₁, s₂a₁ beside s₁a₂: one profile for both contents",
        [z3.ForAll([j], profile(one, j) == profile(other, j)) for one, other in ((a1, b2), (a1, b1), (b1, a2))],
        z3.And(*(profile(a1, j) == profile(other, j) for other in (a2, b1, b2))),
    )
    first, second, total, swapped, bias, bias2 = z3.Reals("W₁ W₂ D·Σ D·Σ' h₁ h₂")
    proof.contradiction(
        "both queries on both contents: D·Σ > D·Σ' and D·Σ < D·Σ'",
        [first > 0, second > 0, first * total + bias > 0, second * total + bias2 < 0]
        + [first * swapped + bias < 0, second * swapped + bias2 > 0],
    )
    proof.qed("attribute output: every n >= 3, every P, Q, c, every head positional on every input")


OUTPUTS = Hypothesis(
    "the symbols and attributes of the input are in the vocabulary, each symbol bound to one attribute, the queried "
    "one bound",
    lambda pairs, query, symbols, attributes, **_: consistent(pairs)
    and query in dict(pairs)
    and set(dict(pairs)) <= set(symbols)
    and set(dict(pairs).values()) <= set(attributes),
)
LENGTH = Hypothesis(
    "n <= n0, and the bonus is at least 1 (direct path) or at least n0 (own value)",
    lambda pairs, path, bonus, n0, **_: len(pairs) < n0 and bonus >= (1 if path == "direct" else n0),
)
CROWD = {"pairs": parse_letter("A1 B2 B2 B2"), "query": "A", "symbols": "AB", "attributes": (1, 2)}


def _enough(path, n0) -> dict:
    return {"path": path, "n0": n0, "bonus": Fraction(1 if path == "direct" else n0)}


CROWD_DIRECT = {**CROWD, **_enough("direct", 5)}


def _lookups(thorough):
    for symbols, longest in (("AB", 4 if thorough else 3), ("ABC", 3)):
        for pairs in itertools.chain.from_iterable(all_bindings(symbols, (1, 2), n) for n in range(1, longest + 1)):
            for query in dict.fromkeys(pair.left for pair in pairs):
                yield {"pairs": pairs, "query": query, "symbols": symbols, "attributes": (1, 2)}


def _long(seed: int) -> dict:
    [((*pairs, query), _)] = generate_binding(seed, 1, n_pairs=30, symbols=6, attributes=3, distinct=False)
    return {"pairs": tuple(pairs), "query": query, "symbols": "ABCDEF", "attributes": (1, 2, 3)}


def _by_attribute(scores, attributes) -> dict:
    """The summed scores of the pairs with each attribute."""
    return {b: sum(score for pair, score in scores.items() if pair.right == b) for b in attributes}


@theorem(
    "u25.thm4.whole-pair-direct",
    ours("U25", "bounds the reach of Theorem 4"),
    "With scores P·a + Q·x (a linear direct path from the query), or with P seeing the query's own value and length "
    "at most n0, the uniform head, which is positional on every input, outputs the whole pair on every input of "
    "Retrieval.",
    OUTPUTS,
    LENGTH,
    example=CROWD_DIRECT,
    small=lambda thorough: (
        {**at, **_enough(path, len(at["pairs"]) + 1)} for at in _lookups(thorough) for path in ("direct", "own value")
    ),
    readings="U26's Retrieval asks for the whole pair: there Theorem 4 does not survive a residual stream with a linear map of the query.",
)
def whole_pair_direct(pairs, query, symbols, attributes, path, bonus, n0, of_attribute=False):
    outputs = tuple(Pair(s, a) for s in symbols for a in attributes)
    scores = whole_pair_scores((*pairs, query), outputs, path, bonus)
    bound = attribute_retrieval(pairs, query)
    if of_attribute:
        return leads(_by_attribute(scores, attributes), bound, attributes)
    return leads(scores, Pair(query, bound), outputs)


whole_pair_direct.false("without the bonus it does too", {**CROWD_DIRECT, "bonus": Fraction(0)}, LENGTH)
whole_pair_direct.false(
    "with the own value one bonus serves all lengths",
    {**CROWD_DIRECT, "path": "own value", "bonus": Fraction(2)},
    LENGTH,
)
whole_pair_direct.false(
    "the attribute is decoded too, by adding up the scores of its pairs", CROWD_DIRECT, of_attribute=True
)
whole_pair_direct.attack(at=st.integers(0, 10**6).map(lambda seed: {**_long(seed), **_enough("direct", 40)}))

count, other, length, gain = z3.Reals("count other n bonus")
POSITIONS = [length >= 2, count >= 1, other >= 0, count + other <= length - 1]


@whole_pair_direct.proof
def whole_pair_direct_proof(proof):
    proof.implies(
        "the bonus, with the own value divided by n <= n0, is at least 1: the pair that is bound beats every pair of another "
        "symbol, and those of its own that do not occur",
        [*POSITIONS, gain >= 1],
        z3.And(count / length + gain > other / length, count / length + gain > 0 / length + gain),
    )
    proof.qed("every number of symbols and attributes; every n with a direct path, n <= n0 with the own value")


@theorem(
    "u25.thm4.gated",
    ours("U25", "bounds the reach of Theorem 4"),
    "With F(a, x)_b = a_(x,b), which is bilinear and not affine in (a, x), the uniform head solves Retrieval with "
    "attribute output on every input.",
    OUTPUTS,
    example=CROWD,
    small=_lookups,
)
def gated(pairs, query, symbols, attributes, gate=True, wanted=attribute_retrieval):
    tokens = (*pairs, query)
    ungated = _by_attribute(impossibility.uniform.attend(tokens, impossibility.one_hot), attributes)
    return leads(impossibility.gated_scores(tokens, attributes) if gate else ungated, wanted(pairs, query), attributes)


gated.false("without the gate it does too", CROWD, gate=False)
gated.false(
    "symbols may recur with other attributes (Partial Induction)",
    {**CROWD, "pairs": parse_letter("A1 A1 A2")},
    OUTPUTS,
    wanted=lambda pairs, query: pairs[-1].right,
)
gated.attack(at=st.integers(0, 10**6).map(_long))


@gated.proof
def gated_proof(proof):
    proof.implies(
        "a_(x,b) is positive for the bound attribute b and 0 for every other",
        [*POSITIONS, other == 0],
        count / length > other / length,
    )
    proof.qed("every n, every number of symbols and attributes")
