# %% [markdown]
# # Lesson 5. Retrieval and the letter circle
#
# **Goals.** Build a head that finds a letter. See what a small rotation adds (recency) and what it costs (length). Find
# the exact limit, which is not the printed one.
#
# **Minutes.** 65: 25 to read, 20 for the exercises (6, 8, 6), 20 for the harder problem; 10 of 90 in a lecture on all eight.
#
# **Running example.** U26's letter task: `C2 B1 A3 FA EC DE HF GD IG`. Start at the last pair; its right letter names
# the left letter of the pair to go to; stop at a pair with an integer. The answer is C2.

# %%
import math
from fractions import Fraction
from itertools import product

from rope_theory import Angle, LetterCircle, Pair, hard_attention, logits, rotate, t_retrieval
from rope_theory.core.tasks import format_tokens, improper, parse_letter, retrieval_function, solve_letter
from rope_theory.faces.exercise import exercise
from rope_theory.laws.shape import shape

ALPHABET = tuple("ABCDEFGHI")
TOKENS = parse_letter("C2 B1 A3 FA EC DE HF GD IG")

# %% [markdown]
# ## The circle
#
# Letters stand on a circle, ω = 2π/9 apart: letter φ (A is 0) at phase −φω, clockwise. A pair's key stands at its left
# letter, its query at the right one. By lesson 1 the logit at distance $t$ is
# $\cos((\varphi(\text{key})-\varphi(\text{query}))\,\omega + t\theta)$: with θ = 0 it is 1 for the letter asked for, else at most cos
# ω.

# %%
# Figure: nine lines from the centre of a circle, one for each letter A to I, 40 degrees apart and clockwise.
from matplotlib import pyplot as plt

plt.rc("font", size=14)  # for a hall: 4 % of the height of a screen
circle = LetterCircle(ALPHABET)
figure, axes = plt.subplots(figsize=(3.6, 3.6), layout="constrained")
for letter in ALPHABET:
    x, y = rotate(circle.phase(letter, 0.0), (0.0, 1.0))
    axes.plot([0, x], [0, y], color="#0072B2")
    axes.annotate(letter, (1.18 * x, 1.18 * y), ha="center", va="center")
axes.set(aspect="equal", xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xticks=[], yticks=[], title="keys of nine letters")
axes.set_axis_off()

# %% [markdown]
# ## Hops
#
# Retrieval, U26's task, replaces each letter pair by the pair it points to. Four passes bring C2 to the last place. (U25's
# *Information Retrieval* has each symbol bound once, and a lone symbol asks: the head solves it without rotation.)

# %%
theta = Angle(Fraction(1, 9 * 20))  # ω/20: slow enough for 11 tokens, see below
model, sequence = t_retrieval(ALPHABET, theta), TOKENS
print(0, format_tokens(sequence))  # the input
for hop in range(1, 5):
    assert model.apply(sequence) == retrieval_function(sequence)
    sequence = model.apply(sequence)
    print(hop, format_tokens(sequence))
assert sequence[-1] == Pair("C", 2) == solve_letter(TOKENS).answer

# %% [markdown]
# ## No positional head
#
# In Information Retrieval the contents A1 B2 and B2 A1 answer A with 1, B with 2. A positional head weighs *positions*, for one question by $w_1$ and $w_2 > 0$: its
# outputs for both contents add up to $(w_1+w_2)(e_{A1}+e_{B2})$. Let $D$ be a linear readout's lead of 1 over 2. Asked for A both leads
# are to be positive, so $D(e_{A1}+e_{B2}) > 0$; asked for B negative: impossible (U25, Theorem 4; claim `u25.thm4`, PROVED).

# %% [markdown] tags=["reader"]
# The weights may depend on the question, the readout may not, nor see the query. For whole
# pairs as answers it is the same (`u25.thm4.whole-pair`), but with a direct path from the query to the output one positional head gives them (`u25.thm4.whole-pair-direct`).

# %%
# any weights of the two positions, for each question, and any leads
weights = {"A": (3, 1), "B": (1, 2)}
lead = {"A1": 5, "B2": -3}
orders = ("A1", "B2"), ("B2", "A1")
for first, second in weights.values():
    both = sum(first * lead[one] + second * lead[two] for one, two in orders)
    assert both == (first + second) * (lead["A1"] + lead["B2"])

# %% [markdown]
# ## What the rotation is for
#
# On *proper* inputs each right letter is the left letter of one token up to there (or of its copies). `A2 A1` is
# proper, and without rotation the two tie.

# %% [markdown] tags=["reader"]
# *Proper* is about letter pairs alone (U26, Definition F.2): a pair with an integer asks for its own letter. Of copies it does not matter
# which is found.

# %%
tie = parse_letter("A2 A1")
assert improper(tie) is None
nope = t_retrieval(ALPHABET, Angle.parse("0"))
assert nope.run(tie).answer is None  # two tokens share the weight: no answer
assert model.run(tie).answer == Pair("A", 1)  # the nearer one wins: itself

# %% [markdown]
# With a small θ > 0 the nearest wins. A match at distance $m$ beats a rival at $s$, one letter on, while
# $m\theta<\omega-s\theta$; and $m+s\le2n-3$:
#
# $$(2n-3)\,\theta < \omega.$$

# %% [markdown] tags=["reader"]
# U26 asks for 0 < θ < ω/(2n₀), n ≤ n₀ (p. 24): enough; for 0 < θ ≤ ω that line is exact (`u26.retrieval-max.sharp`).

# %% [markdown]
# ## The inverted U
#
# H_POS has a U (lesson 4). For H_SYM, a simplification of ours: one match at $j$, all other logits one constant, and the
# query turned back by a phase α: the match has the logit $\cos((n-j)\theta-\alpha)$. With $\alpha = n\theta/2$ that
# is 1 at the middle. For $n \ge 4$ and $0 < \theta \le \pi$ the weight is then an inverted U over $j = 1,\dots,n-1$ exactly when
# $(n-3)\theta < 2\pi$ (claim `new.inverted-u`).

# %% [markdown] tags=["reader"]
# The shape is the same at every β > 0. With α = 0 the weight grows towards the query exactly when
# $(n-\tfrac32)\theta < \pi$ (claim `new.inverted-u.no-phase`, n ≥ 3, 0 < θ ≤ π): recency. U25's Theorem 7 is about the largest weight of
# H_SYM, too; which phases give an inverted U is `u25.thm7b.corrected`.

# %%
slow, fast = Angle(Fraction(1, 80)), Angle(Fraction(1, 20))
# its phase is nθ/2 if none is given; 30/80 < 1
assert shape(33, slow, "H_SYM").name == "inverted-U"
assert shape(33, slow, "H_SYM", phase=Angle()).name == "monotone"  # 31.5/80 < 1/2
assert shape(33, fast, "H_SYM").name == "several extrema"  # 30/20 > 1


def match_weight(n, theta, phase, beta=1.0):
    """The weight of a match at j = 1..n-1 if all other logits are 0, in float64."""
    row = [math.cos((n - j) * theta - phase) for j in range(1, n)]
    found = [math.exp(beta * logit) for logit in row]
    return [each / (each + n - 1) for each in found]


# %%
# Figure: the match's weight by position, n = 33, β = 1: an inverted U, a climb towards the query, a peak between rising ends.
figure, axes = plt.subplots(figsize=(5.4, 3.6), layout="constrained")
for turns, phase, label in (
    (80, 1, "2π/80, nθ/2: inverted U"),
    (80, 0, "2π/80, 0: climbs"),
    (20, 1, "2π/20, nθ/2: neither"),
):
    angle = 2 * math.pi / turns
    axes.plot(range(1, 33), match_weight(33, angle, phase * 33 * angle / 2), label=label)
axes.set(xlabel="position of the match", ylabel="its weight", ylim=(0, 0.16))
axes.legend(title="θ, phase α")

# %% [markdown]
# ## Exercises
#
# **At hand.** $M$ letters stand ω = 2π/$M$ apart, numbered by φ (A is 0). A pair's key stands at its left letter, its query at
# its right one; a pair with an integer asks for its own letter. At distance $t$ the logit is
# $\cos(k\omega+t\theta)$, $k=\varphi(\text{key})-\varphi(\text{query})$. The answer is the pair with the most weight, copies added up. For 2:
# right is the pair pointed to; with an integer, the pair itself.
#
# **Exercise 1.** T_Retrieval, eight letters, θ = 2π/200. Up to which length $n$ does the match always have the largest logit?


# %%
@exercise("whole", 2, 200)
def check_1(answer):
    head = t_retrieval("ABCDEFGH", Angle(Fraction(1, 200))).head
    query = Pair("B", "A")

    def always(n):  # the match at distance m, a rival of any other letter at distance s; the query's own key is s = 0
        return all(
            head.logit(query, n, Pair("A", 1), n - m) > head.logit(query, n, Pair(rival, 1), n - s)
            for m, s in product(range(1, n), range(n))
            if m != s
            for rival in "BCDEFGH"
        )

    assert always(answer), f"at n = {answer} some rival wins or ties"
    assert not always(answer + 1), "longer inputs are safe too"


# %% [markdown]
# **Exercise 2.** Find an input with **three** tokens of letters A, B and integers 1, 2 that is *proper* (each
# right letter is the left letter of one token up to there, or of copies of one) and on which T_Retrieval without rotation gives the last position a *wrong* answer (not a tie). Write it as text, like `"A1 BA AB"`.


# %%
@exercise("text")
def check_2(answer):
    tokens = parse_letter(answer)
    assert len(tokens) == 3, f"three tokens are asked for, not {len(tokens)}"
    others = {str(part) for token in tokens for part in (token.left, token.right)} - set("AB12")
    assert not others, f"letters A and B and integers 1 and 2 are asked for, not {' or '.join(sorted(others))}"
    assert improper(tokens) is None, f"this input is not proper: {improper(tokens)}"
    found = nope.run(tokens).answer
    assert found is not None, "the head ties here, so it gives no answer"
    assert found != retrieval_function(tokens)[-1], "the head is right here"


# %% [markdown]
# **Exercise 3.** In T_Retrieval without rotation the match leads every *other left letter* by at least one and the same number, whatever
# the length. Write `answer(count)`: that number on a circle of `count` ≥ 2 letters, exact; inputs with all letters
# attain it.


# %%
@exercise("function", gives="number")
def check_3(answer):
    for count in (2, 3, 5, 8):
        alphabet = ALPHABET[:count]
        head = t_retrieval(alphabet, Angle.parse("0")).head
        tokens = [Pair(letter, 1) for letter in alphabet] + [Pair("B", "A")]
        row = logits(head, tokens)
        assert hard_attention(row).index(1) == 0, "the letter that is asked for has the largest logit"
        lead = row[0] - sorted(row)[-2]
        assert math.isclose(float(answer(count)), float(lead), abs_tol=1e-8), (
            f"with {count} letters the lead is {float(lead):.4f}"
        )


# %% [markdown]
# **Problem 4 (harder).** T_Retrieval, θ = 2π/40. Write `answer(n)`: the greatest number $M \ge 2$ of letters for which the match always
# has the strictly largest logit at length $n$ (for $n = 4$ to 11).


# %%
@exercise("function", gives="whole")
def check_4(answer):
    def works(count, n):
        head = t_retrieval(ALPHABET[:count], Angle(Fraction(1, 40))).head
        query, match, rivals = Pair("B", "A"), Pair("A", 1), [Pair(ALPHABET[1], 1), Pair(ALPHABET[count - 1], 1)]
        return all(
            head.logit(query, n, match, n - m) > head.logit(query, n, rival, n - s)
            for m, s in product(range(1, n), range(n))
            if m != s
            for rival in rivals
        )

    for n in range(4, 12):
        assert 2 <= answer(n) <= len(ALPHABET), f"n = {n}: the answer lies between 2 and {len(ALPHABET)}"
        assert works(answer(n), n), f"n = {n}: with {answer(n)} letters a rival wins or ties"
        assert not works(answer(n) + 1, n), f"n = {n}: one letter more is safe, too"


# %% [markdown]
# ## Solutions
#
# **1.** $n = 13$: $\omega = 25\theta$, so $2n-3 < 25$. The printed condition $2n < 25$ stops at 12: sufficient, not sharp.

# %%
solution_1 = 13
mistake_1 = 12
assert check_1(solution_1)

# %% [markdown]
# **2.** `A2 A2 A1`: counting decides: two copies of A2 outweigh the one A1 that asks for itself. `A2 A1` alone is a tie.

# %%
solution_2 = "A2 A2 A1"
mistake_2 = "A1 A2 A1"
assert check_2(solution_2)

# %% [markdown]
# **3.** $1-\cos\omega$ with $\omega = 2\pi/$count, whatever the length; the lead is larger where neither neighbour of the
# letter occurs. The gap of lesson 1 may be 0: in `A1 A1 BA` two copies of the match tie. A chord would be the mistake:
# logits are cosines, and distances are not.


# %%
def solution_3(count):
    return 1 - Angle(Fraction(1, count)).cos()


def mistake_3(count):
    return 2 * Angle(Fraction(1, 2 * count)).sin()


assert check_3(solution_3)

# %% [markdown]
# **4.** The greatest whole $M < 40/(2n-3)$, because $(2n-3)\theta<\omega=2\pi/M$: 7, 5, 4, 3, 3, 2, 2, 2. At $n = 4$ the quotient is
# 8 exactly, and 8 letters tie.


# %%
def solution_4(n):
    return math.ceil(40 / (2 * n - 3)) - 1


def mistake_4(n):
    return 40 // (2 * n - 3)


assert check_4(solution_4)

# %% [markdown]
# **What you can say now.** T_Retrieval's angle has to be low because drift eats the space between letters; its exact
# limit up to ω is (2n − 3)θ < ω; without rotation the lead over other letters is at least 1 − cos ω at every length, but equal
# letters tie. With the phase nθ/2 a lone match has an inverted U exactly when (n − 3)θ < 2π
# (n ≥ 4, 0 < θ ≤ π).
#
# In the package: `h_sym`, `t_retrieval`, `rope-theory run letter "…"`, `rope-theory shape`, claims `u25.thm5`, `u26.retrieval-max`, `u26.rem32`,
# `new.retrieval-separation`, `new.inverted-u`. Next: [lesson 6](06_two_angles.py).
