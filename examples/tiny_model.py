"""Write a tiny Llama with random weights and a token for each character, to try `rope-theory profile` on without a download.

python examples/tiny_model.py tiny                                  (needs the extra models)
rope-theory profile tiny --task retrieval --out profile
"""

import string
import sys

import torch
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

#: The first stands for whatever is no ASCII character.
CHARACTERS = ["[unknown]", *string.printable]


def main(folder: str) -> None:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(CHARACTERS),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=1024,
        bos_token_id=None,
        eos_token_id=None,
    )
    model = LlamaForCausalLM(config)
    # With weights as they are drawn all logits are near 0, and a picture shows one dot.
    for layer in model.model.layers:
        for projection in (layer.self_attn.q_proj, layer.self_attn.k_proj):
            projection.weight.data *= 6
    model.save_pretrained(folder)
    tokenizer = Tokenizer(
        models.WordLevel({one: number for number, one in enumerate(CHARACTERS)}, unk_token=CHARACTERS[0])
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token=CHARACTERS[0]).save_pretrained(folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
