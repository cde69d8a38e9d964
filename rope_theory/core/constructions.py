"""The papers' explicit heads, each written once as phases.

An angle argument decides the reading: give an `Angle` for exact logits, a SymPy symbol for formulas, an `arb` for
enclosures, a float for numbers. v = (0, 1) throughout; ρ(α) turns counter-clockwise.

| head | planes (frequency) | logit of a key at distance t = i - j |
|---|---|---|
| H_POS = head of T_Index | θ | cos((t - offset)·θ) |
| H_SYM, head of T_Retrieval | θ (0: NoPE) | cos((φ(key) - φ(query))ω + tθ - query phase) |
| H_MIX | 0 and θ₂ | A·cos((φ(key) - φ(query))ω) + B·cos(tθ₂) |
| previous-token head | θ | cos((t - 1)·θ) |
| the same with an ALiBi bias | θ | cos((t - 1)·θ) - slope·t |
| duplicate-token head | θ | cos((φ(key) - φ(query))ω - (n0 - 1 - t)·θ) |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.heads import PhaseHead, Plane, Polar, Token, hard_attention, logits, softmax
from rope_theory.core.numbers import Value, is_expression
from rope_theory.core.reading import full_turn, require_angle, require_number
from rope_theory.core.tasks import Pair

if TYPE_CHECKING:
    import sympy

#: No rotation (NoPE).
STILL = Angle()


def h_pos(theta: Value) -> PhaseHead:
    """H_POS: every key is v, the query for "offset i" is ρ(θ)^{-i} v, so L = cos((n - j - i)θ).

    A letter asks for offset 0, itself. With that this is also the head of U26's T_Index.

    Args:
        theta: RoPE angle, radians per position.

    Raises:
        InvalidInput: θ is no angle; at a call, a query token that is neither a letter (str) nor an offset (int >= 0).

    Source: U25 Theorem 3; U26 Appendix F.2.1.

    Example:
        >>> from sympy import symbols
        >>> h_pos(symbols("theta")).logit(3, 10, "A", 5)
        cos(2*theta)
    """
    require_angle("theta", theta)

    def query(token: Token) -> Polar:
        return Polar(-offset(token) * theta)

    return PhaseHead("H_POS", (Plane(theta, query, lambda token: Polar(0 * theta)),))


def h_pos_mix(frequencies: Sequence[Value], weights: Sequence[Value]) -> PhaseHead:
    """H_POS in several planes at once: L = Σ a_k cos((n - j - i)g_k), 1 at the key asked for if Σ a_k = 1.

    Args:
        frequencies: g_k, radians per position, all in one reading.
        weights: a_k >= 0, one for each (exact numbers: Fractions).

    Raises:
        InvalidInput: another number of weights, or one that is no number; a frequency that is no angle.

    Source: new.index-gap-multifrequency.
    """
    require(len(weights) == len(frequencies), "weights", f"must number {len(frequencies)}, as frequencies do", weights)
    for weight in weights:
        require_number("weights", weight)
    singles = [h_pos(g).planes[0] for g in frequencies]

    def weighted(plane: Plane, weight: Value) -> Plane:
        return Plane(plane.frequency, lambda token: Polar(plane.query(token).phase, weight), plane.key)

    return PhaseHead("H_POS mix", tuple(weighted(plane, a) for plane, a in zip(singles, weights, strict=True)))


def always_asking(asked: Token, planes: Sequence[Plane]) -> tuple[Plane, ...]:
    """The planes with every query that of one token, whatever the token is."""

    def fixed(plane: Plane) -> Plane:
        return replace(plane, query=lambda token: plane.query(asked))

    return tuple(map(fixed, planes))


def best_previous_angle(n: int) -> Angle:
    """2π/(n - 1), the best angle for n positions (new.previous-token.gap); π where n <= 3."""
    return Angle(Fraction(1, max(require_int("n", n) - 1, 2)))


def previous_token(theta: Value, slope: Value = None) -> PhaseHead:
    """The head that attends to the position before: every query is ρ(θ)^{-1} v, every key v.

    L = cos((t - 1)θ) at distance t, less slope·t where an ALiBi bias is given; no token matters.

    Args:
        theta: RoPE angle, radians per position.
        slope: of the ALiBi bias, exact (Fraction) or in the reading of the angle; None is no bias.

    Raises:
        InvalidInput: θ is no angle, or the slope no number.

    Source: new.previous-token, new.previous-token-alibi.

    Example:
        >>> from sympy import symbols
        >>> theta, slope = symbols("theta slope")
        >>> previous_token(theta).logit("A", 9, "B", 6), previous_token(theta, slope).logit("A", 9, "B", 8)
        (cos(2*theta), 1 - slope)
    """
    planes = always_asking(1, h_pos(theta).planes)
    if slope is None:
        return PhaseHead("previous-token head", planes)
    require_number("slope", slope)
    return PhaseHead("previous-token head with ALiBi", planes, lambda distance: -distance * slope)


def duplicate_token(circle: LetterCircle, theta: Value, longest: int) -> PhaseHead:
    """The head that attends to the first position that holds the last token's own letter: H_SYM asked from behind.

    Every query is turned back by (n0 - 1)θ, so that L = cos((φ(key) - φ(query))ω - (n0 - 1 - t)θ) at distance t: among
    equal letters the farthest leads, and the last position itself is last.

    Args:
        circle: the letters.
        theta: RoPE angle, radians per position.
        longest: n0 >= 1, the longest input it is made for.

    Raises:
        InvalidInput: no circle of letters, θ is no angle, or n0 no such number.

    Source: new.duplicate-token.
    """
    _require_circle(circle)
    require_angle("theta", theta)
    require_int("longest", longest, least=1)

    def key(token: Token) -> Polar:
        return Polar(circle.phase(held(token), theta))

    def query(token: Token) -> Polar:
        return Polar(key(token).phase - (longest - 1) * theta)

    return PhaseHead("duplicate-token head", (Plane(theta, query, key),))


def offset(token: Token) -> int | sympy.Expr:
    """How many positions back a query of `h_pos` looks: its integer, or 0 for a letter.

    Raises:
        InvalidInput: a token that is neither a letter (str) nor an offset (int >= 0, or a SymPy expression).
    """
    if is_expression(token):  # a symbolic offset, for formulas
        return token
    if isinstance(token, int) and not isinstance(token, bool) and token >= 0:
        return token
    require(isinstance(token, str), "token", "must be a letter or an offset >= 0", token)
    return 0


def reach(tokens: Sequence[Token]) -> int:
    """T = max(i, n - 1 - i): the largest distance between a position and the one asked for, i positions back.

    Example:
        >>> [reach(("A",) * 4 + (query,)) for query in ("A", 1, 2, 3, 4)]
        [4, 3, 2, 3, 4]
    """
    asked = offset(tokens[-1])
    return max(asked, len(tokens) - 1 - asked)


@dataclass(frozen=True)
class LetterCircle:
    """Letters spread evenly over the circle: letter number φ stands at phase -φ·ω, ω = 2π/points.

    Args:
        letters: distinct letters, φ = 0, 1, ….
        spare: whether one point more is left for a token that holds no letter (φ = number of letters), so that
            the key of a lone query matches nothing.

    Raises:
        InvalidInput: no letters, a letter twice, no sequence; at a call, a token whose letter is none of these.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle
        >>> LetterCircle(("A", "B", "C"), spare=True).spacing(Angle()) == Angle(Fraction(1, 4))
        True
    """

    letters: tuple[str, ...]
    spare: bool = False

    def __post_init__(self) -> None:
        require(isinstance(self.letters, Sequence), "letters", "must be a sequence of letters", self.letters)
        require(len(self.letters) > 0, "letters", "must not be empty", self.letters)
        require(len(set(self.letters)) == len(self.letters), "letters", "must be distinct", self.letters)

    @property
    def points(self) -> int:
        return len(self.letters) + self.spare

    def number(self, letter: str | None) -> int:
        """φ(letter); None is the spare point."""
        if letter is None and self.spare:
            return len(self.letters)
        if letter not in self.letters:
            raise InvalidInput("letter", f"must be one of {' '.join(self.letters)}", letter)
        return self.letters.index(letter)

    def spacing(self, like: Value) -> Value:
        """ω = 2π/points in the reading of `like`."""
        return full_turn(like) / self.points

    def phase(self, letter: str | None, like: Value) -> Value:
        """-φ(letter)·ω in the reading of `like`."""
        return -self.number(letter) * self.spacing(like)


def spacing(count: int) -> Angle:
    """ω = 2π/count, the exact angle between neighbours on a circle of so many letters."""
    return FULL_TURN / count


class SymbolicCircle(LetterCircle):
    """A circle of ω = `spacing` on which a letter is its own number φ, a SymPy symbol: for formulas.

    Example:
        >>> import sympy
        >>> omega, theta = sympy.symbols("omega theta")
        >>> head = h_sym(SymbolicCircle(omega), theta)
        >>> head.logit(Pair(0, sympy.Symbol("q")), 7, Pair(sympy.Symbol("k"), 1), 5)
        cos(k*omega - omega*q + 2*theta)
    """

    _spacing: sympy.Expr

    def __init__(self, spacing: sympy.Expr):
        object.__setattr__(self, "_spacing", spacing)

    def number(self, letter: sympy.Expr) -> sympy.Expr:
        return letter

    def spacing(self, like: Value) -> sympy.Expr:
        return self._spacing


def _require_circle(circle: object) -> None:
    require(isinstance(circle, LetterCircle), "circle", "must be a LetterCircle", circle)


def _circle(letters: Sequence[str], spare: bool = False) -> LetterCircle:
    """The letters on a circle, in a tuple."""
    return LetterCircle(tuple(letters) if isinstance(letters, Sequence) else letters, spare)


def sought(token: Token) -> str:
    """The letter a query token asks for: the right one of a letter pair, else the left one; a lone letter itself."""
    if isinstance(token, Pair):
        return token.right if isinstance(token.right, str) or is_expression(token.right) else token.left
    return token


def held(token: Token) -> str | None:
    """The letter a key token answers to: the left one of a pair; a lone letter answers to none."""
    return token.left if isinstance(token, Pair) else None


def matches(tokens: Sequence[Token]) -> list[int]:
    """The 0-based positions of the tokens that hold the letter which the last one asks for."""
    return [position for position, token in enumerate(tokens) if held(token) == sought(tokens[-1])]


def h_sym(circle: LetterCircle, theta: Value, query_phase: Value = None) -> PhaseHead:
    """H_SYM: keys and queries stand at their letters, L = cos((φ(key) - φ(query))ω + (n - j)θ - query_phase).

    Args:
        circle: the letters; with `spare` the key of a lone query matches nothing.
        theta: RoPE angle, radians per position; 0 times an angle is NoPE.
        query_phase: free phase of every query, radians; default 0.

    Raises:
        InvalidInput: no circle of letters, or θ or the phase is no angle.

    Source: U25 Theorems 5 and 7b; U26 Appendix F.2.2 (query_phase 0, no spare point, 0 < θ < ω/(2 n0)).

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, LetterCircle, Pair
        >>> head = h_sym(LetterCircle(("A", "B"), spare=True), Angle.parse("pi/3"))
        >>> head.logit("A", 3, Pair("A", 1), 2) == Fraction(1, 2)  # the symbol matches; distance 1
        True
    """
    _require_circle(circle)
    require_angle("theta", theta)
    if query_phase is not None:
        require_angle("query_phase", query_phase)
    shift = 0 * theta if query_phase is None else query_phase
    return PhaseHead(
        "H_SYM",
        (
            Plane(
                theta,
                query=lambda token: Polar(circle.phase(sought(token), theta) - shift),
                key=lambda token: Polar(circle.phase(held(token), theta)),
            ),
        ),
    )


def nope_head(letters: Sequence[str], theta: Value = STILL) -> PhaseHead:
    """H_SYM on a circle with a spare point for the query's own key; without rotation unless a RoPE angle is given.

    Source: U25 Theorem 5.
    """
    return h_sym(_circle(letters, spare=True), theta)


def h_mix(circle: LetterCircle, theta: Value, symbol_amplitude: Value = 1, recency_amplitude: Value = 1) -> PhaseHead:
    """H_MIX: a symbol plane without rotation and a recency plane, L = A·cos((φ(key) - φ(query))ω) + B·cos((n - j)θ₂).

    Args:
        circle: the letters.
        theta: θ₂ of the recency plane, radians per position.
        symbol_amplitude: A.
        recency_amplitude: B.

    Raises:
        InvalidInput: no circle of letters, θ is no angle, or an amplitude no number.

    Source: U25 Theorem 6.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, LetterCircle, Pair
        >>> head = h_mix(LetterCircle(("A", "B"), spare=True), Angle.parse("pi/3"))
        >>> head.logit("A", 3, Pair("A", 1), 2) == 1 + Fraction(1, 2)  # the symbol matches; distance 1
        True
    """
    require_angle("theta", theta)
    require_number("symbol_amplitude", symbol_amplitude)
    require_number("recency_amplitude", recency_amplitude)
    symbol = h_sym(circle, 0 * theta).planes[0]
    return PhaseHead(
        "H_MIX",
        (
            Plane(symbol.frequency, lambda token: Polar(symbol.query(token).phase, symbol_amplitude), symbol.key),
            Plane(theta, lambda token: Polar(0 * theta, recency_amplitude), lambda token: Polar(0 * theta)),
        ),
    )


@dataclass(frozen=True)
class Decoded:
    """What a one-layer model did at one position.

    Args:
        answer: the decoded token, or None when two scores tie at the top.
        logits, weights: one per key 1..i.
        scores: output score of each token that got any.
        gap: best score minus second best (0 if there is only one), exact or a ball.
    """

    answer: Token | None
    logits: list[Value]
    weights: list[Value]
    scores: dict[Token, Value]
    gap: Value


@dataclass(frozen=True)
class OneLayer:
    """A one-layer attention model with sparse value and direct path; decodes the token with the largest score.

    Args:
        head: the attention head.
        value: token -> scores that its value adds (times its attention weight).
        direct: token -> scores that the residual path adds for the query token.

    Example:
        >>> from rope_theory import Angle, t_index
        >>> t_index(Angle.parse("2pi/5")).run(["A", "B", "C", 2]).answer
        'B'
    """

    head: PhaseHead
    value: Callable[[Token], Mapping[Token, int | Fraction]]
    direct: Callable[[Token], Mapping[Token, int | Fraction]] = lambda token: {}

    def run(self, tokens: Sequence[Token], position: int | None = None, beta: int | Fraction | None = None) -> Decoded:
        """Attend from `position` (default: the last) and decode.

        Args:
            tokens: the sequence.
            position: 1-based.
            beta: inverse temperature; None is average hard attention (β → ∞), exact.

        Raises:
            InvalidInput: empty sequence, a token the head does not know.
        """
        values = logits(self.head, tokens, position)
        query = tokens[(position or len(tokens)) - 1]
        weights = hard_attention(values) if beta is None else softmax(values, beta)
        scores: dict[Token, Value] = dict(self.direct(query))
        for token, weight in zip(tokens, weights, strict=False):
            for output, amount in self.value(token).items():
                scores[output] = scores.get(output, 0) + amount * weight
        answer, gap = decode(scores)
        return Decoded(answer, values, weights, scores, gap)

    def apply(self, tokens: Sequence[Token], beta: int | Fraction | None = None) -> tuple[Token | None, ...]:
        """The decoded token at every position."""
        return tuple(self.run(tokens, i, beta).answer for i in range(1, len(tokens) + 1))


def decode(scores: dict[Token, Value]) -> tuple[Token | None, Value]:
    """The token with the largest score and its lead over the second best (over 0 if there is only one).

    Returns:
        (token, lead); the token is None unless it is certain that it leads.
    """
    exact = all(isinstance(score, int | Fraction) for score in scores.values())
    ranked = sorted(scores, key=lambda token: scores[token] if exact else float(scores[token]), reverse=True)
    if not ranked:
        return None, 0
    leads = [scores[ranked[0]] - scores[token] for token in ranked[1:]] or [scores[ranked[0]] - 0]
    return (ranked[0] if all(lead > 0 for lead in leads) else None), leads[0]


def t_index(theta: Value) -> OneLayer:
    """T_Index: H_POS with F = x + a, where the value is 2 on letters and 0 elsewhere.

    Args:
        theta: RoPE angle, radians per position, in any reading: an `Angle` for exact logits, a float for numbers.

    Raises:
        InvalidInput: θ is no angle.

    Source: U26 Appendix F.2.1.

    Example:
        >>> from rope_theory import Angle
        >>> t_index(Angle.parse("2pi/5")).run(["A", "B", "C", 2]).answer  # two positions back
        'B'
    """
    return OneLayer(h_pos(theta), lambda token: {token: 2} if isinstance(token, str) else {}, lambda token: {token: 1})


def t_retrieval(letters: Sequence[str], theta: Value) -> OneLayer:
    """T_Retrieval: letters on a circle, a rotation 0 < θ < ω/(2 n0) for recency, F = a, value the token itself.

    Args:
        letters: ALPH, distinct; ω = 2π/len(letters).
        theta: RoPE angle, radians per position.

    Raises:
        InvalidInput: no letters, a letter twice, or no sequence; θ is no angle.

    Source: U26 Appendix F.2.2.

    Example:
        >>> from rope_theory import Angle, Pair
        >>> str(t_retrieval("AB", Angle.parse("1/20")).run([Pair("A", 1), Pair("B", "A")]).answer)
        'A1'
    """
    return OneLayer(h_sym(_circle(letters), theta), lambda token: {token: 1})


def t_retrieval_steady(letters: Sequence[str], like: Value = None) -> OneLayer:
    """T_Retrieval mended so that its gap does not shrink with the length: no rotation, and a direct path.

    A letter-integer token answers itself by the direct path (2 on itself, more than any attention can add up to), so
    it needs no gap; a letter pair attends to its matches, which lead every other letter by 1 - cos ω at any length.

    Args:
        letters: ALPH, distinct.
        like: any angle in the reading wanted (default exact).

    Source: new.retrieval-separation.repaired.
    """
    if like is not None:
        require_angle("like", like)
    head = h_sym(_circle(letters), 0 * (FULL_TURN if like is None else like))
    return OneLayer(head, lambda token: {token: 1}, lambda token: {token: 2} if isinstance(token.right, int) else {})


def attribute_value(token: Token) -> dict[Token, int]:
    """The value of a (symbol, attribute) token: its attribute; a lone query has none."""
    return {token.right: 1} if isinstance(token, Pair) else {}


def letter_value(token: Token) -> dict[Token, int]:
    """The value of a letter is itself; an offset has none."""
    return {token: 1} if isinstance(token, str) else {}


def t_index_total(theta: Value, amplitude: Value) -> OneLayer:
    """T_Index repaired for integers that point before the start: such a token finds itself, and stays.

    As `t_index`, but the key of integer i is amplitude·ρ(θ)^{-i} v, where max cos(tθ) < amplitude < 1 over the
    distances 1 <= t < n0. An integer query then prefers its letter (1) to any integer (at most the amplitude, its own
    key included) and an integer to any other letter.

    Args:
        theta: RoPE angle, radians per position.
        amplitude: exact number (Fraction or TrigSum).

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> model = t_index_total(Angle.parse("2pi/3"), Fraction(1, 2))
        >>> model.apply(("A", 2, "B")), t_index(Angle.parse("2pi/3")).apply(("A", 2, "B"))
        (('A', 2, 'B'), ('A', None, 'B'))
    """
    plain = h_pos(theta).planes[0]
    require_number("amplitude", amplitude)

    def key(token: Token) -> Polar:
        return Polar(plain.query(token).phase, 1 if isinstance(token, str) else amplitude)

    return OneLayer(
        PhaseHead("H_POS with integer keys", (Plane(theta, plain.query, key),)),
        t_index(theta).value,
        t_index(theta).direct,
    )
