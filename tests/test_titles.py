"""Every claim has a title in words, that of a refuted one is a question, and readers see it beside the id."""

import textwrap

import pytest

from rope_theory.evidence.claims import Tier
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import title, titles
from rope_theory.faces.cli import main
from rope_theory.faces.site.graph_page import LINE


def test_every_claim_has_one_title_and_no_title_is_anothers():
    assert set(titles()) == set(claims())
    assert len(set(titles().values())) == len(titles())
    assert title("another.library") == ""


@pytest.mark.parametrize("claim_id", titles())
def test_title_is_short_and_asks_exactly_where_the_statement_is_refuted(claim_id):
    said = titles()[claim_id]
    assert (
        10 <= len(said)
        and len(textwrap.wrap(said, LINE)) <= 2
        and not said.startswith(("…", " "))
        and not said.endswith(".")
    )
    assert said.endswith("?") is (claims()[claim_id].verdict is Tier.REFUTED)


def test_explain_and_verify_say_the_title(capsys):
    for command in (["explain", "u25.thm2"], ["verify", "u25.thm2"]):
        assert main(command) == 0
        assert "No symbolic head solves Index" in capsys.readouterr().out
