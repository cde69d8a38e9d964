# %% [markdown]
# # Lesson 2. What “positional” and “symbolic” mean
#
# **Goals.** Read a head's content-by-position matrix. Decide, exactly, whether it is positional or symbolic on an
# input.
#
# **Minutes.** 65: 20 to read, 25 for the exercises (4, 6, 15), 20 for the harder problem; 9 of 90 in a lecture on all eight.
#
# **Running example.** H_POS asked for “three back”, on `C B A 1 4 1 3`.
#
# ## Two borrowed heads
#
# One plane: at distance $t$ the logit is the cosine of $t\theta$ plus the query's phase minus the key's; a phase turns a vector
# beforehand (lesson 1).
#
# - H_POS ([lesson 4](04_h_pos_by_hand.py)) reads back: keys have phase 0, the query “$m$ back” $-m\theta$; the logit is
#   $\cos((t-m)\theta)$.
# - T_Retrieval's ([lesson 5](05_retrieval.py)) finds a letter: letters stand ω apart on a circle, and a left letter $k$ on from the
#   one asked for has the logit $\cos(k\omega+t\theta)$.

# %%
from itertools import product

from rope_theory import Angle, Pair, Truth, content_by_position, h_pos, is_positional, is_symbolic, t_retrieval
from rope_theory.faces.exercise import exercise

TOKENS = ("C", "B", "A", 1, 4, 1, 3)

# %% [markdown]
# ## The matrix
#
# Fix the query: content $x_n$ at position $n$. Take the content $x_a$ of any earlier position $a$ and put it at any earlier position $b$:
#
# $$M[a,b] = \text{logit of } x_a \text{ at position } b.$$
#
# The diagonal $\lambda_j = M[j,j]$ is what the model computes on the input as it stands. Off it are the
# questions “what if contents were exchanged?”.

# %%
positional = content_by_position(h_pos(Angle.parse("2pi/7")), TOKENS)
symbols = t_retrieval("ABC", Angle.parse("0"))  # no rotation: the letter decides
pairs = (Pair("A", 1), Pair("B", 2), Pair("C", 3), Pair("A", "C"), Pair("C", "B"))
symbolic = content_by_position(symbols.head, pairs)

# %%
# Figure: logits, content by position, colours as in the bar. Left: all rows are equal; right, where CB asks for B, its right letter: all columns.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
figure, panels = plt.subplots(1, 2, figsize=(7.2, 3.6), layout="constrained")
for panel, matrix, tokens, title in (
    (panels[0], positional, TOKENS, r"$H_{\mathrm{POS}}$: rows agree"),
    (panels[1], symbolic, pairs, "NoPE: columns agree"),
):
    numbers = [[float(entry) for entry in row] for row in matrix]
    edge = len(numbers) + 0.5
    shown = panel.imshow(numbers, cmap="cividis", vmin=-1, vmax=1, extent=(0.5, edge, edge, 0.5))
    panel.set(title=title, xlabel="position b", ylabel="content a")
    panel.set_xticks(range(1, len(numbers) + 1))
    panel.set_yticks(range(1, len(numbers) + 1), [str(token) for token in tokens[:-1]])  # the last one asks
figure.colorbar(shown, ax=panels, label="logit", ticks=[-1, 0, 1])

# %% [markdown] tags=["reader"]
# On the left the head asks for “three back” at position 7: the column of position 4 is the brightest, whatever stands there. On
# the right the row of B2 is the brightest, wherever it stands.

# %% [markdown]
# ## The definitions
#
# A head is **positional** on an input if the logit at a position stays whatever content is put there: all rows of $M$ agree.
# It is **symbolic** if the logit of a content stays wherever it is put: all columns agree. Logits here are exact numbers,
# so the answer is a decision and not a tolerance.

# %% [markdown] tags=["reader"]
# ![two matrices of logits: in the left one the rows agree, in the right one the columns](../figures/two-behaviours.svg)

# %%
assert is_positional(h_pos(Angle.parse("2pi/7")), TOKENS).answer is Truth.TRUE
assert is_symbolic(h_pos(Angle.parse("2pi/7")), TOKENS).answer is Truth.FALSE
assert is_symbolic(symbols.head, pairs).answer is Truth.TRUE
assert is_positional(symbols.head, pairs).answer is Truth.FALSE

# %% [markdown] tags=["reader"]
# From floats whose rounding has a bound, and the bound is not 0, one can refute and not confirm. Logits that differ by more
# than the rounding differ; two that differ by less may or may not stand for one number. The package has no bound on the
# rounding of a float that it is given, so it answers “unknown, and this far apart” to either.

# %% tags=["reader"]
in_floats = is_positional(h_pos(0.8), TOKENS)
assert in_floats.answer is Truth.UNKNOWN and in_floats.deviation < 1e-12  # equal, perhaps
apart = is_symbolic(h_pos(0.8), TOKENS)
assert apart.answer is Truth.UNKNOWN and apart.deviation > 1  # not equal, by far: logits of size 1, errors near 1e-15

# %% [markdown]
# ## A printed remark
#
# U26 says that T_Retrieval's head is *purely symbolic*. Its logit $\cos(k\omega+t\theta)$ has a small
# rotation, 0 < θ < ω/(2n) for letters ω = 2π/3 apart and inputs up to length $n$, so that among equal letters the nearest wins. Does the content alone decide? Not by the
# definition (claim `u26.rem31b`; true if “purely” leaves room for this rotation): the change shrinks with θ, and is not zero.

# %%
theta, omega = Angle.parse("2pi/60"), Angle.parse("2pi/3")
assert theta < omega / (2 * len(pairs))  # as U26 asks for
retrieval = t_retrieval("ABC", theta)
assert is_symbolic(retrieval.head, pairs).answer is Truth.FALSE
change = is_symbolic(retrieval.head, pairs).deviation
print(f"logits of one content at 1 and elsewhere: up to {change:.3f} apart")

# %% [markdown] tags=["reader"]
# With θ = 0 the remark is true, and θ = 0 (up to whole turns) is the only way to make it true on every input
# (`u26.rem31b.exactly`).

# %% [markdown]
# ## Exercises
#
# **At hand.** $M[a,b]$ is the logit of content $a$ at position $b$; positional: equal rows; symbolic: equal columns.
# For 3: $a$ and $b$ are positions before the last one, whose token asks: for its right letter, or, with an integer there, for its
# left one. T_Retrieval has the logit $\cos(k\omega+t\theta)$ at distance $t$, ω = 2π/3, if the key's left letter is $k$ letters
# on from the one asked for.
#
# **Exercise 1.** Give a 3 × 3 matrix $M$, not all zeros, that is positional *and* symbolic.


# %%
def rows_agree(M):
    return all(row == M[0] for row in M)


def columns_agree(M):
    return rows_agree([list(column) for column in zip(*M, strict=True)])


@exercise("matrix")
def check_1(answer):
    assert [len(row) for row in answer] == [3, 3, 3], "three rows of three entries are asked for"
    assert any(entry for row in answer for entry in row), "all zeros were excluded"
    assert rows_agree(answer), "contents matter: not positional"
    assert columns_agree(answer), "positions matter: not symbolic"


# %% [markdown]
# **Exercise 2.** Give a 2 × 2 matrix that is neither, although its diagonal is constant. (So a head may look
# perfectly even on the input itself, and depend on everything once contents move.)


# %%
@exercise("matrix")
def check_2(answer):
    assert [len(row) for row in answer] == [2, 2], "two rows of two entries are asked for"
    assert answer[0][0] == answer[1][1], "the diagonal is not constant"
    assert not rows_agree(answer), "it is positional: its rows are equal"
    assert not columns_agree(answer), "it is symbolic: its columns are equal"


# %% [markdown]
# **Exercise 3.** T_Retrieval on letters A, B, C with θ = 2π/60 is symbolic on *some* inputs: which is the greatest
# length at which it is symbolic on **every** input? (Inputs are pairs such as `A1` or `BC`; an integer.)


# %%
@exercise("whole", 1, 12)
def check_3(answer):
    tokens = [Pair(left, right) for left in "ABC" for right in ("A", "B", "C", 1)]

    def always(length):
        return all(is_symbolic(retrieval.head, t).answer is Truth.TRUE for t in product(tokens, repeat=length))

    assert always(answer), "there is an input of this length on which it is not symbolic"
    assert not always(answer + 1), "longer inputs are fine too"


# %% [markdown]
# **Problem 4 (harder).** Write `answer(N)`: how many $N$ × $N$ matrices with entries 0 and 1 are positional, symbolic or
# both?


# %%
@exercise("function", gives="whole")
def check_4(answer):
    for N in (1, 2, 3):
        every = [[bits[N * row : N * row + N] for row in range(N)] for bits in product((0, 1), repeat=N * N)]
        count = sum(rows_agree(M) or columns_agree(M) for M in every)
        assert answer(N) == count, f"for N = {N} there are {count}"


# %% [markdown]
# ## Solutions
#
# **1.** Rows agree and columns agree: the matrix is constant, as with 5 in every place. Such a head attends uniformly to
# the earlier tokens. The mistake is a matrix whose rows agree only.

# %%
solution_1 = [[5, 5, 5]] * 3
mistake_1 = [[1, 2, 3]] * 3
assert check_1(solution_1)

# %% [markdown]
# **2.** Rows (0, 1) and (2, 0), for one: the diagonal says nothing about what happens off it. Equal rows are the mistake:
# they are positional.

# %%
solution_2 = [[0, 1], [2, 0]]
mistake_2 = [[0, 0], [0, 0]]
assert check_2(solution_2)

# %% [markdown]
# **3.** Two. With 2 tokens there is one earlier position, so one column, and nothing to disagree with. From three tokens
# on, distances 1 and 2 give different logits. The mistake is to take the remark by the definition.

# %%
solution_3 = 2
mistake_3 = 3
assert check_3(solution_3)

# %% [markdown]
# **4.** A positional matrix is its first row, a symbolic one its first column: $2^N$ each. The constant matrices, two
# of them, are both: $2^{N+1} - 2$ of $2^{N^2}$. Being one or the other is rare, and being both is rarer.


# %%
def solution_4(N):
    return 2 ** (N + 1) - 2


def mistake_4(N):
    return 2 ** (N + 1)


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** Positional and symbolic are two properties of one matrix; a head may have both, one or
# neither; with exact numbers it is decided; floats without a bound on their rounding decide neither.
#
# In the package: `rope_theory/core/heads.py`; claims `u26.rem31a`, `u26.rem31b`, `u25.nope`. Next:
# [lesson 3](03_the_exclusion_identity.py).
