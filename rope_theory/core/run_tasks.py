"""The constructed heads on the tasks, beside the oracles.

| task | model | passes | oracle |
|---|---|---|---|
| index | T_Index | one, the last position | `index_function` |
| number | T_Index | one for each hop, every position | `solve_number` |
| retrieval | T_Retrieval (pairs) | one, the last position | `retrieval_function` |
| retrieval | H_SYM without rotation (a lone symbol asks) | one, the last position | `attribute_retrieval` |
| letter | T_Retrieval | one for each hop, every position | `solve_letter` |
| induction | H_MIX | one, the last position | `partial_induction` |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rope_theory.core import tasks
from rope_theory.core.angles import Angle
from rope_theory.core.constructions import (
    LetterCircle,
    OneLayer,
    attribute_value,
    h_mix,
    h_sym,
    t_index,
    t_retrieval,
)
from rope_theory.core.errors import require
from rope_theory.core.heads import Token
from rope_theory.core.hops import TaskOutcome, answered_at_once, final, passes
from rope_theory.core.tasks import Pair, format_tokens
from rope_theory.core.words import counted


def index_theta(length: int, theta: Angle | None) -> Angle:
    """θ for T_Index: any angle but a multiple of 2π; default 2π/n, the one with the widest gap.

    Raises:
        InvalidInput: θ is a multiple of 2π, so that all logits agree.
    """
    theta = Angle(Fraction(1, max(length, 2))) if theta is None else theta
    require(
        not theta.is_whole_turns(),
        "theta",
        f"must not be a multiple of 2π: T_Index would give every position the same logit (default: 2π/{max(length, 2)})",
        theta,
    )
    return theta


def retrieval_theta(points: int, length: int, theta: Angle | None, least_is_allowed: bool = False) -> Angle:
    """θ for T_Retrieval: 0 < θ < ω/(2n), ω = 2π/points; default half of that bound.

    Args:
        least_is_allowed: whether θ = 0 (NoPE) is in range.

    Raises:
        InvalidInput: θ out of range.
    """
    bound = Angle(Fraction(1, 2 * points * length))
    if theta is None:
        return bound / 2
    inside = (Angle() < theta or (least_is_allowed and theta == Angle())) and theta < bound
    low = "0 <=" if least_is_allowed else "0 <"
    require(inside, "theta", f"must satisfy {low} θ < ω/(2n) = {bound} = {float(bound):.6g} radians", theta)
    return theta


def _told_apart(outcome: TaskOutcome) -> TaskOutcome:
    """The outcome of letter pairs; without rotation keys with one left letter tie, and must hold one token.

    Raises:
        InvalidInput: θ = 0, and at some hop the keys that tie hold several tokens.
    """
    for hop in outcome.hops if outcome.theta == Angle() else ():
        best = max(hop.hard.logits)
        tied = [token for token, logit in zip(hop.before, hop.hard.logits, strict=False) if logit == best]
        several = " and ".join(dict.fromkeys(map(str, tied)))
        rule = (
            f"must be above 0 on these tokens: without rotation {several} tie for the query at position {hop.position}"
        )
        require(len(set(tied)) == 1, "theta", rule, outcome.theta)
    return outcome


def run_index(tokens: tuple[Token, ...], theta: Angle | None = None, beta: Fraction | None = None) -> TaskOutcome:
    """T_Index at the last position.

    Raises:
        InvalidInput: the last token is an integer that leaves the sequence; θ out of range.

    Example:
        >>> run_index(("C", "B", "A", 2)).answer
        'B'
    """
    length, query = len(tokens), tokens[-1]
    back = f"the integer at the last position {length} must be at most {length - 1}"
    rule = f"must not point before the start: {back if length > 1 else 'position 1 has no earlier token'}"
    require(isinstance(query, str) or query < length, "tokens", rule, query)
    theta = index_theta(length, theta)
    return answered_at_once("index", tokens, "T_Index", theta, t_index(theta), beta, tasks.index_function(tokens)[-1])


def run_number(tokens: tuple[Token, ...], theta: Angle | None = None, beta: Fraction | None = None) -> TaskOutcome:
    """T_Index, as many passes as the path has hops; pass k resolves the k-th hop from the path's end.

    Raises:
        InvalidInput: no number-task input (with the reason); θ out of range.

    Source: U26, Figure 1.

    Example:
        >>> run_number(("C", "B", "A", 1, 4, 1, 3, 2, 1)).answer
        'C'
    """
    solution = tasks.solve_number(tokens)
    theta = index_theta(len(tokens), theta)
    hops = passes(t_index(theta), tokens, solution.path[-2::-1], beta)
    return TaskOutcome("number", tokens, "T_Index", theta, hops, final(hops), solution.answer, solution.path)


def alphabet(tokens: Sequence[Token], letters: Sequence[str] | None = None) -> tuple[str, ...]:
    """The letters of the circle: those given, or those that occur, sorted."""
    if letters is not None:
        return tuple(letters)
    used = {part for token in tokens for part in (token if isinstance(token, Pair) else (token,))}
    return tuple(sorted(part for part in used if isinstance(part, str)))


def run_retrieval(
    tokens: tuple[Token, ...],
    theta: Angle | None = None,
    beta: Fraction | None = None,
    letters: Sequence[str] | None = None,
) -> TaskOutcome:
    """T_Retrieval at the last position; if the last token is a lone symbol, H_SYM reads out its attribute.

    θ = 0, no rotation, is allowed where all keys that tie hold one token: for a letter pair at the end of a proper sequence they do.

    Raises:
        InvalidInput: an improper sequence, a symbol unbound or bound twice, a letter outside `letters`, θ out of
            range, or θ = 0 where keys with other tokens tie.

    Example:
        >>> a, b = Pair("A", 1), Pair("B", "A")
        >>> run_retrieval((a, b)).answer
        Pair(left='A', right=1)
    """
    if isinstance(tokens[-1], str):
        return _run_binding("retrieval", tokens, theta, beta, letters)
    oracle = tasks.retrieval_function(tokens)[-1]
    circle = alphabet(tokens, letters)
    theta = retrieval_theta(len(circle), len(tokens), theta, least_is_allowed=True)
    title = f"T_Retrieval on {counted(len(circle), 'letter')}"
    return _told_apart(answered_at_once("retrieval", tokens, title, theta, t_retrieval(circle, theta), beta, oracle))


def run_letter(
    tokens: tuple[Token, ...],
    theta: Angle | None = None,
    beta: Fraction | None = None,
    letters: Sequence[str] | None = None,
    proper: bool = True,
) -> TaskOutcome:
    """T_Retrieval, as many passes as the path has hops, read at the last position.

    Args:
        proper: whether an improper sequence is refused (U26 defines Retrieval on proper ones only).

    Raises:
        InvalidInput: no letter-task input (with the reason), an improper one, a letter outside `letters`, θ out
            of range, or θ = 0 where keys with other tokens tie.

    Source: U26, Figure 1.

    Example:
        >>> str(run_letter(tasks.parse_letter("C2 B1 A3 FA EC DE HF GD IG")).answer)
        'C2'
    """
    reason = tasks.improper(tokens) if proper else None
    require(reason is None, "tokens", f"must be a proper sequence ({reason})", format_tokens(tokens))
    solution = tasks.solve_letter(tokens, "earlier")
    circle = alphabet(tokens, letters)
    theta = retrieval_theta(len(circle), len(tokens), theta, least_is_allowed=True)
    hops = passes(t_retrieval(circle, theta), tokens, [len(tokens)] * solution.hops, beta)
    title = f"T_Retrieval on {counted(len(circle), 'letter')}"
    return _told_apart(TaskOutcome("letter", tokens, title, theta, hops, final(hops), solution.answer, solution.path))


def run_induction(
    tokens: tuple[Token, ...],
    theta: Angle | None = None,
    beta: Fraction | None = None,
    letters: Sequence[str] | None = None,
) -> TaskOutcome:
    """H_MIX on symbol-attribute pairs and a lone symbol: the attribute bound last.

    Raises:
        InvalidInput: an unbound symbol, a letter outside `letters`, θ out of range.

    Example:
        >>> run_induction((Pair("A", 1), Pair("B", 2), Pair("A", 3), "A")).answer
        3
    """
    return _run_binding("induction", tokens, theta, beta, letters)


def mix_theta(length: int, theta: Angle | None) -> Angle:
    """θ₂ for H_MIX: 0 < θ₂ and (n - 3/2)·θ₂ < π, where recency decreases strictly; default π/n.

    Raises:
        InvalidInput: θ₂ out of range.
    """
    theta = Angle(Fraction(1, 2 * length)) if theta is None else theta
    bound = Angle(Fraction(1, 2 * length - 3))
    require(
        Angle() < theta < bound,
        "theta",
        f"must satisfy 0 < θ₂ < π/(n - 3/2) = {bound} = {float(bound):.6g} radians",
        theta,
    )
    return theta


def _run_binding(
    task: str,
    tokens: tuple[Token, ...],
    theta: Angle | None,
    beta: Fraction | None,
    letters: Sequence[str] | None,
) -> TaskOutcome:
    """Pairs, then a lone symbol whose own key matches nothing: the output is the attribute."""
    oracles: dict[str, Callable[[Sequence[Pair], Token], Token]] = {
        "retrieval": tasks.attribute_retrieval,
        "induction": tasks.partial_induction,
    }
    *pairs, query = tokens
    oracle = oracles[task](pairs, query)
    symbols = [token if isinstance(token, str) else token.left for token in tokens]
    circle = LetterCircle(alphabet(symbols, letters), spare=True)
    if task == "retrieval":
        theta = retrieval_theta(circle.points, len(tokens), theta or Angle(), least_is_allowed=True)
        head, model = h_sym(circle, theta), f"H_SYM on {circle.points} points"
    else:
        theta = mix_theta(len(tokens), theta)
        amplitude = _symbol_amplitude(circle)
        head, model = (
            h_mix(circle, theta, amplitude),
            f"H_MIX on {circle.points} points, A = {amplitude}, B = 1",
        )
    return answered_at_once(task, tokens, model, theta, OneLayer(head, attribute_value), beta, oracle)


def _symbol_amplitude(circle: LetterCircle) -> int:
    """A whole number A with A(1 - cos ω) > 2: no recency, the query's own included, outweighs a wrong symbol."""
    step = 1 - circle.spacing(Angle()).cos()
    amplitude = 1
    while not amplitude * step > 2:
        amplitude += 1
    return amplitude
