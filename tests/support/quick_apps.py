"""Makes `create_app` quick for tests, which make some 2,000 applications: what comes out the same each time is kept."""

import sys
from contextlib import contextmanager

import pytest
from qrcode.main import QRCode
from werkzeug.routing import Rule

from companion.views.render.template_whitespace import CompiledTemplates

best_mask_pattern = QRCode.best_mask_pattern
"""The library's own search, for tests of what it finds."""


@contextmanager
def quick_apps():
    """Compiled templates are read once, rules and URL builders compiled once; QR codes have any mask."""
    with pytest.MonkeyPatch.context() as patched:
        codes = {}
        patched.setattr(CompiledTemplates, "load_bytecode", _kept_load(CompiledTemplates.load_bytecode, codes))
        patched.setattr(CompiledTemplates, "dump_bytecode", _kept_dump(CompiledTemplates.dump_bytecode, codes))
        patched.setattr(Rule, "compile", _cached_compile(Rule.compile))
        patched.setattr(Rule, "_compile_builder", _cached_builder(Rule._compile_builder))
        patched.setattr(QRCode, "best_mask_pattern", lambda code: 0)
        yield


def _key(kept, bucket):
    return kept.directory, bucket.key, bucket.checksum


def _kept_load(load, codes):
    """The companion's own way to read a compiled template, for the first application of this worker that asks."""

    def kept(templates, bucket):
        key = _key(templates, bucket)
        if key not in codes:
            load(templates, bucket)
            if bucket.code is None:
                return
            codes[key] = bucket.code
        bucket.code = codes[key]

    return kept


def _kept_dump(dump, codes):
    """The companion's own way to write one; where Python may write no bytecode it is kept here."""

    def kept(templates, bucket):
        dump(templates, bucket)
        if sys.dont_write_bytecode and bucket.code is not None:
            codes[_key(templates, bucket)] = bucket.code

    return kept


def _cached_compile(compile_rule):
    """Werkzeug's compiler of rules, called once for equal rules of equal maps.

    What it finds is not changed later; its converters know their map, which those of the companion do not ask.
    """
    compiled = {}

    def cached(rule):
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


def _kinds(url_map):
    return (url_map.host_matching, *url_map.converters.values())


def _defaults(rule):
    return tuple((rule.defaults or {}).items())


def _cached_builder(compile_builder):
    """Werkzeug's compiler of URL builders, which takes half of the time of `create_app`, called once for equal rules.

    A builder takes its rule as an argument, so rules with the same parts and defaults can share one.
    """
    builders = {}

    def cached(rule, append_unknown=True):
        key = (rule.rule, *rule._trace, _defaults(rule), append_unknown)
        if key not in builders:
            builders[key] = compile_builder(rule, append_unknown)
        return builders[key]

    return cached
