# Every target first makes .venv from requirements.lock, if it is missing or stale.
.DEFAULT_GOAL := help
.PHONY: help environment book test lint check fuzz calibrate benchmark serve clean lock

BIN := .venv/bin
PORT ?= 8000
UV ?= uv
export PYTHON

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

environment: ## Create .venv from requirements.lock, unless it is up to date
	@python=$$(.ci/find-python) && "$$python" .ci/environment.py

book: environment ## Run what is stale and build the book: build/html/index.html
	@$(BIN)/contention build

test: environment ## Run all tests but those that need a browser; measure coverage
	@$(BIN)/python -m pytest -n 2 -m "not browser" --cov --cov-report=term

lint: environment ## Check format, style and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

check: book ## Check the built book, in Chromium too (installed when missing and allowed)
	@.ci/install-chromium
	@$(BIN)/contention check
	@$(BIN)/python -m pytest -m browser

fuzz: environment ## Try every reader on 100,000 damaged captures (READER=csv for one)
	@PYTHONPATH=tests $(BIN)/python -m fuzz $(READER)

calibrate: environment ## Simulate what intervals and verdicts are worth; renew book/calibration.csv (TOPIC=leak)
	@PYTHONPATH=tests $(BIN)/python -m calibration $(TOPIC)

benchmark: environment ## Time the models beside obvious programs; renew book/benchmarks.csv
	@PYTHONPATH=tests $(BIN)/python -m benchmarks

serve: book ## Serve the built book on localhost (PORT=8000)
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/html $(PORT)

clean: ## Remove everything that was built, except .venv
	rm -rf build dist .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

lock: ## Resolve requirements.in anew into requirements.lock (needs uv)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv; see CONTRIBUTING.md" >&2; exit 1; }
	$(UV) pip compile --universal --fork-strategy fewest --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--upgrade --output-file requirements.lock requirements.in
