from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site as a whole: it has no models, only the checks of a start."""

    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registers them, which needs the settings
