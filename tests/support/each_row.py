"""A table of cases in one test: all rows are tried, and those that fail are named."""

import functools
import inspect

import pytest


def each_row(names, values):
    """Like `pytest.mark.parametrize`, but one test, for cases that share what the fixtures give."""
    cases = list(values)

    def decorate(test):
        @functools.wraps(test)
        def all_rows(**fixtures):
            failed = [fault for row in cases if (fault := _fault(test, fixtures, names, row))]
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} rows", failed)

        own = (names,) if isinstance(names, str) else names
        asked = [each for each in inspect.signature(test).parameters.values() if each.name not in own]
        all_rows.__signature__ = inspect.Signature(asked)  # for the fixtures
        return all_rows

    return decorate


def _fault(test, fixtures, names, row):
    given = {names: row} if isinstance(names, str) else dict(zip(names, row, strict=True))
    try:
        test(**fixtures, **given)
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(f"in the row {str(given)[:2000]}")
        return error
    return None
