"""The command `demo`, the sample games of `companion serve`, and the job that replaces them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.commands.output import catalogue, print_error
from companion.commands.serving import options
from companion.commands.serving.listening import print_text
from companion.commands.serving.options import REQUESTS_PER_SECOND, TABLES_PER_HOUR, whole_number
from companion.commands.serving.serve import run
from companion.engine import Message
from companion.engine.pause import pausing
from companion.storage.error_messages import StoreError

if TYPE_CHECKING:
    from companion.commands.serving.background_jobs import Stop
    from companion.features.demo.samples import SampleCollection

_PHONES_PER_HOUR = 60  # how many new phones of one address may join a demo's tables, whose links are public
_EVERY = 300.0  # seconds between two runs of the job
_MOST_SEED = 99_999


def add_demo(subparsers: Any) -> None:
    """Add the command `demo`: a public instance to try, where everything is deleted after a day."""
    about = Message(
        "Serve an instance to try, with sample games. Tables are deleted a day after they were opened, and all limits"
        " hold."
    )
    limit = Message("how many tables an hour one address may open (default: {number})", number=TABLES_PER_HOUR)
    requests = Message(
        "how many requests a second one address may make in the long run (default: {number})",
        number=REQUESTS_PER_SECOND,
    )
    seed = Message("the seed of the sample games; by default the stored one, else a random one")
    reset = Message("replace all sample games now, not after a day")
    parser = subparsers.add_parser("demo", description=about, conflict_handler="resolve")
    parser.decided = {"--photos": False, "--delete-after": None, "--develop": False, "--demo": None}
    options.add_options(parser, "demo", "demo.sqlite", is_limited=True)
    parser.add_argument("--open-limit", metavar="N", help=limit)
    parser.add_argument("--request-limit", metavar="N", help=requests)
    parser.add_argument("--seed", metavar="N", help=seed)
    parser.add_argument("--reset", action="store_true", help=reset)
    parser.set_defaults(func=run, is_demo=True)


def add_options(parser: Any) -> None:
    """Add the option of `companion serve` that fills its database with sample games."""
    samples = Message("fill the database once with sample games, random ones or those of the seed SEED")
    parser.add_argument("--demo", metavar=Message("SEED"), dest="samples", nargs="?", const="", help=samples)
    parser.set_defaults(is_demo=False)


def config(args: Namespace) -> dict[str, Any]:
    """Return the configuration values of the options. Raises `ServeError`."""
    read_seed(args)
    return {
        "DEMO": args.is_demo,
        "SAMPLES": args.is_demo or args.samples is not None,
        "JOIN_LIMIT": _PHONES_PER_HOUR if args.is_demo else 0,
        "WEBHOOKS_OF_HOSTS": not args.is_demo,
    }


def read_seed(args: Namespace) -> int | None:
    """Return the seed in the options, or None. Raises `ServeError` if it is not a number."""
    name, text = ("--seed", args.seed) if args.is_demo else ("--demo", args.samples)
    return whole_number(name, text, 0, _MOST_SEED) if text else None


def serve(args: Namespace, app: Any, _: Mapping[str, Any], stop: Stop) -> None:
    """Print the seed of the sample games and start the job that replaces them, if the instance has sample games."""
    import gevent

    from companion.commands.serving.background_jobs import PAUSE
    from companion.server import wsgi

    samples: SampleCollection | None = getattr(app, "extensions", {}).get("companion.samples")
    if samples is None:
        return
    seed = str(samples.begin(read_seed(args), is_reset=args.is_demo and args.reset))
    option = "--seed" if args.is_demo else "--demo"
    text = Message(
        "The sample games have the seed {seed}; {option} {seed} plays the same ones.", seed=seed, option=option
    )
    print_text(sys.stdout, text.text(catalogue()))

    def job() -> None:
        if not app.extensions["companion"].is_leader():  # one process on a database does it
            return
        try:
            with pausing(lambda: gevent.sleep(PAUSE)):
                samples.make_due()
                if samples.renews:
                    samples.delete_visitors_tables()
        except StoreError as error:
            print_error(Message("companion: the sample games could not be kept: {reason}", reason=error.message))

    stop.jobs.append(wsgi.run_periodically(job, _EVERY))
