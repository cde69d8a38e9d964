"""T_Retrieval with its rotation and a residual stream: right with W_V = α times the identity, α > 1.

Idea: all weight sits on the one match, which scores α; the residual stream gives the query 1 more. So a letter pair's match leads by
α - 1 at least, and a letter-integer token, which matches itself, by 1 + α.

Traps: with the printed W_V, the identity, the query ties with its match. The logits do not contain F or W_V, so that every discrepancy
stays what it was; the gap of the scores does not.

What survives of the printed note: all of it, if W_V may be changed with the residual stream.
"""

from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, spacing, t_retrieval
from rope_theory.core.tasks import Pair, retrieval_function, single_letters
from rope_theory.evidence.by_hand import compared, listed, number, sequence
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.evidence.instances.retrieval import ANGLE_RANGE, PROPER, SHORT, instance, proper_inputs

ABOVE_ONE = Hypothesis("α > 1", lambda alpha, **_: alpha > 1)
A1BA = instance("A1 BA", "pi/8", n0=2, alpha=Fraction(3, 2))


def with_residual(letters, theta, alpha) -> OneLayer:
    """T_Retrieval with F = x + a and W_V = α times the identity."""
    plain = t_retrieval(letters, theta)
    return OneLayer(plain.head, lambda token: {token: alpha}, lambda token: {token: 1})


def small(thorough: bool):
    for tokens in proper_inputs(2, 2, 3 if thorough else 2):
        theta = spacing(2) / (2 * len(tokens) + 1)
        yield {
            "letters": single_letters(2),
            "theta": theta,
            "n0": len(tokens),
            "tokens": tokens,
            "alpha": Fraction(5, 4),
        }


@theorem(
    "u26.retrieval-max.residual",
    verbatim(
        "U26",
        "p. 24, Appendix F.2.2",
        "the construction could also be done with a non-zero residual stream … without affecting the discrepancy analysis",
    ),
    "T_Retrieval with 0 < θ < ω/(2 n0), F = x + a and W_V = α times the identity, α > 1: at the last position of every proper input of "
    "length n <= n0 hard attention decodes Retrieval, ahead by at least α - 1; and the logits are those of the construction without.",
    PROPER,
    ANGLE_RANGE,
    SHORT,
    ABOVE_ONE,
    example=A1BA,
    small=small,
    readings="The note does not say with which W_V; the printed identity ties. Softmax follows by Lemma F.1.",
)
def decodes(letters, theta, n0, tokens, alpha, model=with_residual, least=lambda alpha: alpha - 1):
    run = model(letters, theta, alpha).run(tokens)
    right = run.answer == retrieval_function(tokens, strict=False)[-1] and run.gap >= least(alpha)
    return right and run.logits == t_retrieval(letters, theta).run(tokens).logits


@decodes.by_hand
def scores_with_residual(letters, theta, n0, tokens, alpha):
    run = with_residual(letters, theta, alpha).run(tokens)
    scores = ", ".join(
        f"{token}: {number(score)}" for token, score in sorted(run.scores.items(), key=lambda pair: -pair[1])
    )
    return [
        f"Input {sequence(tokens)}, α = {alpha}; logits {listed(run.logits)}, those without the residual path {listed(t_retrieval(letters, theta).run(tokens).logits)}",
        f"Scores x + α·value: {scores}; decoded {run.answer}, as Retrieval gives",
        compared("Its lead", run.gap, "α - 1", alpha - 1),
    ]


decodes.false("W_V the identity, as printed for F = a", {**A1BA, "alpha": 1}, ABOVE_ONE)
decodes.false("ahead by at least 1", A1BA, least=lambda alpha: 1)
decodes.false("an improper input", instance("A1 A2 BA", "pi/16", n0=3, alpha=2), PROPER)
decodes.false("θ = 0", instance("A1 A1 A2", "0", n0=3, alpha=2), ANGLE_RANGE)
decodes.false("n beyond n0", {**instance("A1 B1 BA", "2pi/5", n0=1, alpha=2)}, SHORT)
decodes.false(
    "another rotation with the residual stream",
    A1BA,
    model=lambda letters, theta, alpha: with_residual(letters, theta / 2, alpha),
)
decodes.attack(
    at=st.builds(
        lambda bound, ask, alpha: {
            "letters": single_letters(3),
            "theta": spacing(3) / (2 * len(bound) + 3),
            "n0": len(bound) + 1,
            "tokens": (*bound, Pair("B", bound[ask % len(bound)].left)),
            "alpha": alpha,
        },
        st.lists(st.sampled_from([Pair("A", 1), Pair("C", 2), Pair("B", 1)]), min_size=1, max_size=5).map(tuple),
        st.integers(0, 4),
        st.fractions(Fraction(11, 10), 5, max_denominator=10),
    )
)
decodes.edge("α = 2, as for Index", {**A1BA, "alpha": 2}, assumed=True, holds=True)
decodes.edge(
    "a letter pair that names itself", instance("AA", Angle.parse("pi/8"), n0=2, alpha=2), assumed=True, holds=True
)


@decodes.proof
def proof(proof):
    proof.use("u26.retrieval-max")  # the match has the largest logit, alone
    for text, tokens, lead in (
        ("a letter pair", "A1 BA", Fraction(1, 2)),
        ("a letter-integer token", "B1 A1", Fraction(5, 2)),
    ):
        at = instance(tokens, "pi/8")
        run = with_residual(at["letters"], at["theta"], Fraction(3, 2)).run(at["tokens"])
        proof.exact(f"{text} with α = 3/2: ahead by {lead}", run.gap == lead)
    proof.qed("every alphabet, every n <= n0, every 0 < θ < ω/(2 n0), every α > 1")
