"""An instance to try, where everything is deleted after a day; its sample tables any other one may have as well."""

from pathlib import Path

from companion.engine import Message
from companion.feature import Feature

FEATURE = Feature(
    "demo",
    Path(__file__).parent,
    order=200,
    needs_server=True,
    requires=("groups", "evenings"),
    slots={"home notice": "demo/notice.html", "home tables": "demo/samples.html", "unused": "demo/unused.html"},
    commands={"demo": (f"{__name__}.serving:add_demo", Message("serve an instance to try, with sample games"))},
    options=f"{__name__}.serving:add_options",
    config=f"{__name__}.serving:config",
    serve=f"{__name__}.serving:serve",
    blueprint=f"{__name__}.views:bp",
)
