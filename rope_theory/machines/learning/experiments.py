"""The experiments of new.trained: which models are trained side by side, at which angles. Needs torch only to train."""

from __future__ import annotations

import functools

from rope_theory.core import packages

EARLIER = 12  # positions before the query
HIGH, LOW = (0.5, 1.0), (0.0, 0.01)
U_ANGLE, END_ANGLE = "0.1", "0.57"
FORCED, TOO_HIGH = "0.4", "0.7"
SLOW, FAST, BETWEEN = 0.0, 0.3, 0.1
PLANES = 4  # in Partial Induction
TWO = (SLOW, SLOW, FAST, FAST)

#: Models with several heads, all with planes at these angles: which head becomes what is up to training.
HEADS, HEAD_ANGLES, HEAD_STEPS = 8, (1.0, 0.3, 0.1, 0.01), 250


def singles(angles, planes=1):
    """Angles of models with a single frequency, all their planes at it."""
    return tuple((float(angle),) * planes for angle in angles)


#: Symbols, attributes, steps, and the angles that are trained side by side.
EXPERIMENTS = {
    "index": (EARLIER, 2, 400, singles((*LOW, U_ANGLE, HIGH[0], END_ANGLE, HIGH[1]))),
    "retrieval": (EARLIER, 4, 500, singles((*LOW, FORCED, HIGH[0], TOO_HIGH, HIGH[1]))),
    "induction": (4, 4, 400, (*singles((SLOW, BETWEEN, FAST), PLANES), TWO)),
}


@functools.cache
def learnt(task, seeds, shuffle=False):
    """The trained models of an experiment; None without torch. With shuffled answers, for the first seed only."""
    if not packages.installed("torch"):
        return None
    if shuffle or len(seeds) == 1:
        return _beside_shuffled(task, seeds[0])[shuffle]
    return _swept(task, seeds, [False])[0]


@functools.cache
def _beside_shuffled(task, seed):
    """One seed's models and those with shuffled answers: whoever asks for some asks for the others, too."""
    return _swept(task, (seed,), [False, True])


def _swept(task, seeds, shuffles):
    from rope_theory.machines.learning.sweep import LearningSettings, sweeps
    from rope_theory.machines.learning.tasks import ToyTask

    symbols, attributes, steps, rows = EXPERIMENTS[task]
    settings = [LearningSettings(steps=steps, tested=4096, shuffle=each) for each in shuffles]
    return sweeps(ToyTask(task, EARLIER, symbols, attributes), rows, seeds, settings, lambda *_: None)


@functools.cache
def several_heads(task, seeds, shuffle=False):
    """Trained models of `HEADS` heads each, scored; None without torch. With shuffled answers, for the first seed only."""
    if not packages.installed("torch"):
        return None
    from rope_theory.machines.learning.removal import trained_heads
    from rope_theory.machines.learning.sweep import LearningSettings
    from rope_theory.machines.learning.tasks import ToyTask

    symbols, attributes, _, _ = EXPERIMENTS[task]
    settings = LearningSettings(steps=HEAD_STEPS, batch=32, tested=512, shuffle=shuffle)
    return trained_heads(
        ToyTask(task, EARLIER, symbols, attributes), HEAD_ANGLES, HEADS, seeds[:1] if shuffle else seeds, settings
    )


@functools.cache
def head_records(task, seeds, shuffle=False):
    """What a receipt keeps of these models, see `rope_theory.machines.learning.removal.records`; None without torch."""
    found = several_heads(task, seeds, shuffle)
    if found is None:
        return None
    from rope_theory.machines.learning.removal import records

    return records(found, seeds[: len(found.positional)])


@functools.cache
def head_measures(task, seeds, shuffle=False):
    """What removing their heads and planes does to these models: name: one number for each seed."""
    from rope_theory.machines.learning.worth import Worth, summary

    return summary([Worth(record) for record in head_records(task, seeds, shuffle)])
