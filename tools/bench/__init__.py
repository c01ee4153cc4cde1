"""Benchmarks: `make bench`. They judge a machine as much as the companion, so no test asks for their figures."""
