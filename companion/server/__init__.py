"""The web server: connections, requests, limits. It knows nothing of games. Here: keys of a request's environment."""

BEGAN = "companion.server.began"
"""When it had arrived, in seconds of `time.perf_counter`."""
COUNTERS = "companion.server.counters"
"""A function that returns the server's connection counts."""
REQUEST_ENDED = "companion.server.request_ended"
"""A function that takes the pattern of its address and how many seconds it took."""
