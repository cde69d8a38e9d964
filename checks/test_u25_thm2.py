"""Real heads on the adversarial pair of Theorem 2 of U25."""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import STILL, LetterCircle, OneLayer, h_pos, letter_value
from rope_theory.core.heads import PhaseHead, Plane, Polar, is_symbolic
from rope_theory.core.truth import Truth
from rope_theory.laws.impossibility import index_pair


def test_real_symbolic_head_answers_both_inputs_alike_and_h_pos_does_not():
    circle = LetterCircle(("A", "B"), spare=True)

    def key(token):
        return Polar(circle.phase(token if token in circle.letters else None, STILL))

    symbolic = PhaseHead("letters", (Plane(STILL, lambda token: Polar(STILL), key),))
    pair = index_pair("AB", 2, query=1)
    assert all(is_symbolic(symbolic, tokens).answer is Truth.TRUE for tokens in pair)
    first, second = (OneLayer(symbolic, letter_value).run(tokens).scores for tokens in pair)
    assert first == second
    # H_POS reads 1 as "one position back", which is the second position of these inputs.
    assert [OneLayer(h_pos(Angle.parse("1")), letter_value).run(tokens).answer for tokens in pair] == ["B", "A"]
