r"""The proof: for every valid input, however long up to n0, the answer's logit leads. From the weights as they are.

Nothing is assumed of how the weights were made. What the heads do is derived from the numbers, each of them a ball (the
stored number, and around it what the certificate allows).

**What is checked of the numbers' pattern** (`Blocks`). Queries and keys read coordinates that no layer writes. Layer l
reads its values from the coordinates C_l only and writes C_{l+1} only; C_1..C_L are zero in every embedding, apart from
one another, and the readout reads C_L only. So all sums of the residual stream are exact: 0 + a is a.

**What is followed.** Position j holds a_l(j) in C_l, and any a_l(j) is at most A_l long. On the path, a_l = ρ·c_l(a) + s
with ρ >= ρ_l and |s| <= ε_l, where a is the answer, c_0(a) its embedding and c_{l+1}(a) = T_l c_l(a), T_l = W_O·W_V with the
norm's weight. One layer, with r in [r⁻, r⁺] the computed 1/N of any position, w⁺ the most that weights sum to:

    A_{l+1} = w⁺·r⁺·|T|·A_l + err,   ρ_{l+1} = t·r⁻·ρ_l,   ε_{l+1} = r⁺·|T|·(w⁺·ε_l + m·A_l) + err,

t the least share of a row's targets together and m the most that rivals get: m = e/(1 + e), e = Σ exp(-lead) over the
rivals of a row, each at its worst token for its distance; leads of computed logits, see `rounding`.

**At the end** the answer leads token b by r⁻·(ρ_L·⟨R_a - R_b, c_L(a)⟩ - |R_a - R_b|·ε_L) - err, R the readout.

All numbers are balls of 128 bits, and a bound counts only where all of its ball says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import flint
import numpy as np
from flint import arb, arb_mat

from rope_theory.core.angles import ball
from rope_theory.core.errors import require
from rope_theory.core.truth import Truth, less
from rope_theory.machines.certificates import paths, rounding
from rope_theory.machines.certificates.bounds import (
    absolute,
    least_of,
    line_sums,
    lower,
    most_of,
    most_terms,
    nonzero_columns,
    norm_bound,
    operator_bound,
    smaller_factor,
    upper,
)
from rope_theory.machines.certificates.folder import Compiled, Layer, spacing
from rope_theory.models.precision.errors import above, logit_error_of_turns

BITS = 128


@dataclass(frozen=True)
class LayerBounds:
    """What the proof knows of one layer; balls whose ends are bounds.

    Args:
        scale_least, scale_most: of the computed 1/N before the layer, at any position.
        logit_error: of a computed attention logit.
        lead: the least lead of a target's computed logit over a rival's, on the path.
        miss: m, the most that rivals get of a row.
        content_most: A of what the layer writes.
        content_error: what rounding alone adds to it.
        kept: ρ after the layer.
        stray: ε after the layer.
    """

    scale_least: arb
    scale_most: arb
    logit_error: arb
    lead: arb
    miss: arb
    content_most: arb
    content_error: arb
    kept: arb
    stray: arb


@dataclass(frozen=True)
class Proof:
    """The bounds of all layers, and the margin: by how much the answer's computed logit leads any other, at least.

    Args:
        layers: in their order.
        readout_error: of a computed logit of the vocabulary.
        margin: a lower bound if positive.
    """

    layers: tuple[LayerBounds, ...]
    readout_error: arb
    margin: arb

    @property
    def holds(self) -> Truth:
        """Whether every valid input is answered: TRUE, or UNKNOWN."""
        with flint.ctx.workprec(BITS):
            return Truth.TRUE if less(arb(0), self.margin) is Truth.TRUE else Truth.UNKNOWN


class Blocks:
    """The coordinates of the residual stream by use, found from where the weights are not zero.

    Args:
        model: the weights.

    Raises:
        InvalidInput: a layer reads what it must not, or writes over what is used.
    """

    def __init__(self, model: Compiled):
        layers = [model.layer(number) for number in range(model.layers)]
        read = nonzero_columns(layers[0].value)
        self.content = [read]
        self.queries = np.zeros(model.width, dtype=bool)
        for layer in layers:
            self.queries |= nonzero_columns(layer.query) | nonzero_columns(layer.key)
        taken = self.queries | read
        for number, layer in enumerate(layers):
            inside = not (nonzero_columns(layer.value) & ~self.content[-1]).any()
            require(inside, f"layer {number}", "must read its values from what the layer before wrote", model.kind)
            written = nonzero_columns(layer.output.T)
            apart = not (written & taken).any() and not model.embedding[:, written].any()
            require(apart, f"layer {number}", "must write to coordinates of its own", model.kind)
            self.content.append(written)
            taken = taken | written
        require(
            not (nonzero_columns(model.readout) & ~self.content[-1]).any(),
            "readout",
            "must read the last layer",
            model.kind,
        )


def prove(model: Compiled, allowance: int = 0) -> Proof:
    """Bounds for all valid inputs of the model's task, for all weights within `allowance` units in the last place.

    Args:
        model: as its folder tells.
        allowance: each weight that is not zero may differ by so many units in the last place of its format; zeros stay.

    Raises:
        InvalidInput: the weights have not got the pattern (`Blocks`), or sizes leave the format.
    """
    with flint.ctx.workprec(BITS):
        return _Prover(model, allowance).run()


class _Passage(NamedTuple):
    """What a layer does to content, as balls.

    Args:
        through: the output projection times the values' and the norm's weight.
        gain, reads, writes: operator bounds of it, of the values and of the output projection.
        sum_gain: of the sum of what is written.
        sizes: how many coordinates are written, of values, read.
        terms: the most weights in a row of the values and of the output projection.
    """

    through: arb_mat
    gain: arb
    reads: arb
    writes: arb
    sum_gain: arb
    sizes: tuple[int, int, int]
    terms: tuple[int, int]


class _Prover:
    def __init__(self, model: Compiled, allowance: int):
        self.model, self.allowance, self.form = model, allowance, model.form
        self.blocks = Blocks(model)
        self.tiny = ball(rounding.underflow(self.form))
        self.coordinate = ball(rounding.coordinate_error(self.form))
        self.tables: dict[tuple[bytes, ...], _Attention] = {}
        self.passages: dict[tuple[bytes, ...], _Passage] = {}
        used = self.balls(model.embedding[: len(model.vocabulary)])
        squares = [sum((entry * entry for entry in row), arb(0)) for row in used]
        self.square_least, self.square_most = least_of(squares), most_of(squares)
        self.mean = most_of(abs(sum(row, arb(0))) for row in used)

    def balls(self, array: np.ndarray) -> list[list[arb]]:
        """The entries of a matrix that are not zero, row by row, as balls."""
        radii = self.allowance * spacing(array, self.form)
        return [
            [arb(float(row[column]), float(radius[column])) for column in np.flatnonzero(row)]
            for row, radius in zip(array, radii, strict=True)
        ]

    def matrix(self, array: np.ndarray, factors: Sequence[arb] | None = None) -> arb_mat:
        """The matrix as balls, its columns times the factors."""
        radii, zero = (self.allowance * spacing(array, self.form)).tolist(), arb(0)
        times = [arb(1)] * array.shape[1] if factors is None else factors
        return arb_mat(
            [
                [arb(v, r) * t if v else zero for v, r, t in zip(row, radius, times, strict=True)]
                for row, radius in zip(array.tolist(), radii, strict=True)
            ]
        )

    def normed(self, array: np.ndarray, norm: np.ndarray, columns: np.ndarray) -> arb_mat:
        """The matrix, its columns times the norm's weight, restricted to the columns."""
        weights = [row[0] for row in self.matrix(norm[columns][:, None]).tolist()]
        return self.matrix(array[:, columns], weights)

    def run(self) -> Proof:
        model, found = self.model, []
        first = self.blocks.content[0]
        answers = [k for k, token in enumerate(model.vocabulary) if paths.is_answer(model.task, token)]
        require(bool(answers), "vocabulary", "must have answers", model.task)
        codes = self.matrix(model.embedding[answers][:, first]).transpose()  # a column for each answer
        size = most_of(
            norm_bound(row) for row in self.matrix(model.embedding[: len(model.vocabulary)][:, first]).tolist()
        )
        kept, stray, drift, written = arb(1), arb(0), self.mean, arb(0)
        for number in range(model.layers):
            layer, content = model.layer(number), self.blocks.content[number]
            least, most, shift = self.scale(written, drift)
            attention = self.attention(layer)
            logit_error, lead, target, miss, total = attention.shares(least, most, shift)
            passage = self.passage(layer, content, self.blocks.content[number + 1])
            gain = most * passage.gain
            error, spread = self.content_error(passage, size, most, shift, total)
            stray = gain * (total * stray + miss * size) + error
            kept = kept * target * least
            size = gain * total * size + error
            drift, written = drift + spread, written + size * size
            codes = passage.through * codes
            found.append(LayerBounds(least, most, logit_error, lead, miss, size, error, kept, stray))
            self.fits(f"layer {number}", size)
        least, most, shift = self.scale(written, drift)
        margin, error = self.margin(answers, codes, size, kept, stray, least, most, shift)
        return Proof(tuple(found), error, margin)

    def scale(self, written: arb, drift: arb) -> tuple[arb, arb, arb]:
        """(r⁻, r⁺, ν): the ends of a computed 1/N, and what a norm adds to a coordinate whatever it holds.

        Args:
            written: of the squared lengths of what layers wrote, at most.
            drift: |Σ x|, at most.
        """
        width, eps = self.model.width, ball(Fraction(self.model.eps))
        low, high, shift = self.square_least / width, (self.square_most + written) / width, arb(0)
        off = ball(rounding.size_error(width))
        if self.model.norm == "layer":
            moments = ball(rounding.moment_error(width))
            mean = drift / width
            shift = mean + moments * high.sqrt()
            low, high = low * (1 - moments) - mean * mean, high * (1 + moments)
        self.positive("the norm", low)
        least, most = (1 - off) / (high + eps).sqrt(), (1 + off) / (low + eps).sqrt()
        self.positive("the norm", least)
        return lower(least), upper(most), upper(shift * most * (1 + self.coordinate) + 2 * self.tiny)

    def attention(self, layer: Layer) -> _Attention:
        """The table of exact logits; made once for layers with the same heads."""
        key = tuple(array.tobytes() for array in (layer.query, layer.key, layer.norm))
        if key not in self.tables:
            self.tables[key] = _Attention(self, layer)
        return self.tables[key]

    def passage(self, layer: Layer, content: np.ndarray, after: np.ndarray) -> _Passage:
        """From the content that a layer reads to that which it writes; made once for layers that differ only in where it stands."""
        parts = layer.value[:, content], layer.norm[content], layer.output[after]
        key = tuple(array.tobytes() for array in parts)
        if key not in self.passages:
            value, output = self.normed(layer.value, layer.norm, content), self.matrix(parts[2])
            through = output * value
            self.passages[key] = _Passage(
                through,
                operator_bound(through),
                operator_bound(value),
                operator_bound(output),
                norm_bound(line_sums(output)[1]),
                (output.nrows(), value.nrows(), value.ncols()),
                (most_terms(layer.value), most_terms(layer.output)),
            )
        return self.passages[key]

    def content_error(self, passage: _Passage, size, most, shift, total) -> tuple[arb, arb]:
        """What rounding adds to what a layer writes, and to its sum: norm, values, weighted sum, output projection."""
        form, length = self.form, self.model.length
        reads, writes, (written, inner, read) = passage.reads, passage.writes, passage.sizes
        by_value, by_output = (ball(rounding.product_error(form, terms)) for terms in passage.terms)
        held = size * most
        error = self.coordinate * held + shift * ball(read).sqrt()
        tiny = self.tiny * ball(inner + written).sqrt() * (length + read)
        error = reads * error + by_value * reads * (held + error) + tiny
        held = reads * held + error
        error = total * error + ball(rounding.product_error(form, length)) * total * held + tiny
        held = total * held + error
        error = writes * error + by_output * writes * held + tiny
        return upper(error), upper(passage.sum_gain * held + ball(written).sqrt() * error)

    def margin(self, answers, codes, size, kept, stray, least, most, shift) -> tuple[arb, arb]:
        """The least lead over all answers and all other rows of the readout, and the error of a logit."""
        model, content = self.model, self.blocks.content[-1]
        rows, numbers = np.unique(model.readout[:, content], axis=0, return_inverse=True)
        numbers = numbers.ravel()
        readout = self.normed(rows, model.last_norm[content], np.ones(rows.shape[1], dtype=bool))
        lengths = [norm_bound(row) for row in readout.tolist()]
        held = size * most
        error = self.coordinate * held + shift * ball(readout.ncols()).sqrt()
        relative = ball(rounding.product_error(self.form, max(most_terms(rows), 1)))
        error = upper(most_of(lengths) * (error + relative * (held + error)) + self.tiny * readout.ncols())
        self.fits("readout", most_of(lengths) * held + error)
        products = (readout * codes).tolist()
        entries, leads = readout.tolist(), []
        support = [set(np.flatnonzero(row).tolist()) for row in rows]
        count = np.bincount(numbers, minlength=len(rows)).tolist()
        for column, answer in enumerate(answers):
            own = int(numbers[answer])
            require(
                count[own] == 1, "readout", "must tell each answer from all other tokens", str(model.vocabulary[answer])
            )
            for other in range(len(rows)):
                if other != own:
                    apart = products[own][column] - products[other][column]
                    distance = norm_bound([entries[own][k] - entries[other][k] for k in support[own] | support[other]])
                    leads.append(kept * apart - distance * stray)
        require(bool(leads), "vocabulary", "must have two tokens", len(rows))
        lead = least_of(leads)
        return lead * smaller_factor(lead, least, most) - 2 * error, error

    def fits(self, what: str, size: arb) -> None:
        """Refuse sizes at which the format could overflow."""
        most = ball(self.form.largest / 4)
        require(less(size, most) is Truth.TRUE, what, f"must stay within {self.form.name}", str(size))

    @staticmethod
    def positive(what: str, value: arb) -> None:
        require(less(arb(0), value) is Truth.TRUE, what, "must be certain to be positive", str(value))


class _Attention:
    """The logits of a layer's head without rounding and without 1/N, for tokens and distances; and their rounding."""

    def __init__(self, prover: _Prover, layer: Layer):
        self.prover = prover
        model = prover.model
        self.planes, rest = [], set(range(model.head_dim))
        for k, plane in enumerate(model.planes):
            rest -= set(plane)
            if layer.query[list(plane)].any() and layer.key[list(plane)].any():
                self.planes.append((plane, self.frequency(k)))
        still = sorted(each for each in rest if layer.query[each].any() and layer.key[each].any())
        if len(still) % 2:  # an unturned dimension alone: with any other, which adds nothing that is not there
            still.append(next(iter(sorted(set(range(model.head_dim)) - set(still)))))
        self.planes += [((a, b), arb(0)) for a, b in zip(still[0::2], still[1::2], strict=True)]
        tokens = range(len(model.vocabulary))
        asked = [(paths.asks(model.task, model.vocabulary[k]), k) for k in tokens]
        reach = [(what, k) for what, k in asked if not isinstance(what, int) or what < model.length]
        self.queries, self.query_sizes = self.vectors(layer.query, layer.norm, reach)
        offered = [(paths.offers(model.task, model.vocabulary[k]), k) for k in tokens]
        self.keys, self.key_sizes = self.vectors(layer.key, layer.norm, offered)
        self.terms = max(most_terms(layer.query), most_terms(layer.key))
        self.row_sums = [self.sums(layer.query, layer.norm), self.sums(layer.key, layer.norm)]
        self.rows = [self.row(asked, vector) for asked, vector in self.queries]

    def frequency(self, plane: int) -> arb:
        """The plane's frequency as the class computes it: a ball."""
        model = self.prover.model
        exponent = Fraction(plane, len(model.planes))
        exact = ball(Fraction(model.base)) ** (-ball(exponent))
        return exact * (arb(1, float(rounding.frequency_error(model.base)) * (1 + 2**-20)) if plane else 1)

    def vectors(self, matrix: np.ndarray, norm: np.ndarray, tokens: Iterable[tuple]):
        """The different (what is asked or offered, vector) of the tokens; and per plane the largest Σ|w·e| of a token."""
        prover, model = self.prover, self.prover.model
        columns = nonzero_columns(matrix)
        projection = prover.normed(matrix, norm, columns).transpose()
        absolutes = absolute(projection)
        found, largest = {}, [arb(0)] * len(self.planes)
        for what, token in tokens:
            row = model.embedding[token, columns]
            key = (what, row.tobytes())
            if key in found:
                continue
            entries = prover.matrix(row[None])
            found[key] = (what, (entries * projection).tolist()[0])
            sizes = (absolute(entries) * absolutes).tolist()[0]
            largest = [
                most_of([old, norm_bound([sizes[a], sizes[b]])])
                for old, ((a, b), _) in zip(largest, self.planes, strict=True)
            ]
        return list(found.values()), largest

    def sums(self, matrix: np.ndarray, norm: np.ndarray) -> list[arb]:
        """Per plane the length of Σ|w|: what a shift of all coordinates may do."""
        rows, _ = line_sums(absolute(self.prover.normed(matrix, norm, nonzero_columns(matrix))))
        return [norm_bound([rows[a], rows[b]]) for (a, b), _ in self.planes]

    def row(self, asked: int | str, query: Sequence[arb]) -> tuple[arb, list[arb | None]]:
        """(the least logit of a target, the largest of a rival at each distance), per r_i·r_j."""
        length = self.prover.model.length
        table = self.turns
        entries = []
        for _, key in self.keys:
            line = []
            for (a, b), _ in self.planes:
                line += [query[a] * key[a] + query[b] * key[b], query[a] * key[b] - query[b] * key[a]]
            entries.append(line)
        logits = (arb_mat(entries) * table).tolist()
        targets, rivals = [], []
        for distance in range(length):
            column = [
                (paths.is_target(asked, distance, offered), row[distance])
                for (offered, _), row in zip(self.keys, logits, strict=True)
            ]
            targets += [logit for is_target, logit in column if is_target]
            others = [logit for is_target, logit in column if not is_target]
            rivals.append(most_of(others) if others else None)
        require(bool(targets), "vocabulary", "must hold a target for every token of a path", str(asked))
        return least_of(targets), rivals

    @property
    def turns(self) -> arb_mat:
        """cos(t·g) and sin(t·g) of each plane, t = 0..n0 - 1."""
        if not hasattr(self, "_turns"):
            lines = []
            for _, g in self.planes:
                angles = [g * t for t in range(self.prover.model.length)]
                lines += [[angle.cos() for angle in angles], [angle.sin() for angle in angles]]
            self._turns = arb_mat(lines)
        return self._turns

    def errors(self, most: arb, shift: arb) -> tuple[arb, arb]:
        """(error of a computed logit, largest size of a logit), with the scale 1/√d of attention."""
        prover, model = self.prover, self.prover.model
        form, sides, errors = prover.form, [], []
        relative = ball(rounding.product_error(form, self.terms))
        root = ball(model.head_dim).sqrt().sqrt()
        for sizes, sums in zip((self.query_sizes, self.key_sizes), self.row_sums, strict=True):
            held = [size * most for size in sizes]
            extra = [prover.coordinate * size + shift * total for size, total in zip(held, sums, strict=True)]
            off = [
                e + relative * (size + e) + 2 * prover.tiny * (1 + self.terms)
                for e, size in zip(extra, held, strict=True)
            ]
            prover.fits("queries and keys", most_of(size + e for size, e in zip(held, off, strict=True)))
            sides.append([upper((size + e) / root) for size, e in zip(held, off, strict=True)])
            errors.append([upper(e / root) for e in off])
        turns = [
            (rounding.phase_error(_fraction(g), model.positions - 1), _fraction(q), _fraction(k))
            for (_, g), q, k in zip(self.planes, *sides, strict=True)
        ]
        size = sum((q * k for q, k in zip(*sides, strict=True)), arb(0))
        prover.fits("attention", size * root * root)
        error = ball(logit_error_of_turns(rounding.attention_recipe(form), turns))
        for q, k, q_error, k_error in zip(*sides, *errors, strict=True):
            error += q * k_error + k * q_error
        return upper(error + ball(rounding.scaling_error(form)) * size + rounding.GRANTS.scaling * prover.tiny), upper(
            size
        )

    def shares(self, least: arb, most: arb, shift: arb) -> tuple[arb, arb, arb, arb, arb]:
        """(error of a logit, least lead, t, m, w⁺), see this module."""
        prover, model = self.prover, self.prover.model
        error, size = self.errors(most, shift)
        root = ball(model.head_dim).sqrt()
        leads: list[arb] = []
        worst = arb(0)
        for target, others in self.rows:
            row = []
            for rival in others:
                if rival is None:
                    continue
                lead = target * smaller_factor(target, least, most) - rival * smaller_factor(-rival, least, most)
                row.append(lower(lead * smaller_factor(lead, least, most) / root - 2 * error))
            if len(row) == model.length:  # letter task: any position can hold a rival, but one of them holds a target
                row.remove(max(row))
            leads += row
            worst = most_of([worst, sum(((-lead).exp() for lead in row), arb(0))])
        grant = ball(rounding.exponential_error(model.length))
        rivals = worst * (2 * ball(rounding.exponent_error(_fraction(size)))).exp() * (1 + grant) / (1 - grant)
        relative, lost = ball(rounding.weight_error(prover.form, model.length)), prover.tiny * model.length
        share = lower((1 - relative) / (1 + rivals) - lost)
        prover.positive("the targets' share", share)
        miss = upper((1 + relative) * rivals / (1 + rivals) + lost)
        return error, least_of(leads), share, miss, upper(1 + relative + lost)


def _fraction(value: arb) -> Fraction:
    """The upper end, rounded up to a short number."""
    exact = above(value)
    if not exact:
        return exact
    unit = Fraction(2) ** (exact.numerator.bit_length() - exact.denominator.bit_length() - 40)
    return -(-exact // unit) * unit
