"""Fields of JSON bodies that take what they say and nothing that looks like it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class FlagField(serializers.BooleanField):
    """A JSON truth value; « "yes" » and 1 are not read as one."""

    default_error_messages = {"invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOf(serializers.ChoiceField):
    """One of some texts or numbers, of just their type."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, bool) or not isinstance(data, str | int) or data not in self.choices:
            self.fail("invalid_choice", input=str(data)[:40])
        return data
