"""What must hold of this app before the site is served."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError

from games.play import deals


@register(Tags.database)
def same_deal_key(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse another DEAL_KEY than the one that stored games were dealt under (DESIGN section 2)."""
    if not kwargs.get("databases"):
        return []
    try:
        deals.check_key()
    except deals.OtherDealKey as error:
        return [
            Error(
                str(error),
                hint="A lost key cannot be found again: take it from the backup of the settings.",
                id="games.E001",
            )
        ]
    except DatabaseError:  # no tables yet, or no database: there is nothing that could be dealt wrongly
        return []
    return []
