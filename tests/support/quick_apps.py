"""Makes `create_app` quick for tests, which make some 2,000 applications: what comes out the same each time is kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from qrcode.main import QRCode
from werkzeug.routing import Map, Rule

best_mask_pattern = QRCode.best_mask_pattern
"""The library's own search, for tests of what it finds."""


class KeptBytecode(FileSystemBytecodeCache):
    """Compiled templates, in a folder for all workers and in memory for the next application of this one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        key = (bucket.key, bucket.checksum)
        if key in self._codes:
            bucket.code = self._codes[key]
            return
        super().load_bytecode(bucket)
        if bucket.code is not None:
            self._codes[key] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code
        super().dump_bytecode(bucket)


@contextmanager
def quick_apps(templates: Path) -> Iterator[None]:
    """Templates, rules and URL builders are compiled once, the templates for all workers; QR codes have any mask."""
    cache = KeptBytecode(templates)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Flask, "jinja_options", {"bytecode_cache": cache})
        patched.setattr(Rule, "compile", _cached_compile(Rule.compile))
        patched.setattr(Rule, "_compile_builder", _cached_builder(Rule._compile_builder))
        patched.setattr(QRCode, "best_mask_pattern", lambda code: 0)
        yield


def _cached_compile(compile_rule: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """Werkzeug's compiler of rules, called once for equal rules of equal maps.

    What it finds is not changed later; its converters know their map, which those of the companion do not ask.
    """
    compiled: dict[object, dict[str, Any]] = {}

    def cached(rule: Rule) -> None:
        assert rule.map is not None
        key = (rule.rule, rule.host, rule.subdomain, rule.merge_slashes, _kinds(rule.map), _defaults(rule))
        if key in compiled:
            rule.__dict__.update(compiled[key])
            rule._build = rule._compile_builder(False).__get__(rule, None)
            rule._build_unknown = rule._compile_builder(True).__get__(rule, None)
            return
        compile_rule(rule)
        names = ("_parts", "_trace", "_converters")
        compiled[key] = {name: getattr(rule, name) for name in names} | {"arguments": rule.arguments}

    return cached


def _kinds(url_map: Map) -> tuple[object, ...]:
    return (url_map.host_matching, *url_map.converters.values())


def _defaults(rule: Rule) -> tuple[tuple[str, Any], ...]:
    return tuple((rule.defaults or {}).items())


def _cached_builder(compile_builder: Callable[..., Any]) -> Callable[..., Any]:
    """Werkzeug's compiler of URL builders, which takes half of the time of `create_app`, called once for equal rules.

    A builder takes its rule as an argument, so rules with the same parts and defaults can share one.
    """
    builders: dict[object, Any] = {}

    def cached(rule: Rule, append_unknown: bool = True) -> Any:
        key = (rule.rule, *rule._trace, _defaults(rule), append_unknown)
        if key not in builders:
            builders[key] = compile_builder(rule, append_unknown)
        return builders[key]

    return cached
