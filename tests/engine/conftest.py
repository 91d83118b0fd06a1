"""Hypothesis for the engine: the same examples on every run, unless HYPOTHESIS_PROFILE=explore wants new
ones.
"""

import os

from hypothesis import HealthCheck, settings

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=20, suppress_health_check=_QUIET
)
settings.register_profile("explore", deadline=None, max_examples=200, suppress_health_check=_QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
