# Stellwerk: everything a machine needs is installed by tools/bootstrap.py from the locks; only GNU make and
# Python >= 3.11 have to be there.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# More words for `stellwerk serve` (play) or for pytest (test, check, bench).
ARGS ?=
# Anything here has play, bench and wheel use machine code, which is compiled first (some minutes).
COMPILED ?=

BOOTSTRAP := $(PYTHON) tools/bootstrap.py
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
# An idle core takes over waiting tests of a busy one; one process more than there are cores, since tests of servers wait a lot.
CORES := $(shell nproc 2>/dev/null || echo 2)
PARALLEL := -n $(shell expr $(CORES) + 1) --dist worksteal
# Many tests start processes: these should not compile everything anew, whatever the machine is told.
unexport PYTHONDONTWRITEBYTECODE
# Only here are tests marked so (a test holds them to it), and reading all others takes a while.
SPEED := tests/speed $(wildcard tests/*/test_speed.py)
BROWSER := tests/web/browser
# Exit code 5 says that ARGS left no test, which is no failure.
NONE_IS_FINE := || [ $$? -eq 5 ]
MACHINE_CODE := build/compiled
# What judges it: the tests of all that is compiled.
JUDGES := tests/core tests/eighteen tests/games tests/laws tests/interop tests/bots
# Two linters at once, but the words of each together, where this make knows how.
TWO_AT_ONCE := --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.PHONY: help setup web chromium postgres research compiled play test test-most test-compiled test-long check lint lint-python lint-types lint-web format matrix wheel bench attack chaos load messages screenshots lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: ## Install what playing needs, build the pages and serve them (HOST=, PORT=, ARGS=)
	@$(BOOTSTRAP) play
	@$(if $(COMPILED),$(MAKE) --no-print-directory compiled)
	@exec $(if $(COMPILED),env PYTHONPATH=$(MACHINE_CODE)) $(BIN)/stellwerk serve --host $(HOST) --port $(PORT) $(ARGS)

setup: ## Make .venv with every tool of development
	@$(BOOTSTRAP) dev

web: ## Build the TypeScript and the style sheet into the package, if they changed
	@$(BOOTSTRAP) web

chromium: ## Find Chromium, or install it (Debian, as root)
	@$(BOOTSTRAP) chromium

postgres: ## Find the programs of PostgreSQL, or install them (Debian, as root)
	@$(BOOTSTRAP) postgres

lint: setup ## Check style and types of the Python, TypeScript and CSS sources
	@$(MAKE) --no-print-directory $(TWO_AT_ONCE) lint-types lint-python lint-web

lint-python:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lint-types:
	$(BIN)/mypy

lint-web:
	$(BOOTSTRAP) npm run --silent typecheck
	$(BOOTSTRAP) npm run --silent lint

format: setup ## Format all sources and mend what ruff and biome can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BOOTSTRAP) npm run --silent format

check: lint web ## The quick round: style, types, and the tests without browser, PostgreSQL, slow and speed
	$(PYTEST) $(PARALLEL) -m "not browser and not postgres and not slow and not speed and not long" $(ARGS)

test: setup web ## Everything: style, types, speed limits, and all tests in a real browser too
	@$(MAKE) --no-print-directory lint-python lint-web
	$(PYTEST) -n 0 -m "speed and not long" $(SPEED) $(ARGS) $(NONE_IS_FINE)
	@$(MAKE) --no-print-directory --jobs=2 lint-types test-most
	CHROMIUM="$$($(BOOTSTRAP) chromium)" && export CHROMIUM && $(PYTEST) -n auto --dist worksteal -m "browser and not long" $(BROWSER) $(ARGS) $(NONE_IS_FINE)

# Types take one core for more than a minute, so they are checked beside the tests that are most in number.
test-most:
	POSTGRES="$$($(BOOTSTRAP) postgres)" && export POSTGRES && $(PYTEST) $(PARALLEL) -m "not speed and not browser and not long" $(ARGS)

research: setup ## Install OpenSpiel and Ray besides, which are large (the extras openspiel and ray)
	@$(BOOTSTRAP) research

compiled: setup ## Compile engine and bots to machine code into build/compiled; COMPILED=1 has play, bench and wheel use it
	@$(BOOTSTRAP) compile
	@$(BIN)/python -m tools.compiled

test-compiled: web ## The tests of engine, games and bots on machine code: plain Python is its judge
	@$(MAKE) --no-print-directory compiled
	PYTHONPATH=$(MACHINE_CODE) $(PYTEST) $(PARALLEL) -m "not speed and not browser and not long and not postgres" $(JUDGES) $(ARGS)

test-long: setup web research ## Long series of games, bots and laws that add certainty to what make test shows
	$(PYTEST) -n 0 -m "speed and long" $(SPEED) $(ARGS) $(NONE_IS_FINE)
	POSTGRES="$$($(BOOTSTRAP) postgres)" && export POSTGRES && $(PYTEST) $(PARALLEL) -m "long and not speed and not browser" $(ARGS)
	$(PYTEST) $(PARALLEL) -m "hypothesis and not long" --hypothesis-profile=other $(ARGS)
	CHROMIUM="$$($(BOOTSTRAP) chromium)" && export CHROMIUM && $(PYTEST) -n auto --dist worksteal -m "browser and long" $(BROWSER) $(ARGS) $(NONE_IS_FINE)

matrix: setup web ## The quick tests under each Python from 3.11 to 3.14 on this machine (ARGS=--install fetches the others)
	$(BIN)/python tools/matrix.py $(ARGS)

wheel: setup web $(if $(COMPILED),compiled) ## Build dist/: a wheel and a source distribution, the pages in both
	$(if $(COMPILED),STELLWERK_COMPILED=$(MACHINE_CODE)) $(BIN)/hatchling build --target sdist --target wheel

chaos: setup web ## Kill a server and hurt its database while people and bots play; nothing acknowledged may be lost (ARGS="--cycles 50")
	$(BIN)/python -m tools.chaos $(ARGS)

load: setup web ## Load a server with late matches and with bots, and hold what people wait for against the bars (ARGS="--matches 100")
	$(BIN)/python -m tools.load $(ARGS)

bench: setup $(if $(COMPILED),compiled) ## Measure the speed of the engine, and how much faster it is than a commit (BASE=1496801, COMPILED=1, ARGS=--write)
	$(BIN)/python -m tools.bench $(if $(BASE),--base $(BASE)) $(if $(COMPILED),--compiled $(MACHINE_CODE)) $(ARGS)

attack: setup web ## Attack a server with hostile requests, doctored positions and floods (ARGS="--requests 5000")
	$(BIN)/python -m tools.attack $(ARGS)

messages: setup ## Find all messages of the pages and renew the catalogues
	$(BIN)/python tools/messages.py

screenshots: setup web ## Take pictures of every page and decision into screenshots/, and those of docs/img anew (ARGS="--only 1848")
	CHROMIUM="$$($(BOOTSTRAP) chromium)" && export CHROMIUM && $(BIN)/python -m tools.screenshots $(ARGS)

# A hash pins every file; --universal keeps one lock good for each platform and Python.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: setup ## Pin the newest versions that pyproject.toml and web/package.json allow
	$(COMPILE) --upgrade pyproject.toml --group build -o requirements/runtime.txt
	$(COMPILE) --upgrade pyproject.toml --group dev -c requirements/runtime.txt -o requirements/dev.txt
	$(COMPILE) --upgrade pyproject.toml --extra openspiel --extra ray -c requirements/dev.txt -o requirements/research.txt
	$(COMPILE) --upgrade --group compile -o requirements/compile.txt
	$(COMPILE) --upgrade requirements/node.in -o requirements/node.txt
	$(BOOTSTRAP) npm update --package-lock-only --no-audit --no-fund

clean: ## Remove everything that make made
	rm -rf .venv .venv-matrix .bootstrap.lock .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	rm -rf web/node_modules src/stellwerk/web/static
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
