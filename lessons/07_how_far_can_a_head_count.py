# %% [markdown]
# # Lesson 7. How far can a head count?
#
# **Goals.** Find the worst rival of a given angle without trying all distances. See the 1/n² law of one frequency and
# how many frequencies escape it. Predict where a number format gives up.
#
# **Minutes.** 65: 25 to read, 20 for the exercises (6, 7, 7), 20 for the harder problem; 10 of 90 in a lecture on all eight.
# Exercise 3 is for a computer.
#
# **Running example.** The frequency of one radian per position, the first of a RoPE model whose angles are not scaled.

# %%
import math

from rope_theory.faces.exercise import exercise
from rope_theory.laws.discrepancy import read_frequency, single_gap

# %% [markdown]
# ## One frequency
#
# Index with angle θ separates a target from the rival at distance $t$ by $1-\cos(t\theta)$. Some $t$ comes close to a
# whole turn. For θ = 1 the closest are among the numerators of the convergents of 2π (the fractions that its
# continued fraction gives, each nearer than any with a smaller denominator): 6, 19, 25, 44, 333, …. So
# $t = 44$ is the worst of the first 300, and worse ones follow.

# %%
assert min(range(1, 301), key=lambda t: 1 - math.cos(t)) == 44
found = single_gap(read_frequency("1"), 10**18)  # a few dozen steps, not 10^18
print("worst distance up to 10^18:", found.minimiser)

# %% [markdown]
# No angle escapes: put the $T+1$ points $0, \theta, \dots, T\theta$ on the circle; two of them are within $2\pi/(T+1)$.
# So
#
# $$\min_{1\le t\le T} 1-\cos(t\theta) \;\le\; 1-\cos\frac{2\pi}{T+1}\;\approx\;\frac{2\pi^2}{(T+1)^2},$$
#
# with equality for θ = 2π/(T+1) (claim `new.index-gap-sharp`).

# %% [markdown] tags=["reader"]
# The two points are those of distances $s < t$; then $t - s \le T$ is a distance, too, and its angle is within $2\pi/(T+1)$ of a whole turn.
#
# Rivals stand on both sides of the target, so no phase helps (that of H_POS only moves the target). With rivals on one side alone a
# phase does: about 3.64/T (`new.index-gap-multifrequency.one-sided`).

# %% [markdown]
# ## Many frequencies
#
# Dimension 128 has 64 frequencies $g_m$; give them amplitudes $a_m\ge0$, $\sum_m a_m=1$. The gap is
#
# $$\min_{1\le t<n}\; \sum_m a_m\,(1-\cos tg_m).$$
#
# What is bad for one plane need not be for another. The best mix is a linear program; ball arithmetic, with error
# bounds, certifies it.

# %%
# needs NumPy
from rope_theory.laws.discrepancy import best_mix, best_single_gap

lengths = (17, 65, 257)
mixes = [best_mix(10000, 128, length) for length in lengths]
singles = [best_single_gap(length - 1) for length in lengths]
for length, mix, single in zip(lengths, mixes, singles, strict=True):
    lower, upper = (f"{float(end):.4f}" for end in (mix.gap_lower, mix.gap_upper))
    assert lower == upper  # certified from both sides
    alone = float(single.gap_lower)
    print(f"n = {length:4d}: best mix {lower}, best angle {alone:.6f}")

# %% [markdown] tags=["reader"]
# At n = 257 the mix keeps more than a thousand times the gap of the best angle, whose numbers are $1-\cos(2\pi/n)$.

# %%
# Figure: gap by length, both axes logarithmic: the best single angle falls like 1/n², the best mix is nearly level.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, axes = plt.subplots(figsize=(5.4, 3.6), layout="constrained")
axes.loglog(lengths, [float(single.gap_lower) for single in singles], "o-", label="best single angle")
axes.loglog(lengths, [float(mix.gap_lower) for mix in mixes], "s-", label="best mix (base 10000, $d$ = 128)")
axes.set(xlabel="length n", ylabel="gap")
axes.set_xticks(lengths, [str(length) for length in lengths])
axes.minorticks_off()
axes.set_ylim(1e-5, 1)
axes.legend(loc="lower left")

# %% [markdown]
# ## Number formats
#
# At a target's logit of 1 a gap of half a spacing or less is rounded away. Just below 1 the numbers of bfloat16 are 2⁻⁸
# apart: cos(2π/n) becomes 1 once the gap is 2⁻⁹ or less; the target ties, and one-frequency Index fails. (Logits of other
# sizes round elsewhere, and earlier steps may end sooner; `rope-theory cliff` follows all of a head's steps.)

# %%
# needs NumPy
from rope_theory.models.precision import FORMATS, rounded_logit_cliff

for name in ("bfloat16", "float16", "float32"):
    print(f"{name}: below 1 up to n =", rounded_logit_cliff(FORMATS[name]))

# %% [markdown] tags=["reader"]
# By hand for bfloat16: $1-\cos(2\pi/n) \approx 2\pi^2/n^2$ is $2^{-9}$ at $n = 32\pi \approx 100.5$. So n = 100 is the last below 1.

# %% [markdown]
# ## Exercises
#
# **At hand.** For 1: the worst rival stands at the numerator of a convergent of 2π; the numerators of
# $[a_0; a_1, a_2, \dots]$ are $p_0 = a_0$, $p_1 = a_1a_0+1$, $p_k = a_kp_{k-1}+p_{k-2}$. For 2: rounding takes the nearest number of
# the format; arccos undoes cos from 0 to π. For 3 and 4: the gap of planes with weights $w_k$ and frequencies $g_k$ is the least
# $\sum_k w_k(1-\cos(tg_k))$ over $1\le t<n$.
#
# **Exercise 1.** For θ = 1, at which distance $1 \le t \le 100000$ stands the worst rival, the one with the smallest
# gap $1-\cos t$? By hand: the continued fraction of 2π begins $[6; 3, 1, 1, 7, 2, 146, \dots]$.


# %%
@exercise("whole")
def check_1(answer):
    distance = [abs(math.remainder(t, 2 * math.pi)) for t in range(1, 100001)]  # from a whole turn
    assert 1 <= answer <= 100000, "t runs from 1 to 100000"
    best = distance[answer - 1] <= min(distance) * (1 + 1e-6)
    assert best, f"t = {answer} is {distance[answer - 1]:.3g} from a whole turn, and another t is closer"


# %% [markdown]
# **Exercise 2.** Write `answer(bits)`: the least $n \ge 2$ at which $\cos(2\pi/n)$, rounded to a format with that many significant
# bits, equals 1. (Just below 1 its numbers are $2^{-\text{bits}}$ apart; a number in the middle between two goes to the even one, and 1 is
# even. bfloat16 has 8 bits.)


# %%
@exercise("function", gives="whole")
def check_2(answer):
    for bits in (4, 8, 11):
        grid = 2**bits

        def rounds_to_one(n, grid=grid):
            return round(math.cos(2 * math.pi / n) * grid) == grid  # round() sends ties to even, and `grid` is even

        assert answer(bits) >= 2, "n is at least 2: one position has no rival"
        assert rounds_to_one(answer(bits)), f"{bits} bits: at n = {answer(bits)} it is still below 1"
        assert not rounds_to_one(answer(bits) - 1), f"{bits} bits: at a smaller n than {answer(bits)} it is 1, too"


# %% [markdown]
# **Exercise 3.** *At a computer.* Two frequencies, 1 and 0.1, and $n = 60$ (distances 1 to 59). Give a weight $a$ for the first, $1-a$ for
# the second, such that the gap is at least 0.05. Neither frequency alone reaches that.


# %%
def two_plane_gap(a):
    return min(a * (1 - math.cos(t)) + (1 - a) * (1 - math.cos(0.1 * t)) for t in range(1, 60))


assert max(two_plane_gap(0), two_plane_gap(1)) < 0.05


@exercise("number")
def check_3(answer):
    assert 0 <= answer <= 1, "a weight lies between 0 and 1"
    assert two_plane_gap(answer) >= 0.05, f"with a = {answer} the gap is {two_plane_gap(answer):.4f}"


# %% [markdown]
# **Problem 4 (harder).** At $n = 401$ one plane alone has at most the gap $1-\cos(2\pi/401) \approx 0.00012$. Find whole numbers
# `(a, b)` such that planes with the angles $2\pi/a$ and $2\pi/b$, with weights one half each, have a gap of at least 0.02.


# %%
@exercise("numbers")
def check_4(answer):
    assert len(answer) == 2, "give two numbers: (a, b)"
    assert all(isinstance(each, int) and each > 0 for each in answer), "a and b are whole numbers, at least 1"
    gap = min(sum((1 - math.cos(2 * math.pi * t / each)) / 2 for each in answer) for t in range(1, 401))
    assert gap >= 0.02, f"the gap is {gap:.4f}"


# %% [markdown]
# ## Solutions
#
# **1.** $t = 710$: the numerators are 6, 19, 25, 44, 333, $2\cdot333+44 = 710$ and $146\cdot710+333 = 103993$. Before 103993 no
# distance comes nearer to a whole turn than 710, which is $6\cdot10^{-5}$ from 113 turns. A multiple of it is farther from one, so a
# lesser rival.

# %%
numerators = [6, 19]
for a in (1, 1, 7, 2):
    numerators.append(a * numerators[-1] + numerators[-2])
solution_1 = numerators[-1]
mistake_1 = 99400  # 140 · 710
assert solution_1 == 710 == single_gap(read_frequency("1"), 100000).minimiser
assert check_1(solution_1)

# %% [markdown]
# **2.** The least $n\ge2$ with $\cos(2\pi/n) \ge 1 - 2^{-(\text{bits}+1)}$. For bfloat16 (8 bits) $n$ is about a hundred. Using the spacing *above* 1, twice as
# wide, is the usual mistake.


# %%
def solution_2(bits):
    widest = math.acos(1 - 2.0 ** -(bits + 1))
    return math.ceil(2 * math.pi / widest)


def mistake_2(bits):
    return math.ceil(2 * math.pi / math.acos(1 - 2.0**-bits))


assert check_2(solution_2)

# %%
# needs NumPy
assert solution_2(8) - 1 == rounded_logit_cliff(FORMATS["bfloat16"])

# %% [markdown]
# **3.** $a = 0.5$ will do. At $t = 6$ and $t = 44$ the first plane has nearly closed a turn, and the second has not
# ($1 - \cos$ is 0.17 and 1.31 there); at $t = 59$ the second is small (0.07), and the first is not (1.77).

# %%
solution_3 = 0.5
mistake_3 = 0.99
print("gap at one half:", two_plane_gap(0.5))
assert check_3(solution_3)

# %% [markdown]
# **4.** 20 and 21, for one. The planes are both back only at common multiples of $a$ and $b$. Without a common factor the
# first one is $ab$. So if $ab > 400$, one plane is always away, and the gap is at least $\tfrac12(1-\cos(2\pi/\max(a,b)))$: 0.0202 if
# neither is above 22. Both together will do; $ab > 400$ alone will not: 2 and 201 give 0.0002. With 20 and 22 both are back at
# $t = 220$. One counts to $n$ with numbers near $\sqrt n$: the idea of residue numbers.

# %%
solution_4 = (20, 21)
mistake_4 = (20, 22)
assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** One frequency without a phase counts up to about 4.4/√gap; the best mix of 64 keeps 0.35 at n = 257 (base
# 10000), and 0.28 at n = 131072 with base 500000 (`new.index-gap-multifrequency`); which step is computed in which
# format decides where theory ends.
#
# In the package: `rope_theory/laws/discrepancy/`, `rope_theory/models/precision/`, `rope-theory gap`, `limits` and
# `cliff`; claims `new.index-gap-sharp`, `new.precision-cliff`. Next: [lesson 8](08_refereeing.py).
