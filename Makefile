# What can be done here; `make help` lists it. Each target installs what it lacks first (scripts/setup.sh).

LISTEN ?= 127.0.0.1:8080
DATA ?= ./data
# More flags for the hub, such as `make run SERVE="--allow-host chat.example"`.
SERVE ?=
# How long each fuzz target runs, and which; empty for all.
SECONDS_EACH ?= 60
TARGETS ?=

RELEASE = swift build --configuration release

.DEFAULT_GOAL := help
.PHONY: help setup run build lint test web-test browser-test soak screenshots bench conformance fuzz sanitize interop

help:
	@echo 'make run           start the hub on LISTEN=$(LISTEN) with its database in DATA=$(DATA)'
	@echo 'make test          everything that must pass: lint, Swift, web and browser tests'
	@echo 'make conformance   every case of the Autobahn test suite, strictly; about 20 minutes'
	@echo 'make build         build the release'
	@echo 'make lint          format, imports, syntax of every script'
	@echo 'make web-test      the web modules alone, in node'
	@echo 'make browser-test  two windows on a real hub, in Chromium'
	@echo 'make soak          200 connections in one room; nothing lost, doubled or out of order'
	@echo 'make screenshots   pictures of the pages, into artefacts/'
	@echo 'make bench         measure, and write the table of README.md; LONG=1 takes its time'
	@echo 'make fuzz          look for inputs that break a parser, SECONDS_EACH=60 in each of TARGETS'
	@echo 'make interop       2,000 random runs of shared documents with other implementations of Yjs'
	@echo 'make sanitize      the Swift tests again, under AddressSanitizer and ThreadSanitizer'
	@echo 'make setup         install all that the above need, and do nothing else'

setup:
	@scripts/setup.sh test

run:
	@scripts/setup.sh run
	$(RELEASE) --product chatos
	@exec "$$($(RELEASE) --show-bin-path)/chatos" serve --listen '$(LISTEN)' --data '$(DATA)' --web web $(SERVE)

build:
	@scripts/setup.sh run
	$(RELEASE) --product chatos

lint:
	@scripts/setup.sh lint
	@scripts/lint.sh

test:
	@scripts/test.sh

web-test:
	@scripts/setup.sh lint
	@scripts/web-tests.sh

browser-test:
	@scripts/setup.sh test
	swift build --product chatos
	@.setup/venv/bin/python scripts/browser_tests.py

soak: build
	@scripts/setup.sh test
	@CHATOS="$$($(RELEASE) --show-bin-path)/chatos" .setup/venv/bin/python scripts/soak.py

screenshots: build
	@scripts/setup.sh test
	@CHATOS="$$($(RELEASE) --show-bin-path)/chatos" .setup/venv/bin/python scripts/screenshots.py

conformance:
	@scripts/setup.sh test
	$(RELEASE) --product chatos-bench
	@scripts/autobahn.sh install
	@.setup/venv/bin/python scripts/conformance.py --server "$$($(RELEASE) --show-bin-path)/chatos-bench"

bench: build
	$(RELEASE) --product chatos-bench
	@$(MAKE) --silent --directory bench/baseline
	@bench/run.sh

fuzz:
	@scripts/setup.sh run
	@SECONDS_EACH='$(SECONDS_EACH)' TARGETS='$(TARGETS)' scripts/fuzz.sh run

sanitize:
	@scripts/setup.sh test
	@scripts/sanitize.sh

# The seeds: SEEDS=17-17 runs one again.
SEEDS ?= 1-2000
interop:
	@scripts/setup.sh test
	INTEROP_SEEDS='$(SEEDS)' swift test --filter YDocInteropTests
