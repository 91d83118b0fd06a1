"""The site's settings, with the upgrade."""

from tools.faults.settings import *  # noqa: F403
from tools.faults.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tools.faults.upgrade.apps.UpgradeConfig"]
