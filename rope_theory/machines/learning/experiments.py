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
    from rope_theory.machines.learning.sweep import LearningSettings, sweep
    from rope_theory.machines.learning.tasks import ToyTask

    symbols, attributes, steps, rows = EXPERIMENTS[task]
    settings = LearningSettings(steps=steps, tested=4096, shuffle=shuffle)
    toy = ToyTask(task, EARLIER, symbols, attributes)
    return sweep(toy, rows, seeds[:1] if shuffle else seeds, settings, lambda *_: None)
