"""Without rotation the position cannot be seen; with equal keys the content cannot be seen.

Idea: in one plane the logit of content a at position b is k_aᵀ ρ((n - b)g) q. For g = 0 the rotation is the identity
and b drops out: the columns of the content-by-position matrix agree. If all keys are one vector k, then a drops out:
its rows agree. A head is a sum of planes, and sums of equal terms are equal.

Traps: both parts speak of single logits, so nothing depends on β, on softmax or on the values. The converses are false:
a head may be symbolic on an input by coincidence (see u26.rem31a.not-symbolic), and with n = 2 every head is both.
"""

import itertools
from fractions import Fraction

from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import STILL, h_pos, nope_head, t_retrieval
from rope_theory.core.heads import VectorHead, VectorPlane, content_by_position, is_positional, is_symbolic
from rope_theory.core.tasks import Pair, parse_binding
from rope_theory.evidence.by_hand import listed, sequence
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem

ONE, FAST = Angle.parse("1"), Angle.parse("2pi/3")
VECTORS = tuple((Fraction(x), Fraction(y)) for x, y in ((1, 0), (0, 1), (2, -1), (0, 0), (-1, 3)))

NO_ROTATION = Hypothesis(
    "first part: NoPE, the frequency of every plane is 0",
    lambda part, head, **_: part != "nope" or all(plane.frequency == STILL for plane in head.planes),
)
ONE_KEY = Hypothesis(
    "second part: the keys of the earlier tokens agree, plane by plane",
    lambda part, head, tokens, **_: (
        part == "nope"
        or all(plane.key[token] == plane.key[tokens[0]] for plane in head.planes for token in tokens[:-1])
    ),
)


def plane_of(frequency, query, first, second, own) -> VectorPlane:
    """A plane on the tokens A, B and the query q."""
    return VectorPlane(frequency, {"q": query}, {"A": first, "B": second, "q": own})


def instance(part: str, *frequencies: Angle, choice: int = 55, tokens: tuple = ("A", "B", "A", "q")) -> dict:
    """Vectors picked from `VECTORS` by the digits of `choice`; in the part "equal keys" A and B have one key."""
    planes = []
    for number, frequency in enumerate(frequencies):
        query, first, second, own = (VECTORS[(choice // 5**k + number * (k + 1)) % 5] for k in range(4))
        planes.append(plane_of(frequency, query, first, first if part == "equal keys" else second, own))
    return {"part": part, "head": VectorHead(tuple(planes)), "tokens": tokens}


def instances(thorough: bool):
    for choice, length in itertools.product(range(0, 625, 7 if thorough else 208), (1, 2, 3, 4)):
        for earlier in itertools.product("AB", repeat=length - 1):
            tokens = (*earlier, "q")
            for planes in (1, 2):
                yield instance("nope", *(STILL, STILL)[:planes], choice=choice, tokens=tokens)
                yield instance("equal keys", *(ONE, FAST)[:planes], choice=choice, tokens=tokens)


@theorem(
    "u25.nope",
    paraphrase("U25", "remarks after the definition of positional and symbolic heads"),
    "Every NoPE head is symbolic on every input; every RoPE head whose keys all agree is positional on every input.",
    NO_ROTATION,
    ONE_KEY,
    example=instance("nope", STILL, STILL),
    small=instances,
    readings=(
        "A NoPE head is a RoPE head with every frequency 0.",
        "Query and key vectors are arbitrary, in any number of planes; coordinates beyond the rotary dimension are "
        "planes of frequency 0. The two parts are stated as one claim, an instance says which part it is about.",
        "In the second part only the keys of the earlier tokens of the input need to agree; the query's own key is "
        "free.",
    ),
)
def nope(part, head, tokens, swapped=False):
    asked = is_symbolic if (part == "nope") is not swapped else is_positional
    return asked(head, tokens).answer


@nope.by_hand
def rows_and_columns(part, head, tokens):
    M = content_by_position(head, tokens)
    columns, kind = list(zip(*M, strict=True)), part == "nope"
    return [
        f"Input {sequence(tokens)}, the last one the query; M[a,b]: the logit of content a at position b",
        *(
            f"Content {token} at the positions 1 to {len(row)}: {listed(row)}"
            for token, row in zip(tokens, M, strict=False)
        ),
        f"{'Columns' if kind else 'Rows'} that differ from the first: "
        f"{sum(each != (columns if kind else M)[0] for each in (columns if kind else M))} of {len(M)}",
    ]


KEYS_DIFFER = {**instance("nope", ONE), "part": "equal keys"}
nope.false("a head with a rotation is symbolic too", instance("nope", ONE), NO_ROTATION, rotated=1)
nope.false("one rotated plane among two does no harm", instance("nope", STILL, ONE), NO_ROTATION, rotated=1)
nope.false("a RoPE head whose keys differ is positional too", KEYS_DIFFER, ONE_KEY, equal_keys=False)
nope.false("a NoPE head is positional", instance("nope", STILL), swapped=True)
nope.false("a head whose keys agree is symbolic", instance("equal keys", ONE), swapped=True)

VECTOR = st.tuples(*[st.fractions(-3, 3, max_denominator=4)] * 2)
TOKENS = st.lists(st.sampled_from("AB"), max_size=4).map(lambda earlier: (*earlier, "q"))


def drawn_heads(planes: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(planes, min_size=1, max_size=3).map(lambda drawn: VectorHead(tuple(drawn)))


STILL_PLANES = st.builds(plane_of, st.just(STILL), *[VECTOR] * 4)
ANGLES = st.sampled_from(list(map(Angle.parse, ("1", "pi", "2pi/3", "0.01", "-7", "2pi"))))
ONE_KEY_PLANES = st.builds(lambda g, q, key, own: plane_of(g, q, key, key, own), ANGLES, *[VECTOR] * 3)
nope.attack(part=st.just("nope"), head=drawn_heads(STILL_PLANES), tokens=TOKENS)
nope.attack(part=st.just("equal keys"), head=drawn_heads(ONE_KEY_PLANES), tokens=TOKENS)

# The smallest rotation there is room for: two earlier positions, one content, a millionth of a radian.
SLOW = VectorHead((plane_of(Angle(0, Fraction(1, 10**6)), (1, 0), (1, 0), (1, 0), (0, 0)),))
BARELY = {"part": "nope", "head": SLOW, "tokens": ("A", "A", "q")}
nope.edge("any angle that is no multiple of a turn breaks it", BARELY, assumed=False, holds=False)
nope.edge("one earlier position: nothing to compare", {**BARELY, "tokens": ("A", "q")}, assumed=False, holds=True)
for theta in map(Angle.parse, ("0", "1", "2pi")):
    circled = {"part": "nope", "head": nope_head("AB", theta), "tokens": parse_binding("A1 B2 A1 B")}
    nope.edge(f"H_SYM at θ = {theta} is symbolic only for whole turns", circled, holds=theta.is_whole_turns())
    counting = {"part": "equal keys", "head": h_pos(theta), "tokens": ("A", "B", "A", 1)}
    nope.edge(f"H_POS at θ = {theta} is positional", counting, holds=True)
head, recurring = t_retrieval("AB", Angle.parse("0.1")).head, (Pair("A", 1), Pair("A", 1), Pair("B", "A"))
rotating = {"part": "nope", "head": head, "tokens": recurring}
nope.edge("T_Retrieval rotates, so it is not symbolic", rotating, holds=False)


@nope.proof
def one_plane_then_sums(proof, rotated=0, equal_keys=True):
    n, b, b2, g, k1, k2, h1, h2, q1, q2 = symbols("n b b2 g k1 k2 h1 h2 q1 q2", real=True)

    def logit(frequency, content, position):
        keys = {"y": (k1, k2), "z": (k1, k2) if equal_keys else (h1, h2)}
        return VectorHead((VectorPlane(frequency, {"x": (q1, q2)}, keys),)).logit("x", n, content, position)

    still = rotated * g
    proof.identity("g = 0: content y has one logit at all positions", logit(still, "y", b), logit(still, "y", b2))
    proof.identity("equal keys: contents y and z have one logit at a position", logit(g, "y", b), logit(g, "z", b))
    # A head is a sum of planes, and sums of equal terms are equal.
    proof.qed("every n, any number of planes, all real frequencies, queries and keys")
