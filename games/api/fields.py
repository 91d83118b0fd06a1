"""Serializers of bodies and queries: nothing is guessed, nothing unknown is passed over."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

LARGEST_VERSION = 2**31 - 1


class StrictSerializer(serializers.Serializer):
    """Refuses what it doesn't know: a field that were ignored would look as if it had been obeyed."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                fault = serializers.ErrorDetail(gettext("There is no such field here."), code="unknown")
                raise serializers.ValidationError({name[:40]: fault for name in unknown[:20]})
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """A JSON string; a number or a truth value is not read as one."""

    default_error_messages = {"invalid": _("This must be a text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeField(serializers.IntegerField):
    """A JSON whole number; « "17" » and 17.5 are not read as one."""

    default_error_messages = {"invalid": _("This must be a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


def version_field(**more: Any) -> WholeField:
    """The version that a request is made on."""
    text = _("The version of the position that you have before you.")
    return WholeField(min_value=0, max_value=LARGEST_VERSION, help_text=text, **more)


class NothingSerializer(StrictSerializer):
    """A body that holds nothing: none at all, or `{}`."""
