"""The axioms of each theorem from two bounds: a batch is never taken for exact where one theorem in it differs."""

import pytest

from rope_theory.evidence.formal.axioms import BATCH, LANDMARKS, Names, asks, batches, exact, lower_bounds
from rope_theory.evidence.formal.sources import Sources

HOW = Names(Sources({"Base.v": "", "a.v": ""}))
CLASSIC = "Axioms:\nclassic : forall P : Prop, P \\/ ~ P\n"
BOTH = CLASSIC + "choice : True\n"
NONE = "Closed under the global context\n"


def bounds(roots, owns=CLASSIC, **prints):
    names = [name.replace("__", ".") for name in prints]
    answers = {f"uses_{k}": text for k, text in enumerate(prints.values())}
    answers |= {f"landmark_{k}": owns if name == "Rpower.ln" else NONE for k, name in enumerate(LANDMARKS)}
    return {x: set(bound) for x, bound in lower_bounds(roots, names, answers, HOW).items()}


@pytest.mark.parametrize(
    "proof, used",
    [
        ("a.p = \nRpower.ln\n     : R\n", {"classic"}),
        ("a.p = \nBase.lemma\n     : R\n", {"classic"}),
        ("a.p = \nRopeTheory.Base.lemma\n     : R\n", {"classic"}),
        ("a.p = \nI\n     : Rpower.ln = Rpower.ln -> True\n", set()),
        ("a.p = \nI\n     : Base.lemma = Base.lemma -> True\n", set()),
        ("a.p = \nOther.Base.lemma\n     : R\n", set()),
        ("a.p = \nRpower.ln_inv\n     : R\n", set()),
        ("a.p = \nRpower.ln'\n     : R\n", set()),
        ("a.p = \nOther.Rpower.ln\n     : R\n", set()),
        ("", set()),
    ],
)
def test_a_landmark_counts_where_the_proof_comes_to_it_and_not_where_only_its_type_does(proof, used):
    assert bounds({"a": ["a.p"]}, a__p=proof, Base__lemma="Base.lemma = \nRpower.ln\n     : R\n") == {"a": used}


def test_a_landmark_of_a_library_that_is_not_loaded_says_nothing():
    assert bounds({"a": ["a.p"]}, owns="", a__p="a.p = \nRpower.ln\n     : R\n") == {"a": set()}


@pytest.mark.parametrize(
    "answer, holds",
    [(CLASSIC, True), (BOTH, False), (NONE, False), ("", False), (CLASSIC + "f is assumed to be guarded.\n", False)],
)
def test_a_batch_is_exact_only_if_all_of_it_uses_just_what_each_certainly_uses(answer, holds):
    lower = dict.fromkeys("ab", frozenset({"classic"}))
    assert exact(["a", "b"], lower, answer) is holds
    assert not exact(["a", "b"], {**lower, "b": frozenset()}, answer)


def test_only_theorems_with_one_lower_bound_share_a_walk():
    lower = {f"t{k}": frozenset({"classic"} if k % 3 else ()) for k in range(5 * BATCH)}
    found = batches(lower)
    assert sorted(x for group in found for x in group) == sorted(lower)
    assert all(len({lower[x] for x in group}) == 1 and len(group) <= BATCH for group in found)


def test_each_landmark_and_each_name_is_asked_once():
    lines = [line for group in asks(["a.p", "Base.lemma"]) for line in group]
    assert len(lines) == len(set(lines)) == len(LANDMARKS) + 2 and 'Redirect "uses_0" Print RopeTheory.a.p.' in lines
