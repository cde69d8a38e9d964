"""The page of commands: what `rope-theory --help` lists, and examples that the parser takes."""

import html
import re
import shlex

import pytest

from rope_theory.faces.cli import START, parser
from rope_theory.faces.site.commands_page import SHOWN, commands_page, example

PAGE = commands_page()
HELP = parser().format_help()
LISTED = re.findall(r"^  ([a-z-]+)(?:  |$)", HELP.partition("options:")[0], re.MULTILINE)
SEEN = {said.split()[1]: said for said in map(html.unescape, re.findall(r'<code class="example">(.*?)</code>', PAGE))}


def test_the_page_has_every_command_of_help_in_its_order_and_its_words():
    assert list(SEEN) == LISTED and len(LISTED) > 20
    text = " ".join(html.unescape(re.sub("<[^>]*>", " ", PAGE)).split())
    for line in START.splitlines():
        assert all(part in text for part in re.split("  +", line.strip().rstrip(":").removeprefix("where to start"))), (
            line
        )
    [subparsers] = (each for each in parser()._actions if each.choices)
    assert all(each.help in text for each in subparsers._choices_actions if each.dest in LISTED)


@pytest.mark.parametrize("command", LISTED)
def test_the_example_of_a_command_parses(command):
    assert callable(parser().parse_args(shlex.split(SEEN[command])[1:]).run)


def test_every_command_has_examples_in_its_help_that_parse_and_the_page_has_the_first(files):
    [subparsers] = (each for each in parser()._actions if each.choices)
    for command in LISTED:
        lines = re.findall(r"^ +(rope-theory .*?)(?:  .*)?$", subparsers.choices[command].format_help(), re.MULTILINE)
        assert lines, command
        for line in lines:
            assert callable(parser().parse_args(shlex.split(line)[1:]).run), line
        [first] = [line for line in lines if line.split()[1] == command][:1]
        assert SEEN[command] == first == example(command, subparsers.choices[command].epilog)
    assert set(SHOWN.values()) <= set(files) and set(SHOWN) <= set(SEEN)
