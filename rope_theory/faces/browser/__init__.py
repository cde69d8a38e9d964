"""Lessons that run in a browser: pages with cells to edit, and Python itself beside them, compiled to WebAssembly.

Reading order: `parts` (what is fetched once, by hash: Pyodide, python-flint, SymPy, mpmath), `pages` (a folder of pages
from the lessons that need neither NumPy nor z3 nor torch, but in cells that are shown and not run). `static/` is what the pages run.
"""
