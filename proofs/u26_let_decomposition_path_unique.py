"""Listing 1 answers every letter-task input whose path is unique in the whole sequence, proper or not.

Idea: a pass only copies tokens, so a letter of the path names one token at all times. Let k_0 = n > k_1 > … be positions of
the path; after r passes k_i holds the token r hops further on. For the next pass k_i asks for the left letter of the
following token, which k_{i+1} < k_i holds by now: there is a match, and any match is that token. Which match a pass picks,
the first (Listing 1), the nearest (T_Retrieval) or another, does not matter.

Traps: "well defined and unique" (p. 3) has weaker readings, and in those it does matter. Unique among the positions before
each hop: A1 BA CB BD DC AD, where BD, which asks for a letter that is not there and so never moves, comes into view between
the hop's start and its goal; with the nearest match A1 BA AA AB is enough. One path of positions back to a letter-integer
pair: A1 BB BA AB, where the first match leads nowhere.

What survives: the published data, as far as Appendix B tells them. Their inputs need not be proper, Figure 3B's is not, and
hardly any is where the pairs off the path are drawn freely.
"""

import functools
import itertools
import math
from collections import Counter
from fractions import Fraction

import z3

from rope_theory.core import tasks
from rope_theory.core.tasks import Pair, improper, invalid_letter, listing1_retrieval, solve_letter
from rope_theory.evidence.by_hand import sequence
from rope_theory.evidence.claims import Among, Hypothesis, Tier, ours, st, theorem
from rope_theory.evidence.instances.retrieval import case, goes_back

WHOLE = Hypothesis(
    "each letter on the path names one token of the whole sequence, and the path ends",
    lambda tokens, **_: invalid_letter(tokens) is None,
)
WHOLE_BACK = Hypothesis("every hop goes to an earlier position", goes_back)
BY_HOPS = Hypothesis(
    "each letter on the path names one token among the positions up to the hop's start, and the path ends",
    lambda tokens, **_: invalid_letter(tokens, "earlier") is None,
)
ONE_PATH = Hypothesis(
    "one path of positions goes back from the last to a letter-integer pair",
    lambda tokens, **_: len(paths_back(tokens)) == 1,
)
FIGURE_3B = case("E1 B2 E1 G6 A2 B2 E1 G6 BE DB CA GE EB HC DG FH EH", h=3, l=3)


def paths_back(tokens) -> list[tuple[int, ...]]:
    """All paths n > k_2 > … of positions, each hop to a token with the letter asked for, to a letter-integer pair."""
    found, open_paths = [], [(len(tokens),)]
    while open_paths:
        path = open_paths.pop()
        asked = tokens[path[-1] - 1].right
        if isinstance(asked, int):
            found.append(path)
        open_paths += [(*path, q) for q in range(1, path[-1]) if tokens[q - 1].left == asked]
    return found


def enough(tokens, h, l) -> bool:
    """hops <= h <= ℓ; the shortest path back counts where the path is not unique in the whole sequence."""
    paths = [solve_letter(tokens).path] if invalid_letter(tokens) is None else paths_back(tokens)
    return any(len(path) - 1 <= h for path in paths) and h <= l


ENOUGH = Hypothesis("at most h hops, ℓ >= h", enough)


def nearest(tokens):
    """A pass that picks the nearest match, the pair itself included, as T_Retrieval does."""
    return [next((t for t in tokens[p::-1] if t.left == own.right), own) for p, own in enumerate(tokens)]


PASSES = (listing1_retrieval, nearest, functools.partial(tasks.retrieval_function, strict=False))


def answered(tokens, h, l, visible="all", passes=PASSES, short=0) -> bool:
    """Whether h passes, of each kind, leave f_LET's answer at the last position."""
    if visible == "one path":
        [path] = paths_back(tokens)
        answer = tokens[path[-1] - 1]
    else:
        answer = solve_letter(tokens, visible).answer
    for one in passes:
        now = tokens
        for _ in range(min(h, l) - short):
            now = tuple(one(now))
        if now[-1] != answer:
            return False
    return True


def small(thorough: bool):
    """Over 2 and 3 letters, and one integer: one or two letter-integer pairs, up to four letter pairs."""
    for letters, first, rest in ((2, 1, 3), (2, 2, 2), (3, 1, 2), (3, 1, 3), *(((3, 1, 4), (3, 2, 3)) * thorough)):
        for tokens in tasks.all_letter_inputs(letters, 1, first, rest, visible=None):
            if goes_back(tokens):
                hops = solve_letter(tokens).hops
                yield from ({"tokens": tokens, "h": h, "l": h} for h in (hops, hops + 1))


@st.composite
def solvable(draw):
    """An input whose path is unique and goes back, with free pairs in between."""
    letters = "ABCDEF"
    chain = draw(st.permutations(letters))[: draw(st.integers(1, 4))]  # letters of the path, the answer's first
    free = [letter for letter in letters if letter not in chain]
    numbered = st.builds(Pair, st.sampled_from(free), st.integers(1, 2))
    lettered = st.builds(Pair, st.sampled_from(free), st.sampled_from(letters))
    tail = [Pair(b, a) for a, b in itertools.pairwise(chain)]
    for pair in draw(st.lists(lettered, max_size=4)):
        tail.insert(draw(st.integers(0, len(tail))), pair)
    query = Pair(draw(st.sampled_from(free)), chain[-1])
    tokens = (*draw(st.lists(numbered, max_size=2)), Pair(chain[0], 1), *tail, query)
    return {"tokens": tokens, "h": len(chain), "l": len(chain) + draw(st.integers(0, 1))}


@theorem(
    "u26.let-decomposition.path-unique",
    ours(
        "U26",
        "p. 6, Section 3.2, on the inputs of p. 3, Section 2.1, whose multi-hop path is well defined and unique, read "
        "for the whole sequence",
    ),
    "If each letter on the path names one token of the whole sequence and every hop goes to an earlier position, then "
    "f_LET(σ) = [Reflexive^{ℓ-h}(Retrieval^h(σ))]_n for hops <= h <= ℓ, with Listing 1's Retrieval, and with any that gives "
    "a letter pair some match in sight. σ may be improper.",
    WHOLE,
    WHOLE_BACK,
    ENOUGH,
    example=FIGURE_3B,
    small=small,
    readings=(
        "'Some match in sight': a token with the letter asked for at the pair's position or before; a pair without a match "
        "before it may stay. Run here with the first match (Listing 1, and Definition F.2's function extended), and with the "
        "nearest (T_Retrieval).",
        "'Earlier': Appendix B.2 takes the path from (x_n2, y_n2) … (x_1, y_1), read as a subsequence. Copies of a token "
        "count as one.",
        "Figure 3B's input (p. 5) is the example: B is the left letter of two different tokens when DB asks for it.",
    ),
)
def path_unique(tokens, h, l, passes=PASSES, short=0):
    return answered(tokens, h, l, passes=passes, short=short)


@path_unique.by_hand
def three_ways_to_match(tokens, h, l):
    solution = solve_letter(tokens)
    told = [f"Input {sequence(tokens)}. Its path: {' → '.join(str(tokens[k - 1]) for k in solution.path)}"]
    for name, one in zip(("Listing 1", "the nearest match", "the first match"), PASSES, strict=True):
        current = tokens
        for _ in range(h):
            current = one(current)
        told.append(
            f"{h} passes of {name}: {sequence(current)}, at the end {current[-1]} {'=' if current[-1] == solution.answer else '≠'} {solution.answer}"
        )
    return told


path_unique.false("a hop may go to a later position", case("A1 BC CA DB", h=3, l=3), WHOLE_BACK)
path_unique.false("one pass less", case("A1 BA", h=1, l=1), short=1)
path_unique.false("fewer passes than hops", case("A1 BA CB", h=1, l=1), ENOUGH)
path_unique.false(
    "each letter names one token among the positions up to the hop's start",
    case("A1 BA AA AB", h=2, l=2),
    WHOLE,
    WHOLE_BACK,
    holds=lambda tokens, h, l: answered(tokens, h, l, "earlier"),
)
path_unique.attack(at=solvable())


@path_unique.proof
def path_unique_proof(proof, short=0):
    token, letter, integer = z3.DeclareSort("Token"), z3.DeclareSort("Letter"), z3.IntSort()
    left, right = z3.Function("left", token, letter), z3.Function("right", token, letter)
    holds = z3.Function("holds", integer, token)  # position -> token before this pass
    path, k = z3.Function("path", integer, token), z3.Function("k", integer, integer)
    i, r, picked = z3.Int("i"), z3.Int("r"), z3.Const("picked", token)
    following = path(i + r + 1)
    setting = [i >= 0, r >= 0, holds(k(i)) == path(i + r), left(following) == right(path(i + r))]
    p = z3.Int("p")
    proof.implies(
        "k_{i+1} < k_i holds the token that k_i asks for: a match is in sight",
        [*setting, 1 <= k(i + 1), k(i + 1) < k(i), holds(k(i + 1)) == path(i + 1 + r)],
        z3.Exists([p], z3.And(1 <= p, p < k(i), left(holds(p)) == right(holds(k(i))))),
    )
    proof.implies(
        "passes copy tokens, so any match is the token that this letter of the path names",
        [
            *setting,
            left(picked) == right(holds(k(i))),
            z3.Implies(left(picked) == right(path(i + r)), picked == following),
        ],
        picked == following,
    )
    hops, passes = z3.Ints("hops passes")
    proof.implies(
        "after h >= hops passes n holds the path's end",
        [hops >= 1, passes >= hops],
        passes - short >= hops,
    )
    proof.qed("every alphabet, every length, every choice of a match, every h >= hops, ℓ >= h")


def pass_by_pass(tokens, path, passes) -> list[str]:
    """The path and its answer, the sequence after each pass of Listing 1, and what its last position holds."""
    answer, now, told = tokens[path[-1] - 1], tokens, []
    for count in range(1, passes + 1):
        now = tuple(listing1_retrieval(now))
        told.append(f"pass {count}: {sequence(now)}")
    return [
        f"Input {sequence(tokens)}. Its path: {' → '.join(str(tokens[k - 1]) for k in path)}, positions "
        f"{' → '.join(map(str, path))}; so the answer is {answer}",
        f"Listing 1, each letter pair taking the first token before it that has the letter it asks for: {'; '.join(told)}",
        f"After h = {passes} passes the last position holds {now[-1]} {'=' if now[-1] == answer else '≠'} {answer}",
    ]


DEAD_END = case("A1 BB BA AB", h=2, l=2)
IN_VIEW = case("A1 BA CB BD DC AD", h=4, l=4)


@theorem(
    "u26.let-decomposition.path-unique.hop-by-hop",
    ours("U26", "p. 6, Section 3.2, on the inputs of p. 3, Section 2.1, read for the positions that a hop sees"),
    "f_LET(σ) = [Reflexive^{ℓ-h}(Retrieval^h(σ))]_n, Retrieval as in Listing 1, for hops <= h <= ℓ, if each letter on the path "
    "names one token among the positions up to the hop's start.",
    BY_HOPS,
    ENOUGH,
    example=IN_VIEW,
    verdict=Tier.REFUTED,
    readings="Listing 1 takes the first match. BD asks for D, which stands nowhere before it, and stays; after two passes it "
    "stands between the position that asks for B and the one that holds BA. Corrected by u26.let-decomposition.path-unique.",
)
def hop_by_hop(tokens, h, l):
    return answered(tokens, h, l, "earlier", passes=(listing1_retrieval,))


@hop_by_hop.by_hand
def comes_into_view(tokens, h, l):
    path = solve_letter(tokens, "earlier").path
    seen = "; ".join(
        f"{tokens[k - 1]} at {k} asks for {tokens[k - 1].right}, and up to {k} only {tokens[to - 1]} has it"
        for k, to in itertools.pairwise(path)
    )
    first, *rest = pass_by_pass(tokens, path, min(h, l))
    return [first, f"One token for each hop: {seen}", *rest]


hop_by_hop.true_at("a later pair of the same letter, two hops only", case("A1 BA AA AB", h=2, l=2))
hop_by_hop.true_at("BD has something to ask for", case("A1 D1 BA CB BD EC AE", h=4, l=4))
hop_by_hop.outside("two tokens for one letter of the path", DEAD_END, BY_HOPS, says_nothing=True)
hop_by_hop.outside("one pass less than hops", case("A1 BA CB", h=1, l=1), ENOUGH)
hop_by_hop.proof(lambda proof: proof.refute(IN_VIEW))


@theorem(
    "u26.let-decomposition.path-unique.one-path",
    ours("U26", "p. 6, Section 3.2, on the inputs of p. 3, Section 2.1, read as: one path of positions exists (p. 15)"),
    "f_LET(σ) = [Reflexive^{ℓ-h}(Retrieval^h(σ))]_n, Retrieval as in Listing 1, for hops <= h <= ℓ, if exactly one path of "
    "positions goes back from the last to a letter-integer pair.",
    ONE_PATH,
    ENOUGH,
    example=DEAD_END,
    verdict=Tier.REFUTED,
    readings="Appendix B.2 asks that a sequence of pairs with its three properties exists; this reads 'unique' as: there is no "
    "other. The first B leads nowhere, and Listing 1 takes it. Corrected by u26.let-decomposition.path-unique.",
)
def one_path(tokens, h, l):
    return answered(tokens, h, l, "one path", passes=(listing1_retrieval,))


@one_path.by_hand
def into_the_dead_end(tokens, h, l):
    [path] = paths_back(tokens)
    hop = next(k for k in path if sum(t.left == tokens[k - 1].right for t in tokens[: k - 1]) > 1)
    asked = tokens[hop - 1].right
    ways = [t for t in tokens[: hop - 1] if t.left == asked]
    first, *rest = pass_by_pass(tokens, path, min(h, l))
    also = f"{tokens[hop - 1]} asks for {asked}, which {' and '.join(map(str, ways))} have; from {ways[0]} no path goes back to an integer"
    return [first, also, *rest]


one_path.true_at("the dead end stands second", case("A1 BA BC AB", h=2, l=2))
one_path.true_at("Figure 3B", FIGURE_3B)
one_path.outside("two paths", case("A1 A2 BA AB", h=2, l=2), ONE_PATH, says_nothing=True)
one_path.outside("one pass less than hops", case("A1 BA CB", h=1, l=1), ENOUGH)
one_path.proof(lambda proof: proof.refute(DEAD_END))


def path_unique_inputs(n1, n2, letters, integers, hops, back=True) -> int:
    """How many inputs there are in which each letter of the path stands on the left at one position of the whole sequence,
    and every hop goes back; without `back` whichever way hops go.

    h letters of the path in their order, the answer's integer and its position, the other n1 - 1 letter-integer pairs, the
    positions of the path's h - 1 letter pairs (in order, where hops go back), the other n2 - (h - 1), and the query's left
    letter, off the path.
    """
    free = letters - hops
    answers = math.perm(letters, hops) * integers * n1
    rest = (free * integers) ** (n1 - 1) * (free * letters) ** (n2 - hops + 1)
    return answers * rest * (math.comb if back else math.perm)(n2, hops - 1) * free


# A letter off the path has no token yet, several, or one. Letters with one token stand as a forest (kind, children): the
# token of a child is (child, parent). Roots: I has an integer, A a letter of the path, S itself, D a letter with several
# tokens by now, which nobody may ask for again.


def _forest(*trees):
    return tuple(sorted(trees))


def _grow(forest):
    """The forest with one more child, below each of its letters."""
    for i, (kind, below) in enumerate(forest):
        rest = forest[:i] + forest[i + 1 :]
        yield _forest(*rest, (kind, _forest(*below, ("P", ()))))
        yield from (_forest(*rest, (kind, deeper)) for deeper in _grow(below))


def _cut(forest):
    """(kind of a letter, the forest without it, its children, whose parent is lost), for each letter."""
    for i, (kind, below) in enumerate(forest):
        rest = forest[:i] + forest[i + 1 :]
        yield kind, rest, tuple(("D", deeper) for _, deeper in below)
        for other, kept, lost in _cut(below):
            yield other, (*rest, (kind, _forest(*kept))), lost


def _letter_pair(state, seen):
    """State -> ways, after one letter pair off the path that keeps the sequence proper; `seen`: letters of the path so far."""
    none, several, forest = state
    kinds = list(_cut(forest))
    ways = Counter({state: several * (seen + len(kinds))})
    if none:
        ways[none - 1, several, _forest(*forest, ("A", ()))] += none * seen
        ways[none - 1, several, _forest(*forest, ("S", ()))] += none
        for grown in _grow(forest):
            ways[none - 1, several, grown] += none
    for kind, kept, lost in kinds:
        ways[state] += kind in "ASP"  # its token once more
        ways[none, several + 1, _forest(*kept, *lost)] += seen + len(kinds) - 1 - (kind in "AP")
    return ways


@functools.cache
def proper_inputs(n1, n2, letters, integers, hops) -> int:
    """How many of `path_unique_inputs` are proper, by the tokens that each letter off the path has so far."""
    free = letters - hops
    targets = Counter({(free, 0): 1})  # letters without a token, with several -> ways
    for _ in range(n1 - 1):
        after: Counter = Counter()
        for (none, several), ways in targets.items():
            one = free - none - several
            after[none - 1, several] += ways * none * integers
            after[none, several] += ways * (one + several * integers)
            after[none, several + 1] += ways * one * (integers - 1)
        targets = after
    states = Counter(
        {((none, several, (("I", ()),) * (free - none - several)), 1): w for (none, several), w in targets.items() if w}
    )
    for _ in range(n2):
        then: Counter = Counter()
        for (state, seen), ways in states.items():
            if seen < hops:
                then[state, seen + 1] += ways  # the path's own next pair
            for other, more in _letter_pair(state, seen).items():
                then[other, seen] += ways * more
        states = +then
    fitting = sum(ways for (_, seen), ways in states.items() if seen == hops)
    return math.perm(letters, hops) * integers * n1 * fitting * free


def only_path(tokens) -> list[int]:
    """The positions of the path, the last one first, if each of its letters is the left letter of one position; else none."""
    lefts, path = [token.left for token in tokens], [len(tokens)]
    while isinstance(asked := tokens[path[-1] - 1].right, str):
        if lefts.count(asked) != 1 or (goal := lefts.index(asked) + 1) in path:
            return []
        path.append(goal)
    return path


def counted(n1, n2, letters, integers, hops, back=True) -> tuple[int, int]:
    """(inputs with so many hops, each letter of the path at one position and every hop back, proper ones among them), one by one.

    Without `back` whichever way hops go.
    """
    found = proper = 0
    for tokens in tasks.all_letter_inputs(letters, integers, n1, n2 + 1, visible=None):
        path = only_path(tokens)
        if len(path) == hops + 1 and not (back and any(start < goal for start, goal in itertools.pairwise(path))):
            found, proper = found + 1, proper + (improper(tokens) is None)
    return found, proper


def sizes():
    """Sizes small enough to list all inputs."""
    listed = [
        (1, 1, 2, 1, 1),
        (1, 1, 3, 1, 2),
        (2, 2, 3, 1, 2),
        (3, 1, 3, 2, 1),
        (1, 3, 3, 1, 1),
        (2, 3, 3, 1, 1),
        (2, 2, 2, 2, 1),
        (2, 2, 3, 1, 1),
        (1, 3, 3, 1, 2),
        (2, 1, 3, 2, 2),
        (1, 2, 4, 1, 3),
        (3, 2, 3, 1, 2),
        (1, 3, 4, 1, 1),
        (1, 4, 3, 1, 1),
    ]
    for row in listed:
        yield dict(zip(("n1", "n2", "letters", "integers", "hops"), row, strict=True))


@theorem(
    "u26.let-decomposition.path-unique.count",
    ours("U26", "our count of the letter-task inputs of p. 15, Appendix B.2"),
    "Over small alphabets and lengths: the number of letter-task inputs in which each letter of the path is the left letter of "
    "exactly one position of the whole sequence, query included, and every hop goes to an earlier position, and the number of proper ones among "
    "them, are those of two recursions.",
    Among.of("a listed size", sizes()),
    example=next(sizes()),
    verdict=Tier.EXHAUSTIVE,
    readings="The recursions are not proved at other sizes; u26.let-decomposition.path-unique.published rests on them.",
)
def count(n1, n2, letters, integers, hops, own=0):
    size = (n1, n2, letters, integers, hops)
    return counted(*size) == (path_unique_inputs(*size), proper_inputs(*size) + own)


TWO_EACH = {"n1": 2, "n2": 2, "letters": 3, "integers": 1, "hops": 1}
count.false(
    "every path-unique input is proper",
    TWO_EACH,
    holds=lambda **size: counted(*size.values())[0] == counted(*size.values())[1],
)
count.false("one more", TWO_EACH, own=1)
count.false(
    "a hop may go to a later position",
    dict(zip(TWO_EACH, (1, 2, 4, 1, 3), strict=True)),
    holds=lambda **size: counted(*size.values(), back=False)[0] == path_unique_inputs(*size.values()),
)


@count.proof
def count_proof(proof):
    proof.rows()
    proof.qed("the listed sizes")


SHARES = {1: Fraction(40, 10**4), 2: Fraction(66, 10**4), 3: Fraction(113, 10**4), 4: Fraction(206, 10**4)}


@theorem(
    "u26.let-decomposition.path-unique.published",
    ours("U26", "on the data set of p. 15, Appendix B.2, as far as its description determines it"),
    "At the published sizes (8 letter-integer pairs, 8 letter pairs and a query, 8 letters, 8 integers, 1 to 4 hops), counted by "
    "the recursions of .count: of the inputs with h hops in which each letter of the path is the left letter of exactly one "
    "position of the whole sequence, query included, and every hop goes to an earlier position, 0.40 %, 0.66 %, 1.13 % and 2.06 % (rounded) are "
    "proper for h = 1, 2, 3, 4; 1.06 % in equal parts.",
    Among.of("a published hop count", [{"hops": h} for h in SHARES]),
    example={"hops": 1},
    verdict=Tier.EXHAUSTIVE,
    readings=(
        "Each hop count is exhausted by an exact count, no sample; the count is our recursion's, checked against lists at small "
        "sizes only.",
        "'Earlier': Appendix B.2 takes the path from (x_n2, y_n2) … (x_1, y_1), read as a subsequence. Counted whichever way hops go, the h - 1 letter "
        "pairs stand in any order: the shares are 0.40 %, 0.66 %, 0.57 % and 0.34 %, and 0.49 % in equal parts.",
        "Appendix B.2 says what tokens there are, that hop counts come in equal parts, and that value and position of the "
        "solution are balanced within each; that the rest is drawn evenly is our reading. An even draw is balanced, by "
        "symmetry. The authors' code and data were not available to us.",
        "Retrieval (Definition F.2) is a function of proper inputs. Under this reading nearly all inputs of the published kind "
        "are outside its domain, Figure 3B's among them; by the choice of what is counted all are inside that of "
        "u26.let-decomposition.path-unique.",
    ),
)
def published(hops, times=1, integers=8, back=True):
    size = (8, 8, 8, integers)
    shares = {h: times * Fraction(proper_inputs(*size, h), path_unique_inputs(*size, h, back)) for h in SHARES}
    return all(
        abs(found - said) < Fraction(1, 20000)
        for found, said in ((shares[hops], SHARES[hops]), (sum(shares.values()) / 4, Fraction(106, 10**4)))
    )


published.false("half as many", {"hops": 4}, times=Fraction(1, 2))
published.false("a hop may go to a later position", {"hops": 3}, back=False)
published.false("one integer, so that letter-integer pairs repeat", {"hops": 1}, integers=1)


@published.proof
def published_proof(proof):
    proof.rows()
    proof.qed("the four hop counts")
