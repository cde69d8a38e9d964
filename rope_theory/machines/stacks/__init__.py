"""Stacks of constructed heads: the number and letter tasks in one pass, any number of hops up to the layers.

Reading order: `bound` (the β that suffices, proved), `plan` (what a stack is made of), `space` (the named
subspaces of its residual stream and the weights that read and write them), `torch_stack` (the stack as a torch
module). `rope_theory.machines.compile` puts the same weights into ordinary model classes.
"""

from rope_theory.machines.stacks.bound import stack_beta
from rope_theory.machines.stacks.plan import StackPlan, letter_stack, number_stack

__all__ = ["StackPlan", "letter_stack", "number_stack", "stack_beta"]
