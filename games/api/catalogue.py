"""The games that can be begun, with their options and names."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.examples import CATALOGUE, answered
from games.api.permissions import Anybody
from games.engine.variant import Variant
from games.engine.variants import SOLO_VARIANTS
from games.play.about import about
from games.play.choices import options_in_words


class OptionsShape(serializers.Serializer):
    """One form of a game."""

    options = serializers.CharField(help_text=_("In the canonical spelling, as in a code."))
    name = serializers.CharField(allow_blank=True)
    draw = serializers.IntegerField(help_text=_("Cards turned from the stock at once."))
    passes = serializers.IntegerField(allow_null=True, help_text=_("Passes through the stock; null: no end."))
    points = serializers.BooleanField()
    dollars = serializers.BooleanField(help_text=_("The score is in fictitious dollars (Vegas)."))


class VariantShape(serializers.Serializer):
    """A game."""

    key = serializers.CharField(help_text=_("Its word in addresses: `klondike`."))
    code = serializers.CharField(help_text=_("Its two letters in codes: `KL`."))
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    decks = serializers.IntegerField()
    columns = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("Cards dealt to each column, left to right.")
    )
    has_stock = serializers.BooleanField()
    undo_limit = serializers.IntegerField(allow_null=True, help_text=_("Null: no limit."))
    options = OptionsShape(many=True)


@answered(CATALOGUE)
class CatalogueShape(serializers.Serializer):
    """All games for one player."""

    games = VariantShape(many=True)


class CatalogueView(ApiView):
    """The catalogue."""

    permission_classes = (Anybody,)

    @extend_schema(
        operation_id="catalogue_read",
        tags=["catalogue"],
        summary=_("List the games and their options"),
        description=_("The games for one player, in the order of the site. Names are in the language asked."),
        responses={200: CatalogueShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        return self.answer({"games": [_variant(variant) for variant in SOLO_VARIANTS.values()]})


def _variant(variant: Variant) -> dict[str, Any]:
    return {
        "key": variant.key,
        "code": variant.code,
        "name": gettext(variant.name),
        "about": str(about(variant).short),
        "decks": variant.decks,
        "columns": list(variant.heights),
        "has_stock": variant.has_stock,
        "undo_limit": variant.undo_limit,
        "options": [
            {
                "options": options,
                "name": options_in_words(variant.code, options),
                "draw": settings.draw,
                "passes": settings.passes,
                "points": settings.marking != "S",
                "dollars": settings.scoring.currency,
            }
            for options, settings in variant.settings.items()
        ],
    }
