# Two commands for people who have just cloned this: `make demo` and `make test`. Both set up what they need
# in .venv, once; all they ask for is make and Python 3.11, 3.12 or 3.13.

VENV := .venv
BIN := $(VENV)/bin
GAMES := 200000
REPORT_GAMES := 10000
SITE_GAMES := 1000
BIOME := npx --yes --loglevel=error @biomejs/biome@2.6.8

# The first Python that runs and is of the right age.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3 python,\
  $(shell $(name) -c 'import sys; (3, 11) <= sys.version_info[:2] < (3, 14) and print("$(name)")' 2>/dev/null)))

# Tests start hundreds of processes: where compiled modules may not be kept, each of them would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo quick test test-all test-slow durations put-back prepared sizes check format docs data reports site golden million validity attack ladders notebooks notebook-learners answers screenshots bench lab lab-games lab-check lab-format clean

help:
	@echo 'make demo    200,000 games of the original deck, and the answer'
	@echo 'make quick   the tests that ask most about what you have changed, in two minutes'
	@echo 'make test    the tests that find most, in a few minutes'
	@echo 'make test-all  the same, and then all others but the slowest'
	@echo 'make test-slow  the slowest: more cases of the same tests; half an hour'
	@echo 'make check   lint, format, types, import contracts, workflows; also the scripts of the page, where npm is'
	@echo 'make format  format the code; that of the page with make lab-format'
	@echo 'make docs    write the generated parts of docs/ again'
	@echo 'make data    write the numbers of the published answers to data/, as Parquet and CSV, with a dictionary'
	@echo 'make reports write the reports of reports/ to reports/out; most of an hour'
	@echo 'make site    write the project as a static site to site/: the lab, reports of a few games, answers, cards, all documentation; half an hour'
	@echo 'make golden  write the golden games and digests again, after a change of rules or strategies'
	@echo 'make million play a million games of every deck and house rule; takes hours, can be stopped'
	@echo 'make validity simulate how often every interval holds, for docs/statistics.md; two hours, can be stopped'
	@echo 'make attack  try to break every command and every kind of file, some 20,000 times; an hour or two'
	@echo 'make screenshots  photograph a small report and the lab for the docs; needs Chromium'
	@echo 'make answers write the answers of docs/answers/ at full size; some two hours'
	@echo 'make ladders rate all strategies in three editions for docs/ladder.md; most of an hour'
	@echo 'make notebooks  run the texts in notebooks/source/ and write the notebooks, with their outputs'
	@echo 'make notebook-learners  run the notebook in which PyTorch learns to play; installs PyTorch first, which is large'
	@echo 'make lab     compile the engine for browsers, after a change of rules, kit, coach or strategies of the page'
	@echo 'make lab-games  play 10,000 games of every deck in the page and here, and compare them; about an hour'
	@echo 'make lab-check  lint, format, types of the page'"'"'s scripts, with Biome and TypeScript from npm'
	@echo 'make lab-format  format the page'"'"'s scripts'
	@echo 'make sizes   count lines of code by package'
	@echo 'make durations  run the tests of make test-all and write how long they take to tests/durations.md'
	@echo 'make put-back  put mended faults back, one at a time, and count those that make test finds; hours, can be stopped'
	@echo 'make prepared  compile the rules for other computers of a common kind, as the package tda_sim_prepared in dist/'
	@echo 'make bench   measure the speed and write the table in README.md'
	@echo 'make clean   remove the virtual environment, caches and results'

# --- set-up: the stamps are newer than pyproject.toml when the environment is up to date ---------------------

$(VENV)/.python:
	@test -n '$(PYTHON)' || { echo 'This needs Python 3.11, 3.12 or 3.13: make PYTHON=... names one' >&2; exit 2; }
	@echo 'Setting up $(VENV) with $(PYTHON) ...' >&2
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Bytecode of all libraries would take 20 seconds; Python makes what is used when it is first imported.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

$(VENV)/.ready: $(VENV)/.python pyproject.toml
	@echo 'Installing tda_sim and what it needs ...' >&2
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	@echo 'Installing the tools for tests and checks ...' >&2
	@$(INSTALL) --editable '.[dev]'
	@touch $@

setup: $(VENV)/.ready-dev

# --- what people type -------------------------------------------------------------------------------------

demo: $(VENV)/.ready
	@$(BIN)/tda simulate original --players 4 --games $(GAMES) --strategies club,regular,regular,first-evening
	@echo 'Parquet files; docs/columns.md says what their columns mean.'

# Whole files go to the processors; what takes long and finds little more is marked `full` and comes second.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

quick: setup
	@tests=$$($(BIN)/python tests/quick.py) && $(PYTEST) -m 'not full and not slow' $$tests

test: setup
	@$(PYTEST) -m 'not full and not slow'

test-all: test
	@$(PYTEST) -m 'full and not slow' tests tda_sim

test-slow: setup
	@$(PYTEST) -m slow

durations: setup
	@PYTHONPATH=tests $(PYTEST) -p durations -m 'not slow' tests tda_sim

sizes: setup
	@$(BIN)/python tests/sizes.py

put-back: setup
	@$(BIN)/python tests/put_back.py

check: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/python tests/imports/contracts.py
	@$(BIN)/zizmor --quiet --offline --persona pedantic .github/workflows
	@if $(BIOME) --version >/dev/null 2>&1; then $(MAKE) --no-print-directory lab-check; \
	else echo 'Without Node and npm, or their registry, the scripts of the page were not checked: make lab-check'; fi

format: setup
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

docs: setup
	@$(BIN)/python docs/generate.py --demo --outputs
	@$(BIN)/python tests/promises/table.py

data: $(VENV)/.ready
	@$(BIN)/python docs/answers_data.py

reports: $(VENV)/.ready
	@for spec in reports/*.yaml; do $(BIN)/tda report $$spec --games $(REPORT_GAMES) || exit; done

site: setup
	@for spec in reports/*.yaml; do \
	  $(BIN)/tda report $$spec --games $(SITE_GAMES) --out site/reports/$$(basename $$spec .yaml).html || exit; \
	done
	@$(BIN)/python docs/static_site.py

golden: setup
	@$(BIN)/python tests/golden/games.py
	@$(BIN)/python tests/golden/example.py
	@$(BIN)/python tests/engine/tallies.py

million: setup
	@$(BIN)/python tests/engine/million.py
	@$(BIN)/python tests/promises/table.py

validity: setup
	@$(BIN)/python tests/validity/validity.py

attack: setup
	@$(BIN)/python -m pytest tests/attacks --attack 60

answers: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python docs/answers.py

screenshots: setup
	@$(BIN)/python docs/screenshots.py

ladders: setup
	@$(BIN)/python docs/ladders.py

notebooks: setup
	@$(BIN)/python docs/notebooks.py

notebook-learners: setup
	@$(INSTALL) --editable '.[training]'
	@$(BIN)/python docs/notebooks.py learners

lab: setup
	@$(BIN)/python -m tda_sim.lab.build

lab-games: setup
	@$(BIN)/python tests/lab/played_cells.py

lab-check:
	@$(BIOME) ci --colors=off
	@npx --yes --loglevel=error --package typescript@5.9.3 tsc --project tda_sim/lab/scripts/jsconfig.json

lab-format:
	@$(BIOME) check --write

bench: setup
	@$(BIN)/tda bench --write-readme

prepared: setup
	@$(BIN)/python docs/prepared.py dist

clean:
	rm -rf $(VENV) build dist *.egg-info results notebooks/results reports/out data site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
