"""Small trained models: which frequency learns which task.

Reading order: `tasks` (Index, Retrieval and Partial Induction, after U25), `model` (one attention layer with
chosen frequencies), `sweep` (many models at once), `report` (table and pictures).

Needs the extra `torch`.
"""
