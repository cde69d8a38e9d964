"""The configurations in examples/: each is read, says its source, and has the numbers that were published."""

import json
import math
import re

import pytest

from rope_theory.core.files import CHECKOUT
from rope_theory.models.config import read_config

FOLDER = CHECKOUT / "examples"
FILES = sorted(path.name for path in FOLDER.glob("*.json"))
TABLE = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_every_configuration_has_a_row_with_the_address_of_its_source():
    rows = re.findall(
        r"^\| `([^`]+\.json)` \| .* \[([^]]+)\]\(https://huggingface.co/([^)]+)\).*\|$", TABLE, re.MULTILINE
    )
    assert sorted(name for name, *_ in rows) == FILES and all(shown == linked for _, shown, linked in rows)
    assert all(f"`{path.name}" in TABLE for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", FILES)
def test_an_example_leaves_nothing_in_doubt(name):
    config = read_config(FOLDER / name)
    assert not [each for each in config.not_read if each.doubtful] and config.max_length and config.layers[0].indices


def test_deepseek_v3_turns_64_of_192_dimensions_by_yarn_and_scales_its_scores():
    layer = read_config(FOLDER / "deepseek-v3.json").layer()
    assert (layer.rope_type, layer.rotary_dim, layer.query_dim, len(layer.indices)) == ("yarn", 64, 192, 61)
    assert layer.rope.attention_float() == 1  # mscale = mscale_all_dim
    assert layer.score_scale() == pytest.approx((0.1 * math.log(40) + 1) ** 2 / math.sqrt(192))
    assert layer.stretched_length() == 40 * 4096 == read_config(FOLDER / "deepseek-v3.json").max_length


def test_qwen_with_yarn_goes_to_four_times_its_length():
    layer = read_config(FOLDER / "qwen2.5-7b-yarn.json").layer()
    assert (layer.rope_type, layer.rotary_dim, layer.query_dim) == ("yarn", 128, 128)
    assert layer.stretched_length() == 131072 and layer.rope.attention_float() == pytest.approx(0.1 * math.log(4) + 1)


def test_ask_mla_names_a_configuration_with_yarn(call):
    out = call("ask", "mla")[1]
    command = next(line.strip() for line in out.splitlines() if line.strip().startswith("rope-theory limits"))
    assert "--base" not in command and "YaRN" in out and "scale of the scores" in out
    config = json.loads((CHECKOUT / command.split()[2]).read_text())
    assert config["qk_rope_head_dim"] and config["rope_scaling"]["type"] == "yarn"
