"""Brings the catalogue of each language up to date with the texts in the code, and says what is missing there.

`make translations` runs it. `python -m tools.catalogues --missing de` lists the texts that German lacks;
`--from FILE de` takes the translations that German lacks from another catalogue of it.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from companion.locales import FALLBACKS, LOCALES, SOURCE
from companion.paths import TRANSLATIONS

ROOT = Path(__file__).resolve().parents[1]
POT = ROOT / ".venv/messages.pot"
_FIELD = re.compile(r"\{(\w+)\}|%\((\w+)\)s")
FIELDS = {
    "at": "a place: how many-th",
    "beads": "a number of yellow beads",
    "building": "farm, castle or monastery",
    "card": "a card with its colour and number",
    "claim": "the points that somebody says",
    "coins": "a number of coins",
    "colour": "a colour, in its basic form",
    "colours": "colours with commas, or their number",
    "column": "a number of a column, or its title",
    "count": "a number, which decides the plural form",
    "day": "a date",
    "deal": "the number of a deal",
    "deck": "the number of a deck",
    "entry": "what was entered, as a noun",
    "fault": "what is wrong, a sentence or a part of one",
    "fee": "a number of coins",
    "file": "the name of a file",
    "first": "the first of two",
    "floor": "a number of spaces, or of points",
    "folder": "a path",
    "game": "the name of a game",
    "hazard": "poison, rats, locusts or ruin",
    "host": "a player's name, or an address",
    "key": "a word that only programs know",
    "land": "a kind of land, as a noun",
    "language": "the name of a language in itself",
    "limit": "a number that ends or forbids something",
    "line": "the name of a line of a scoresheet",
    "low": "the lowest number that is allowed",
    "high": "the highest number that is allowed",
    "missing": "what is missing, or how many",
    "most": "the highest number",
    "least": "the lowest number",
    "name": "a name that somebody gave",
    "names": "names with commas",
    "num": "a number, which decides the plural form",
    "number": "a number",
    "option": "the name of an option",
    "other": "another player, or another of the same kind",
    "others": "other players, with commas",
    "over": "players with commas, who are behind",
    "page": "the address of a page",
    "path": "the name or path of a file",
    "per": "a number: for each so many",
    "phone": "what a phone is called, or who has it",
    "place": "a place in the ranking, or on the board",
    "player": "a player's name",
    "points": "a number of points",
    "port": "a number",
    "reason": "why, a sentence or a part of one",
    "round": "the number of a round",
    "rounds": "a number of rounds",
    "row": "the number of a row",
    "rows": "a number of rows, or rows with commas",
    "rule": "the title of a rule, or its id",
    "score": "a number of points",
    "seat": "a player's name",
    "seats": "players' names with commas",
    "second": "the second of two",
    "side": "a player's name, or those of a team",
    "size": "a number with its unit",
    "space": "a space of the board, such as row 3, column 4",
    "spaces": "a number of spaces",
    "suit": "a suit of the cards",
    "sum": "a sum that is written out, or its total",
    "target": "a number to reach",
    "text": "a text that somebody wrote, or a part of a sentence",
    "tile": "a kind of tile, as a noun",
    "tiles": "a number of tiles",
    "time": "a time of day",
    "title": "the title of a game, a rule or a table",
    "total": "a number: the points so far",
    "totals": "the points of all, with commas",
    "tricks": "a number of tricks",
    "value": "a number, or what was typed",
    "what": "a part of a sentence: what it is about",
    "winners": "players' names with commas",
}
"""What stands for a field; translators see it beside each text."""


def main(arguments: list[str] | None = None) -> int:
    """Bring the catalogues up to date, or do one of the other things for one language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help="such as fr; a new one begins")
    parser.add_argument("--missing", action="store_true", help="list the texts without a translation")
    parser.add_argument(
        "--from", dest="other", metavar="FILE", type=Path, help="take what is missing from this catalogue"
    )
    options = parser.parse_args(arguments)
    texts = extracted()
    for locale in options.languages or translated():
        if options.missing:
            print("\n".join(text for message in missing(_read(path_of(locale))) for text in forms(message.id)))
            continue
        update(locale, texts, options.other)
    return 0


def path_of(locale: str) -> Path:
    """The catalogue of a language."""
    return TRANSLATIONS / locale / "LC_MESSAGES/messages.po"


def translated() -> list[str]:
    """The languages that have a catalogue of their own."""
    return [locale for locale in LOCALES if locale != SOURCE and locale not in FALLBACKS]


def extracted() -> Catalog:
    """The texts in the code, each with what its fields stand for."""
    command = (
        "extract",
        "--mapping-file",
        "babel.cfg",
        "--sort-output",
        "--add-location",
        "file",
        "--output-file",
        POT,
    )
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", "--quiet", *command, "."], cwd=ROOT, check=True)
    texts = _read(POT)
    for message in texts:
        message.auto_comments = comments(message)
    return texts


def comments(message: Message) -> list[str]:
    """What the fields of a text stand for, a line each."""
    found = dict.fromkeys(one or other for text in forms(message.id) for one, other in _FIELD.findall(text))
    return [f"{field}: {FIELDS[field]}" for field in found if field in FIELDS]


def forms(text: str | Iterable[str] | None) -> list[str]:
    """The singular and the plural of a text, or the text; one without a word if there is none yet."""
    return [text or ""] if isinstance(text, str) or text is None else [form or "" for form in text]


def missing(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages of a catalogue that lack a translation."""
    return (message for message in catalogue if message.id and not all(forms(message.string)))


def update(locale: str, texts: Catalog, other: Path | None = None) -> None:
    """Bring the catalogue of a language up to date and say how many texts fall back to English."""
    file = path_of(locale)
    catalogue = _read(file) if file.exists() else Catalog(locale, project="companion", fuzzy=False)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    if other is not None:
        _take(catalogue, _read(other))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as output:
        write_po(output, catalogue, width=0, sort_output=True, ignore_obsolete=True)
    count, lacks = len([message for message in catalogue if message.id]), list(missing(catalogue))
    print(f"{locale}: {count - len(lacks)} of {count} texts are translated; {len(lacks)} fall back to English.")
    for message in lacks[:20]:
        print(f"  {forms(message.id)[0]}")


def _take(catalogue: Catalog, other: Catalog) -> None:
    for message in missing(catalogue):
        known = other.get(message.id)
        if known is not None and all(forms(known.string)):
            message.string = known.string


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


if __name__ == "__main__":
    raise SystemExit(main())
