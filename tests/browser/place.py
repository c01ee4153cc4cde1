"""A page in one state, what is done there first, and where features add theirs."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from playwright.sync_api import Page

from companion.features import all_features

Steps = Callable[[Page], None]
_FOLDER = Path(__file__).parents[1] / "features"


@dataclass(frozen=True)
class Place:
    """A page in one state: `path` names tables of the instance in braces, `who` holds the phone ("stranger" is new).

    Another place shows all that one `is_repeated` shows, and more. `make test` looks only at those `is_sampled`.
    """

    name: str
    path: str
    who: str = "host"
    steps: Steps | None = None
    is_repeated: bool = False
    is_sampled: bool = False


def of_features():
    """Yield the `places.py` of installed features: their `PLACES`, and mostly `fill(builder)` for the data of these."""
    for feature in all_features():
        if (_FOLDER / feature.name / "places.py").is_file():
            yield import_module(f"tests.features.{feature.name}.places")


def tap(what):
    return lambda page: page.locator(what).first.click()


def posted(page):
    """Send a form as it is; its fields then show their faults."""
    page.locator(".bar button.button, form.section .button").last.click()
    page.wait_for_selector("[aria-invalid]")


def all_open(page):
    page.locator("details").evaluate_all("all => { for (const one of all) one.open = true; }")
