# %% [markdown]
# # Lesson 4. H_POS by hand: how it solves Index, and when its attention is U-shaped
#
# **Goals.** Build a head that copies from any given distance. Choose its angle and its inverse
# temperature. Read the shape of attention off $n\theta$.
#
# **Minutes.** 70: 25 to read, 25 for the exercises (7, 8, 10), 20 for the harder problem; 10 of 90 in a lecture on all eight.
# Exercise 3 and the problem are for a computer.
#
# **Running example.** `C B A 1 4 1 3 2 1` again: four hops to the answer C. **Index** is one hop at every position: an integer
# $i$ becomes the letter $i$ positions back, if one stands there; all else stays.

# %%
import math
from fractions import Fraction

from flint import arb

from rope_theory import Angle, Truth, h_pos, hard_attention, logits, rotate, t_index
from rope_theory.core.tasks import index_function
from rope_theory.faces.exercise import exercise
from rope_theory.laws.beta import beta_threshold, has_half

TOKENS = ("C", "B", "A", 1, 4, 1, 3, 2, 1)
n = len(TOKENS)

# %% [markdown]
# ## Query and keys
#
# All keys are one vector $v = (0, 1)$: the head is blind to content. The query of “$m$ positions back” is $v$ turned
# *backwards* by $m\theta$, so that RoPE's own rotation brings it into line with the key at distance $m$. The logit at
# distance $t$ is $\cos((t-m)\theta)$: 1 at the target, and at θ = 2π/n less elsewhere.

# %%
theta = 2 * math.pi / n
# "4 positions back", asked at position 9
query = rotate(n * theta, rotate(-4 * theta, (0.0, 1.0)))
keys = [rotate(j * theta, (0.0, 1.0)) for j in range(1, n + 1)]
scores = [sum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
assert scores.index(max(scores)) + 1 == n - 4

# %%
# Figure: the keys of the positions 1 to 9 as dots, the query “4 back” of position 9 as an arrow: it points at key 5.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, axes = plt.subplots(figsize=(3.6, 3.6), layout="constrained")
axes.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.8"))
axes.scatter(*zip(*keys, strict=True))
axes.annotate("", query, (0, 0), arrowprops={"arrowstyle": "-|>", "color": "#D55E00", "linewidth": 3})
for j, (x, y) in enumerate(keys, 1):
    axes.annotate(f"{j}", (1.18 * x, 1.18 * y), ha="center", va="center")
axes.set(aspect="equal", xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xticks=[], yticks=[], title="query and keys, turned")
axes.set_axis_off()

# %% [markdown] tags=["reader"]
# The package has the same head as phases, and exact: at θ = 2π/9 the gap to the nearest rival is 1 − cos θ.

# %% tags=["reader"]
exact = Angle.parse("2pi/9")
values = logits(h_pos(exact), (*TOKENS[:-1], 4))
assert hard_attention(values).index(1) == n - 4 - 1
assert max(values) - sorted(values)[-2] == 1 - exact.cos()

# %% [markdown]
# ## From head to model
#
# T_Index is U26's one-layer transformer around this head. A letter found counts 2, the token's own 1, an integer found
# nothing; the larger count is the output. So in each pass every integer that points at a letter becomes that letter:
# after $k$ passes all paths of at most $k$ hops are answered.

# %%
model, sequence = t_index(Angle.parse("2pi/9")), TOKENS
print(0, *sequence)  # the input
for hop in range(4):
    # the task in plain Python, without a head:
    assert model.apply(sequence) == index_function(sequence)
    sequence = model.apply(sequence)
    print(hop + 1, *sequence)
assert sequence[-1] == "C"

# %% [markdown] tags=["reader"]
# Row 1: the 1 at position 4 finds A, the 4 at position 5 finds C; the other integers find integers and wait.

# %% [markdown]
# ## No symbolic head
#
# A B 1 and B A 1 have the same tokens and the same last one. A symbolic head gives a token one logit wherever it stands, so
# both have one output; the right answers are B and A. No symbolic head solves Index (claim `u25.thm2`, PROVED).

# %%
# any weights and values, each of a token
weight = {"A": 1, "B": 3, 1: 2}
value = {"A": 1, "B": 0, 1: 0}
one, other = ("A", "B", 1), ("B", "A", 1)


def output(tokens):
    return sum(Fraction(weight[t], 6) * value[t] for t in tokens)


assert output(one) == output(other)
assert index_function(one)[-1] == "B"
assert index_function(other)[-1] == "A"

# %% [markdown]
# ## Which β, and the U
#
# Ask for the position $p$ from 1 to $n$ instead. Softmax with inverse temperature β > 0 gives the target the weight
#
# $$w_{max}(p) = \frac{e^{\beta}}{\sum_{j} e^{\beta\cos((p-j)\theta)}},$$
#
# more than half of all if $\beta>\ln(n-1)/\Delta$: each of the $n-1$ rivals lies at least Δ (the gap) lower, so it has at most $e^{-\beta\Delta}$ of the target's weight.
#
# When $p$ moves by one, the whole row of logits shifts by one: one term leaves the sum, another enters. So the step
# from $p$ to $p + 1$ has the sign of $-\sin(n\theta/2)\sin((n-2p)\theta/2)$, for every β.

# %% [markdown] tags=["reader"]
# At θ = 2π/n the gap is $1-\cos\theta\approx 2\pi^2/n^2$, so that this β grows like $n^2\ln n$; a multiple of $n^2$ is enough (problem 4).
#
# Which terms: $p-j$ runs over $p-n,\dots,p-1$, then over $p+1-n,\dots,p$. The logit $\cos((n-p)\theta)$ leaves and $\cos(p\theta)$ enters;
# their difference $\cos(p\theta)-\cos((n-p)\theta)$ is $2\sin(n\theta/2)\sin((n-2p)\theta/2)$. A larger sum is a smaller weight.


# %%
def w_max(n, theta, beta=1.0):
    """The target's weight when position p = 1..n is asked for, in float64."""
    positions = range(1, n + 1)
    rows = [[math.cos((p - j) * theta) for j in positions] for p in positions]
    sums = [sum(math.exp(beta * logit) for logit in row) for row in rows]
    return [math.exp(beta) / each for each in sums]


assert min(w_max(n, theta, math.log(n - 1) / (1 - math.cos(theta)))) > 1 / 2


# %%
# Figure: the target's weight by position, n = 33, β = 1: a U below nθ = 2π, level at it, an inverted U a little above.
figure, axes = plt.subplots(figsize=(5.4, 3.6), layout="constrained")
for turns, label in ((0.7, "0.7 · 2π: U"), (1, "2π: flat"), (1.05, "1.05 · 2π: inverted U")):
    curve = w_max(33, 2 * math.pi * turns / 33)
    axes.plot(range(1, 34), [33 * weight / sum(curve) for weight in curve], label=label)
axes.set(xlabel="position asked for", ylabel="largest weight / mean")
axes.legend(title="nθ")

# %% [markdown]
# U25's Theorem 7 has it U-shaped when the angle is low. The theorem behind it, for $n \ge 3$ and $0 < \theta \le \pi$:
# U-shaped exactly when $n\theta < 2\pi$.
#
# ## Exercises
#
# **At hand.** The query “m back” gives the key at distance $t$ the logit $\cos((t-m)\theta)$. For 2, 3 and 4: each position has the
# weight $e^{\beta\,\text{logit}}$ over the sum of all these. For 2: from $p$ to $p+1$ the target's weight grows where
# $\sin(n\theta/2)\sin((n-2p)\theta/2)$ is negative, and falls where it is positive.
#
# **Exercise 1.** H_POS with $\theta = 2\pi/k$, $k$ whole, asks at position $n$. Write `answer(n)`: the smallest $k$ for which *every* query
# “m back”, $m = 0,\dots,n-1$, gives its target the strictly largest logit among the positions $1,\dots,n$.


# %%
@exercise("function", gives="whole")
def check_1(answer):
    def works(n, k):
        head = h_pos(Angle(Fraction(1, k)))
        rows = [logits(head, ["A"] * (n - 1) + [offset]) for offset in range(n)]
        return all(hard_attention(row)[n - 1 - offset] == 1 for offset, row in enumerate(rows))

    for n in (2, 3, 5, 8):
        assert answer(n) >= 1, f"n = {n}: k = {answer(n)} is no whole number from 1 on"
        assert works(n, answer(n)), f"n = {n}: with k = {answer(n)} a target ties or loses"
        assert not any(works(n, k) for k in range(1, answer(n))), f"n = {n}: a smaller k than {answer(n)} does it"


# %% [markdown]
# **Exercise 2.** Which shape has the target's weight, $w_{max}(p)$, over the positions $p = 1,\dots,n$ that H_POS may be asked for?
# $\theta = 2\pi f$, $f$ a fraction. Write `answer(n, f)` returning `"U"`, `"flat"` or `"inverted-U"` for $n \ge 3$,
# $0 < f \le 1/2$ and $(n-2)f < 1$.


# %%
SHAPES = ("u", "flat", "inverted-u")


@exercise("function", gives="text")
def check_2(answer):
    exact = {
        5: "1/10",
        9: "1/10",
        20: "3/100",
        8: "1/8",
        16: "1/16",
        49: "1/49",
        10: "11/100",
        30: "34/1000",
        3: "2/5",
        4: "1/5",
    }
    for n, f in ((n, Fraction(text)) for n, text in exact.items()):
        weights = w_max(n, 2 * math.pi * f)
        flat = max(weights) - min(weights) < 1e-12
        shape = "flat" if flat else "U" if weights[1] < weights[0] else "inverted-U"
        given = answer(n, f).strip().casefold().replace(" ", "-").removesuffix("-shaped")  # "Inverted U" is meant, too
        assert given in SHAPES, f'your function gave "{answer(n, f)}": give "U", "flat" or "inverted-U"'
        assert given == shape.casefold(), f"at n = {n}, f = {f} the weights are {shape}, not {answer(n, f)}"


# %% [markdown]
# **Exercise 3.** *At a computer.* H_POS, n = 17, θ = 2π/17, query “8 back”. Which is the smallest *whole* β at which the target gets more than
# half of the weight? (The rule β > ln(n−1)/Δ, with Δ the gap to the nearest rival, is sufficient. It is not asked for.)


# %%
@exercise("whole", 1, 1000)
def check_3(answer):
    angle = Angle(Fraction(1, 17))
    gaps = [1 - (angle * (t - 8)).cos() for t in range(17) if t != 8]
    assert has_half(gaps, answer) is Truth.TRUE, f"at β = {answer} the target has less than half"
    assert has_half(gaps, answer - 1) is Truth.FALSE, f"β = {answer - 1} is enough"


# %% [markdown]
# **Problem 4 (harder).** *At a computer.* H_POS, θ = 2π/n, and the query asks for the middle position: all distances around the circle occur.
# The β at which the target has exactly half of the weight grows like $c\,n^2$. Find $c$ to within 0.0005. (A number.)


# %%
@exercise("number")
def check_4(answer):
    gaps = [1 - math.cos(2 * math.pi * t / 2001) for t in range(1, 2001)]
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(math.exp(-middle * 2001**2 * gap) for gap in gaps) > 1 else (low, middle)
    assert abs(answer - low) <= 0.0005, (
        f"at n = 2001 the target has {'less' if answer < low else 'more'} than half of the weight at β = {answer} · n²"
    )


# %% [markdown]
# ## Solutions
#
# **1.** $k = n$. With $k \ge n$ the distances $0,\dots,n-1$ stand at different places on the circle. With $k < n$ the distances 0
# and $k$ stand at one, so a target ties.


# %%
def solution_1(n):
    return n


def mistake_1(n):
    return max(1, n - 1)


assert check_1(solution_1)

# %% [markdown]
# **2.** Compare $nf$ with 1: U below it, flat at it, inverted U above it. “Low angle” alone decides nothing: $f = 0.034$ is
# low, and at $n = 30$ the U is inverted. `n * f == 1` is exact, because $f$ is a fraction: in floats it fails at $n = 49$, $f = 1/49$.


# %%
def solution_2(n, f):
    if n * f == 1:
        return "flat"
    return "U" if n * f < 1 else "inverted-U"


def mistake_2(n, f):
    return "U" if f < Fraction(1, 10) else "inverted-U"


assert check_2(solution_2)

# %% [markdown]
# **3.** β = 12: half of the weight is reached at β* = 11.758, where $\sum_j e^{-\beta\delta_j} = 1$ and $\delta_j$ is the gap to the rival at
# $j$. The rule ln(n−1)/Δ puts all rivals at the nearest one's position and asks for 42, three and a half times as much.

# %%
theta = Angle(Fraction(1, 17))
gaps = [1 - (theta * t).cos() for t in range(-8, 9) if t]
threshold = beta_threshold(gaps)
solution_3 = math.ceil(float(threshold))
mistake_3 = math.ceil(math.log(16) / float(min(gaps)))
print("β* =", threshold)
print("ln(n-1)/Δ =", arb(16).log() / min(gaps).ball())
assert check_3(solution_3)

# %% [markdown]
# **4.** $c = 0.0398$. The gap at distance $t$ is $1-\cos(2\pi t/n) \approx 2\pi^2t^2/n^2$. With $q = e^{-2\pi^2c}$ the rivals
# weigh $2(q + q^4 + q^9 + \dots) = 1$ in the limit, so $q = 0.4559$. With the two nearest rivals alone, $q = 1/2$ and
# $c = 0.0351$: too little.


# %%
def rivals(q):
    """Their weight in the limit, the target's being 1."""
    return 2 * sum(q ** (t * t) for t in range(1, 6))


steps = (k / 1e5 for k in range(10**5))
q = next(q for q in steps if rivals(q) > 1)
solution_4 = -math.log(q) / (2 * math.pi**2)
mistake_4 = math.log(2) / (2 * math.pi**2)
assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** H_POS needs one plane, and θ = 2π/n separates all positions; half of a softmax's weight
# needs there a β that grows like n²; the U of H_POS is a theorem about nθ; what trained heads do is another question.
#
# In the package: `h_pos`, `t_index`, `rope_theory/laws/shape.py` (`rope-theory shape --n 33 --theta 0.1`), claims
# `u26.index-logits`, `new.u-shape-sign`, `new.beta-explicit`. Next: [lesson 5](05_retrieval.py).
