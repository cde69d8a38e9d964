# %% [markdown]
# # Lesson 3. The exclusion identity
#
# **Goals.** Understand why a head whose logits vary cannot be both positional and symbolic. Turn an inequality into an
# equality, and see what the equality says that the inequality hid.
#
# **Minutes.** 65: 25 to read, 20 for the exercises (5, 5, 10), 20 for the harder problem; 9 of 90 in a lecture on all eight.
#
# **Running example.** A 2 × 2 matrix of logits $M[a,b]$, content $a$ at position $b$, with the diagonal λ; then all of them.

# %%
from fractions import Fraction
from itertools import permutations
from random import Random

import sympy

from rope_theory.faces.exercise import exercise, fraction
from rope_theory.laws.exclusion import exclusion_terms

# M[a, b], in Python M[a][b]: content a at position b; the diagonal is λ = (1, 3)
M = [[1, 4], [0, 3]]

# %% [markdown]
# ## Two energies
#
# Over all permutations of the $N=n-1$ earlier tokens each position meets each content equally often. So mean squared
# changes, of a position's logit and a token's, are means over $M$:
#
# $$e_{pos} = \tfrac1{N^2}\sum_{a,b}(M[a,b]-\lambda_b)^2,$$
#
# $$e_{sym} = \tfrac1{N^2}\sum_{a,b}(M[a,b]-\lambda_a)^2.$$
#
# U25's Theorem 1: the variance $\mathrm{Var}(\lambda)\le e_{pos}+e_{sym}$.

# %%
terms = exclusion_terms(M)
energies = f"positional {terms.positional} + symbolic {terms.symbolic}"
print(f"{energies} >= variance {terms.variance}")
assert terms.variance <= terms.positional + terms.symbolic

# %% [markdown] tags=["reader"]
# By hand, for the rows (1, 4) and (0, 3): λ = (1, 3), $e_{pos} = (0+1+1+0)/4$, $e_{sym} = (0+9+9+0)/4$, and the variance is 1. So 5
# stands against 1: much is missing.

# %% [markdown]
# ## The missing term
#
# For $x = M[a,b]-\lambda_b$ and $y = M[a,b]-\lambda_a$ write $x^2+y^2 = \tfrac12(x-y)^2+\tfrac12(x+y)^2$. In
# $x-y = \lambda_a-\lambda_b$ no $M[a,b]$ is left: its mean square is twice the variance. The mean of
# $\tfrac12(x+y)^2$, the *interaction*, is the last term of
#
# $$e_{pos} + e_{sym} = \mathrm{Var}(\lambda) + \frac2{N^2}\sum_{a,b}{\Bigl(M[a,b]-\frac{\lambda_a+\lambda_b}2\Bigr)}^2.$$
#
# An inequality has become an equality (claim `new.exclusion-identity`, PROVED).

# %%
entry, own_a, own_b = sympy.symbols("M_ab lambda_a lambda_b")
left = (entry - own_b) ** 2 + (entry - own_a) ** 2
right = (own_a - own_b) ** 2 / 2 + 2 * (entry - (own_a + own_b) / 2) ** 2
assert sympy.expand(left - right) == 0

# %% [markdown] tags=["reader"]
# In the example the diagonal entries have the mean 2, and the others are 4 and 0: the interaction is $\tfrac24(2^2+2^2) = 4$, and 5 = 1 + 4.

# %% [markdown] tags=["reader"]
# Attack it before you believe it: random matrices of whole numbers, exact arithmetic.

# %% tags=["reader"]
generator = Random(0)


def drawn(generator, size, most=9):
    """A random matrix of whole numbers."""
    return [[generator.randint(-most, most) for _ in range(size)] for _ in range(size)]


cloud = []
for _ in range(200):
    found = exclusion_terms(drawn(generator, generator.randint(1, 6)))
    assert found.positional + found.symbolic == found.variance + found.interaction
    if found.variance:
        cloud.append((float(found.positional / found.variance), float(found.symbolic / found.variance)))

# %%
# Figure: the two energies over the variance, a point for each random matrix whose logits vary: none lies below the line sum = 1.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, axes = plt.subplots(figsize=(4.8, 3.6), layout="constrained")
axes.scatter(*zip(*cloud, strict=True), s=12, color="#0072B2")
axes.plot([0, 1], [1, 0], color="#D55E00", linewidth=3, label="sum = 1")
axes.set_xscale("symlog", linthresh=1)  # linear up to 1, so that 0 has a place, then logarithmic
axes.set_yscale("symlog", linthresh=1)
axes.set(xlabel="$e_{pos}$ / Var(λ)", ylabel="$e_{sym}$ / Var(λ)", xlim=(-0.1, 1000), ylim=(-0.1, 1000))
assert all(energy < 1000 for point in cloud for energy in point)  # every point is seen
axes.legend()

# %% [markdown]
# ## Exercises
#
# **At hand.** λ is the diagonal of $M$, $e_{pos}$ and $e_{sym}$ are the means over all $a, b$ of $(M[a,b]-\lambda_b)^2$
# and of $(M[a,b]-\lambda_a)^2$, and $\mathrm{Var}(\lambda)$ is the mean squared distance of λ's entries from their
# mean. Theorem 1: $\mathrm{Var}(\lambda)\le e_{pos}+e_{sym}$.
#
# **Exercise 1.** λ = (0, 1, 2). Give the 3 × 3 matrix for which Theorem 1 holds with *equality*. (Fractions are fine.)


# %%
@exercise("matrix")
def check_1(answer):
    assert [len(row) for row in answer] == [3, 3, 3], "three rows of three entries are asked for"
    assert [answer[j][j] for j in range(3)] == [0, 1, 2], "the diagonal is not λ"
    found = exclusion_terms([[fraction(value) for value in row] for row in answer])
    both = found.positional + found.symbolic
    assert both == found.variance, f"the energies add up to {both}, and the variance is {found.variance}"


# %% [markdown]
# **Exercise 2.** A head is exactly positional: $e_{pos} = 0$. Write `answer(own)`: its symbolic energy $e_{sym}$, where `own` is the
# list λ.


# %%
@exercise("function", gives="number")
def check_2(answer):
    for own in ([0, 1], [1, 3, 8], [2, 2, 2, 5]):
        positional_head = [[Fraction(value) for value in own] for _ in own]
        energy = exclusion_terms(positional_head).symbolic
        assert fraction(answer(own)) == energy, f"for λ = {own} the energy is {energy}"


# %% [markdown]
# **Exercise 3.** Show that permutations may be replaced by pairs: write `answer(M)` with two loops and no
# permutation that equals the mean of $(M[\pi(j),j]-\lambda_j)^2$ over all
# permutations π and positions $j$.


# %%
class TooManyReads(Exception):
    """What a loop over permutations stops with."""


class Counted(list):
    """A row that counts how often an entry of it is read: of a matrix not more than 50 times for each entry."""

    left = 0  # of all rows

    def __getitem__(self, at):
        Counted.left -= 1
        if Counted.left < 0:
            raise TooManyReads(
                "each entry was read 50 times, as by a loop over permutations: two loops over pairs are enough"
            )
        return super().__getitem__(at)


@exercise("function", gives="number")
def check_3(answer):
    for size in (1, 2, 3, 4, 8):
        sample = drawn(Random(size), size, 5)
        squares = [(sample[pi[j]][j] - sample[j][j]) ** 2 for pi in permutations(range(size)) for j in range(size)]
        mean = Fraction(sum(squares), len(squares))
        Counted.left = 50 * size**2
        assert fraction(answer([Counted(row) for row in sample])) == mean, (
            f"for the {size} × {size} matrix {sample} the mean is {mean}"
        )


# %% [markdown]
# **Problem 4 (harder).** Between a positional and a symbolic head with the same λ lie the heads
# $M[a,b] = c\lambda_a + (1-c)\lambda_b$ with $0 \le c \le 1$. Write `answer(c)`:
# $(e_{pos} + e_{sym}) / \mathrm{Var}(\lambda)$, for any λ that is not constant.


# %%
@exercise("function", gives="number")
def check_4(answer):
    for c in (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(4, 5), Fraction(1)):
        for own in ([0, 1], [1, 3, 8]):
            found = exclusion_terms([[c * a + (1 - c) * b for b in own] for a in own])
            energies, given = found.positional + found.symbolic, fraction(answer(c))
            assert given * found.variance == energies, f"for c = {c} and λ = {own} the ratio is not {given}"


# %% [markdown]
# ## Solutions
#
# **1.** Rows (0, 0.5, 1), (0.5, 1, 1.5) and (1, 1.5, 2). The interaction must vanish: every entry is the mean of its two
# diagonal entries. A head that attains the bound is as positional as it is symbolic. The mistake is a positional matrix:
# then $e_{sym} = 2\,\mathrm{Var}(\lambda)$.

# %%
solution_1 = [[0, 0.5, 1], [0.5, 1, 1.5], [1, 1.5, 2]]
mistake_1 = [[0, 1, 2]] * 3
assert check_1(solution_1)

# %% [markdown]
# **2.** $2\,\mathrm{Var}(\lambda)$: twice the variance. The inequality would let you believe that the variance is enough.


# %%
def solution_2(own):
    N = len(own)
    mean = Fraction(sum(own), N)
    return 2 * sum((value - mean) ** 2 for value in own) / N


def mistake_2(own):
    return solution_2(own) / 2


assert check_2(solution_2)

# %% [markdown]
# **3.** $\tfrac1{N^2}\sum_{a,b}(M[a,b]-\lambda_b)^2$: position $j$ receives content $a$ in $(N-1)!$ of the $N!$
# permutations, for every $a$, itself included. Leaving out $a = j$ is the mistake: those terms are zero, but they count
# in the mean.


# %%
def solution_3(M):
    N, total = len(M), Fraction(0)
    for a in range(N):
        for b in range(N):
            total += Fraction(M[a][b] - M[b][b]) ** 2
    return total / N**2


def mistake_3(M):
    N = len(M)
    return solution_3(M) * N / max(1, N - 1)


assert check_3(solution_3)

# %% [markdown]
# **4.** $M[a,b]-\lambda_b = c(\lambda_a-\lambda_b)$ and $M[a,b]-\lambda_a = (1-c)(\lambda_b-\lambda_a)$; the mean of
# $(\lambda_a-\lambda_b)^2$ is twice the variance. So the ratio is $2(c^2 + (1-c)^2)$: 1 in the middle, where Theorem 1
# is an equality, and 2 at both ends.


# %%
def solution_4(c):
    return 2 * (c**2 + (1 - c) ** 2)


def mistake_4(c):
    return c**2 + (1 - c) ** 2


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** $e_{pos} + e_{sym}$ is the variance of the logits plus the interaction. Both energies
# zero means constant logits. Equality in Theorem 1 means that every logit is the mean of its two diagonal ones.
#
# In the package: `rope_theory/laws/exclusion.py`, the figure `exclusion-plane`, claims `u25.thm1` and
# `new.exclusion-identity`. Next: [lesson 4](04_h_pos_by_hand.py).
