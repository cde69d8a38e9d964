# %% [markdown]
# # Lesson 8. How to referee a theorem
#
# **Goals.** Ask four questions that found what has to change in a good paper, U26: what is quantified, which words have two
# readings, what happens at the boundary, and can the check fail?
#
# **Minutes.** 70: 30 to read, 20 for the exercises (8, 5, 7), 20 for the harder problem; 10 of 90 in a lecture on all eight.
#
# **Running example.** U26's bound on the discrepancy of Index: Δ(n) ≤ 2π²/n² for every θ.

# %%
import math
from fractions import Fraction
from itertools import product

import sympy

from rope_theory import Angle, Pair, h_pos, logits
from rope_theory.core.tasks import improper, index_function, parse_letter, retrieval_function
from rope_theory.faces.exercise import exercise, fraction
from rope_theory.laws.gaps import input_gap

# %% [markdown]
# ## Question 1. Maximum or minimum?
#
# U26's Definition 3.1 makes Δ(n) a *maximum* over inputs of length n: of the largest logit's lead over the second-largest.
# The printed proof puts the angles 0, θ, …, nθ into n arcs: two are close, so some tθ, t ≤ n, is near a whole turn. But no
# rival is n away: it bounds no gap. With n points, up to (n − 1)θ, it bounds a letter's gap, not that of “i back”.

# %%
eighth = Angle(Fraction(1, 8))  # n = 8: the near distance is 8
assert (eighth * 8).cos() == 1
assert input_gap(h_pos(eighth), ("A",) * 8) == 1 - eighth.cos()  # a letter's gap

# %% [markdown]
# ## An input that breaks the bound
#
# The input A A A 1 asks “one back” at n = 4; θ = 2π/3. Its logits are −1/2, −1/2, 1, −1/2: the gap is 3/2, the bound
# 1.23. Queries near the middle have rivals at distances 1 and 2 only, on both sides. The statement is refuted.

# %%
theta = Angle(Fraction(1, 3))
assert input_gap(h_pos(theta), ("A", "A", "A", 1)) == Fraction(3, 2)
assert Fraction(3, 2) > sympy.Rational(2, 16) * sympy.pi**2

# %% [markdown]
# ## What survives of the bound
#
# The bound is half of U26's Theorem 3.2. Both halves need other numbers; its point, that Index loses its lead with the length and
# Retrieval need not, stands. For Definition 3.1's gaps, $n \ge 2$:
#
# - $\Delta_{\mathrm{Index}}(n) \le 2\pi^2/(\lfloor n/2\rfloor+1)^2$;
# - $\Delta_{\mathrm{Retrieval}}(n) > 1-\cos(\omega/2)$, if 0 < θ < ω/(2n), with letters ω = 2π/$M$ apart, $M \ge 2$
#   (from `u26.thm32.never`).
#
# For every θ and a query “i back”, 0 ≤ i < n, the gap is at most
#
# $$1-\cos\frac{2\pi}{T+1},\qquad T = \max(i,\ n-1-i).$$
#
# For a letter (its own position, i = 0) that is within the printed $2\pi^2/n^2$, and so is the minimum over inputs. The
# maximum is at most $1-\cos(2\pi/(\lfloor n/2\rfloor+1))$.

# %% [markdown] tags=["reader"]
# U26's Theorem 3.1 says that up to any length some angle makes T_Index right. 2π/3 does so up to length 3 only; 2π/3 −
# 1/10, which does at n = 4, has the gap 1.41.

# %%
# needs z3
from rope_theory import Ledger, Tier, claim

ledger = Ledger()
for claim_id in ("u26.index-bound-length", "u26.index-bound-length.corrected"):
    record = ledger.decide(claim_id)
    print(claim_id, "is", record.verdict.tier.name)
assert ledger.decide("u26.index-bound-length").verdict.tier is Tier.REFUTED

# %% [markdown]
# ## Question 2. Which reading?
#
# “The maximal difference between the largest and second-largest logit”: second-largest among all *other positions*, or
# among *smaller values*? If two positions tie at the top the first is 0, the second is not. The paper uses both, and a
# third. A referee who does not ask proves one and believes the other (claim `u26.discrepancy`).

# %%
tied = logits(h_pos(Angle(Fraction(1, 2))), ("A", "A", "A"))  # logits 1, -1, 1
ordered = sorted(tied, reverse=True)
assert ordered[0] - ordered[1] == 0
assert ordered[0] - max(value for value in tied if value != ordered[0]) == 2

# %% [markdown]
# ## Question 3. What happens at the boundary?
#
# Listing 1 of U26 looks up `seq[n - i]`. In Python an index below zero counts from the *end*. An integer that points
# before the start may copy a letter from the future (or, for n < m, which Definition F.1 excludes, stop with an IndexError). (The paper calls it pseudo-code; read
# so, nothing stands before the start; and no path of the number task goes there.)


# %%
def listing_1(seq):
    out = list(seq)
    for position, token in enumerate(seq):
        if isinstance(token, int) and isinstance(seq[position - token], str):
            out[position] = seq[position - token]
    return tuple(out)


sequence = (2, "A", "B")
assert listing_1(sequence) == ("A", "A", "B")
assert index_function(sequence) == (2, "A", "B")

# %% [markdown]
# ## Question 4. Can the check fail?
#
# A check that accepts everything proves nothing. Every claim of this package names *false neighbours*: the same
# statement with a constant a little too strong, a hypothesis dropped, a sign wrong. The machinery has to reject each
# one.

# %%
# needs z3
record = ledger.decide("new.index-gap-sharp")
for control in claim("new.index-gap-sharp").controls:
    print("rejected:", control.name)
assert record.verdict.tier is Tier.PROVED
assert len(record.rejected) == len(claim("new.index-gap-sharp").controls)

# %% [markdown]
# ## The answers
#
# - **Both?** Not where logits vary: mean squared changes, a position's and a token's, sum to at least their variance.
# - **Which task?** Index: positional, not symbolic. Retrieval: symbolic; not positional with a linear readout.
#   Partial Induction: neither alone; two angles (lessons 5, 6).
# - **Length?** One angle without phase, $|L_j|\le 1$, leads rivals nearer than $n$ by at most $1-\cos(2\pi/n)$;
#   best 64 angles (base 500000) by 0.28 at $n=131072$ (lesson 7).

# %%
# needs z3
for claim_id in (
    *(f"u25.{name}" for name in ("thm1", "thm2", "thm3", "thm4", "thm5", "thm6", "cor1")),
    "new.index-gap-sharp",
    "new.index-gap-multifrequency",
):
    assert ledger.decide(claim_id).verdict.tier is Tier.PROVED, claim_id

# %% [markdown]
# ## Exercises
#
# **At hand.** For 1 and 4: the query “i back” gives the key at distance $t = 0,\dots,n-1$ the logit $\cos((t-i)\theta)$; the gap is the
# target's lead over the largest logit of another position. For 2: in Python `seq[-1]` is the last entry. For 3: Retrieval puts in place of a pair of letters the pair whose left letter
# is its right one.
#
# **Exercise 1.** Refute the printed bound on H_POS yourself, at another length: give `(n, i, f)` with $n \ge 5$, a query “i back”
# and $\theta = 2\pi f$, $f$ a fraction, whose gap to every other position exceeds $2\pi^2/n^2$.


# %%
@exercise("numbers")
def check_1(answer):
    assert len(answer) == 3, "give three numbers: (n, i, f)"
    n, i, f = (fraction(each) for each in answer)
    assert n.denominator == 1 and i.denominator == 1, "n and i are whole numbers"
    n, i = int(n), int(i)
    assert 5 <= n <= 100, "take n from 5 to 100"
    assert 0 <= i < n, "i runs from 0 to n - 1"
    gap = input_gap(h_pos(Angle(f)), ("A",) * (n - 1) + (i,))
    assert gap > 0, "two positions tie"
    bound = 2 * math.pi**2 / n**2
    assert float(gap) > bound + 1e-9, f"the gap {float(gap):.4f} is within the bound {bound:.4f}"


# %% [markdown]
# **Exercise 2.** Listing 1 of U26 makes of an integer $i$ at position $n$ what stands $i$ positions back, `seq[n - i]`, if that is
# a letter, and leaves all else. Mend it: write `answer(seq)` that leaves an integer alone if it points before the start. Do
# not call `index_function`: it is what your answer is compared with.


# %%
@exercise("function", gives="list")
def check_2(answer):
    assert answer.__wrapped__ is not index_function, "write it yourself, without index_function"
    for length in range(1, 5):
        for seq in product(("A", "B", 1, 2, 3), repeat=length):
            given = tuple(answer(seq))
            shown, made = (" ".join(map(str, each)) for each in (seq, given))
            assert given == index_function(seq), f"your function makes {made} of {shown}"


# %% [markdown]
# **Exercise 3.** Retrieval, applied again and again, is only defined if it keeps proper inputs proper. Does it? Proper:
# for every token with a letter on the right some token up to it has that left letter, and all such tokens up to it are
# equal. Give a proper input of letters and integers, at most five pairs, that Retrieval turns into an improper one: as text,
# like `"A1 BA"`, or as a list of `Pair`s; or `None`, if there is none.


# %%
@exercise("any")
def check_3(answer):
    assert answer is not None, "have you tried all inputs of up to five pairs?"
    how = 'give pairs as text, like "A1 BA", or as a list, like [Pair("A", 1)]'
    assert isinstance(answer, str | list | tuple), how
    tokens = parse_letter(answer) if isinstance(answer, str) else tuple(answer)
    assert tokens and all(isinstance(token, Pair) for token in tokens), how
    assert len(tokens) <= 5, "at most five pairs"
    assert improper(tokens) is None, f"this input is not proper to begin with: {improper(tokens)}"
    assert improper(retrieval_function(tokens)) is not None, "Retrieval keeps this one proper"


# %% [markdown]
# **Problem 4 (harder).** The query is a letter, which asks for its own position: the distances are $0,\dots,n-1$. Sharpen the
# printed $2\pi^2/n^2$: write `answer(n)`, the largest gap that any θ reaches there, to twelve digits.


# %%
def index_gap(n):
    """The largest gap of any angle. At the best one two distances tie or one peaks: it is k/q of a turn, q <= 2n - 2."""
    turns = {Fraction(k, q) for q in range(1, 2 * n - 1) for k in range(q + 1)}
    return max(min(1 - math.cos(2 * math.pi * turn * t) for t in range(1, n)) for turn in turns)


@exercise("function", gives="number")
def check_4(answer):
    for n in (2, 3, 5, 8, 13):
        largest = index_gap(n)
        given = float(answer(n))
        assert given < largest + 1e-12, f"n = {n}: no θ reaches {given:.6f}"
        assert given > largest - 1e-12, f"n = {n}: some θ has more than {given:.6f}"


# %% [markdown]
# ## Solutions
#
# **1.** $n = 8$, $i = 4$ and $f = 1/5$, for one: the query in the middle, and a θ that spreads the few distances, up to 4,
# evenly. Asking for a letter ($i = 0$) is the mistake: for letters the bound holds.

# %%
solution_1 = (8, 4, Fraction(1, 5))
mistake_1 = (8, 0, Fraction(1, 8))
assert check_1(solution_1)

# %% [markdown]
# **2.** One comparison, `token <= position`. Taking the index modulo the length, or 0 for everything before the start, are two ways to be
# wrong quietly.


# %%
def solution_2(seq):
    out = list(seq)
    for position, token in enumerate(seq):
        if isinstance(token, int) and token <= position:
            if isinstance(seq[position - token], str):
                out[position] = seq[position - token]
    return out


def mistake_2(seq):
    return [
        seq[max(0, at - token)] if isinstance(token, int) and isinstance(seq[max(0, at - token)], str) else token
        for at, token in enumerate(seq)
    ]


assert check_2(solution_2)

# %% [markdown]
# **3.** A1 BA A2 AB becomes A1 A1 A2 BA: the last token now asks for A, and finds A1 and A2, which differ. The mistake
# is an input on which nothing can go wrong because nothing is replaced.

# %%
solution_3 = "A1 BA A2 AB"
mistake_3 = [Pair("A", 1), Pair("A", 1)]
assert check_3(solution_3)

# %% [markdown]
# **4.** $1-\cos(2\pi/n)$: put the $n$ distances evenly on the circle. More is impossible, since two of $n$ points on a
# circle are at most a turn$/n$ apart, and the difference of their distances is again a distance (`new.index-gap-sharp`,
# PROVED). $2\pi^2/n^2$ is never reached.


# %%
def solution_4(n):
    return 1 - math.cos(2 * math.pi / n)


def mistake_4(n):
    return 2 * math.pi**2 / n**2


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** You ask of every theorem: maximum or minimum, which reading, what at the boundary, and can
# the check fail? A statement found false keeps its wording, gets a witness that anyone can recompute, and a correction
# where one is known.
#
# In the package: ERRATA.md, `rope-theory explain ID` for every claim, `proofs/` and `checks/`. You have finished the
# course.
