"""Learning dynamics: GPT-J models trained on the number task and the letter task, measured as they learn.

Reading order: `recipe` (every setting, as data), `data` (sequences as token numbers), `model` (GPT-J in
transformers), `checkpoint` (safetensors, whole or not at all), `measure` (accuracy, heads, frequencies, longer
inputs), `loop` (the training itself), `receipts` (what a run leaves behind).

Needs the extra `models` (torch, transformers, safetensors).
"""
