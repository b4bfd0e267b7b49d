# Two commands are all that a new machine needs: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := --universal --generate-hashes --no-header --no-annotate --no-emit-index-url
DEV := --extra build --extra fast --extra postgres --extra bench --extra dev
SECONDS ?= 60
WORKERS := -n 6 --dist loadfile --no-loadscope-reorder
SUITE := $(BIN)/python -m pytest $(WORKERS)
UNIT := tests/games tests/render tests/laws tests/matches \
	-m "not untraced and not long" -k "not postgresql and not browser and not every_migration"

# The suite starts Python hundreds of times: compiled once is enough.
unexport PYTHONDONTWRITEBYTECODE

step = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := help
.PHONY: help run test lint types unit e2e steady steady-soak bench soak strength puzzles fuzz lock messages gallery clean

help:  ## This list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run  ## Set up what is missing, migrate the database, start the bot
	@exec $(BIN)/dreierlei run

ifdef T
test: $(VENV)/.dev  ## The whole suite after lint and types; of one part alone by T=path
	$(BIN)/python -m pytest $(T)
else
test: lint
	$(call step,Strict types and dependencies; meanwhile the tests are compiled)
	@$(BIN)/python -m pytest --collect-only -q >$(VENV)/collected & \
		$(BIN)/python -m tests.checks.dependencies >$(VENV)/dependencies & asked=$$!; \
		$(BIN)/mypy && wait $$asked; status=$$?; wait; cat $(VENV)/dependencies; exit $$status
	$(call step,Tests; a summary by part of the suite follows them)
	$(BIN)/coverage erase
	$(SUITE) --cov --cov-report=
	$(call step,Coverage)
	$(BIN)/python -m tests.checks.coverage
endif

lint: $(VENV)/.dev  ## Format, lint, and which module may import which
	$(call step,Format)
	$(BIN)/ruff format --check .
	$(call step,Lint)
	$(BIN)/ruff check .
	$(call step,Imports)
	$(BIN)/lint-imports --no-cache

types: $(VENV)/.dev  ## Strict types
	$(call step,Strict types)
	$(BIN)/mypy

unit: $(VENV)/.dev  ## Rules, pictures, laws, use cases on SQLite: what is quick
	$(BIN)/python -m pytest -n 2 $(UNIT)

e2e: $(VENV)/.dev  ## The real bot against the playground, and its page in a browser
	$(BIN)/python -m pytest $(WORKERS) tests/bot tests/playground

steady: $(VENV)/.dev  ## The test suite beside two busy loops: no test may need a fast machine
	$(BIN)/python -m tests.checks.busy $(SUITE)

steady-soak: $(VENV)/.dev  ## The soak of ten minutes beside two busy loops
	$(BIN)/python -m tests.checks.busy $(BIN)/python -m tests.soak --minutes 10

puzzles: $(VENV)/.dev  ## Prove all puzzles again; the suite proves some of each game
	$(BIN)/python -m opponents.puzzles --prove

bench: $(VENV)/.dev  ## Ratios against floors measured in the same run
	$(BIN)/python -m benchmarks

soak: $(VENV)/.dev  ## Many people and all troubles, ten minutes: benchmarks/RESULTS.md
	$(BIN)/python -m tests.soak --minutes 10 --results

strength: $(VENV)/.dev  ## Ten more minutes of the computer players' ladder: benchmarks/STRENGTH.md
	$(BIN)/python -m benchmarks.strength

fuzz: $(VENV)/.fuzz  ## The coverage-guided fuzzer, a minute for each parser (SECONDS=60)
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

lock: $(VENV)/.dev  ## Pin all dependencies anew
	$(BIN)/uv pip compile -q $(LOCK) --extra build --extra fast --extra postgres pyproject.toml \
		-o requirements.lock
	$(BIN)/uv pip compile -q $(LOCK) $(DEV) -c requirements.lock pyproject.toml \
		-o requirements-dev.lock
	$(BIN)/uv pip compile -q $(LOCK) $(DEV) --extra fuzz -c requirements-dev.lock pyproject.toml \
		-o requirements-fuzz.lock

messages: $(VENV)/.dev  ## Bring the catalogues up to date with the sources
	$(BIN)/python -m docs.messages

gallery: $(VENV)/.dev  ## Make the pictures and rules pages of README and docs anew
	$(BIN)/python -m docs.gallery
	$(BIN)/python -m docs.screens
	$(BIN)/python -m docs.rules

clean:  ## Remove everything that was made
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

$(VENV)/.run: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

# The fuzzer has no packages for every system and every Python, so that nothing else needs it.
$(VENV)/.fuzz: requirements-fuzz.lock $(VENV)/.dev
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-fuzz.lock
	@touch $@
