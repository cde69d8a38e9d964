"""The duplicate-token head: the first occurrence of the last token's letter, from one plane asked from behind.

Idea: T_Retrieval prefers the nearest of equal letters, because a rotation below ω/(2n0) takes a little from each step back.
Turn the query back by the whole span (n0-1)θ and what a key lacks is (n0-1-t)θ: now the farthest leads, and the query's own
key, a match of itself, is last. No plane more is needed than for retrieval.

Traps: the head is made for a longest input n0, by its query; on longer inputs the order turns round once more, so that no
choice of θ and n0 is right at every length (new.duplicate-token.every-length). A letter that occurs once attends to
itself, which makes the task total.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, duplicate_token, spacing
from rope_theory.core.heads import logits, maximisers
from rope_theory.core.tasks import Pair, single_letters
from rope_theory.evidence.by_hand import compared, listed, sequence, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem

SOURCE = ours("", "a head that interpretability reports as duplicate-token head; the construction is ours")
LETTERS = Hypothesis(
    "m >= 2 letters, the tokens' among them",
    lambda tokens, letters, **_: letters >= 2 and all(token.left in single_letters(letters) for token in tokens),
)
FITS = Hypothesis("1 <= n <= n0", lambda tokens, longest, **_: 1 <= len(tokens) <= longest)
SMALL = Hypothesis(
    "0 < θ and 2(n0-1)θ < ω",
    lambda theta, letters, longest, **_: theta.sign() > 0 and (2 * (longest - 1)) * theta < spacing(letters),
)


def row(text: str, theta, letters: int = 2, longest: int | None = None) -> dict:
    tokens = tuple(Pair(letter, 1) for letter in text)
    return {"tokens": tokens, "theta": theta, "letters": letters, "longest": longest or len(tokens)}


def scores(tokens, theta, letters, longest):
    return logits(duplicate_token(LetterCircle(single_letters(letters)), theta, longest), tokens)


def first(tokens) -> int:
    return [token.left for token in tokens].index(tokens[-1].left)


def inputs(thorough: bool):
    """All words over m = 2 and 3 letters up to length 5 (6), made for that length and for two more, at ω/(2·n0)."""
    for letters, most in ((2, 6 if thorough else 5), (3, 5 if thorough else 4)):
        for n in range(1, most + 1):
            for word in itertools.product(single_letters(letters), repeat=n):
                for longest in (n, n + 2):
                    yield row("".join(word), spacing(letters) / (2 * longest), letters, longest)


EXAMPLE = row("ABAA", Angle(Fraction(1, 16)))


@theorem(
    "new.duplicate-token",
    SOURCE,
    "For m >= 2 letters on a circle, θ > 0 and 2(n0-1)θ < ω, the head with the logit cos((φ(key) - φ(query))ω - (n0-1-t)θ) at "
    "distance t has its only maximum at the first position that holds the last token's letter, on every input of length n "
    "<= n0.",
    LETTERS,
    FITS,
    SMALL,
    example=EXAMPLE,
    small=inputs,
)
def duplicate(tokens, theta, letters, longest, wanted=first):
    return maximisers(scores(tokens, theta, letters, longest)) == [wanted(tokens)]


duplicate.false("the last occurrence", EXAMPLE, wanted=lambda tokens: len(tokens) - 1)
duplicate.false("without rotation", row("ABAA", Angle()), SMALL)
duplicate.false("inputs longer than n0", row("AAAAA", Angle(Fraction(1, 16)), longest=2), FITS)
duplicate.false("θ at twice the bound", row("ABBA", Angle(Fraction(1, 4))), SMALL)


@st.composite
def words(draw):
    letters = draw(st.integers(2, 6))
    text = draw(st.lists(st.sampled_from(single_letters(letters)), min_size=1, max_size=9))
    longest = len(text) + draw(st.integers(0, 3))
    part = draw(st.fractions(Fraction(1, 50), Fraction(49, 50)))
    return row("".join(text), spacing(letters) / (2 * max(longest - 1, 1)) * part, letters, longest)


duplicate.attack(at=words())


@duplicate.proof
def duplicate_proof(proof):
    n0, t, later, theta, omega, lack, off, k, m = z3.Reals("n0 t t' θ ω lack off k m")
    made = [n0 >= 1, theta > 0, 2 * (n0 - 1) * theta < omega, 0 <= t, t <= n0 - 1, lack == (n0 - 1 - t) * theta]
    proof.implies("a match lacks between 0 and (n0-1)θ < ω/2", made, z3.And(0 <= lack, lack <= (n0 - 1) * theta))
    proof.implies(
        "a nearer match lacks at least θ more", [*made, later <= t - 1], (n0 - 1 - later) * theta >= lack + theta
    )
    proof.implies(
        "another letter, k steps on, is off by at least ω - (n0-1)θ, on both sides of the circle",
        [*made, 1 <= k, k <= m - 1, off == k * omega - lack],
        z3.And(off >= omega - (n0 - 1) * theta, m * omega - off >= omega),
    )
    proof.qed("every m >= 2, every n <= n0, every input over the letters, every real θ in the range")


@theorem(
    "new.duplicate-token.gap",
    SOURCE,
    "In the head of new.duplicate-token the first occurrence leads every later one by at least 1 - cos θ, and every other letter by at least cos((n0-1)θ) - "
    "cos(ω - (n0-1)θ) > 0.",
    LETTERS,
    FITS,
    SMALL,
    example=EXAMPLE,
    small=inputs,
    readings="The former is attained, by the two matches farthest back, where n = n0; the latter is a bound from below and no more.",
)
def gap(tokens, theta, letters, longest, times=1, spare=0):
    values = scores(tokens, theta, letters, longest)
    at, reach = first(tokens), (longest - 1) * theta
    apart = reach.cos() - (spacing(letters) - reach).cos()
    equal = [value for j, value in enumerate(values) if j != at and tokens[j].left == tokens[-1].left]
    other = [value for j, value in enumerate(values) if tokens[j].left != tokens[-1].left]
    return (
        apart > 0
        and all(values[at] - value >= times * (1 - theta.cos()) for value in equal)
        and all(values[at] - value >= apart + spare for value in other)
    )


gap.false("twice 1 - cos θ", row("AAAA", Angle(Fraction(1, 16))), times=2)
gap.false("other letters are off by 1/2 more", row("ABA", Angle(Fraction(1, 16))), spare=Fraction(3, 2))
gap.attack(at=words())


@gap.proof
def gap_proof(proof):
    x, y, theta, lowest, highest = z3.Reals("x y θ cos((n0-1)θ) cos(ω-(n0-1)θ)")
    proof.use("new.duplicate-token")
    proof.implies(
        "a match is at least cos((n0-1)θ), another letter at most cos(ω-(n0-1)θ)",
        [x >= lowest, y <= highest],
        x - y >= lowest - highest,
    )
    proof.qed("every m >= 2, every n <= n0, every input over the letters, every real θ in the range")


@theorem(
    "new.duplicate-token.every-length",
    SOURCE,
    "With θ and n0 fixed, the head has its only maximum at the first occurrence on inputs of every length.",
    LETTERS,
    SMALL,
    example=row("AAAA", Angle(Fraction(1, 8)), longest=2),
    verdict=Tier.REFUTED,
    readings=(
        "A question about the construction, raised by its task, which has no longest input. new.duplicate-token says what "
        "holds: every length up to n0.",
        "Refuted is one choice of θ and n0. No other does it either: of n0 + 1 tokens of one letter the second has the logit 1, and the "
        "first cos θ, which is no more.",
    ),
)
def every_length(tokens, theta, letters, longest):
    return duplicate.claim.holds(tokens=tokens, theta=theta, letters=letters, longest=longest)


@every_length.by_hand
def turned_round(tokens, theta, letters, longest):
    values, at = scores(tokens, theta, letters, longest), first(tokens)
    other = max((j for j in range(len(tokens)) if j != at), key=lambda j: float(values[j]))
    omega, span = spacing(letters), 2 * (longest - 1) * theta
    return [
        f"{letters} letters, ω = {spelled(omega)}; made for n0 = {longest} with θ = {spelled(theta)}, 2(n0-1)θ = {spelled(span)} < ω. Input "
        f"{sequence(tokens)}, n = {len(tokens)}",
        f"A match t positions back has the logit cos((n0 - 1 - t)θ) = cos(({longest - 1} - t)θ); for positions 1, …, {len(tokens)}: "
        f"{listed(values)}",
        f"The first {tokens[-1].left} stands at position {at + 1}: "
        f"{compared('its logit', values[at], f'that of position {other + 1}', values[other])}",
    ]


every_length.true_at("lengths up to n0", row("AAAA", Angle(Fraction(1, 16))))
every_length.outside("no rotation", row("AAAA", Angle()), SMALL)
every_length.outside("one letter", row("AAAA", Angle(Fraction(1, 8)), 1, 2), LETTERS)
every_length.edge(
    "one position more than n0 ties", row("AAA", Angle(Fraction(1, 8)), longest=2), assumed=True, holds=False
)


@every_length.proof
def refutation(proof):
    proof.refute(row("AAAA", Angle(Fraction(1, 8)), longest=2))
