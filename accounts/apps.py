from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        from accounts import receivers  # noqa: F401 — models exist only now
        from accounts.roles import update_roles

        post_migrate.connect(update_roles, dispatch_uid="accounts.update_roles")
