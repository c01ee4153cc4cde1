"""The sample games of `companion demo` and `companion serve --demo`: their seed, and the job that plays them."""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.commands.output import print_error
from companion.commands.serving.options import whole_number
from companion.game import Message

if TYPE_CHECKING:
    from companion.sessions.samples import SampleCollection

MOST_SEED = 99_999

_log = logging.getLogger(__name__)


def read_seed(args: Namespace) -> int | None:
    """Return the seed of the options, None where they name none; raise `ServeError` if it is no number."""
    name, text = ("--seed", args.seed) if args.is_demo else ("--demo", args.samples)
    return whole_number(name, text, 0, MOST_SEED) if text else None


def begin_samples(app: Any, args: Namespace, seed: int | None) -> Message | None:
    """Store which sample games are wanted; returns the line about their seed, None for an instance without."""
    samples: SampleCollection | None = getattr(app, "extensions", {}).get("companion.samples")
    if samples is None:
        return None
    stored = samples.begin(seed, is_reset=args.is_demo and args.reset)
    option = "--seed" if args.is_demo else "--demo"
    return Message("The sample games have the seed {seed}; {option} {seed} plays the same ones.", seed=str(stored),
                   option=option)  # fmt: skip


def sample_job(app: Any, pause: Callable[[], None]) -> Callable[[], None] | None:
    """The job that keeps the sample tables of an instance, and a demo's other tables for a day; None without samples.

    Of several processes on a database one does it.
    """
    from companion.storage.error_messages import StoreError

    samples: SampleCollection | None = app.extensions["companion.samples"]
    if samples is None:
        return None
    database = app.extensions["companion"].store.database

    def job() -> None:
        if not database.is_leader():
            return
        try:
            samples.make_due(pause)
            if samples.renews:
                samples.delete_visitors_tables(pause)
        except StoreError as error:
            print_error(Message("companion: the sample games could not be kept: {reason}", reason=error.message))

    return job
