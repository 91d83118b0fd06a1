from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    """The site as a whole: it has no models, only the checks of a start."""

    name = "config"

    def ready(self) -> None:
        from config import checks, figures, reports  # noqa: F401  the checks register themselves
        from games.play.acts import acted

        acted.connect(figures.count_act, dispatch_uid="config.count_act")
        if settings.SENTRY_DSN:
            reports.start_sentry(settings.SENTRY_DSN)
