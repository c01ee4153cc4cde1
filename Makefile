# make setup, serve, test, faults, bench, check, shots: each works as the first command on a fresh clone.

BIN   := .venv/bin
READY := .venv/.ready
VENDOR := static/vendor/versions.json
PO    := $(wildcard companion/translations/*/LC_MESSAGES/*.po)
MO    := $(PO:.po=.mo)
POT   := .venv/messages.pot
ZH    := companion/translations/zh_Hant/LC_MESSAGES/messages.po

PYTHONS := $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14

.PHONY: setup serve test faults bench check shots translations chromium missing
.DELETE_ON_ERROR:

setup: $(READY) $(MO)

$(READY): pyproject.toml hatch_build.py package.json package-lock.json $(if $(wildcard $(VENDOR)),,missing)
	@if ! $(BIN)/python -c '' 2>/dev/null; then \
	    for python in $(PYTHONS); do \
	        if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	            $$python -m venv --clear .venv && break; \
	        fi; \
	    done; \
	    $(BIN)/python -c '' 2>/dev/null || { echo "Python 3.11 or newer with its venv module is needed." >&2; exit 1; }; \
	fi
	@echo "Setting up .venv; the first time this takes about a minute."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

%.mo: %.po | $(READY)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

serve: setup
	@$(BIN)/companion serve $(ARGS)

# A file stays on one worker; how many there are and which file begins first is said in tests/conftest.py.
test: setup chromium
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

# The server killed 200 times, answers cut off, a full disk, the clock set back; make test does a shorter form of it.
faults: export COMPANION_FAULTS ?= 200
faults: setup
	$(BIN)/pytest -rP tests/faults $(ARGS)

# A table of figures for people, bench.json for machines; ARGS names parts: rates, start, stored, weight, slow, live.
bench: setup chromium
	$(BIN)/python -m tests.bench $(ARGS)

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest --quiet tests/packaging/test_imports.py
	@$(BIN)/python .ci/audit.py

# Pictures of every page in every state, to be looked at: shots/index.html.
shots: setup chromium
	@$(BIN)/python -m tests.browser.shots shots $(ARGS)

# The browser tests use Debian's Chromium, its lighter shell without a window where there is one, and a font with Chinese
# characters.
chromium:
	@if { command -v chromium-headless-shell || command -v chromium; } >/dev/null && { ! command -v dpkg >/dev/null || dpkg -s fonts-noto-cjk >/dev/null 2>&1; }; then \
	    exit 0; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then root="env"; else root="sudo -n env"; fi; \
	if command -v apt-get >/dev/null && $$root true 2>/dev/null; then \
	    echo "Installing Chromium and fonts-noto-cjk from the system's packages for the browser tests."; \
	    apt="$$root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"; \
	    $$apt update >/dev/null; \
	    for browser in chromium-headless-shell chromium; do \
	        $$apt install --yes --no-install-recommends $$browser fonts-noto-cjk >/dev/null 2>&1 && exit 0; \
	    done; \
	fi; \
	echo "Chromium or fonts-noto-cjk could not be installed here; the browser tests need both." >&2

# Gathers the texts to translate into the Chinese catalogue; then fill in what is new there.
translations: setup
	$(BIN)/pybabel --quiet extract --mapping-file babel.cfg --add-location file --sort-by-file \
	    --no-wrap --project companion --copyright-holder "The Companion authors" --output-file $(POT) .
	@test -f $(ZH) || $(BIN)/pybabel --quiet init --locale zh_Hant --input-file $(POT) --output-dir companion/translations
	$(BIN)/pybabel --quiet update --locale zh_Hant --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
	    --no-wrap --input-file $(POT) --output-dir companion/translations
	$(BIN)/pybabel compile --statistics --directory companion/translations
