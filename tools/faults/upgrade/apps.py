from django.apps import AppConfig


class UpgradeConfig(AppConfig):
    """No models: only the migration that `bin/faults` runs while people play."""

    name = "tools.faults.upgrade"
    label = "faults_upgrade"
