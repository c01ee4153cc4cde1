"""`companion serve` that measures how long its event loop stands still; run it as a module with the same arguments."""

from __future__ import annotations

import sys
from typing import Any

from gevent import monkey


def main() -> int:
    """Serve until a signal comes."""
    monkey.patch_all()
    from companion import app as application
    from companion.commands import cli
    from companion.commands.serving import background_jobs, serve
    from tests.support.loop_holds import Holds, watched

    # To ask for huge pages stops all threads now and then, whatever is asked for; it is no part of any request.
    background_jobs.is_used = lambda: False

    def create(config: dict[str, Any]) -> Any:
        made, holds = application.create_app(config), Holds()
        made.wsgi_app = watched(made.wsgi_app, holds, made.extensions["companion"])  # type: ignore[method-assign]
        holds.watch()
        return made

    parsed = cli.parser_for(sys.argv[1:]).parse_args(sys.argv[1:])
    return serve.run(parsed, create)


if __name__ == "__main__":
    raise SystemExit(main())
