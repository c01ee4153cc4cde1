"""The entry point: install the handlers for SIGINT and SIGTERM, then import the rest and run the command."""

import os
import signal

from companion.commands.signals import Terminated, terminable


def main() -> int:
    """Run the command line; returns the exit status."""
    try:
        with terminable():
            from companion.commands import cli

            return cli.main()
    except Terminated as error:
        if error.code == 128 + signal.SIGTERM:
            # By the signal itself, which the service manager does not take for a failure.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        raise
