"""Three roles of the staff, as Django groups, kept in step with the models after every migration."""

from fnmatch import fnmatchcase
from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.apps.registry import apps as all_apps
from django.contrib.auth.management import create_permissions
from django.db import DEFAULT_DB_ALIAS

EDITORS = "Rédaction"
MODERATORS = "Modération"
ADMINISTRATORS = "Administration"

# Role -> patterns of "app.codename". A pattern that matches nothing (an app not there yet) does no harm.
ROLES: dict[str, tuple[str, ...]] = {
    EDITORS: (
        "games.*_page",
        "games.*_example",
        "games.*_announcement",
        "games.view_historical*",
        "games.*_dailydeal",
        "games.*_programmeentry",
    ),
    MODERATORS: (
        "accounts.view_user",
        "accounts.change_user",
        "accounts.view_staffwarning",
        "accounts.view_accesstoken",
        "accounts.delete_accesstoken",
        "games.view_game",
        "games.change_game",
        "games.view_match",
        "games.change_match",
        "games.view_dealopening",
        "games.view_dailydeal",
        "games.*_flag*",
        "games.*_report*",
        "games.view_namereport",
        "games.change_namereport",
        "leaderboards.view_result",
        "leaderboards.change_result",
    ),
    ADMINISTRATORS: ("accounts.*", "games.*", "leaderboards.*", "admin.view_logentry", "auth.*"),
}
# What no role may touch in the admin site: keys, and what the site counts by itself.
NOBODY = ("games.*_sitekey", "games.*_dealsecret", "leaderboards.*_counter", "accounts.*_takenname")


def update_roles(
    app_config: AppConfig,
    apps: Apps = all_apps,  # what empties a database tells no apps
    using: str = DEFAULT_DB_ALIAS,
    verbosity: int = 0,
    **kwargs: Any,
) -> None:
    """Give each role what its patterns find among the permissions of ``app_config``; take nothing away.

    Idempotent. The receiver may run before the one that makes the permissions, so it makes them itself.
    """
    try:
        group_model = apps.get_model("auth", "Group")
        permission_model = apps.get_model("auth", "Permission")
    except LookupError:
        return
    if not any(pattern.startswith(f"{app_config.label}.") for role in ROLES.values() for pattern in role):
        return
    create_permissions(app_config, verbosity=0, using=using, apps=apps)
    known = permission_model.objects.using(using).filter(content_type__app_label=app_config.label)
    found = [p for p in known if not _matches(f"{app_config.label}.{p.codename}", NOBODY)]
    for name, patterns in ROLES.items():
        group, _created = group_model.objects.using(using).get_or_create(name=name)
        group.permissions.add(*[p for p in found if _matches(f"{app_config.label}.{p.codename}", patterns)])


def _matches(permission: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(permission, pattern) for pattern in patterns)
