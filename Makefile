# Everything is done with `make`; DEVELOPERS.md says what lands where.
.DEFAULT_GOAL := help
PYTHON ?= python3
JOBS ?= 2
DEALS ?= 100000
BIN := .venv/bin
BESIDE := tests/browser/test_beside.py tests/site/test_builders.py
# Node.js may come from .venv (see tools/setup.py); the tests find it on PATH.
IN_VENV = PATH="$(CURDIR)/$(BIN):$$PATH"
PYTEST = $(IN_VENV) python -m pytest
# What Python has compiled is kept: to compile it anew in each process takes the tests a minute.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup browsers build serve check test quick heavy beside pythons soak hear bench bench-web bench-kernel wheel lock upgrade clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' Makefile

setup: ## all but the browsers: .venv, node_modules, the browser runtime
	@$(PYTHON) tools/setup.py

browsers: ## setup, and the Chromium and Firefox of the tests
	@$(PYTHON) tools/setup.py --browsers

build: setup ## the site, into site/
	$(BIN)/kontrapunkt build

serve: build ## the site, on this machine's loopback
	$(BIN)/kontrapunkt serve

check: setup ## lint, format, types, catalogues of sentences, terms, spelling, types of the scripts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python tools/catalogues.py
	$(IN_VENV) npm run --silent words
	$(IN_VENV) npm run --silent types

test: check browsers ## check, then every test but soak
	$(IN_VENV) python -m tests.twice -n $(JOBS)

quick: setup ## a minute of tests: rules, record and render
	$(PYTEST) -n $(JOBS) -m "not soak" tests/rules tests/engine/test_re*.py tests/engine/test_positions.py

heavy: browsers ## the tests again, and which of them take more than five seconds of CPU time
	$(PYTEST) -n $(JOBS) -p tests.cpu

pythons: browsers ## rules and engine on the other Pythons of the wheel; the oldest and newest packages of its extras
	$(IN_VENV) python -m tests.pythons $(JOBS)
	$(IN_VENV) python -m tests.ranges $(JOBS)

beside: ## sites with other plugins, each built and played in Chromium; the same site by another builder
	@$(PYTHON) tools/setup.py --browsers --beside
	$(PYTEST) -n $(JOBS) -m "soak or not soak" $(BESIDE)

soak: ## 100,000 random deals of each game (DEALS), then the tests that take long
	@$(PYTHON) tools/setup.py --browsers --beside
	$(IN_VENV) python -m tests.soak $(DEALS) --jobs $(JOBS) $(if $(ON),--on $(ON))
	$(PYTEST) -n $(JOBS) -m soak

hear: build ## the site through a screen reader: what is spoken, against transcripts (needs Orca)
	$(IN_VENV) python -m tests.hear $(ON)

bench: setup ## speed of engine and search, beside RLCard
	$(IN_VENV) python -m tests.benchmarks.run

bench-web: browsers ## size, boot, response and solver of the site in Chromium, and how long players think
	$(IN_VENV) python -m tests.benchmarks.bench_web
	$(IN_VENV) python -m tests.benchmarks.bench_browser_solver
	$(IN_VENV) python -m tests.benchmarks.bench_moves

bench-kernel: browsers ## the compiled search beside a plain one, in CPython, Chromium and Firefox
	$(IN_VENV) python -m tests.benchmarks.bench_kernel $(if $(ON),--on $(ON))
	$(IN_VENV) python -m tests.benchmarks.bench_match_kernel

# The same commit gives the same bytes.
wheel: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 315532800)
wheel: setup ## the wheel, into dist/
	$(BIN)/hatchling build -t wheel

lock: setup ## bring the locks in line with pyproject.toml and package.json
	$(PYTHON) tools/lock.py

upgrade: setup ## the same, with the newest of what is not pinned there
	$(PYTHON) tools/lock.py --upgrade

clean: ## remove what can be made again
	rm -rf site dist .venv .tools node_modules site_hooks/kontrapunkt_site/vendor .*_cache .hypothesis
