"""The texts that pretrained models are measured on, written for this package, and random tokens that are repeated."""

from __future__ import annotations

import numpy as np

#: Name: text.
TEXTS = {
    "market": "On Saturday mornings the square in front of the old town hall fills with stalls before the sun is up. Farmers "
    "from the valley bring apples, leeks and eggs, and a woman from the coast sells smoked fish out of a blue van. By ten "
    "o'clock there is hardly room to walk. Children chase each other between the tables, dogs sleep under them, and somebody "
    "always plays the accordion, not very well but with great patience. At noon the bells ring, the prices fall, and what is "
    "left over goes into soup.",
    "bridge": "The engineers measured the bridge in spring and again in autumn. In spring the deck was four millimetres lower "
    "than the drawings said it should be; in autumn it was six. Nobody was alarmed, because the load had been the same and the "
    "temperature had not. Still, they placed sensors on each of the eight piers and wrote down the readings every hour. After a "
    "year they knew that the third pier moved with the river, and the other seven with the sun.",
    "keys": "The fox has a key. The owl has a coin. The crow has a ring. The bear has a lamp. The wolf has a drum. The hare has a "
    "rope. The frog has a bell. The goat has a boot. Question: who has the lamp? Answer: the bear. Question: who has the coin? "
    "Answer: the owl. Question: who has the bell? Answer: the frog. Question: who has the ring? Answer: the crow. Question: who "
    "has the drum? Answer: the",
    "recipe": "First put the flour into a wide bowl and make a hollow in the middle. Second, warm the milk, stir the yeast into it "
    "and pour both into the hollow. Third, add the butter, the salt and two eggs, and knead the dough until it comes off your "
    "hands. Fourth, cover the bowl with a cloth and wait for an hour. Fifth, cut the dough into twelve pieces, roll each of them "
    "into a ball and set the balls on a tray. Sixth, bake them until they are golden.",
    "code": "def total(prices, discount):\n    result = 0\n    for price in prices:\n        if price > 100:\n            result = result + "
    "price * (1 - discount)\n        else:\n            result = result + price\n    return result\n\ndef average(prices, discount):\n    "
    "count = 0\n    for price in prices:\n        count = count + 1\n    return total(prices, discount) / count\n",
    "letters": "Dear Ann, thank you for your letter of the third. Your brother wrote to us as well, and so did your brother's wife. "
    "We shall come in June, if the trains are running, and in July if they are not. Please tell the neighbours, and ask them to "
    "feed the cat until then. The cat, as you will remember, does not like the neighbours; the neighbours, as you will also "
    "remember, do not like the cat. With love from all of us, and from the garden, your aunt",
}  # fmt: skip
#: Tokens of one copy of the repeated sequence.
COPY = 48


def samples(tokenizer, vocabulary: int, seed: int = 0) -> dict[str, list[int]]:
    """Token ids of each text, and "repeated": random tokens, then the same again.

    Args:
        tokenizer: of the model.
        vocabulary: number of its tokens; ids that the tokenizer calls special are not drawn.
        seed: of the random tokens.
    """
    found = {name: list(tokenizer(text)["input_ids"]) for name, text in TEXTS.items()}
    allowed = np.array(sorted(set(range(vocabulary)) - set(tokenizer.all_special_ids)))
    drawn = np.random.default_rng(seed).choice(allowed, COPY).tolist()
    return found | {"repeated": [*tokenizer("")["input_ids"], *drawn, *drawn]}
