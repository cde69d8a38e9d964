"""Letters on a circle: without rotation, the matching keys and no others meet the query at angle 0.

Idea: the letters and one spare position stand at multiples of ω on a circle. A key at the query's letter has the logit
1; any other key stands between ω and 2π - ω away and has at most cos ω. A match therefore leads by 1 - cos ω. With m
matches and at most n0-1 rivals the matches hold m/(m + S) of the weight, S <= (n0-1)e^{-β(1 - cos ω)} < 1 <= m.

Traps: hard attention needs no β and no bound on the length; softmax needs both. For a fixed β enough rivals with one
attribute outvote the match, since each keeps a fixed share of its weight: the lead does not shrink, but the crowd
grows. Several matches do no harm, they hold the same attribute. The query's own key must not match (the spare
position).
"""

from fractions import Fraction

from flint import arb
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, ball
from rope_theory.core.constructions import OneLayer, SymbolicCircle, attribute_value, h_sym, nope_head
from rope_theory.core.decoding import beta_enough, beta_suffices
from rope_theory.core.heads import PhaseHead, Plane, Polar
from rope_theory.core.tasks import Pair, all_bindings, attribute_retrieval, consistent, parse_binding
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Hypothesis, every, less, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances.last_binding import BOUNDED
from rope_theory.evidence.instances.letter_circle import letters_apart
from rope_theory.evidence.instances.shares import majority


def gap(letters):
    """1 - cos ω, ω = 2π/(|letters| + 1): the lead of a match over its neighbours on the circle."""
    return 1 - (FULL_TURN / (len(letters) + 1)).cos()


TASK = Hypothesis(
    "the symbols are among the letters, each bound once or always to the same attribute, the queried one is bound",
    lambda pairs, query, letters, **_: (
        consistent(pairs) and query in dict(pairs) and set(dict(pairs)) <= set(letters)
    ),
)
BETA = Hypothesis(
    "β > ln(n0-1)/(1 - cos ω), β > 0", lambda letters, n0, beta, **_: beta_suffices(beta, n0 - 1, gap(letters))
)


def instances(thorough: bool):
    for letters, longest in (("A", 3), ("AB", 4 if thorough else 3), ("ABC", 3 if thorough else 2)):
        for length in range(1, longest + 1):
            just_enough = beta_enough(length, gap(letters))
            for pairs in filter(consistent, all_bindings(letters, (1, 2), length)):
                for query in dict.fromkeys(pair.left for pair in pairs):
                    for beta in (just_enough, Fraction(8, 5)):
                        yield {"pairs": pairs, "query": query, "letters": letters, "n0": length + 1, "beta": beta}


def asked(text: str, n0: int, beta, letters: str = "AB") -> dict:
    """An instance: pairs and query, e.g. "A1 B2 A"."""
    *pairs, query = parse_binding(text)
    return {"pairs": tuple(pairs), "query": query, "letters": letters, "n0": n0, "beta": Fraction(beta)}


SMALL = asked("A1 B2 A", 3, 1)


@theorem(
    "u25.thm5",
    paraphrase("U25", "Theorem 5"),
    "H_SYM solves Retrieval without rotation (NoPE, θ = 0); with softmax, for length <= n0 and β as large as needed: β "
    "> ln(n0-1)/(1 - cos ω) suffices (our constant), ω = 2π/(number of letters + 1), and the matches then hold more than half of the "
    "weight.",
    TASK,
    BOUNDED,
    BETA,
    example=SMALL,
    small=instances,
    readings=(
        "Embeddings, values and readout are as a public reader's note reports them.",
        "n counts the query. The lone query's own key stands on a spare point of the circle and matches nothing; so ω "
        "= 2π/(number of letters + 1).",
        "Retrieval: every symbol is bound once, or always to the same attribute; two symbols may share an attribute. "
        "The value of a pair is its attribute, the query has none, F = a.",
        "The β is asked, not printed. It is not claimed to be the least.",
    ),
)
def thm5(pairs, query, letters, n0, beta, turned=0, shifted=0):
    omega, tokens = FULL_TURN / (len(letters) + 1), (*pairs, query)
    model = OneLayer(shifted_head(letters, turned * omega, shifted * omega), attribute_value)
    soft, hard = model.run(tokens, beta=beta), model.run(tokens)
    *values, own = soft.logits
    matches, top = [pair.left == query for pair in pairs], max(values)
    lead = [value == top for value in values] == matches and own < top
    matched = sum(weight for weight, match in zip(soft.weights, matches, strict=False) if match)
    decoded = soft.answer == hard.answer == attribute_retrieval(pairs, query)
    return every([lead, decoded, less(ball(Fraction(1, 2)), ball(0) + matched)])


@thm5.by_hand
def matched(pairs, query, letters, n0, beta):
    soft = OneLayer(nope_head(letters), attribute_value).run((*pairs, query), beta=beta)
    mass = sum(w for w, pair in zip(soft.weights, pairs, strict=False) if pair.left == query)
    least = arb(n0 - 1).log() / ball(gap(letters))
    return [
        f"{' '.join(map(str, pairs))}, query {query}; ω = {spelled(FULL_TURN / (len(letters) + 1))}, β = {number(beta)}",
        f"Logits cos of the angle between symbols: {listed(soft.logits)}; the query's own key is the last",
        compared("β", beta, "ln(n0-1)/(1 - cos ω)", least),
        f"{compared('the weight of the matches', mass, 'one half', Fraction(1, 2))}: decoded {soft.answer}",
    ]


def shifted_head(letters, theta, shift) -> PhaseHead:
    """The head with RoPE angle θ and all keys turned back by `shift`."""
    plane = nope_head(letters, theta).planes[0]
    return PhaseHead("H_SYM, keys turned", (Plane(theta, plane.query, lambda y: Polar(plane.key(y).phase - shift)),))


def first_binding_decoded(pairs, query, letters, n0, beta) -> bool:
    """What a symbol bound to two attributes would ask for: the first binding."""
    answer = OneLayer(nope_head(letters), attribute_value).run((*pairs, query), beta=beta).answer
    return answer == next(pair.right for pair in pairs if pair.left == query)


thm5.false("one β serves all lengths (here β = 1, n = 8)", asked("A1 B2 B2 B2 B2 B2 B2 A", 3, 1), BOUNDED)
thm5.false("half of that β is enough", asked("A1 B2 B2 B2 B2 B2 B2 A", 8, Fraction(13, 20)), BETA)
thm5.false("the query itself is no rival: β > ln(n0-2)/(1 - cos ω)", asked("A1 B2 A", 3, Fraction(1, 10)), BETA)
thm5.false("the lead is 1 - cos 2ω", asked("A1 B2 B2 A", 4, Fraction(4, 5), "ABCDE"), BETA)
thm5.false("a rotation by one letter per position does no harm", SMALL, turned=1)
thm5.false("the keys one point further round", SMALL, shifted=1)
thm5.false("a symbol may be bound to two attributes", asked("A1 A2 A2 A", 4, 1), TASK, holds=first_binding_decoded)


@st.composite
def just_enough(draw):
    """Any binding and query, with β just above what is stated."""
    letters = "ABCDEFG"[: draw(st.integers(1, 7))]
    attribute = {letter: draw(st.integers(1, 3)) for letter in letters}
    bound = draw(st.lists(st.sampled_from(letters), min_size=1, max_size=6))
    n0 = len(bound) + 1 + draw(st.integers(0, 3))
    pairs, query = tuple(Pair(letter, attribute[letter]) for letter in bound), draw(st.sampled_from(bound))
    return {"pairs": pairs, "query": query, "letters": letters, "n0": n0, "beta": beta_enough(n0 - 1, gap(letters))}


thm5.attack(at=just_enough())


@thm5.proof
def proof(proof, turned=0, shifted=0):
    n, j, omega, x, key, query = symbols("n j omega x k q", real=True)
    head = h_sym(SymbolicCircle(omega), turned * omega)
    proof.identity(
        "a key k and a query q meet at (k - q)ω, wherever the key stands; a match, k = q, has the logit 1",
        head.rotated_logit(query, n, Pair(key + shifted, 1), j),
        cos((key - query) * omega),
    )
    proof.identity("1 - cos x = 2 sin²(x/2), so no logit exceeds 1", 1 - cos(x), 2 * sin(x / 2) ** 2)
    letters_apart(proof)
    proof.trust(trusted.COSINE, trusted.EXPONENTIAL)
    majority(proof)
    proof.qed("every number of letters, every n0 >= 2, every β > ln(n0-1)/(1 - cos ω), every input of length n <= n0")
