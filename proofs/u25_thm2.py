"""Two inputs that a symbolic head cannot tell apart have different symbols at position 1.

Idea: s₁ s₂ s₁ … s₁ and s₂ s₁ s₁ … s₁, both asked for position 1, are permutations of one another. By Lemma 1 every
symbolic head gives the same attention output on both, hence any F the same answer. The right answers are s₁ and s₂.

Traps: the theorem is about heads in one layer, any number of dimensions, any VAL and F, and needs nothing of the head
on other inputs. One symbol or one earlier position leave nothing to confuse (u25.thm2.audit).
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import STILL, OneLayer, h_pos, letter_value
from rope_theory.core.heads import is_symbolic
from rope_theory.core.tasks import index_query
from rope_theory.evidence.by_hand import listed
from rope_theory.evidence.claims import Hypothesis, ours, paraphrase, st, theorem, truth
from rope_theory.laws.impossibility import WeightedHead, index_pair, positional_weights

TWO_SYMBOLS = Hypothesis("at least two symbols", lambda symbols, **_: len(set(symbols)) >= 2)
TWO_POSITIONS = Hypothesis("at least two earlier positions", lambda earlier, **_: earlier >= 2)
SYMBOLIC = Hypothesis(
    "the head is symbolic on the adversarial inputs",
    lambda head, symbols, earlier, **_: all(map(head.symbolic_on, index_pair(symbols, earlier))),
)


def letter_weights(weights) -> WeightedHead:
    """A head that is symbolic on every Index input: a weight for each letter."""
    table = {letter: Fraction(w) for letter, w in zip("ABCD", weights, strict=False)}
    return WeightedHead(f"letters {weights}", lambda x, n, y, j: table.get(y, Fraction(2)))


def instances(thorough: bool):
    values = {letter: tuple(map(Fraction, (k, k * k - 3, 1))) for k, letter in enumerate("ABCD")}
    values[1] = (Fraction(5),) * 3
    weights = itertools.product((1, 3, Fraction(1, 7)), repeat=3)
    for chosen, symbols, earlier in itertools.product(weights, ("AB", "BC", "CA"), range(2, 6 if thorough else 4)):
        yield {"head": letter_weights(chosen), "values": values, "symbols": symbols, "earlier": earlier}


INSTANCE = {
    "head": letter_weights((1, 3)),
    "values": {"A": (Fraction(1), Fraction(0)), "B": (Fraction(0), Fraction(1))},
    "symbols": "AB",
    "earlier": 2,
}


@theorem(
    "u25.thm2",
    paraphrase("U25", "Theorem 2"),
    "No symbolic head solves Index (output the symbol standing at the position the query names), with at least two "
    "symbols and two earlier positions; any VAL, any F.",
    TWO_SYMBOLS,
    TWO_POSITIONS,
    SYMBOLIC,
    example=INSTANCE,
    small=instances,
    readings=(
        "An instance is a head and a VAL; the claim is that two inputs, a b a … a and b a a … a before the query, have "
        "equal attention outputs and different answers, so that no F(a, x) answers both. The head needs to be symbolic on these two "
        'inputs only, for the one query "position 1".',
        "That each hypothesis is needed is u25.thm2.audit.",
    ),
)
def thm2(head, values, symbols, earlier):
    pair = index_pair(symbols, earlier)
    first, second = (head.attend(tokens, lambda token: dict(enumerate(values.get(token, ())))) for tokens in pair)
    return first == second and len({index_query(tokens[:-1], 1) for tokens in pair}) == 2


thm2.false("one symbol is enough for the impossibility", {**INSTANCE, "symbols": "A"}, TWO_SYMBOLS)
thm2.false("one earlier position is enough for the impossibility", {**INSTANCE, "earlier": 1}, TWO_POSITIONS)
POSITIONAL = {**INSTANCE, "head": positional_weights({1: (1, 1, 8)})}
thm2.false("heads with position fail on the pair too", POSITIONAL, SYMBOLIC)
TELLING = {**INSTANCE, "head": positional_weights({1: (1, 2, 5)})}
thm2.edge("a head with position tells the pair apart", TELLING, assumed=False, holds=False)

POSITIVE, VECTOR = st.fractions(Fraction(1, 9), 9, max_denominator=9), st.fractions(-4, 4, max_denominator=5)
thm2.attack(
    head=st.tuples(*[POSITIVE] * 4).map(letter_weights),
    values=st.fixed_dictionaries({letter: st.tuples(VECTOR, VECTOR) for letter in "ABCD"}),
    symbols=st.permutations("ABCD").map("".join),
    earlier=st.integers(2, 7),
)


@thm2.by_hand
def same_output(head, values, symbols, earlier):
    pair = index_pair(symbols, earlier)
    outputs = [head.attend(tokens, lambda token: dict(enumerate(values.get(token, ())))) for tokens in pair]
    weighed = [listed(head.weight(x[-1], len(x), y, j) for j, y in enumerate(x, 1)) for x in pair]
    return [
        f"{' '.join(map(str, tokens))}, asked for position 1: e^(βL) {w} (the query's own last), attention output ({listed(out.values())}), "
        f"right answer {index_query(tokens[:-1], 1)}"
        for tokens, w, out in zip(pair, weighed, outputs, strict=True)
    ] + ["One output, so F gives one answer; the right ones differ"]


@thm2.proof
def impossible(proof):
    proof.use("u25.lem1")

    def exchanged(pair) -> bool:
        (*one, query), (*other, same) = pair
        changed = sum(a != b for a, b in zip(one, other, strict=True))
        permuted = sorted(one) == sorted(other) and query == same and changed == 2
        return permuted and index_query(one, 1) != index_query(other, 1)

    pairs = [index_pair(symbols, earlier) for symbols in ("AB", "ABC") for earlier in range(2, 7)]
    proof.cases("the two inputs are permutations of one another, by one exchange, with two answers", pairs, exchanged)
    output, s1, s2 = z3.Consts("F(a,x) s₁ s₂", z3.DeclareSort("Content"))
    proof.contradiction("one output cannot be both answers", [output == s1, output == s2, s1 != s2])
    proof.qed("every head symbolic on the two inputs, every VAL and F, two or more symbols and earlier positions")


UNIFORM, H_POS = (OneLayer(h_pos(theta), letter_value) for theta in (STILL, Angle.parse("1")))
CASES = (
    *(("one symbol", "A", earlier) for earlier in range(2, 6)),
    *(("one earlier position", symbols, 1) for symbols in ("AB", "ABC", "ABCD")),
    *(("not symbolic", symbols, earlier) for symbols in ("AB", "ABC") for earlier in (2, 3, 4)),
)


def breaks(case, symbols, earlier, **_) -> bool:
    broken = {"one symbol": len(set(symbols)) < 2, "one earlier position": earlier < 2}
    return [case] == ([name for name, applies in broken.items() if applies] or ["not symbolic"])


NAMED = Hypothesis("the case names the one hypothesis that is broken", breaks)
NOT_SYMBOLIC = {"case": "not symbolic", "symbols": "AB", "earlier": 2}


@theorem(
    "u25.thm2.audit",
    ours("U25", "on the hypotheses of Theorem 2"),
    "Each hypothesis of Theorem 2 is needed: with one symbol, or with one earlier position, a uniform head (which is "
    "symbolic) solves Index; with two of each, H_POS does, which is not symbolic.",
    NAMED,
    example=NOT_SYMBOLIC,
    small=lambda thorough: (dict(zip(("case", "symbols", "earlier"), case, strict=True)) for case in CASES),
    readings=(
        "Hard attention; the value of a letter is itself, that of the query nothing, F = a.",
        "H_POS at any angle of which no multiple up to n-1 is a whole turn (u25.thm3); the instances take 1 radian.",
    ),
)
def audit(case, symbols, earlier, kind=None):
    """The model for the case (or that of another kind) is symbolic or not, as the case says, and answers every input."""
    kind = kind or case
    model, contents = H_POS if kind == "not symbolic" else UNIFORM, (symbols * earlier)[:earlier]
    symbolic = {is_symbolic(model.head, (*contents, offset)).answer for offset in range(1, earlier + 1)}
    inputs = itertools.product(itertools.product(symbols, repeat=earlier), range(1, earlier + 1))
    right = all(model.run((*letters, earlier + 1 - p)).answer == index_query(letters, p) for letters, p in inputs)
    return right and symbolic == {truth(kind != "not symbolic")}


audit.false(
    "the uniform head solves it with two symbols and two earlier positions too", NOT_SYMBOLIC, kind="one symbol"
)
ELSEWHERE = {"case": "one earlier position", "symbols": "ABC", "earlier": 3}
audit.false("and at any other number of symbols and positions", ELSEWHERE, NAMED)
audit.edge("one symbol at one position breaks two hypotheses", {**ELSEWHERE, "symbols": "A"}, assumed=False)
audit.attack(
    case=st.sampled_from(sorted({case for case, *_ in CASES})),
    symbols=st.sampled_from(("A", "AB", "BCA")),
    earlier=st.integers(1, 4),
)


@audit.proof
def each_is_needed(proof):
    proof.use("u25.thm3")
    n = z3.Real("n")
    proof.implies(
        "equal logits give every position the weight 1/n: the only letter scores (n-1)/n, every other symbol 0",
        [n >= 2],
        (n - 1) / n > 0,
    )
    proof.qed("every n >= 2, every number of symbols; H_POS at every θ with tθ outside 2πZ for 1 <= t <= n-1")
