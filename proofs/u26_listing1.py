"""Listing 1 computes Retrieval, and Index except where a negative index wraps round onto a letter.

Idea: index n counts from 0 and position j = n + 1 from 1, so seq[n-i] is σ_{j-i} as long as n - i >= 0. For n - i < 0
Python reads seq[n-i+N] with N the length: an index that exists if N >= m, behind or at n's own. If a letter stands
there it replaces the integer, which Index keeps. The retrieval part searches the tokens before n in order. A proper
sequence has one token only with the left letter asked for, so the first match is as good as any; if there is none
before n, the token itself is the match, and it stays where it is.

What survives of the printed listing: everything on inputs without integers that point before the start; and for the
number task the answer, since the path does not visit such integers.

Traps: (1, A) is the shortest witness; Index leaves it as it is, the listing answers (A, A). Pairs such as AA name
themselves; range(n) leaves them out, and no harm is done.
"""

from collections.abc import Iterator

import z3

from rope_theory.core import tasks
from rope_theory.core.tasks import listing1_index, listing1_retrieval, parse_letter, retrieval_function
from rope_theory.evidence.by_hand import sequence
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, paraphrase, st, theorem
from rope_theory.evidence.instances.index import LONGER
from rope_theory.evidence.instances.number import listing_inputs

WITNESS = {"part": "index", "tokens": (1, "A")}


def on_its_domain(part, tokens):
    return LONGER.test(tokens=tokens) if part == "index" else tasks.improper(tokens) is None


def wraps(tokens) -> Iterator[int]:
    """The indices that integers which point before the start read, negative as they are."""
    return (n - i for n, i in enumerate(tokens) if isinstance(i, int) and i > n)


DOMAIN = Hypothesis("index part: n > m; retrieval part: a proper sequence", on_its_domain)
NO_WRAP = Hypothesis(
    "index part: no integer points before the start", lambda part, tokens: part != "index" or not any(wraps(tokens))
)


@theorem(
    "u26.listing1",
    paraphrase("U26", "p. 6, Section 3.2, Listing 1"),
    "The pseudocode in Listing 1 computes Index and Retrieval: index — for each position n holding a number i, if "
    "seq[n-i] is a letter then out[n] = seq[n-i]; retrieval — for each position n holding a letter token, for i in "
    "range(n): if seq[i][0] == seq[n][1] then out[n] = seq[i] and stop. (0-based Python.)",
    DOMAIN,
    verdict=Tier.REFUTED,
    example=WITNESS,
    readings=(
        "The domains are those of the definitions: for Index sequences of letters and integers of length n > m, in any "
        "order; for Retrieval proper sequences.",
        "Where an integer points before the start there is no σ_{j-i}, so Index keeps σ_j ('otherwise σ_j'), while a "
        "negative index of a Python list counts from the end.",
        "For n > m a wrapped integer meets a position behind its own. On number-task inputs, letters first, that is an "
        "integer, so the first pass is right; later passes may meet a letter there. It is off the path and does not "
        "change the answer (u26.num-decomposition).",
    ),
    in_fairness="Pseudo-code for a reader: its Retrieval is right on every proper sequence, its Index wherever no number points "
    "before the start. In the number task one pass of it is Index, and no path goes where a later one might differ.",
    erratum=Erratum(
        Weight.READING,
        "true of pseudo-code in which nothing stands before the start, not of Python, where a negative index counts from the end; no path "
        "of the number task goes there",
        mend="for “if is_letter(seq[n-i]):” read “if n >= i and is_letter(seq[n-i]):”",
        fault="numbers that point before the start",
        seen="1 A: seq[-1] writes A A",
    ),
)
def printed(part, tokens):
    return computes(part, tokens)


printed.true_at("A 1: the integer points at a letter", {"part": "index", "tokens": ("A", 1)})
printed.true_at("A 3 1 1: the 3 wraps round, onto an integer", {"part": "index", "tokens": ("A", 3, 1, 1)})
printed.true_at(
    "AA: the pair names itself, which range(n) leaves out", {"part": "retrieval", "tokens": parse_letter("AA")}
)
printed.outside("n = m", {"part": "index", "tokens": (1, 3, "A")}, DOMAIN)
printed.proof(lambda proof: proof.refute(WITNESS))


@printed.by_hand
def wrapped(part, tokens):
    n, i = next((n, i) for n, i in enumerate(tokens) if isinstance(i, int) and n - i < 0)
    found, defined = (" ".join(map(str, f(tokens))) for f in (listing1_index, tasks.index_function))
    return [
        f"Sequence {' '.join(map(str, tokens))}: counted from 0, the number {i} stands at n = {n}",
        f"Listing 1 reads seq[n - i] = seq[{n - i}], in Python the token at {n - i + len(tokens)}: the letter "
        f"{tokens[n - i]}, and writes it; result {found}",
        f"Definition F.1, counted from 1: there is no position {n + 1} - {i} = {n + 1 - i}, so Index keeps the {i}; result "
        f"{defined}",
        f"{found} ≠ {defined}",
    ]


@theorem(
    "u26.listing1.corrected",
    ours("U26", "corrects p. 6, Listing 1"),
    "On inputs in which no integer points before the start the index part computes Index; on all proper sequences the "
    "retrieval part computes Retrieval.",
    DOMAIN,
    NO_WRAP,
    example={"part": "retrieval", "tokens": parse_letter("C2 B1 A3 FA EC DE HF GD IG")},
    small=listing_inputs,
)
def computes(part, tokens, index=listing1_index, retrieval=listing1_retrieval):
    """Whether the part of the listing, "index" or "retrieval", gives what the function gives."""
    if part == "index":
        return tuple(index(tokens)) == tasks.index_function(tokens)
    return tuple(retrieval(tokens)) == retrieval_function(tokens)


@computes.by_hand
def row_beside_row(part, tokens):
    made, meant = (
        (listing1_index, tasks.index_function) if part == "index" else (listing1_retrieval, retrieval_function)
    )
    return [
        f"Input {sequence(tokens)}",
        f"The listing's {part}: {sequence(made(tokens))}",
        f"The function {part.capitalize()}: {sequence(meant(tokens))}",
        f"Positions at which they differ: {sum(a != b for a, b in zip(made(tokens), meant(tokens), strict=True))}",
    ]


computes.false("integers may point before the start", WITNESS, NO_WRAP)
computes.false(
    "improper sequences, where the last match is meant",
    {"part": "retrieval", "tokens": parse_letter("A1 A2 BA")},
    DOMAIN,
    holds=lambda part, tokens: tuple(listing1_retrieval(tokens)) == retrieval_function(tokens, False, "last"),
)
computes.false(
    "seq[n-i-1]",
    {"part": "index", "tokens": ("A", "B", 1)},
    index=lambda tokens: listing1_index([t + 1 if isinstance(t, int) else t for t in tokens]),
)
computes.false(
    "match the right letter with the right letter",
    {"part": "retrieval", "tokens": parse_letter("A1 BA")},
    retrieval=lambda tokens: listing1_retrieval([tasks.Pair(str(t.right), t.right) for t in tokens]),
)
computes.attack(
    part=st.just("retrieval"), tokens=st.integers(0, 10**6).map(lambda seed: next(tasks.generate_retrieval(seed, 1))[0])
)


@computes.proof
def proof(proof):
    n, length, i = z3.Ints("n N i")
    proof.implies(
        "index: seq[n-i] exists and is position j - i",
        [0 <= n, n < length, i >= 1, i <= n],
        z3.And(0 <= n - i, n - i < length, (n - i) + 1 == (n + 1) - i),
    )
    left, right, token = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in ("left", "right", "token"))
    j, k, match = z3.Ints("j k match")
    proper = z3.Implies(left(match) == right(j), token(match) == token(k))  # no other token has the left letter
    proof.implies(
        "retrieval: a match before j holds the token with that left letter, and without one it is the token at j",
        [1 <= k, k <= j, left(k) == right(j), 1 <= match, match < j, proper],
        z3.And(z3.Implies(left(match) == right(j), token(match) == token(k)), z3.Or(k < j, token(j) == token(k))),
    )
    proof.qed("every sequence of any length: without integers before the start (Index), proper (Retrieval)")


@theorem(
    "u26.listing1.index-exact",
    ours("U26", "sharpens the correction of p. 6, Listing 1"),
    "For n >= m the index part computes Index exactly when no integer that points before the start wraps onto a "
    "letter; every position it reads exists.",
    at_least_m := Hypothesis("n >= m", lambda tokens: all(isinstance(t, str) or t <= len(tokens) for t in tokens)),
    example={"tokens": (1, "A")},
    small=lambda thorough: ({"tokens": at["tokens"]} for at in listing_inputs(thorough) if at["part"] == "index"),
    readings="The definition's n > m is a little more than is needed. Beyond n >= m a position may not exist, an "
    "IndexError.",
)
def exact(tokens, harmful=str):
    if any(index < -len(tokens) for index in wraps(tokens)):
        return False
    harm = any(isinstance(tokens[index], harmful) for index in wraps(tokens))
    return computes("index", tokens) != harm


exact.false("any integer that points before the start does harm", {"tokens": ("A", 2)}, harmful=object)
exact.false("the positions exist for every m", {"tokens": (2,)}, at_least_m)
exact.attack(tokens=st.lists(st.sampled_from(["A", "B", 1, 2, 3, 4, 6]), min_size=7, max_size=12).map(tuple))


@exact.proof
def exact_proof(proof):
    n, length, i = z3.Ints("n N i")
    is_letter = z3.Function("is_letter", z3.IntSort(), z3.BoolSort())  # by index, 0..N-1
    read = z3.If(n - i >= 0, n - i, n - i + length)
    listing = z3.If(is_letter(read), read, n)  # the index whose token stands at n afterwards
    function = z3.If(z3.And(n - i >= 0, is_letter(n - i)), n - i, n)
    proof.implies(
        "the index that Python reads exists; an integer is treated otherwise than by Index exactly if it wraps onto a letter",
        [0 <= n, n < length, i >= 1, i <= length, z3.Not(is_letter(n))],
        z3.And(0 <= read, read < length, (listing != function) == z3.And(i > n, is_letter(read))),
    )
    proof.qed("every sequence of every length n >= m")
