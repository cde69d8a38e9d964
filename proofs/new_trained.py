"""High frequencies learn Index, low ones Retrieval; forced to some wrong ones, accuracy has the law's shape.

Idea: train the smallest model in which the question makes sense, one attention layer with one head and chosen angles,
and look at its accuracy on fresh inputs. A position is told from its neighbours by θ, so a low angle asks for logits
that training does not reach; a symbol is told from others whatever the distance only if the whole length turns little.
The exact laws for H_POS and H_SYM then say at which angles the ends of the sequence are better or worse than its
middle.

Traps: this is an observation on the settings named, not a theorem. A low angle can index in principle, at a large
inverse temperature: what fails is learning it in some hundred steps. The two frequencies of Partial Induction are
needed when one of them is 0 and the other high; a single one in between is ahead of both, too; of one
plane without a phase new.single-angle-induction proves that it serves exactly below ω/(2n-3). A model trained on shuffled answers shows no shape and no
accuracy, which is what the controls ask. Without torch nothing is decided.
"""

from rope_theory.core import packages
from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims import Tier, Truth, ours, st, theorem
from rope_theory.evidence.claims.proof import StepFailed
from rope_theory.laws.shape import shape
from rope_theory.machines.learning import experiments as runs

FIRST_SEED = 200
EXAMPLE = {"seeds": (FIRST_SEED,)}


def blocks(thorough=False):
    """The first seed (twelve, by threes)."""
    by_threes = ({"seeds": tuple(range(first, first + 3))} for first in range(FIRST_SEED, FIRST_SEED + 12, 3))
    return list(by_threes) if thorough else [EXAMPLE]


def observed(task, seeds, shuffle, holds):
    """What is seen on the trained models; UNKNOWN without torch."""
    found = runs.learnt(task, tuple(seeds), shuffle)
    return Truth.UNKNOWN if found is None else bool(holds(found))


def separated(learning, failing, least, most):
    """Mean accuracy at least `least` at each learning angle, at most `most` at each failing one."""
    return lambda found: (
        all(found.accuracy(angle).mean() >= least for angle in learning)
        and all(found.accuracy(angle).mean() <= most for angle in failing)
    )


_ONE_LAYER = (
    "One layer, one head, attention only, one plane of RoPE: a 2-dimensional head. 12 earlier positions and the query "
    "at n = 13, learnt embeddings of width 32, scores P·a + D·x_n, Adam at 0.02 falling to 0.002, 64 fresh inputs a step; "
)
_ACCURACY = (
    " Accuracy on 4096 fresh inputs for each seed; the thorough profile takes means over three seeds, four times, the quick "
    "one the first seed alone."
)
SETTING = {
    "index": _ONE_LAYER + "12 symbols, 400 steps." + _ACCURACY,
    "retrieval": _ONE_LAYER + "12 symbols, 4 attributes, 500 steps." + _ACCURACY,
}
FOUR_PLANES = (
    "As for the other tasks, with four planes in every model, so that all have the same number of parameters: all four "
    "at one angle, or two at 0 and two at 0.3; 4 symbols, 4 attributes, 400 steps."
)
CHANCE = {
    "index": "A head that spreads its weight evenly and answers by majority gets about 0.24.",
    "retrieval": "A head that spreads its weight evenly and answers by majority gets about 0.41.",
}
WHEN = (
    "Thresholds were set after exploratory runs with seeds 0-4 at 12, 16 and 20 positions and 300 to 1000 steps, which "
    "all showed the same order. A first version was tested on the seeds 100-102, where all passed but one (see "
    "new.trained.induction.one-frequency); this version, with fewer inputs and shared models, on seeds from 200. "
    "At half the batch three more seeds gave Index 0.899 at θ = 1; the thresholds 0.9 and 0.35, 0.85 for Retrieval, were "
    "then set wider, to 0.8 and 0.4, and 0.8. Floating point differs between machines, so only differences far larger "
    "than the spread between seeds are asked for."
)


def trained(name, statement, *readings, locator="on the experiments with trained models"):
    claim_id = f"new.trained.{name}"
    return theorem(
        claim_id, ours("U25", locator), statement, example=EXAMPLE, verdict=Tier.TESTED, small=blocks, readings=readings
    )


@trained(
    "index",
    "Trained with a single frequency, Index is learnt at θ = 0.5 and θ = 1 (accuracy at least 0.8) and not at θ = 0 or "
    "θ = 0.01 (at most 0.4).",
    SETTING["index"],
    CHANCE["index"],
    WHEN,
)
def index(seeds, learning=runs.HIGH, failing=runs.LOW, shuffle=False):
    return observed("index", seeds, shuffle, separated(learning, failing, 0.8, 0.4))


index.false("the low frequencies learn it as well", EXAMPLE, learning=runs.LOW, failing=())


@trained(
    "retrieval",
    "Trained with a single frequency, Retrieval is learnt at θ = 0 and θ = 0.01 (accuracy at least 0.8) and not at θ = 0.5 "
    "or θ = 1 (at most 0.55).",
    SETTING["retrieval"],
    CHANCE["retrieval"],
    WHEN,
)
def retrieval(seeds, learning=runs.LOW, failing=runs.HIGH, shuffle=False):
    return observed("retrieval", seeds, shuffle, separated(learning, failing, 0.8, 0.55))


retrieval.false("the high frequencies learn it as well", EXAMPLE, learning=runs.HIGH, failing=())


def ahead(seeds, row, of, least, shuffle):
    """The mean accuracy at `row` is at least `least` above that at each single frequency of `of`."""

    def by_as_much(found):
        return found.accuracy(*row).mean() >= least + max(
            found.accuracy(*one).mean() for one in runs.singles(of, runs.PLANES)
        )

    return observed("induction", seeds, shuffle, by_as_much)


@trained(
    "induction",
    "Partial Induction, trained with the two frequencies 0 and 0.3, is ahead of each of them alone by at least 0.1 in "
    "accuracy.",
    "U25 reports that Partial Induction is learnt only with two frequencies. That two which fail alone succeed together "
    "shows in our set-up; that no single one succeeds does not: see new.trained.induction.one-frequency.",
    FOUR_PLANES,
    WHEN,
)
def induction(seeds, row=runs.TWO, of=(runs.SLOW, runs.FAST), least=0.1, shuffle=False):
    return ahead(seeds, row, of, least, shuffle)


induction.false("ahead by 0.35", EXAMPLE, least=0.35)
induction.false("0.3 alone is ahead of 0 by as much", EXAMPLE, row=(runs.FAST,) * runs.PLANES, of=(runs.SLOW,))


@trained(
    "induction.one-frequency",
    "Partial Induction over 4 symbols at n = 13, trained with the single frequency 0.1, is ahead of the frequencies 0 and "
    "0.3 alone by at least 0.1 in accuracy.",
    "new.single-angle-induction has one plane without a phase solve the task exactly for (2n-3)θ < ω, here θ < 0.068, with a gap that "
    "vanishes like θ². Four planes at one angle can do more than one plane.",
    "A first version asked for an accuracy of at least 0.85 at 0.03, mean over the seeds 100-102, and failed with 0.83: "
    "one seed in six stays at a poor optimum. This version compares with the angles that fail, at 0.1.",
    FOUR_PLANES,
    WHEN,
    locator="against the experiments: Partial Induction only with two frequencies",
)
def one_frequency(seeds, angle=runs.BETWEEN, of=(runs.SLOW, runs.FAST), shuffle=False):
    return ahead(seeds, (angle,) * runs.PLANES, of, 0.1, shuffle)


one_frequency.false("the single frequency 0 is ahead of 0.3", EXAMPLE, angle=runs.SLOW, of=(runs.FAST,))
one_frequency.false("the single frequency 0.3 is ahead of 0", EXAMPLE, angle=runs.FAST, of=(runs.SLOW,))


@trained(
    "index-shape",
    "Index, trained with a single frequency that is wrong for its length: over the answer's position the accuracy is "
    "U-shaped at θ = 0.1 and inverted at θ = 0.57, as the exact law has it for the largest weight of H_POS; the mean of first and "
    "last position differs from that of the middle third by at least 0.2.",
    "new.u-shape-sign.shape: U exactly for nθ < 2π, inverted U for nθ > 2π > (n-2)θ. Whether the query's own key counts "
    "(n = 13) or is learnt away (n = 12), 0.1 is below and 0.57 just above. At 0.57 the first and last of 12 positions "
    "stand 11·0.57 = 6.27 apart, almost a full turn, and are taken for one another.",
    "The law is about the weight of a head that asks for position p by the phase pθ. A trained query may choose other "
    "phases, and its keys may differ; that the accuracy follows is an observation.",
    SETTING["index"],
    WHEN,
)
def index_shape(seeds, angles=(runs.U_ANGLE, runs.END_ANGLE), swap=False, shuffle=False):
    """Ends and middle differ with the sign of the law's shape for 12 and for 13 keys."""
    signs = {"U": 1, "inverted-U": -1}

    def as_the_law(found, angle):
        names = {shape(keys, angle, "H_POS").name for keys in (runs.EARLIER, runs.EARLIER + 1)}
        if len(names) != 1 or not names <= set(signs):
            return False
        sign = signs[names.pop()] * (-1 if swap else 1)
        return sign * found.ends_over_middle(float(angle), ends=1) >= 0.2

    return observed("index", seeds, shuffle, lambda found: all(as_the_law(found, angle) for angle in angles))


index_shape.false("the opposite of the law", EXAMPLE, swap=True)
index_shape.false("the U that the law has at 0.01 as well is seen there, too", EXAMPLE, angles=("0.01",))


@trained(
    "retrieval-shape",
    "Retrieval, trained with a single frequency that is too high: over the answer's position the accuracy is "
    "inverted-U-shaped at θ = 0.4, where the exact law has it for the centred phase (the mean of the outer two positions "
    "on each side at least 0.05 below that of the middle third), and not at θ = 0.7, where the law has several extrema, nor "
    "at 0.01.",
    "new.inverted-u: with the centred phase inverted-U exactly for (n-3)θ < 2π; 10·0.4 is below, 10·0.7 above. The law "
    "holds at 0.01 as well, but there the fall is less than can be seen.",
    "Every symbol learns its own phases, so that the accuracy is a mean over differently centred curves.",
    SETTING["retrieval"],
    WHEN,
)
def retrieval_shape(seeds, forced=runs.FORCED, shuffle=False):
    def as_the_law(found):
        names = [shape(runs.EARLIER + 1, angle, "H_SYM").name for angle in (runs.FORCED, runs.TOO_HIGH)]
        worse = {angle: -found.ends_over_middle(float(angle), ends=2) for angle in (runs.LOW[1], forced, runs.TOO_HIGH)}
        right = names == ["inverted-U", "several extrema"]
        return right and worse[forced] >= 0.05 and worse[runs.LOW[1]] < 0.05 and worse[runs.TOO_HIGH] < 0.05

    return observed("retrieval", seeds, shuffle, as_the_law)


retrieval_shape.false("inverted-U-shaped at θ = 0.7", EXAMPLE, forced=runs.TOO_HIGH)
retrieval_shape.false("inverted-U-shaped at θ = 0.01", EXAMPLE, forced=runs.LOW[1])


# --- Several heads: what is pure, and what it is worth

HEAD_SEEDS = tuple(range(400, 410))
HEAD_EXAMPLE = {"seeds": HEAD_SEEDS[:3]}
EIGHT_HEADS = (
    "Index as above, but one layer with eight heads, each with four planes at 1, 0.3, 0.1 and 0.01 radians: which head becomes what is up "
    "to training (32 fresh inputs a step, 250 steps). Scores (τ = 1e-4) and the variance of logits over keys are means over 64 fresh inputs, "
    "accuracy is on 512; each number is a mean over seeds, ten in the thorough profile and the first three in the quick one. A removed head adds nothing to the answer's scores, a removed plane nothing to "
    "its head's logits; nothing is trained anew."
)
HEADS_WHEN = (
    "A first version asked, over five seeds, that the purest four heads cost 0.25 more accuracy than the other four. It held on the seeds 0-4, after which "
    "it was set (0.45), and failed on 300-304 (0.19). Thresholds of this version were set after the seeds 0-9 and 300-304, where they "
    "hold; the claim is about the seeds from 400, which were first run with them."
)
VARIANCE = "without the half of largest variance", "without the half of least variance"
PUREST, OTHERS = "without the purest half", "without the other half"
POSITIONAL, SYMBOLIC = "without the most positional planes", "without the most symbolic planes"
U26_MUST = 'U26, p. 4: "heads behavior must be pure in order for test accuracy to converge to its maximal value".'


def head_blocks(thorough=False):
    """The first three seeds (all ten together)."""
    return [{"seeds": HEAD_SEEDS} if thorough else HEAD_EXAMPLE]


def with_heads(name, statement, *readings):
    return theorem(
        f"new.trained.{name}",
        ours("U26", "beside p. 4, Section 3.1: heads are pure when accuracy is maximal"),
        statement,
        example=HEAD_EXAMPLE,
        verdict=Tier.TESTED,
        small=head_blocks,
        readings=(*readings, EIGHT_HEADS, HEADS_WHEN),
    )


def of_heads(seeds, shuffle, holds):
    """What is seen on the trained models of several heads; UNKNOWN without torch."""
    found = runs.several_heads("index", tuple(seeds), shuffle)
    if found is None:
        return Truth.UNKNOWN
    measures = runs.head_measures("index", tuple(seeds), shuffle)
    return bool(holds(found, lambda name: sum(measures[name]) / len(measures[name])))


@with_heads(
    "pure-heads",
    "Which heads are worth most shows in how much their logits vary rather than in their purity: without the four heads, of eight, of largest "
    "variance accuracy on Index is lower by at least 0.25 than without the other four, and by at least 0.05 than without the four purest, those "
    "of largest |s_POS - s_SYM|.",
    U26_MUST
    + " Whether pure heads are worth more than others was asked first: on average they are (on the seeds 0-9 accuracy without the "
    "purest four is 0.66, without the other four 0.82, without four at random 0.79), but not in every model (there in 8 of 10). The ordering by "
    "variance, which knows nothing of positions and symbols, is the null model, and tells more.",
)
def pure_heads(seeds, half=VARIANCE[0], others=VARIANCE[1], beside=PUREST, shuffle=False):
    def costs(found, mean):
        return mean(half) <= mean(others) - 0.25 and mean(half) <= mean(beside) - 0.05

    return of_heads(seeds, shuffle, costs)


pure_heads.false("those of least variance", HEAD_EXAMPLE, half=VARIANCE[1], others=VARIANCE[0])
pure_heads.false(
    "the purest four cost that much more than those of largest variance",
    HEAD_EXAMPLE,
    half=PUREST,
    others=OTHERS,
    beside=VARIANCE[0],
)


@with_heads(
    "pure-heads.few",
    "Index is answered with accuracy at least 0.95, and at most three of the eight heads are pure at γ = 0.1 (means over seeds).",
    U26_MUST
    + " U26's models have one head in each of 12 layers and two other tasks; several heads can share what one head has to do alone. "
    "So this does not refute what was seen there: it says that “must” does not hold of every model.",
)
def pure_heads_few(seeds, gamma=0.1, most=3, shuffle=False):
    return of_heads(seeds, shuffle, lambda found, mean: mean("accuracy") >= 0.95 and found.pure(gamma).mean() <= most)


pure_heads_few.false("pure at γ = 0.45", HEAD_EXAMPLE, gamma=0.45)


@with_heads(
    "pure-planes",
    "The eight planes, of 32, that are most positional alone are worth more than others: without them accuracy on Index is lower by at least "
    "0.15 than without eight planes drawn at random. So it is by at least 0.1 without eight drawn with the same frequencies in any heads.",
    "U25's abstract: performance is controlled by which frequencies heads can access. The second sentence is the null model: most of what such "
    "a plane is worth is its frequency.",
)
def pure_planes(seeds, planes=POSITIONAL, ahead=0.15, shuffle=False):
    def costs(found, mean):
        drawn = mean("without planes at random")
        return mean(planes) <= drawn - ahead and mean("without planes of the same frequencies") <= drawn - 0.1

    return of_heads(seeds, shuffle, costs)


pure_planes.false("the eight that are most symbolic alone", HEAD_EXAMPLE, planes=SYMBOLIC)
pure_planes.false("lower by 0.8", HEAD_EXAMPLE, ahead=0.8)


def of_seeds(cases):
    """The seeds of all cases as a reader would write them."""
    seeds = sorted({seed for case in cases for seed in case["seeds"]})
    return f"seed {seeds[0]}" if len(seeds) == 1 else f"{len(seeds)} seeds from {seeds[0]}"


def accuracies(task, cases):
    """What models of one head did at each angle, mean over the seeds; nothing without torch."""
    found = [runs.learnt(task, tuple(case["seeds"])) for case in cases]
    if None in found:
        return ""

    def mean(angles):
        return sum(one.accuracy(*angles).mean().item() for one in found) / len(found)

    return "; ".join(
        f"{mean(row):.2f} at θ = {' and '.join(f'{angle:g}' for angle in dict.fromkeys(row))}"
        for row in found[0].angles
    )


def over_positions(angles, ends):
    """As `accuracies`, and how far the first and last positions are above the middle third; nothing without torch."""

    def told(task, cases):
        found = [runs.learnt(task, tuple(case["seeds"])) for case in cases]
        if None in found:
            return ""
        above = {a: sum(float(one.ends_over_middle(float(a), ends=ends)) for one in found) / len(found) for a in angles}
        which = "first and last position" if ends == 1 else f"outer {ends} positions on each side"
        shown = "; ".join(f"{value:+.2f} at θ = {float(angle):g}" for angle, value in above.items())
        return f"{accuracies(task, cases)}. {which[0].upper()}{which[1:]} less the middle third: {shown}".replace(
            "-", "−"
        )

    return told


def worth(task, cases):
    """What models of several heads did, whole and with something removed, mean over the seeds; nothing without torch."""
    measures = [
        runs.head_measures(task, tuple(case["seeds"]))
        for case in cases
        if runs.several_heads(task, tuple(case["seeds"]))
    ]
    shown = (
        "accuracy",
        *VARIANCE,
        PUREST,
        OTHERS,
        POSITIONAL,
        "without planes at random",
        "without planes of the same frequencies",
    )
    means = {name: [value for one in measures for value in one[name]] for name in shown if measures}
    pure = [float(runs.several_heads(task, tuple(case["seeds"])).pure(0.1).mean()) for case in cases if measures]
    told = "; ".join(
        f"{sum(values) / len(values):.2f} {'whole' if name == 'accuracy' else name}" for name, values in means.items()
    )
    return told + (f". Pure at γ = 0.1: {sum(pure) / len(pure):.1f} heads of {runs.HEADS}" if pure else "")


def tested(task, measured, steps):
    """The proof of a claim about models of the task: they are trained, and what they do is said."""

    def prove(proof):
        try:
            packages.require_packages("torch", to="train models")
        except InvalidInput as missing:
            raise StepFailed(f"{proof.claim.id}: {missing}") from None
        cases = proof.claim.small(proof.thorough)
        scope = f"{of_seeds(cases)}, n = {runs.EARLIER + 1}, {steps} steps"
        told = f"models trained from each block of seeds ({scope}); accuracy on fresh inputs: {measured(task, cases)}"
        proof.attack(told, st.sampled_from(cases), proof.claim.at, 10)
        proof.qed(f"{scope}, at the angles named", method="trained models")

    return prove


for _claim, _task, _measured in (
    (index, "index", accuracies),
    (retrieval, "retrieval", accuracies),
    (induction, "induction", accuracies),
    (one_frequency, "induction", accuracies),
    (index_shape, "index", over_positions((runs.U_ANGLE, runs.END_ANGLE), ends=1)),
    (retrieval_shape, "retrieval", over_positions((runs.FORCED, runs.TOO_HIGH, runs.LOW[1]), ends=2)),
):
    _claim.false("with answers that are shuffled in training", EXAMPLE, shuffle=True)
    _claim.proof(tested(_task, _measured, runs.EXPERIMENTS[_task][2]))
for _claim in (pure_heads, pure_heads_few, pure_planes):
    _claim.false("with answers that are shuffled in training", HEAD_EXAMPLE, shuffle=True)
    _claim.proof(tested("index", worth, runs.HEAD_STEPS))
