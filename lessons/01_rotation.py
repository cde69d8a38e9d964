# %% [markdown]
# # Lesson 1. Rotation: the geometry of RoPE
#
# **Goals.** Compute a RoPE logit by hand. See why it depends on the distance alone, and why a head can be drawn as
# arrows on a circle.
#
# **Minutes.** 65: 25 to read, 20 for the exercises (5, 7, 8), 20 for the harder problem; 9 of 90 in a lecture on all eight.
#
# **Running example of the course.** U26's Figure 1: `C B A 1 4 1 3 2 1`. Start at the last token; an integer says how
# many positions to hop back; the letter where the path ends is the answer.
#
# ## The question
#
# An attention **head** gives each earlier token a score, its **logit**. Does it depend on where the token stands, or on what
# it is? With rotary position embeddings (**RoPE**) a head can do either. Exchange earlier tokens:
#
# - **positional**: each position keeps its logit, whatever stands there;
# - **symbolic**: each token keeps its logit, wherever it stands.
#
# Can one head be both? Which task asks for which? What does length cost?
#
# ![The framed token asks. Two others are exchanged: a positional head stays at the position, a symbolic one follows the token.](../figures/exchanged-tokens.svg)
#
# ## Attention in brief
#
# A **head** at position $i$ makes a **query** $q$ of the token there, and of each token at a position $j \le i$ a **key**
# $k_j$ and a **value** $v_j$. It compares, weighs, and adds up:
#
# $$L_j = k_j^\top q, \qquad w_j = \frac{e^{\beta L_j}}{\sum_m e^{\beta L_m}},$$
#
# $$\text{output} = \sum_j w_j v_j.$$
#
# - $L_j$, the **logit**: how well the key at $j$ answers the query. (The usual $1/\sqrt d$, $d$ the head's dimension, stands in β.)
# - $w_j$, the attention **weight**: the share of the value at $j$; this formula is the **softmax**.
# - β > 0, the **inverse temperature**: the larger, the more weight has the largest logit. **Hard attention** is the limit
#   β → ∞: the largest logit takes all, and equal ones share it.
#
# ## Words and symbols
#
# - **token**: what stands at a position, its **content**: letter, integer, pair (A1).
# - **layer**: heads side by side; **pass**: a model's run.
# - **plane**: two dimensions turned together; θ, its **frequency**: radians per position; **NoPE**: no encoding of positions, θ = 0.
# - **target**: the position that a query asks for; **rival**: any other.
# - **gap**: the target's lead over the largest rival; **discrepancy** Δ(n): the greatest gap of all inputs of length $n$.
# - **Index**: an integer $i$ becomes the letter $i$ back, if one stands there.
# - **Retrieval**: find the only pair that begins with the letter asked for; **Partial Induction**: the last of
#   several (A1 A2 A asks for A2).
#
# H_POS is the head that reads at a distance, H_SYM and H_MIX find a letter; T_Index and T_Retrieval are one-layer models
# around them. PROVED: Coq's kernel checked a proof; REFUTED: a counterexample was evaluated exactly.
#
# **The papers.** The course is about two. U25: *Decoupling Positional and Symbolic Attention Behavior in Transformers*,
# arXiv 2511.11579. U26: *Positional versus Symbolic Attention Heads: Learning Dynamics, RoPE Geometry, and Length
# Generalization*, arXiv 2605.31558. U25 is known here by its abstract and by the content of its theorems, whose text was
# not at hand; U26 by its text.

# %% [markdown]
# ## One plane
#
# RoPE cuts a vector into pairs of numbers and turns each pair, at position $j$, by the angle $j\theta$. The rotation
# $\rho(\alpha)$ by $\alpha$ sends $(x, y)$ to $(x\cos\alpha - y\sin\alpha,\ x\sin\alpha + y\cos\alpha)$.

# %%
import math
from fractions import Fraction
from random import Random

import sympy

from rope_theory import Angle, frequencies, half_from_adjacent, rope_matrix, rotate
from rope_theory.core.rope import pairs
from rope_theory.faces.exercise import exercise

TOKENS = ("C", "B", "A", 1, 4, 1, 3, 2, 1)
n = len(TOKENS)

# %%
quarter = sympy.pi / 2
assert rotate(quarter, (1, 0)) == (0, 1)  # counter-clockwise

theta = 2 * math.pi / n
keys = [
    rotate(j * theta, (0.0, 1.0)) for j in range(1, n + 1)
]  # one vector v = (0, 1), as it looks at the positions 1..9

# %%
# Figure: a circle with nine points, the key at the positions 1 to 9, counter-clockwise, θ from each to the next.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, axes = plt.subplots(figsize=(3.6, 3.6), layout="constrained")
axes.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.8"))
axes.scatter(*zip(*keys, strict=True))
for x, y in (keys[-1], keys[0]):  # the directions at 9 and at 1, θ apart
    axes.plot([0, x], [0, y], color="#D55E00")
axes.annotate("θ", rotate(theta / 2, (0.0, 0.5)), ha="center", va="center")
for j, (x, y) in enumerate(keys, 1):
    axes.annotate(f"{j}", (1.18 * x, 1.18 * y), ha="center", va="center")
axes.set(aspect="equal", xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xticks=[], yticks=[], title="key at 1..9, θ = 2π/9")
axes.set_axis_off()

# %% [markdown] tags=["reader"]
# Where would the key of position 10 stand? On that of position 1: one plane with θ = 2π/9 says the same of distances that are 9
# apart.

# %% [markdown]
# ## Only the distance counts
#
# The query $q$ stands at $i$, the key $k$ at $j$. Both are turned, then multiplied, where $R_j = \rho(j\theta)$:
#
# $$(R_j k)^\top (R_i q) = k^\top R_{i-j}\, q.$$
#
# If $q$ and $k$ are one and the same unit vector, this is $\cos((i-j)\theta)$. SymPy, which computes with symbols, agrees for all
# $i$, $j$ and $\theta$ at once.

# %%
i, j, angle = sympy.symbols("i j theta")
turned_key, turned_query = (rotate(position * angle, (0, 1)) for position in (j, i))
logit = sum(a * b for a, b in zip(turned_key, turned_query, strict=True))
assert sympy.simplify(logit - sympy.cos((i - j) * angle)) == 0

# %% [markdown] tags=["reader"]
# Why: $(R_jk)^\top(R_iq) = k^\top R_j^\top R_iq$. To transpose a rotation is to turn back, $R_j^\top = R_{-j}$, and angles add up:
# $R_{-j}R_i = R_{i-j}$.

# %% [markdown]
# ## Many planes
#
# A head of dimension $d$ has $d/2$ planes, numbered $m = 1, \dots, d/2$, with frequencies $g_m = b^{-2(m-1)/d}$. The base
# $b$ is often 10000: from one radian per position down to nearly nothing. The logit is the sum over the planes, and again
# only the distance counts.

# %%
g = [float(each) for each in frequencies(10000, 8, "symbolic")]
assert g == [1, 0.1, 0.01, 0.001]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def times(matrix, vector):
    return [dot(row, vector) for row in matrix]


generator = Random(0)
q, k = ([generator.gauss() for _ in range(8)] for _ in "qk")
by_matrix = dot(times(rope_matrix(3, g), k), times(rope_matrix(9, g), q))
by_distance = dot(k, times(rope_matrix(9 - 3, g), q))
assert math.isclose(by_matrix, by_distance)

# %% [markdown] tags=["reader"]
# ## Two layouts
#
# GPT-J pairs neighbouring dimensions, Llama in transformers pairs dimension $m$ with $m + d/2$. Moving the rows of $W_Q$ and $W_K$
# by one permutation turns one into the other; no logit changes. Forgetting it is a classical bug.


# %% tags=["reader"]
def turned(vector, position, layout):
    """RoPE: each pair of dimensions turned by position · frequency."""
    made = list(vector)
    for frequency, (a, b) in zip(g, pairs(8, layout), strict=True):
        made[a], made[b] = rotate(position * frequency, (vector[a], vector[b]))
    return made


def moved(vector, order):
    return [vector[at] for at in order]


order = half_from_adjacent(8)
adjacent = dot(turned(k, 3, "adjacent"), turned(q, 9, "adjacent"))  # key at position 3, query at position 9
half = dot(turned(moved(k, order), 3, "half"), turned(moved(q, order), 9, "half"))
assert math.isclose(adjacent, half)
wrong = dot(turned(k, 3, "half"), turned(q, 9, "half"))  # rows not moved
assert abs(wrong - adjacent) > 0.001

# %% [markdown]
# ## Exercises
#
# **At hand.** $\rho(\alpha)$ turns by $\alpha$. For 1, 2 and 4: unit vectors at an angle α have the product cos α; in a plane of
# frequency $g$ (θ in exercise 1), query and key at the positions $n$ and $n-t$ have the logit
# $(\rho(ng)q)\cdot(\rho((n-t)g)k)$. For 4: logits of planes add up. For 3: plane $m = 0,\dots,3$ holds of the dimensions $0,\dots,7$
# the two $2m$ and $2m+1$ (adjacent), or $m$ and $m+4$ (half-split).
#
# Try each one before you read its solution: call `check_1(your_answer)` where the lesson runs: as a script, as a notebook, or in a
# browser (`rope-theory fetch-course`). It says in a sentence what is not right yet.
#
# **Exercise 1.** Query and keys are one unit vector, and θ = 2π/9: the key one position back has the logit cos θ. What is the next
# distance $t > 1$ at which a key has exactly the same logit? (An integer.)


# %%
@exercise("whole")
def check_1(answer):
    nine = Angle.parse("2pi/9")  # an exact angle: cosines are compared without rounding
    same = [t for t in range(2, 30) if (nine * t).cos() == nine.cos()]
    assert answer > 1, "a distance t > 1 is asked for"
    assert (nine * answer).cos() == nine.cos(), f"cos({answer}θ) is another number"
    assert answer == same[0], f"cos({answer}θ) is the same, and a smaller distance does it too"


# %% [markdown]
# **Exercise 2.** One unit vector $v$, turned by the *phases* $a$ and $b$, makes query and key: $q = \rho(a)v$, $k = \rho(b)v$. Write the logit at
# distance $t$ in a plane of frequency $g$ as a function `answer(a, b, t, g)` with one cosine.


# %%
@exercise("function", gives="number")
def check_2(answer):
    generator = Random(1)
    for _ in range(50):
        a, b, t, g = (generator.uniform(-3, 3) for _ in range(4))
        query, key = rotate(t * g, rotate(a, (0.0, 1.0))), rotate(b, (0.0, 1.0))
        logit = dot(query, key)
        assert math.isclose(answer(a, b, t, g), logit, rel_tol=1e-5, abs_tol=1e-8), (
            f"at a, b, t, g = {a:.2f}, {b:.2f}, {t:.2f}, {g:.2f} it is {logit:.4f}"
        )


# %% [markdown]
# **Exercise 3.** One vector in the two layouts of the eight dimensions 0 to 7: write, by hand, the list `p` of eight numbers with
# `x_half[j] = x_adjacent[p[j]]` for $j = 0,\dots,7$. (So `p[0]` is 0.)


# %%
@exercise("numbers")
def check_3(answer):
    assert sorted(answer) == list(range(8)), "a permutation of 0..7 is asked for"
    vector = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    expected = moved(turned(vector, 5, "adjacent"), answer)
    found = turned(moved(vector, answer), 5, "half")
    assert all(map(math.isclose, found, expected)), (
        "the half-split rotation of x[p] is not the adjacent rotation of x, permuted by p"
    )


# %% [markdown]
# **Problem 4 (harder).** Two planes turn by $2\pi/a$ and $2\pi/b$ per position, $a$ and $b$ whole. Query and key are the same unit
# vector in each plane. Write `answer(a, b)`: the least distance $t \ge 1$ at which the logit is again as large as at
# distance 0.


# %%
@exercise("function", gives="whole")
def check_4(answer):
    for a, b in ((3, 5), (4, 6), (9, 9), (6, 10), (12, 18)):
        planes = Angle(Fraction(1, a)), Angle(Fraction(1, b))
        back = next(t for t in range(1, a * b + 1) if all((plane * t).cos() == 1 for plane in planes))
        given = answer(a, b)
        assert given >= 1, f"for a = {a} and b = {b} a distance t ≥ 1 is asked for, not {given}"
        assert given % back == 0, f"for a = {a} and b = {b} the logit at distance {given} is smaller"
        assert given == back, f"for a = {a} and b = {b} a distance below {given} does it, too"


# %% [markdown]
# ## Solutions
#
# **1.** $t = 9 - 1 = 8$: cosine is even and has period 2π = 9θ, so the distances 1 and 8 agree. If
# query and keys are one vector, one plane cannot tell them apart; with a query turned beforehand it can (lesson 4). The common mistake is 10, which agrees too but comes later.

# %%
solution_1 = 8
mistake_1 = 10
assert check_1(solution_1)

# %% [markdown]
# **2.** $\cos(tg + a - b)$: the query is turned by $tg$ beyond its own phase. The mistake is to give the key's phase the
# wrong sign.


# %%
def solution_2(a, b, t, g):
    return math.cos(t * g + a - b)


def mistake_2(a, b, t, g):
    return math.cos(t * g + a + b)


assert check_2(solution_2)

# %% [markdown]
# **3.** $p = 0, 2, 4, 6, 1, 3, 5, 7$: the first halves of the four pairs, then their second halves. The mistake is the
# inverse.

# %%
solution_3 = [0, 2, 4, 6, 1, 3, 5, 7]
mistake_3 = [0, 4, 1, 5, 2, 6, 3, 7]
assert check_3(solution_3)

# %% [markdown]
# **4.** The least common multiple of $a$ and $b$: each cosine must be 1, so both divide $t$. The product is right only if they
# have no common factor: frequencies that are whole fractions of a turn come back together sooner if they have one.


# %%
def solution_4(a, b):
    return math.lcm(a, b)


def mistake_4(a, b):
    return a * b


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** RoPE turns queries and keys by position times frequency; a logit is a sum, one term for each
# plane, of cosines of (distance × frequency + difference of phases) times the two lengths there. A head is a set of arrows on circles.
#
# In the package: `rope_theory/core/rope.py`, the claim `new.layouts`. Next: [lesson 2](02_positional_and_symbolic.py).
