"""A program beside the installed package, for mypy: what docs/api.md names has types. Nothing calls it.

An ignored error that is none is an error, too.
"""

from typing import Any, assert_type

from companion.api import DetailedStep, EntryResult, StepResult, ask, detailed_result, read, replay, result


def program(given: dict[str, Any]) -> None:
    scored = result(given)
    assert_type(scored["ranking"], list[list[int]])
    assert_type(scored["entries"], list[EntryResult])
    for entry in scored["entries"]:
        assert_type(entry["steps"], list[StepResult])
        assert_type(entry["steps"][0].get("points"), int | None)
    scored["points"]  # type: ignore[typeddict-item]
    told = detailed_result(given, table="Friday")
    assert_type(told["steps"], list[DetailedStep])
    assert_type(told["steps"][0]["player"], str | None)
    told["steps"][0]["name"]  # type: ignore[typeddict-item]
    assert_type(ask({"ask": "azul/floor", "floor": 3, "total": 2})["steps"], list[StepResult])
    for played in replay(read(given)):
        assert_type(played.points, tuple[int, ...])
    result()  # type: ignore[call-arg]
