# Two commands need nothing but Python 3.11 or newer:  make verify  and  make test

PYTHON ?= python3
VENV ?= .venv

VENV_PYTHON := $(VENV)/bin/python
INSTALLED := $(VENV)/.rope-theory-installed
# For the isolated build too: pip reads the first name up to version 25.2, the second from 25.3 on.
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt

.DEFAULT_GOAL := help
.PHONY: help install verify thorough test lint wheel pins mutants lessons figures report paper formal generated bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' Makefile
	@echo "variables: PYTHON=$(PYTHON) VENV=$(VENV)"

install: $(INSTALLED) ## set up the virtual environment (the other targets do it when needed)

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "error: rope_theory needs Python 3.11 or newer, and '$(PYTHON)' is not; try: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PINNED) $(VENV_PYTHON) -m pip install --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

verify: $(INSTALLED) ## decide the claims: pytest checks/, quick profile, claim table at the end
	$(VENV_PYTHON) -m pytest checks/ -n auto

thorough: $(INSTALLED) ## the same with larger domains and more samples; and 20 000 hostile files of each kind
	$(VENV_PYTHON) -m pytest checks/ tests/test_hostile_files.py -n auto --profile thorough

test: $(INSTALLED) ## test the library's code: pytest tests/
	$(VENV_PYTHON) -m pytest tests/ -n auto --dist worksteal

lint: $(INSTALLED) ## layout, types, and who may import whom
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV_PYTHON) -m mypy
	$(VENV)/bin/lint-imports

wheel: $(INSTALLED) ## build sdist and wheel, and run the commands from the wheel alone, in an empty environment
	$(VENV_PYTHON) tools/wheel_check.py

pins: ## write constraints.txt anew: the versions that a new environment resolves to today
	$(PYTHON) tools/pins.py

mutants: $(INSTALLED) ## mutation testing: 200 small wrong changes to the exact code (options: python -m mutants --help)
	$(VENV_PYTHON) -m mutants

lessons: $(INSTALLED) ## run the course: every lesson, with its exercises
	$(VENV_PYTHON) -m pytest tests/test_lessons.py

figures: $(INSTALLED) ## draw the figures into figures/ (SVG, PNG, captions.txt)
	$(VENV_PYTHON) figures/draw.py

report: $(INSTALLED) ## write the ledger and the reference of the Python API as a static site into build/report
	$(PINNED) $(VENV_PYTHON) -m pip install --disable-pip-version-check -q -c constraints.txt -e '.[docs]'
	mkdir -p build
	$(VENV_PYTHON) -m rope_theory report --out build/report

paper: $(INSTALLED) ## write the paper into build/paper (LaTeX; a PDF where latexmk or pdflatex is found)
	$(VENV_PYTHON) tools/paper.py

formal: $(INSTALLED) ## check the formal proofs with Coq (as root on Debian it installs Coq first)
	$(VENV)/bin/rope-theory formal --run --install --write

generated: $(INSTALLED) ## write every generated file anew: claim table, errata, README's counts, figures, ARCHITECTURE.md, answers, pretrained models
	$(VENV)/bin/rope-theory report-files
	$(VENV_PYTHON) figures/draw.py
	$(VENV_PYTHON) tools/architecture.py
	$(VENV_PYTHON) tools/answers.py
	$(VENV_PYTHON) tools/atlas.py
	$(VENV_PYTHON) tools/formal.py
	$(VENV_PYTHON) tools/pretrained.py
	$(VENV_PYTHON) tools/robustness.py

bench: $(INSTALLED) ## measure, each beside its alternative
	$(VENV_PYTHON) -m benchmarks

clean: ## remove build products, caches and the virtual environment made here
	rm -rf build dist .pytest_cache .hypothesis .benchmarks *.egg-info
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
	if [ -f $(INSTALLED) ]; then rm -rf $(VENV); fi
