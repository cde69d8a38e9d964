"""The papers' empirical sentences beside what was found here, and on which models: a table of docs/robustness.md."""

from __future__ import annotations

from rope_theory.evidence.register import compared

PRETRAINED = "SmolLM2-135M-Instruct, Gemma 3 270M"
#: The models of our two runs, both of one size, and those of U26.
SIZE, THEIRS = compared("model").letter, compared("model").reported.partition(", rotary")[0]
RUNS = f"the two runs: {SIZE}"

#: (where, quotation, our models, what is here, verdict in words).
SENTENCES = [
    (
        "U25, abstract",
        "find that all heads exhibit a strong correspondence between behavior and frequency use",
        PRETRAINED,
        "not of each head: over heads it agrees in sign on two models, and in their null models, too: `new.pretrained.frequency-law` and `.null`, TESTED ([pretrained.md](pretrained.md))",
    ),
    (
        "U25, abstract",
        "demonstrate that the Transformer performance causally relates to the ability of attention heads to leverage the appropriate frequencies",
        f"one layer, one head; {PRETRAINED}",
        "agrees: `new.trained.index`, `new.trained.retrieval`, TESTED on small models; frozen planes of two pretrained ones: `new.pretrained.gating`, TESTED ([pretrained.md](pretrained.md))",
    ),
    (
        "U25, abstract",
        "we can control the Transformer performance by controlling which frequencies the attention heads can access",
        f"one layer, one head or eight; {PRETRAINED}",
        "agrees: the same, and `new.trained.pure-planes`, TESTED",
    ),
    (
        "U26, p. 1",
        "the number task requires both positional and symbolic heads, whereas the letter task requires only symbolic heads.",
        RUNS,
        "two runs of small models show it, and “requires” is too strong (`u26.rem31a`, `new.stack-beta`). No claim: a run takes 10 to 30 minutes (`rope-theory train compare`)",
    ),
    (
        "U26, p. 4",
        "heads behavior must be pure in order for test accuracy to converge to its maximal value",
        "one layer, eight heads; for what heads are worth also GPT-J of two and four layers",
        "differs with eight heads in one layer: accuracy at least 0.95 with at most three of eight pure, `new.trained.pure-heads.few`, TESTED. U26's models have one head a layer. What pure heads are worth: `new.removal.purity`, `new.removal.spare` and `new.removal.opposite`, TESTED",
    ),
    (
        "U26, p. 4",
        "both scores always start high",
        RUNS,
        "agrees in the two runs; no claim, for the same reason",
    ),
    (
        "U26, p. 4",
        "We observe that when accuracy converges, both head types are pure.",
        RUNS,
        "in part, in the two runs; no claim",
    ),
    (
        "U26, p. 5",
        "pure heads are mainly implementing a small set of recurring operations",
        "none",
        "not tested: information flow was not traced here",
    ),
    (
        "U26, p. 6",
        "In contrast, the letter task does not exhibit a hop-wise learning gradient.",
        f"the letter run: {SIZE}",
        "agrees in the one run; no claim",
    ),
    (
        "U26, p. 9",
        "the ability of our trained models for input length generalization on the Letter task (green line) far exceeds that of the Number task",
        RUNS,
        "agrees in the two runs (length 81 against 21); no claim",
    ),
    (
        "U26, p. 9",
        "near perfect generalization (i.e., over 90% accuracy) with sequence lengths up to 850",
        f"the letter run: {SIZE}, where U26 has {THEIRS}",
        "differs in the one run, of a smaller model: 81 with half the layers; the published size was not trained, so of that this says nothing",
    ),
    (
        "U26, p. 9",
        "accuracy on the letter task is consistently higher than on the number task",
        "none",
        "not tested: of GPT 5.4, GPT 5.5 and Claude Sonnet 3.7, which cannot be had offline; the two small models were not asked the tasks",
    ),
]
