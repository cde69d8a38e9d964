"""A positional head computes Retrieval if F sees the query, and cannot if it outputs the attended value.

Idea: for it, any attention with positive weights tells which tokens are present. The direct path from the query adds 2
to every pair that could be the answer. Present candidates score more than 2, absent ones 2, all others at most 1; on a
proper input only one candidate is present.

Against it: if F = a, the answer is the most attended token. Swap the two earlier tokens: a positional head keeps its
logits, so the largest weight now sits on the other token, but the answer has not changed.

Traps: the impossibility is about the class, not about heads. The printed argument uses that the output cannot tell the
query; that is a hypothesis on F. A linear readout of a alone is still too strong for it if a contains the query's own
value.

What survives: the remark in T_Retrieval's own class, as in the theorem of U25 that the paper cites.
"""

import itertools
from fractions import Fraction
from functools import partial

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, decode, sought, t_retrieval
from rope_theory.core.heads import is_positional
from rope_theory.core.tasks import Pair, improper, parse_letter, retrieval_function
from rope_theory.evidence.by_hand import number
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Truth, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.retrieval import PROPER, proper_inputs, vocabulary
from rope_theory.laws.impossibility import SWAPPED, UNIFORM, defeat, recency_head, retrieval_by_presence

#: Models by name: (vocabulary -> one-layer model, inverse temperature; None is hard attention).
MODELS = {
    "L = cos(n-j), softmax, F = a + Qx": (lambda pairs: retrieval_by_presence(pairs, recency_head(Angle(0, 1))), 1),
    "uniform attention, F = a + Qx": (retrieval_by_presence, None),
    "uniform attention, F = a + Qx, bonus 1/4": (partial(retrieval_by_presence, bonus=Fraction(1, 4)), None),
    "uniform attention, F = a": (lambda pairs: OneLayer(UNIFORM, lambda token: {token: 1}), None),
    "no attention, F = x": (lambda pairs: OneLayer(UNIFORM, lambda token: {}, lambda token: {token: 1}), None),
    "T_Retrieval": (lambda pairs: t_retrieval(sorted({pair.left for pair in pairs}), Angle(0, Fraction(1, 10))), None),
}


def _model(name: str, count: int = 2, integers: int = 1, longest: int = 3) -> dict:
    return {"model": name, "count": count, "integers": integers, "longest": longest}


def _positional(model, count, integers, longest) -> bool:
    pairs = vocabulary(count, integers)
    head = MODELS[model][0](pairs).head
    inputs = itertools.product(pairs, repeat=longest)
    return all(is_positional(head, tokens).answer is Truth.TRUE for tokens in inputs)


POSITIONAL_MODEL = Hypothesis("the model's head is positional on every input", _positional)
WITNESS = _model("L = cos(n-j), softmax, F = a + Qx")


@theorem(
    "u26.rem31d",
    verbatim("U26", "p. 7, Remark 3.1", "the Retrieval function cannot be computed by a purely positional one"),
    "Retrieval cannot be computed by a purely positional head.",
    POSITIONAL_MODEL,
    example=_model("uniform attention, F = a"),
    verdict=Tier.REFUTED,
    in_fairness=(
        "Over two letters or more the remark is true of models like the paper's own T_Retrieval, whose output is the attention output alone, with one-hot values: "
        "there every positional head fails on one of two short inputs. A direct path from the query, which the "
        "paper's general definition of a head allows, or values that are not one-hot, let a positional head get by. The theorem of U25 that the paper cites "
        "for it (u25.thm4) has, as a public reader's note reports it, a readout that is linear in the attention output and "
        "does not see the query. Naming the class of models is all that is needed, here and on p. 6, where Retrieval “must be implemented symbolically”."
    ),
    readings=(
        "'A head' is read as the paper's own formalism has it: output F(a, x), any VAL, any F; x is the query token's "
        "embedding. The witness is an F linear in both, as in an attention-only transformer with a residual connection.",
        "Purely positional: positional on every input. The witness is not symbolic either, from three tokens on (A1 "
        "B1 BA; with one earlier token every head is symbolic).",
        "The witness lists all proper inputs of length <= 3 over 2 letters and 1 integer; that it works for all "
        "alphabets and lengths is u26.rem31d.any-weights. Shorter or with one letter the remark is void: there F = x "
        "alone computes Retrieval up to length 1, and for one letter at every length.",
        "In T_Retrieval's own class, one-hot values and F = a, the remark is true: u26.rem31d.corrected.",
    ),
    erratum=Erratum(
        Weight.READING,
        "true of one-hot values with F(x, a) = a, as T_Retrieval has them; a head as defined may see the query, too",
        mend="add “over two letters or more, with one-hot values and F = a”, on p. 6 too",
        fault="a positional head whose readout sees the query",
        seen="A1 B1 BA: F = a + Qx answers A1",
    ),
)
def rem31d(model, count, integers, longest):
    build, beta = MODELS[model]
    layer = build(vocabulary(count, integers))
    return not all(
        layer.run(tokens, beta=beta).answer == retrieval_function(tokens)[-1]
        for tokens in proper_inputs(count, integers, longest)
    )


rem31d.true_at("the same head without the direct path fails", _model("uniform attention, F = a"))
rem31d.true_at("the direct path alone fails", _model("no attention, F = x", longest=2))
rem31d.true_at("a direct path that is too weak fails", _model("uniform attention, F = a + Qx, bonus 1/4"))
rem31d.outside("T_Retrieval's head, which is not positional, computes it", _model("T_Retrieval"), POSITIONAL_MODEL)
rem31d.edge("with one letter Retrieval is the identity", _model("no attention, F = x", count=1), holds=False)
rem31d.edge("with one token Retrieval is the identity", _model("no attention, F = x", longest=1), holds=False)
rem31d.edge(
    "uniform attention computes it over three letters, too", _model("uniform attention, F = a + Qx", 3, 2), holds=False
)
rem31d.proof(lambda proof: proof.refute(WITNESS, "exact witness: a model, run on every proper input of a small domain"))


@rem31d.by_hand
def present(model, count, integers, longest):
    build, beta = MODELS[model]
    layer = build(vocabulary(count, integers))
    lines = [
        f"Model: {model}, β = {beta}. The head sees distances only; values are one-hot, Qx has 2 at each token that the "
        "query x may ask for, else 0",
    ]
    for text in ("A1 B1 BA", "B1 A1 BA"):
        tokens = parse_letter(text)
        run = layer.run(tokens, beta=beta)
        weights = ", ".join(map(number, run.weights))
        best = sorted(run.scores, key=lambda token: float(run.scores[token]), reverse=True)[:3]
        told = ", ".join(f"{token}: {number(run.scores[token])}" for token in best)
        lines.append(
            f"Input {text}: weights {weights}; largest scores {told}; Retrieval answers {retrieval_function(tokens)[-1]}"
        )
    return [
        *lines,
        "So on all proper inputs: of the tokens with 2 one occurs, and scores more; others at most 1",
    ]


POSITIVE = Hypothesis("every position has positive weight", lambda weights, **_: min(weights) > 0)


def _weighted_inputs(thorough):
    """All proper inputs over 2 letters and 2 integers, with uniform and with lopsided weights."""
    for tokens in proper_inputs(2, 2, 4 if thorough else 3):
        n = len(tokens)
        for weights in ((1,) * n, tuple(range(1, n + 1)), (50, *(1,) * (n - 1))):
            yield {"tokens": tokens, "weights": weights}


@theorem(
    "u26.rem31d.any-weights",
    ours("U26", "against p. 7, Remark 3.1 in the class of Definition C.1 (p. 15)"),
    "Any head whose attention weights are all positive (every softmax head, positional or not, and uniform "
    "attention), with one-hot values and F = a + Q x computes Retrieval on every proper input of every length over "
    "every vocabulary, where Q x is 2 on every pair whose left letter x asks for (on x alone if x is a letter-integer "
    "pair) and 0 elsewhere; the answer leads by at least the smallest weight.",
    PROPER,
    POSITIVE,
    example={"tokens": parse_letter("A1 B2 CB"), "weights": (1, 1, 1)},
    small=_weighted_inputs,
    readings="An instance gives the weights as positive whole numbers, up to their sum.",
)
def any_weights(tokens, weights, bonus=2, margin=1):
    letter = sought(tokens[-1])
    absent = (Pair(letter, right) for right in (1, 2, 3, letter))  # candidates that need not occur
    scores = dict(retrieval_by_presence((*dict.fromkeys((*tokens, *absent)),), bonus=bonus).direct(tokens[-1]))
    for token, weight in zip(tokens, weights, strict=True):
        scores[token] = scores.get(token, 0) + Fraction(weight, sum(weights))
    answer, lead = decode(scores)
    right = answer == retrieval_function(tokens, strict=False)[-1]
    return right and lead >= margin * Fraction(min(weights), sum(weights))


any_weights.false("the input need not be proper", {"tokens": parse_letter("A1 A2 BA"), "weights": (1, 1, 1)}, PROPER)
any_weights.false("the answer may have no weight", {"tokens": parse_letter("A1 BA"), "weights": (0, 1)}, POSITIVE)
any_weights.false(
    "a bonus of 1/2 is enough", {"tokens": parse_letter("A1 B1 CA"), "weights": (1, 8, 1)}, bonus=Fraction(1, 2)
)
any_weights.false(
    "the lead is at least twice the smallest weight", {"tokens": parse_letter("A1 BA"), "weights": (1, 1)}, margin=2
)
VOCABULARY = tuple(vocabulary(3, 2))
any_weights.attack(
    at=st.lists(st.tuples(st.sampled_from(VOCABULARY), st.integers(1, 11)), min_size=1, max_size=4).map(
        lambda drawn: dict(zip(("tokens", "weights"), zip(*drawn, strict=True), strict=True))
    )
)


@any_weights.proof
def any_weights_proof(proof):
    queries = (Pair("A", "B"), Pair("A", "A"), Pair("A", 1))
    proof.cases(
        "Retrieval's answer is a candidate that is present, for each kind of query (x, y), (x, x), (x, a)",
        [(key, query) for query in queries for key in VOCABULARY if key.left == sought(query)],
        lambda tokens: improper(tokens) is not None
        or retrieval_function(tokens)[-1] in {*tokens} & {*retrieval_by_presence(VOCABULARY).direct(tokens[-1])},
    )
    least, right, wrong = z3.Reals("w_min w_right w_wrong")
    proof.implies(
        "the answer weighs w_min or more; a pair that is no candidate weighs at most the rest and has no bonus; any other "
        "candidate is absent from a proper input: it has only the bonus",
        [least > 0, right >= least, wrong >= 0, right + wrong <= 1],
        2 + right - wrong >= least,
    )
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every vocabulary, every proper input of every length, all positive weights")


ROWS_AGREE = Hypothesis(
    "the head is positional on the inputs: the rows of M agree", lambda matrix, **_: matrix[0] == matrix[1]
)


@theorem(
    "u26.rem31d.corrected",
    ours("U26", "corrects p. 7, Remark 3.1"),
    "In T_Retrieval's class (values one-hot, F = a, decoding the largest coordinate; softmax of any temperature or "
    "hard attention) no head that is positional on every input computes Retrieval: any such head fails on A1 B1 CA or "
    "on B1 A1 CA.",
    ROWS_AGREE,
    example={"matrix": ((1, 2), (1, 2)), "own": 0},
    small=lambda thorough: (
        {"matrix": (row, row), "own": own} for row in itertools.product(range(3), repeat=2) for own in range(3)
    ),
    readings=(
        "An instance is M on A1, B1 and the query's own logit; that is all of a head that the two inputs see. Among "
        "distinct tokens the largest weight, whatever β > 0, is the largest logit.",
        "A and B stand for two letters, C for any letter other than A. It may be B, so an alphabet of two letters is covered, and one integer is enough.",
    ),
)
def corrected(matrix, own, inputs=SWAPPED):
    def logits(tokens):
        return [matrix[token != SWAPPED[0][0]][position] for position, token in enumerate(tokens[:-1])] + [own]

    return defeat(logits, inputs) is not None


corrected.false("a head that is not positional fails too", {"matrix": ((1, 1), (0, 0)), "own": 0}, ROWS_AGREE)
corrected.false("one of the two inputs is enough", {"matrix": ((2, 1), (2, 1)), "own": 0}, inputs=SWAPPED[:1])
corrected.attack(
    matrix=st.lists(st.integers(-9, 9), min_size=2, max_size=2).map(lambda row: (row, row)), own=st.integers(-9, 9)
)


@corrected.proof
def corrected_proof(proof):
    proof.cases(
        "both inputs are proper, with three different tokens, and Retrieval answers A1 on both",
        SWAPPED,
        lambda tokens: improper(tokens) is None
        and len(set(tokens)) == 3
        and retrieval_function(tokens)[-1] == SWAPPED[0][0],
    )
    m11, m12, m21, m22 = z3.Reals("M11 M12 M21 M22")
    proof.contradiction(
        "A1 B1 CA needs M[A1,1] > M[B1,2], B1 A1 CA needs M[A1,2] > M[B1,1]; the rows of M agree",
        [m11 == m21, m12 == m22, m11 > m22, m12 > m21],
    )
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every head that is positional on the two inputs, every β > 0 and hard attention")
