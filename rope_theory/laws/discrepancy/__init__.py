"""Discrepancy: how far the target's logit stays ahead of its rivals; laws of one and of many frequencies.

Reading order: `one_frequency` (continued fractions), `best_angle` (the sharp bound and the golden angle),
`one_sided` (a phase and rivals on one side), `many_frequencies` (the best mix and its `certificate`),
`pigeonhole` (the upper law for K frequencies), `kernel` (the first negative of sum_k cos(m*g_k)). Every
returned bound is rigorous. What computes with arrays loads on first use, so that one frequency needs no NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rope_theory.core.first_use import on_first_use
from rope_theory.laws.discrepancy.best_angle import (
    BestSingleGap,
    best_single_gap,
    golden_angle,
    golden_asymptotics,
    golden_gap,
    is_best_angle,
)
from rope_theory.laws.discrepancy.bounds import best_single_plane, dual_bound
from rope_theory.laws.discrepancy.frequency import Frequency, read_frequency
from rope_theory.laws.discrepancy.frequency_list import FrequencyList, rope_frequencies
from rope_theory.laws.discrepancy.one_frequency import SingleGap, enclose_gap, single_gap
from rope_theory.laws.discrepancy.one_sided import OneSidedGap, one_sided_gap, one_sided_gap_at
from rope_theory.laws.discrepancy.pigeonhole import PigeonholeBound, pigeonhole_bound, pigeonhole_witness
from rope_theory.laws.discrepancy.precision import PrecisionExhausted

if TYPE_CHECKING:
    from rope_theory.laws.discrepancy.brute_force import brute_force_gap, exact_brute_force_gap
    from rope_theory.laws.discrepancy.certificate import MixCertificate, Verification, verify_certificate
    from rope_theory.laws.discrepancy.curves import GapRow, gap_by_length
    from rope_theory.laws.discrepancy.kernel import (
        FirstNegative,
        kernel_at,
        kernel_first_negative,
        kernel_first_negative_of,
    )
    from rope_theory.laws.discrepancy.many_frequencies import best_mix, best_mix_of, certified_mix
    from rope_theory.laws.discrepancy.mix import MixGap, mix_gap

#: Public name: the module it stands in, which imports NumPy.
_HOME = {
    "FirstNegative": "kernel",
    "GapRow": "curves",
    "MixCertificate": "certificate",
    "MixGap": "mix",
    "Verification": "certificate",
    "best_mix": "many_frequencies",
    "best_mix_of": "many_frequencies",
    "brute_force_gap": "brute_force",
    "certified_mix": "many_frequencies",
    "exact_brute_force_gap": "brute_force",
    "gap_by_length": "curves",
    "kernel_at": "kernel",
    "kernel_first_negative": "kernel",
    "kernel_first_negative_of": "kernel",
    "mix_gap": "mix",
    "verify_certificate": "certificate",
}

__all__ = [
    "BestSingleGap",
    "Frequency",
    "FirstNegative",
    "FrequencyList",
    "GapRow",
    "MixCertificate",
    "MixGap",
    "OneSidedGap",
    "PigeonholeBound",
    "PrecisionExhausted",
    "SingleGap",
    "Verification",
    "best_mix",
    "best_mix_of",
    "best_single_gap",
    "best_single_plane",
    "brute_force_gap",
    "certified_mix",
    "dual_bound",
    "enclose_gap",
    "exact_brute_force_gap",
    "gap_by_length",
    "golden_angle",
    "golden_asymptotics",
    "golden_gap",
    "is_best_angle",
    "kernel_at",
    "kernel_first_negative",
    "kernel_first_negative_of",
    "mix_gap",
    "one_sided_gap",
    "one_sided_gap_at",
    "pigeonhole_bound",
    "pigeonhole_witness",
    "read_frequency",
    "rope_frequencies",
    "single_gap",
    "verify_certificate",
]

__getattr__ = on_first_use(__name__, _HOME)
