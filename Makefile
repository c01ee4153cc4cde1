# make serve, pocket, setup, core, quick, test, test-long, mutants, bench, check, lock, release, shots, docs: each works as the first command on a fresh clone.

BIN   := .venv/bin
UV    := $(BIN)/uv
SERVES := .venv/.serves
READY := .venv/.ready
VENDOR := static/vendor/versions.json
PO    := $(wildcard companion/translations/*/LC_MESSAGES/*.po)
# Languages that are made from another have no catalogue of their own but exceptions.
MADE  := $(patsubst %/exceptions.txt,%/LC_MESSAGES/messages.mo,$(wildcard companion/translations/*/exceptions.txt))
COMPILED := .venv/.tests-compiled
MO    := $(PO:.po=.mo) $(MADE)
SMALL := .venv/.minified

# The system's own first: it is built for speed, one compiled by hand mostly not, and an entry then takes a sixth longer.
PYTHONS := $(PYTHON) /usr/bin/python3.11 python3.11 python3 python3.12 python3.13 python3.14

# Python compiles what it imports; all of it would be twice the room, and a third of the time of a first make serve.
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

.PHONY: postgresql setup serve pocket test core quick test-long mutants bench check check-types check-files check-packages format lock release shots docs translations chromium browsers missing
.DELETE_ON_ERROR:

setup: $(READY) $(MO) $(SMALL)

# What is installed has to have a hash of the lock files in requirements/; npm is fetched only where it is missing.
$(SERVES): pyproject.toml requirements/serve.txt requirements/build.txt hatch_build.py package.json package-lock.json $(if $(wildcard $(VENDOR)),,missing)
	@echo "Setting up .venv; the first time this takes up to a minute."
	@if ! $(BIN)/python -c '' 2>/dev/null; then \
	    for python in $(PYTHONS); do \
	        if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	            $$python -m venv --clear .venv && break; \
	        fi; \
	    done; \
	    $(BIN)/python -c '' 2>/dev/null || { echo "Python 3.11 or newer with its venv module is needed." >&2; exit 1; }; \
	fi
	@$(PIP) --require-hashes --requirement requirements/serve.txt
	@$(BIN)/python -c 'import pathlib, hatch_build; raise SystemExit(hatch_build.needs_npm(pathlib.Path()))' \
	    || $(PIP) --require-hashes --requirement requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@ $(SMALL)

# What tests, checks and everything else but serving need too.
$(READY): $(SERVES) requirements/dev.txt
	@echo "Installing what tests and checks need; the first time this takes about a minute."
	@$(PIP) --require-hashes --requirement requirements/dev.txt
	@touch $@

%.mo: %.po | $(SERVES)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

$(MADE): %/LC_MESSAGES/messages.mo: $(PO) %/exceptions.txt hatch_build.py | $(SERVES)
	@$(BIN)/python -c 'import pathlib, hatch_build; hatch_build.make_languages(pathlib.Path())'

# Icons, scripts and styles as phones get them; a script or style that was changed since is sent as it is.
$(SMALL): $(wildcard static/*.* companion/games/*/*.js companion/games/*/*.css companion/games/*/*.svg companion/features/*/static/*) | $(SERVES)
	@$(BIN)/python -c 'import pathlib, hatch_build; hatch_build.draw_icons(pathlib.Path()); hatch_build.minify(pathlib.Path())'
	@touch $@

# DATABASE=postgresql://... serves on PostgreSQL; without it, on the file in instance/.
serve: $(SERVES) $(MO) $(SMALL)
	@$(if $(DATABASE),COMPANION_DATABASE='$(DATABASE)' )$(BIN)/companion serve $(ARGS)

# The companion without a server, as a folder of static files: build/pocket, or DIR.
pocket: setup
	@$(NODE)
	@PATH="$(BIN):$$PATH" $(BIN)/companion pocket $(or $(DIR),build/pocket)

# Prettier and the tests of the scripts need Node.js, which comes from Python's registry where the machine has none.
NODE := $(BIN)/python -c 'import hatch_build; raise SystemExit(hatch_build.find_npm() is None)' \
	    || $(PIP) --require-hashes --requirement requirements/build.txt

# Servers are started some 200 times: each compiles all of the companion where that may not be kept.
test core quick test-long: export PYTHONDONTWRITEBYTECODE =
# A file stays on one worker; a test with a browser or a server waits about half of its time, so there are five.
test: setup chromium postgresql $(COMPILED)
	@$(NODE)
	$(BIN)/pytest --numprocesses 5 --dist loadfile --no-loadscope-reorder -m "not long" $(ARGS)

# Both with fewer examples, and on SQLite where a test runs on both engines.
core quick: export COMPANION_QUICK = 1

# What every game and feature stands on.
core: setup $(COMPILED)
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not long" --ignore tests/storage/postgres \
	    tests/engine tests/forms tests/scoring tests/storage tests/table $(ARGS)

# What needs no browser and no PostgreSQL, kills no server, builds no package and copies no companion.
SLOW := browser faults packaging/test_wheel.py games/test_plug_in.py games/test_plug_in_faults.py making/test_broken_games.py \
    features/test_removed_folders.py features/test_adding_a_feature.py features/takeout/test_postgresql.py storage/postgres
quick: setup $(COMPILED)
	@$(NODE)
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not long" $(SLOW:%=--ignore tests/%) $(ARGS)

# What a release runs: all of make test with more examples and another seed each time, whole games of every kind, also in Firefox
# and in WebKit, which the iPhone's browsers are made of; every page in each size, in both languages; the server and PostgreSQL
# killed 20 times, cut off, slow, read-only and full; attacks beside a phone that plays; and mutants.
test-long: export COMPANION_LONG ?= 20
test-long: export COMPANION_SEED ?= $(shell date +%s)
test-long: setup chromium browsers postgresql $(COMPILED)
	@$(NODE)
	$(BIN)/pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder --timeout 3600 -rsR $(ARGS)
	nice -n 15 $(BIN)/python -m tools.mutants --sample 60 --seed $(COMPANION_SEED)

# Before the first run each worker would compile all tests by itself.
$(COMPILED): | $(READY)
	@printf '%s\n' tests/[!_]*/ | xargs -P 2 -n 8 $(BIN)/pytest --quiet --collect-only > /dev/null || true
	@touch $@

# Changes one thing in the code and looks whether a test notices, 300 times; ARGS names parts of the code, --sample, --seed.
mutants: setup
	nice -n 15 $(BIN)/python -m tools.mutants $(ARGS)

# A table of figures for people, bench.json for machines; ARGS names parts: rates, start, stored, small, weight, phone, pocket, live,
# saturate, processes.
bench: setup chromium
	$(BIN)/python -m tools.bench $(ARGS)

# Everything as the checks want it to be formatted.
format: setup
	@$(NODE)
	@$(BIN)/ruff format --quiet
	@$(BIN)/python -m tools.web_sources --write
	@$(BIN)/python -m tools.tutorials --write

# Types take longest, and what asks the network mostly waits: these run beside each other.
check: setup $(UV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(NODE)
	@$(MAKE) --no-print-directory --jobs 3 check-types check-files check-packages

check-types:
	$(BIN)/mypy

check-files:
	$(BIN)/python -m tools.web_sources
	$(BIN)/pytest --quiet tests/packaging/test_imports.py

check-packages:
	@$(BIN)/python .ci/audit.py
	@$(BIN)/python -m tools.lock --outdated

# The newest versions that pyproject.toml allows, with their hashes, into requirements/.
lock: setup $(UV)
	@$(BIN)/python -m tools.lock

# A release in dist/: sdist, wheel, a list of everything that is in it (SBOM), and the SHA-256 of each; of a commit with the
# tag of its version only. ARGS=--trial makes the files of any tree.
release: setup
	@$(BIN)/python -m tools.release $(ARGS)

$(UV): requirements/lock.txt | $(READY)
	-@$(PIP) --require-hashes --requirement $< && touch $@

# Pictures of every page in every state, to be looked at: shots/index.html. ARGS=--docs takes those of README and docs/ anew.
shots: setup chromium
	@$(BIN)/python -m tools.shots shots $(ARGS)

# The manual as a site in English and Chinese, with pictures of its own: build/manual/site.
docs: setup chromium
	@$(PIP) --require-hashes --requirement requirements/docs.txt
	@$(BIN)/python -m tools.manual build/manual

# $(call installs,PACKAGES) takes them from the system's packages, and fails where that needs a password.
installs = { \
	    if [ "$$(id -u)" = 0 ]; then root="env"; else root="sudo -n env"; fi; \
	    apt="$$root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"; \
	    command -v apt-get >/dev/null && $$root true 2>/dev/null && { \
	        $$apt update >/dev/null; $$apt install --yes --no-install-recommends $(1) >/dev/null 2>&1; }; }

# The browser tests use Debian's Chromium, its lighter shell without a window where there is one, and a font with Chinese
# characters.
chromium:
	@if { command -v chromium-headless-shell || command -v chromium; } >/dev/null && { ! command -v dpkg >/dev/null || dpkg -s fonts-noto-cjk >/dev/null 2>&1; }; then \
	    exit 0; \
	fi; \
	echo "Installing Chromium and fonts-noto-cjk from the system's packages for the browser tests."; \
	$(call installs,chromium-headless-shell fonts-noto-cjk) || $(call installs,chromium fonts-noto-cjk) || \
	echo "Chromium or fonts-noto-cjk could not be installed here; the browser tests need both." >&2

# Firefox, and WebKit with its driver and a screen for it; without them the tests in tests/other_browsers are skipped.
browsers:
	@if { command -v firefox-esr || command -v firefox; } >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null; then \
	    exit 0; \
	fi; \
	echo "Installing Firefox and WebKit from the system's packages for the tests of other browsers."; \
	$(call installs,firefox-esr webkit2gtk-driver xvfb) || \
	echo "Firefox, WebKit's driver or Xvfb could not be installed here; their tests are skipped." >&2

# PostgreSQL, on which the tests of what is stored run beside SQLite; without it they run on SQLite alone. haproxy and
# nginx go before several companions on it.
postgresql:
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && { command -v haproxy || test -x /usr/sbin/haproxy; } >/dev/null && { command -v nginx || test -x /usr/sbin/nginx; } >/dev/null; then \
	    exit 0; \
	fi; \
	echo "Installing PostgreSQL, haproxy and nginx from the system's packages for the tests of the storage."; \
	$(call installs,postgresql haproxy nginx-light) || $(call installs,postgresql haproxy) || $(call installs,postgresql) || \
	echo "PostgreSQL, haproxy or nginx could not be installed here; their tests are skipped." >&2

# Gathers the texts to translate into each catalogue and says how many are missing there; then fill in what is new.
# With ARGS=fr it begins a catalogue for another language.
translations: setup
	@$(BIN)/python -m tools.catalogues $(ARGS)
