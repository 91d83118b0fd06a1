"""The settings of the test suite; the server that browser tests start, another process, uses them too.

Only what makes tests fast or repeatable differs from ``config.settings``.
"""

import os

from config._api import REST_FRAMEWORK
from config._environment import VAR_DIR
from config._storage import CACHES, CHANNEL_LAYERS, DATABASES, REDIS_URL
from config.settings import *  # noqa: F403

# One name per run, inherited by the server's process, so that runs side by side share nothing.
os.environ.setdefault("TEST_RUN", str(os.getpid()))
TEST_RUN = "-".join(filter(None, [os.environ["TEST_RUN"], os.environ.get("PYTEST_XDIST_WORKER")]))

_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the server's process must see it.
    _database["TEST"] = {"NAME": str(VAR_DIR / f"test-{os.environ['TEST_RUN']}.sqlite3")}
else:
    _database["TEST"] = {"NAME": f"test_{_database['NAME']}_{os.environ['TEST_RUN']}"}
CACHES["default"]["KEY_PREFIX"] = f"test-{TEST_RUN}"
if REDIS_URL:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test-{TEST_RUN}"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# All requests come from one address: limits are tested by tests that switch them on.
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]  # allauth takes either
RATES = {}
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {}
# Static files straight from their sources: nothing is collected for tests.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
# A browser test that has to win a drawn deal fixes the letters.
DRAW_LETTERS = "tests.letters.next_letters"
# A browser test that goes from one day to the next sets the clock of both processes.
CLOCK = "tests.clock.now"
