from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Once all apps are loaded; checks and receivers register themselves.
        from games import checks  # noqa: F401
        from games.catalogue import register_games
        from games.matches import sessions  # noqa: F401
        from games.matches import signals as before_plays  # noqa: F401  takes the visitor's seats first
        from games.play import export, signals  # noqa: F401
        from games.staff import signals as staff_signals  # noqa: F401

        register_games()
