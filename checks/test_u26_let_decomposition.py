"""Special to u26.let-decomposition: two readings of a path, and witnesses that are minimal."""

from rope_theory.core import tasks
from rope_theory.core.tasks import all_letter_inputs, improper, invalid_letter, pair_vocabulary, solve_letter
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_let_decomposition import BESIDE, LOSES, letter_sequences, preserved, recipe_input

PROPER = [tokens for tokens in letter_sequences() if improper(tokens) is None]


def test_let_decomposition_path_stands_on_the_tokens_that_first_occurrences_lead_to():
    """f(p): the first position with the left letter that p asks for. f^r(n) holds the path's r-th token."""
    met = 0
    for tokens in PROPER:
        if invalid_letter(tokens, "earlier") is None:
            met, at = met + 1, len(tokens)
            solution = solve_letter(tokens, "earlier")
            for position in solution.path:
                assert tokens[position - 1] == tokens[at - 1]
                at = next((p for p, t in enumerate(tokens, 1) if t.left == tokens[at - 1].right), at)
            assert tokens[at - 1] == solution.answer
    assert met > 500


def test_let_decomposition_proper_inputs_without_an_answer_end_in_a_pair_that_names_itself():
    reasons = [reason for tokens in PROPER if (reason := invalid_letter(tokens, "earlier"))]
    assert reasons and all("comes back" in reason for reason in reasons)


def test_let_decomposition_answers_agree_where_the_whole_sequence_is_visible():
    views = ("earlier", "all")
    both = [t for t in letter_sequences() if all(invalid_letter(t, visible) is None for visible in views)]
    assert both and all(len({solve_letter(tokens, visible).answer for visible in views}) == 1 for tokens in both)


def test_proper_preserved_witness_is_minimal():
    """None shorter than 4 over two letters and integers 1, 2, or three letters and 1, loses properness."""
    assert len(LOSES["tokens"]) == 4
    for letters, integers in ((2, 2), (3, 1)):
        pairs = sum(pair_vocabulary(letters, integers), ())
        for n in (1, 2, 3):
            assert all(preserved.at({"tokens": tokens}) is Truth.TRUE for tokens in tasks.all_proper(pairs, n))


def test_no_valid_input_with_fewer_tokens_or_letters_than_this_is_improper():
    witness = BESIDE["tokens"]
    assert len(witness) == 3 and len({part for t in witness for part in t if isinstance(part, str)}) == 3
    fewer = [all_letter_inputs(3, 2, 1, 1, visible="earlier")]
    fewer += [all_letter_inputs(2, 2, n1, 3 - n1, visible="earlier") for n1 in (1, 2)]
    for family in map(list, fewer):
        assert family and all(improper(tokens) is None for tokens in family)


def test_recipe_inputs_repeat_left_letters_because_seventeen_exceeds_eight():
    inputs = [recipe_input(seed) for seed in range(50)]
    assert all(len({t.left for t in tokens}) <= 8 < len(tokens) == 17 for tokens in inputs)
