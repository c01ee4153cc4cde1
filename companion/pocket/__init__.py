"""The companion without a server: the same application in a phone's browser, from a folder of static files.

`FEATURE` is what its pages have besides; only the folder that `companion pocket` writes registers it.
"""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature("pocket", Path(__file__).parent, order=5)
