# What can be done here; `make help` lists it. Each target installs what it lacks first (scripts/setup.sh).

LISTEN ?= 127.0.0.1:8080
DATA ?= ./data
# More flags for the hub, such as `make run SERVE="--allow-host chat.example"`.
SERVE ?=
# How long each fuzz target runs, and which; empty for all.
SECONDS_EACH ?= 60
TARGETS ?=
# How many rounds `make torture` has of each kind, and the seed that tells a run again; empty for a new one.
ROUNDS ?= 50
SEED ?=
# The size of the session file that `make large-session` makes.
MB ?= 1024

RELEASE = swift build --configuration release

.DEFAULT_GOAL := help
.PHONY: help setup run build lint test web-test browser-test soak torture large-session screenshots bench \
	conformance fuzz sanitize interop document-test document-probes

help:
	@echo 'make run           start the hub on LISTEN=$(LISTEN) with its database in DATA=$(DATA)'
	@echo 'make test          everything that must pass: lint, Swift, web and browser tests'
	@echo 'make conformance   every case of the Autobahn test suite, strictly; about 20 minutes'
	@echo 'make build         build the release'
	@echo 'make lint          format, imports, syntax of every script'
	@echo 'make web-test      the web modules alone, in node'
	@echo 'make browser-test  two windows on a real hub, in Chromium'
	@echo 'make document-test documents of a real hub, with stock clients of Yjs and pycrdt'
	@echo 'make document-probes what harm an update can do to a hub: time and memory of each attempt'
	@echo 'make soak          200 connections in one room; nothing lost, doubled or out of order'
	@echo 'make torture       kill hubs, cut their power, fail their disks; nothing may be lost; then interop'
	@echo 'make large-session MB=1024 of session file through the command line, in constant memory'
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
	@exec "$$($(RELEASE) --show-bin-path)/chatos" serve --listen '$(LISTEN)' --data '$(DATA)' --web web --demo web/rooms/demo.ndjson $(SERVE)

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

document-test:
	@scripts/setup.sh test
	swift build --product chatos
	@.setup/venv/bin/python scripts/document_tests.py

document-probes: build
	@scripts/setup.sh test
	@CHATOS="$$($(RELEASE) --show-bin-path)/chatos" .setup/venv/bin/python scripts/document_probes.py

soak: build
	@scripts/setup.sh test
	@CHATOS="$$($(RELEASE) --show-bin-path)/chatos" .setup/venv/bin/python scripts/soak.py

torture:
	@scripts/setup.sh run
	$(RELEASE) --product chatos-torture
	@"$$($(RELEASE) --show-bin-path)/chatos-torture" all --rounds '$(ROUNDS)' $(if $(SEED),--seed '$(SEED)')
	@$(MAKE) --no-print-directory interop

large-session: build
	@CHATOS="$$($(RELEASE) --show-bin-path)/chatos" python3 scripts/large_session.py --mb '$(MB)'

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
