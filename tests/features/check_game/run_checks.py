"""Checks the games that are named, each with its sheet, and prints what is found as JSON."""

import json
import sys
from dataclasses import replace
from pathlib import Path

from companion.features.check_game.checks import Settings, check
from companion.features.check_game.pages import open_site
from companion.games import all_games
from tests.features.check_game.broken import BROKEN


def main(measures: str, *keys: str) -> None:
    settings = Settings(most=1, tables=1, measures=measures == "True")
    without_pages = {key for key, broken in BROKEN.items() if not broken.on_pages}
    found = {}
    with open_site() as site:
        for key in keys:
            chosen = replace(settings, tables=0) if key in without_pages else settings
            found[key] = check(all_games()[key], [Path(f"{key}.json").resolve()], chosen, site).findings
    told = {
        key: [(str(finding.place.file), finding.place.line, finding.sentence.text()) for finding in findings]
        for key, findings in found.items()
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
