"""The web side of the checks: an application in this process, the addresses of its pages, and its entry forms."""
