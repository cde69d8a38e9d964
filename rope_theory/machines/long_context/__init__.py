"""Constructed heads at length: full sequences through torch's own attention, with what number formats predict.

Which step is in which format (`prediction.attention_recipe`): frequencies, positions, phases, cos, sin, vectors
and the rotation are float64 (or all float32); the rotated queries and keys, the values and the output are in the
dtype of the run; logits, the softmax and its sums are float32 (float64 in a float64 run).

Reading order: `contests` (the heads), `inputs` (sequences, and which key each query must find), `prediction`
(up to which length it works for certain, and where it fails for certain), `limits` (tables of such lengths),
`attention` (the runs; needs torch), `run` (one measured run), `search` (the observed limit), `receipts`,
`sweeps` (many runs; needs joblib).
"""
