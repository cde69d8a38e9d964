# %% [markdown]
# # Lesson 6. Two angles and Partial Induction
#
# **Goals.** Combine a symbol plane and a recency plane in one head. Find both thresholds. Check whether one angle is
# really not enough, as a public summary of U25 (papernotes.org, not the paper) says.
#
# **Minutes.** 65: 25 to read, 20 for the exercises (5, 7, 8), 20 for the harder problem; 10 of 90 in a lecture on all eight.
#
# **Running example.** `A1 B2 A2 C1 B1` and the query `A`: what was bound to A *last*? (2.)

# %%
import math
from fractions import Fraction
from itertools import product

from rope_theory import Angle, LetterCircle, OneLayer, Pair, h_mix, h_sym, hard_attention, logits
from rope_theory.core.constructions import attribute_value
from rope_theory.core.tasks import parse_binding, partial_induction
from rope_theory.faces.exercise import exercise, fraction

TOKENS = parse_binding("A1 B2 A2 C1 B1 A")
n = len(TOKENS)
# a fourth point, for the query's own key: it matches nothing
circle = LetterCircle(tuple("ABC"), spare=True)

# %% [markdown]
# ## A head with two angles: H_MIX
#
# One plane with angle 0 holds the letters (amplitude $a_1$), one with angle θ₂ > 0 measures how far back (amplitude
# $a_2$). The circle has a *spare point*, where the query's own key stands: it matches no letter. Points are numbered by
# φ and stand ω apart:
#
# $$L = a_1\cos((\varphi(\text{key})-\varphi(\text{query}))\,\omega) + a_2\cos(t\theta_2).$$

# %%
theta = Angle(Fraction(1, 2 * n))
head = h_mix(circle, theta, symbol_amplitude=3, recency_amplitude=1)
model = OneLayer(head, attribute_value)
assert model.run(TOKENS).answer == 2 == partial_induction(TOKENS[:-1], "A")

# %%
# Figure: a bar for each token's logit: the matches A1 and A2 stand out, and A2, the nearer, is the highest.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, axes = plt.subplots(figsize=(5.4, 3.6), layout="constrained")
row = [float(value) for value in logits(head, TOKENS)]
axes.bar(range(1, n + 1), row, color=["#D55E00" if getattr(t, "left", None) == "A" else "0.7" for t in TOKENS])
axes.set_xticks(range(1, n + 1), [str(t) if isinstance(t, str) else f"{t.left}{t.right}" for t in TOKENS])
axes.set(ylabel="logit", title="orange: the matches of A")

# %% [markdown]
# ## Two thresholds
#
# Let 0 < θ₂ ≤ π, $a_2 > 0$, n ≥ 3 and at least two letters. *Recency.* Among matches the nearer must win: $\cos t\theta_2$ must fall from each distance to the next, over
# $1,\dots,n-1$. The last step is the critical one: $\cos((n-2)\theta_2) > \cos((n-1)\theta_2)$ as long as
# $(n-\tfrac32)\theta_2 < \pi$.
#
# *Symbol.* The only match may stand at the far end, and the neighbouring letter next to the query. Recency then works
# against us with all it has, $a_2(\cos\theta_2 - \cos((n-1)\theta_2))$; if the query's own key (distance 0) competes,
# with $a_2(1 - \cos((n-1)\theta_2))$. The symbol plane's lead is $a_1(1-\cos\omega)$. Together both conditions are
# necessary and sufficient (claim `new.two-angle-threshold`).


# %%
def solves(head, n, letters="ABC"):
    """Whether the last match leads on every input of n - 1 letters and a query."""
    for symbols in product(letters, repeat=n - 1):
        for query in set(symbols):
            row = logits(head, [Pair(symbol, 1) for symbol in symbols] + [query])
            last = max(at for at, symbol in enumerate(symbols) if symbol == query)
            if hard_attention(row)[last] != 1:
                return False
    return True


assert solves(h_mix(circle, Angle(Fraction(1, 10)), 3), 5)
assert not solves(h_mix(circle, Angle(Fraction(1, 10)), 1), 5)  # symbol too weak
assert not solves(h_mix(circle, Angle(Fraction(1, 6)), 9), 5)  # recency turns back
# above π: 9/10 of a turn is 1/10 the other way
assert solves(h_mix(circle, Angle(Fraction(9, 10)), 3), 5)

# %% [markdown]
# ## One angle is enough, for a while
#
# H_SYM with a small angle does both jobs in one plane (lesson 5): the drift is the recency. As long as
# $(2n-3)\theta < \omega$ every match is nearer than every other letter, and the nearest match is nearest in angle.

# %%
assert solves(h_sym(circle, Angle(Fraction(1, 32))), 5)  # 7/32 < 8/32
assert not solves(h_sym(circle, Angle(Fraction(1, 28))), 5)  # 7/28 = 7/28: a tie

# %% [markdown]
# So “unsolvable with 1 RoPE angle” (papernotes.org, in its table of U25's main results) is false for bounded length; without a
# bound it is true of the largest logit (`u25.thm6.one-angle` and its corrections).
#
# ## Exercises
#
# **At hand.** Key and query $k$ points apart on the circle, at distance $t$ (the query's own key: $t=0$, on the spare point): H_MIX has the
# logit $a_1\cos(k\omega)+a_2\cos(t\theta_2)$, H_SYM $\cos(k\omega+t\theta)$. ω is 2π over the number of points, the
# spare one included. For 2, 3 and 4: an input of length $n$ is $n-1$ pairs and a letter of one of them, which asks.
#
# **Exercise 1.** $\theta_2 = 2\pi/20$. Up to which length $n$ does recency, the logit $\cos(t\theta_2)$ of H_MIX's second plane, fall
# strictly over the distances $t = 1,\dots,n-1$?


# %%
@exercise("whole", 2, 1000)
def check_1(answer):
    angle = Angle(Fraction(1, 20))

    def falls(n):
        return all((angle * t).cos() > (angle * (t + 1)).cos() for t in range(1, n - 1))

    assert falls(answer), f"at n = {answer} it turns back"
    assert not falls(answer + 1), f"at n = {answer + 1} it still falls"


# %% [markdown]
# **Exercise 2.** Three letters and the spare point ($\omega = 2\pi/4$, so $1-\cos\omega=1$), $n = 5$, $\theta_2 = 2\pi/8$, $a_2 = 1$. The query
# competes (distance 0, on its spare point). Give the smallest $a_1$ in whole tenths, such as 0.7, with which H_MIX solves
# Partial Induction: the last match has the strictly largest logit on every input.


# %%
@exercise("number")
def check_2(answer):
    def works(tenths):
        return solves(h_mix(circle, Angle(Fraction(1, 8)), Fraction(tenths, 10)), 5)

    tenths = 10 * fraction(answer)
    assert tenths.denominator == 1, f"{answer} is no whole number of tenths"
    assert 1 <= tenths <= 1000, "the answer lies between 0.1 and 100"
    assert works(tenths), f"a₁ = {answer} is too weak"
    assert not works(tenths - 1), f"a₁ = {float(tenths - 1) / 10:g} is enough"


# %% [markdown]
# **Exercise 3.** H_SYM with one angle, $\theta = 2\pi/k$, three letters and the spare point: write `answer(n)`: the least whole
# number $k$ with which it solves Partial Induction at length $n \ge 3$.


# %%
@exercise("function", gives="whole")
def check_3(answer):
    for n in (3, 4):
        assert answer(n) >= 2, f"n = {n}: k is a whole number from 2 on (2π/1 turns by nothing)"
        assert solves(h_sym(circle, Angle(Fraction(1, answer(n)))), n), f"n = {n}: with k = {answer(n)} it fails"
        assert not solves(h_sym(circle, Angle(Fraction(1, answer(n) - 1))), n), (
            f"n = {n}: k = {answer(n) - 1} works, too"
        )


# %% [markdown]
# **Problem 4 (harder).** As in exercise 2, but for $\theta_2 = 2\pi/k$ and length $n$ with $(n-1)\theta_2 \le \pi$. Write `answer(n, k)`: the
# number such that H_MIX with $a_2 = 1$ solves it exactly for greater $a_1$.


# %%
@exercise("function", gives="number")
def check_4(answer):
    for n, k in ((3, 4), (3, 6), (4, 6), (4, 8)):
        for step, good in ((Fraction(1, 1000), True), (Fraction(-1, 1000), False)):
            amplitude = fraction(float(answer(n, k))) + step
            solved = amplitude > 0 and solves(h_mix(circle, Angle(Fraction(1, k)), amplitude), n)
            assert solved == good, f"n = {n}, k = {k}: a₁ = {float(amplitude):.3f} {'fails' if good else 'is enough'}"


# %% [markdown]
# ## Solutions
#
# **1.** $n = 11$, from $n - 3/2 < 10$. The mistake is $(n-1)\theta_2 < \pi$: the last angle may pass π by half a step.

# %%
solution_1 = 11
mistake_1 = 10
assert check_1(solution_1)

# %% [markdown]
# **2.** $a_1 = 2.1$, from $a_1 > a_2(1-\cos 4\theta_2) = 1 - \cos\pi = 2$, strictly. Forgetting that the query competes
# gives 1.8.

# %%
solution_2 = 2.1
mistake_2 = 1.8
assert check_2(solution_2)

# %% [markdown]
# **3.** $k = 4(2n-3) + 1$, from $(2n-3)/k < 1/4$. With equality a match and a rival tie.


# %%
def solution_3(n):
    return 4 * (2 * n - 3) + 1


def mistake_3(n):
    return 4 * (2 * n - 3)


assert check_3(solution_3)

# %% [markdown]
# **4.** $1-\cos((n-1)\theta_2)$: the match may lie at distance $n-1$ and the nearest rival letter at distance 0, the query itself. Recency then
# gives the rival $1-\cos((n-1)\theta_2)$ more, and the letters must outweigh it:
# $a_1(1-\cos\omega) > 1-\cos((n-1)\theta_2)$ with $\omega = \pi/2$. A rival at distance 1 at the nearest is the mistake.


# %%
def solution_4(n, k):
    return 1 - math.cos((n - 1) * 2 * math.pi / k)


def mistake_4(n, k):
    return math.cos(2 * math.pi / k) - math.cos((n - 1) * 2 * math.pi / k)


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** Two angles separate “which” from “when”; the angle of recency and the ratio of the
# amplitudes have exact thresholds; one angle can do it too, as long as the whole drift fits between two letters.
#
# In the package: `h_mix`, claims `new.two-angle-threshold` (A and B there are our $a_1$ and $a_2$), `new.single-angle-induction`, `u25.thm6`. Next:
# [lesson 7](07_how_far_can_a_head_count.py).
