"""Partial Induction needs both: a symbolic head loses the order, a positional head loses the question.

Idea: two bindings of one symbol, (s, a₁) (s, a₂) and (s, a₂) (s, a₁), are permutations of one another with different
last bindings; by Lemma 1 a symbolic head gives one output for both. Inputs without recurrence are inputs of Retrieval
with the same answer, and there Theorem 4 excludes positional heads.

Traps: the two parts have different classes. For symbolic heads F and VAL are free; for positional heads the scores have
to be P·a, because a gated F can read the symbols off a uniform head.
"""

from fractions import Fraction

import z3

from rope_theory.core.tasks import parse_letter, partial_induction
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem
from rope_theory.evidence.instances import positional_heads
from rope_theory.evidence.instances.positional_heads import AB, CONTENTS, DRAWN, INDICATOR, SOLVER, WEIGHT
from rope_theory.laws import impossibility
from rope_theory.laws.impossibility import induction_pair, positional_weights, retrieval_family, symbolic_weights


def _part(part: str, text: str, test) -> Hypothesis:
    name = {"symbolic": "first", "positional": "second"}[part]
    return Hypothesis(f"{name} part: {text}", lambda **at: at["part"] != part or test(**at))


IN_CLASS_SYMBOLIC = _part(
    "symbolic",
    "the head is symbolic on the adversarial inputs",
    lambda head, symbol, attributes, earlier, **_: all(
        map(head.symbolic_on, induction_pair(symbol, attributes, earlier))
    ),
)
TWO_BINDINGS = _part(
    "symbolic",
    "at least two attributes and two earlier positions",
    lambda attributes, earlier, **_: len(set(attributes)) >= 2 and earlier >= 2,
)
IN_CLASS_POSITIONAL = _part("positional", positional_heads.POSITIONAL.text, positional_heads.POSITIONAL.test)
BOUND = _part("positional", CONTENTS.text, CONTENTS.test)

SYMBOLIC = {"part": "symbolic", "head": SOLVER, "symbol": "A", "attributes": (1, 2), "earlier": 2}
POSITIONAL = {"part": "positional", **AB}


def _instances(thorough):
    for match in (Fraction(1), Fraction(3), Fraction(1, 5)):
        for earlier in range(2, 6 if thorough else 4):
            yield {**SYMBOLIC, "head": symbolic_weights(match), "earlier": earlier}
    for at in positional_heads.instances(INDICATOR):
        yield {**POSITIONAL, **at}


@theorem(
    "u25.cor1",
    paraphrase("U25", "Corollary 1"),
    "In the classes of thm2 and thm4, neither a positional nor a symbolic head solves Partial Induction (symbols may "
    "recur; output the attribute bound at the last occurrence of the queried symbol).",
    IN_CLASS_SYMBOLIC,
    TWO_BINDINGS,
    IN_CLASS_POSITIONAL,
    BOUND,
    example=SYMBOLIC,
    small=_instances,
    readings=(
        "Embeddings, values and readout are as a public reader's note reports them.",
        "Two parts, an instance says which. Symbolic head: any VAL and F, as in Theorem 2 (the outputs on two inputs "
        "are equal and their answers differ). Positional head: one-hot embeddings, VAL the identity, scores P·a, as "
        "in Theorem 4.",
        "A purely positional head in the class of Theorem 2 (any VAL and F) is not excluded: a gated F reads symbols "
        "off a uniform head (u25.thm4.gated), and with weights e^{βL} = 3^j the last binding outweighs all earlier "
        "ones.",
    ),
)
def cor1(part, head, **at):
    if part == "positional":
        family = retrieval_family(at["contents"], at["first"], at["second"])
        return not all(impossibility.answers(head, at["P"], x, partial_induction(x[:-1], x[-1])) for x in family)
    one, other = induction_pair(at["symbol"], at["attributes"], at["earlier"])
    values = {pair: {0: Fraction(k * k - 3), 1: Fraction(k)} for k, pair in enumerate(dict.fromkeys(one[:-1]))}
    outputs = [head.attend(tokens, lambda token: values.get(token, {0: Fraction(1)})) for tokens in (one, other)]
    return outputs[0] == outputs[1] and partial_induction(one[:-1], one[-1]) != partial_induction(other[:-1], other[-1])


cor1.false(
    "no head at all solves the symbolic part's inputs",
    {**SYMBOLIC, "head": positional_weights({"A": (1, 9, 2)})},
    IN_CLASS_SYMBOLIC,
)
cor1.false("one attribute is enough for the impossibility", {**SYMBOLIC, "attributes": (1,)}, TWO_BINDINGS)
cor1.false("no head at all solves the positional part's inputs", {**POSITIONAL, "head": SOLVER}, IN_CLASS_POSITIONAL)
cor1.false("the two symbols may be bound to one attribute", {**POSITIONAL, "contents": parse_letter("A1 B1")}, BOUND)
cor1.false(
    "no symbolic head solves Partial Induction without recurrence", {**POSITIONAL, "head": SOLVER}, IN_CLASS_POSITIONAL
)
cor1.attack(
    part=st.just("symbolic"),
    head=st.builds(symbolic_weights, WEIGHT, WEIGHT),
    symbol=st.just("A"),
    attributes=st.sampled_from([(1, 2), (3, 1), (1, 2, 3)]),
    earlier=st.integers(2, 6),
)
cor1.attack(part=st.just("positional"), P=st.just(INDICATOR), **DRAWN)


@cor1.proof
def proof(proof):
    proof.use("u25.lem1")
    one, other = induction_pair("A", (1, 2))
    proof.exact("the two orders are permutations of one another", sorted(map(str, one)) == sorted(map(str, other)))
    output, right, right2 = z3.Consts("F(a,x) answer answer'", z3.DeclareSort("Attribute"))
    proof.contradiction(
        "their last bindings differ, and one output cannot be both answers; where all occurrences hold one attribute, "
        "the last one holds it: the answers of Retrieval",
        [output == right, output == right2, right != right2],
    )
    proof.use("u25.thm4")
    proof.qed("symbolic heads: every VAL and F; positional heads: every P; every n >= 3")
