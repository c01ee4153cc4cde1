"""The software bill of materials of a release in CycloneDX's format, from the lock files."""

import base64
import json
import re
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

_PACKAGE = re.compile(r"^([\w.-]+)==([^\s;\\]+)(?: ; ([^\\\n]+?))? \\\n((?:    --hash=.*\n?)+)", re.MULTILINE)


def sbom(root: Path, made: datetime) -> str:
    """Return the bill of materials as JSON; the same sources and time give the same text."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    bom = Bom()
    bom.metadata.timestamp = made
    bom.metadata.component = companion = _component("pypi", project["name"], project["version"], project["license"])
    companion.type = ComponentType.APPLICATION
    parts = [*python_packages((root / "requirements/run.txt").read_text("utf-8")), *scripts(root)]
    bom.components.update(parts)
    bom.register_dependency(companion, parts)
    known = sorted(str(part.bom_ref) for part in (companion, *parts))
    bom.serial_number = uuid5(NAMESPACE_URL, " ".join([made.isoformat(), *known]))
    return json.dumps(json.loads(JsonV1Dot6(bom).output_as_string()), indent=2, sort_keys=True) + "\n"


def python_packages(lock: str) -> Iterator[Component]:
    """Yield the packages of a lock file, with the hashes of their files."""
    for name, version, marker, hashes in _PACKAGE.findall(lock):
        found = _component("pypi", name, version)
        allowed = [HashType(alg=HashAlgorithm.SHA_256, content=text) for text in re.findall(r"sha256:(\w+)", hashes)]
        found.external_references.add(_distribution(found, allowed))
        if marker:
            found.properties.add(Property(name="companion:marker", value=marker))
        yield found


def scripts(root: Path) -> Iterator[Component]:
    """Yield the npm packages whose scripts a release has, with the hashes of their archives."""
    packages = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    for path, package in sorted(packages.items()):
        if path and not package.get("dev"):
            found = _component("npm", path.removeprefix("node_modules/"), package["version"], package["license"])
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            archive = HashType(alg=HashAlgorithm.SHA_512, content=digest)
            found.external_references.add(_distribution(found, [archive]))
            yield found


def _component(kind: str, name: str, version: str, licence: str = "") -> Component:
    purl = PackageURL(kind, None, name, version)
    found = Component(name=name, version=version, purl=purl, bom_ref=str(purl))
    if licence:
        found.licenses.add(LicenseFactory().make_from_string(licence))
    return found


def _distribution(component: Component, hashes: list[HashType]) -> ExternalReference:
    return ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(component.purl)), hashes=hashes)
