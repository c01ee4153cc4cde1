"""Checks the games that are named, each with its sheet, and prints what is found as JSON."""

import json
import sys
from pathlib import Path

from companion.games import all_games
from companion.making.checks import check
from companion.making.pages import open_site
from tests.making.broken import BROKEN


def main(measures, *keys):
    without_pages = {key for key, broken in BROKEN.items() if not broken.on_pages}
    found = {}
    with open_site() as site:
        for key in keys:
            game, sheets, tables = all_games()[key], [Path(f"{key}.json").resolve()], 0 if key in without_pages else 1
            found[key] = check(game, site, sheets, most=1, tables=tables, measures=measures == "True").findings
    told = {
        key: [(str(finding.place.file), finding.place.line, finding.sentence.text()) for finding in findings]
        for key, findings in found.items()
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
