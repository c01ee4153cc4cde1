"""What runs in a browser: this package, what it needs of others, the standard library."""

import pickle
import re
import zipfile
from fnmatch import translate
from importlib.metadata import distribution
from pathlib import Path

from companion import paths
from companion.features import all_features
from companion.locales import LOCALES

PACKAGE = "tabletop-companion"
_OTHERS = (
    *("babel", "blinker", "click", "click-default-group", "flask", "flask-babel", "htmx-flask", "itsdangerous"),
    *("jinja2", "markupsafe", "pluggy", "python-dateutil", "pytz", "qrcode", "sqlite-fts4", "sqlite-utils", "tabulate"),
    "werkzeug",
)
_PATTERNS = Path(__file__).with_name("left_out.txt").read_text("utf-8").split()
_is_left_out = re.compile("|".join(map(translate, _PATTERNS))).match
_is_other_language = re.compile(rf"babel/locale-data/(?!(?:root|en|zh|{'|'.join(LOCALES)})\.)").match
_NAMES = {
    *("currency_names", "currency_names_plural", "currency_symbols", "currency_unit_patterns", "languages", "scripts"),
    *("territories", "variants", "unit_display_names", "compound_unit_patterns", "unit_patterns", "zone_names"),
    *("meta_zones", "time_zones", "territory_currencies", "territory_languages", "territory_zones", "zone_territories"),
    *("windows_zone_mapping", "all_currencies", "currency_fractions"),
}
"""What Babel knows of a language, and no page names."""


def copy_site(folder: Path) -> None:
    """Copy this package and what it needs of others."""
    unused = {feature.folder for feature in all_features() if feature.needs_server}
    for source, inside in ((paths.PACKAGE, ""), (paths.TEMPLATES, "templates/"), (paths.STATIC, "static/")):
        for path in source.rglob("*"):
            if unused.isdisjoint(path.parents):
                _copy(path, folder, f"companion/{inside}{path.relative_to(source).as_posix()}")
    for name in _OTHERS:
        for file in distribution(name).files or ():
            if not file.parts[0].endswith((".dist-info", "..")):
                _copy(Path(str(file.locate())), folder, file.as_posix())
        _describe(folder, name)
    _describe(folder, PACKAGE, "[companion.features]\npocket = companion.pocket:FEATURE\n")


def _copy(path: Path, folder: Path, name: str) -> None:
    if not path.is_file() or _is_left_out(name) or _is_other_language(name):
        return
    content = path.read_bytes()
    if path.suffix == ".dat" and type(data := pickle.loads(content)) is dict:  # of Babel, as that reads it
        content = pickle.dumps({key: value for key, value in data.items() if key not in _NAMES})
    write(folder / name, content)


def _describe(folder: Path, name: str, entry_points: str = "") -> None:
    version = distribution(name).version
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    write(about / "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode())
    write(about / "entry_points.txt", entry_points.encode())


def write(path: Path, content: bytes) -> None:
    """Write a file, into a folder that may not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def copy_library(archive: Path, folder: Path) -> None:
    """Unpack the standard library."""
    with zipfile.ZipFile(archive) as found:
        found.extractall(folder, (name for name in found.namelist() if not _is_left_out(name)))
