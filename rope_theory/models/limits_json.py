"""`LayerLimits` as plain data, for `--json`."""

from __future__ import annotations

from fractions import Fraction

from rope_theory.laws.discrepancy import FirstNegative
from rope_theory.laws.discrepancy.precision import float_above, float_below
from rope_theory.models.limits import LayerLimits
from rope_theory.models.mix_errors import MixErrors, mix_verdicts
from rope_theory.models.phase_limits import CLAIMS, SHARE, least_beta, rank
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.symbol_limits import SymbolPlane


def _kept(limits: LayerLimits, plane: int) -> bool | None:
    """`SymbolPlane.outlasts` in the format asked for; None: not decided, or the plane turns too far."""
    if plane not in limits.symbols:
        return None
    return limits.symbols[plane].outlasts(FORMATS[limits.dtype]).decided()


def to_json(limits: LayerLimits) -> dict:
    """A dict for `json.dumps`; certified bounds are rounded outward."""
    layer = limits.layer

    def span(pair) -> list[float]:
        return [float_below(pair[0]), float_above(pair[1])]

    def up(bound: Fraction | None) -> float | None:
        return None if bound is None else float_above(bound)

    def kernel(found: FirstNegative) -> dict:
        return {
            "first_negative": found.m,
            "certified_nonnegative_up_to": found.limit if found.m is None else found.m - 1,
        }

    def symbols(plane: SymbolPlane | None) -> dict:
        beta = None if plane is None else limits.beta_symbols(plane)
        return {
            "lead": None if plane is None else span(plane.lead),
            "sufficient_beta": beta,
            "sufficient_norms": limits.norms(beta),
        }

    def verdicts(form: str, errors: MixErrors) -> dict:
        said = mix_verdicts(layer, limits.mix, limits.positions, form, errors)
        return dict(zip(errors._fields, said, strict=True))

    return {
        "layer_type": layer.layer_type,
        "layers": list(layer.indices),
        "window": layer.window,
        "pairing": layer.pairing,
        "score_scale": layer.score_scale(),
        "rope_type": layer.rope_type,
        "base": str(layer.base),
        "head_dim": layer.head_dim,
        "query_dim": layer.query_dim,
        "rotary_dim": layer.rotary_dim,
        "attention_factor": layer.rope.attention_float(),
        "logits": layer.logits.to_json(),
        "length": limits.length,
        "positions": limits.positions,
        "dtype": limits.dtype,
        "letters": limits.letters,
        "notes": [*limits.notes, *layer.rope.notes],
        "planes": [
            {
                "plane": each.plane,
                "frequency": each.frequency,
                "wavelength": each.wavelength,
                "turns": each.turns,
                "gap": span(each.gap),
                "nearest_distance": each.nearest,
                "largest_alphabet": each.letters,
                "role": each.role,
                "symbol_lead": span(limits.symbols[each.plane].lead) if each.plane in limits.symbols else None,
                "symbol_order_kept": _kept(limits, each.plane),
                "u_shaped": 0 < each.turns < 1,
                "positional_up_to": each.cliff,
                "one_sided": {"gap": span(phased.gap), "phase": phased.phase},
            }
            for each, phased in zip(limits.planes, limits.one_sided, strict=True)
        ],
        "rank": rank(layer),
        "best_plane": {
            "plane": limits.mix.best_plane,
            "gap": span(limits.mix.best_plane_gap),
            "sufficient_beta": limits.beta_plane,
            "sufficient_norms": limits.norms(limits.beta_plane),
            "sufficient_beta_by_nearest": limits.lead(plane=True).by_nearest(),
            "least_beta": least_beta(limits.mix.best_plane_gap[1]),
        },
        "best_mix": {
            "gap": span((limits.mix.gap_lower, limits.mix.gap_upper)),
            "sufficient_beta": limits.beta_mix,
            "sufficient_norms": limits.norms(limits.beta_mix),
            "sufficient_beta_by_nearest": limits.lead(plane=False).by_nearest(),
            "sufficient_beta_up_to": limits.beta_mix_up_to,
            "sufficient_norms_up_to": limits.norms(limits.beta_mix_up_to),
            "least_beta": least_beta(limits.mix.gap_upper),
            "share_in_reach": None
            if limits.in_reach is None
            else {"norms": limits.in_reach[0], "share": span(limits.in_reach[1])},
            "weights": [float(weight) for weight in limits.mix.weights],
            "logit_error_at_most": {
                name: {case: up(bound) for case, bound in errors._asdict().items()}
                for name, errors in limits.mix_errors.items()
            },
            "verdicts": {name: verdicts(name, errors) for name, errors in limits.mix_errors.items()},
            "logit_error_at_most_with_keys_stored": {
                name: {case: up(bound) for case, bound in errors._asdict().items()}
                for name, errors in limits.cached_errors.items()
            },
            "verdicts_with_keys_stored": {
                name: verdicts(limits.dtype, errors) for name, errors in limits.cached_errors.items()
            },
        },
        "best_symbol_plane": {
            "plane": limits.best_symbol_plane,
            **symbols(limits.symbols.get(limits.best_symbol_plane or 0)),
        },
        "never_turn": {"dimensions": limits.unturned[0], **symbols(limits.unturned[1])},
        "kernel": kernel(limits.kernel),
        "p_rope": [
            {
                "share": float(each.share),
                "planes_kept": each.kept,
                **kernel(each.kernel),
                "gap": span((each.mix.gap_lower, each.mix.gap_upper)) if each.mix else [0.0, 0.0],
            }
            for each in limits.variants
        ],
        "bases": {"good": list(limits.good_bases), "bad": list(limits.bad_bases)},
        "least_beta_share": float(SHARE),
        "claims": {name: list(ids) for name, ids in CLAIMS.items()},
    }
