"""What the admin pages of all apps share: the staff's log in words, long lists, filters by open work."""

import json
from collections.abc import Sequence
from typing import Any, ClassVar, cast

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User

# What the log says was done, as it is stored (in English, whoever did it) and as it is read. Words of the
# staff's own may follow.
SENTENCES: dict[str, Any] = {
    "Warned.": pgettext_lazy("staff log", "Warned."),
    "Renamed.": pgettext_lazy("staff log", "Renamed."),
    "Suspended.": pgettext_lazy("staff log", "Suspended."),
    "Suspension lifted.": pgettext_lazy("staff log", "Suspension lifted."),
    "Declared a computer account.": pgettext_lazy("staff log", "Declared a computer account."),
    "Declared a person's account again.": pgettext_lazy("staff log", "Declared a person's account again."),
    "Voided.": pgettext_lazy("staff log", "Voided."),
    "Given back.": pgettext_lazy("staff log", "Given back."),
    "Flag settled.": pgettext_lazy("staff log", "Flag settled."),
    "Settled.": pgettext_lazy("staff log", "Settled."),
    "Replaced.": pgettext_lazy("staff log", "Replaced."),
    "Looked at the hidden cards.": pgettext_lazy("staff log", "Looked at the hidden cards."),
}


def log(request: HttpRequest, changed: Sequence[Model], sentence: str) -> None:
    """Note in the staff's log what was done to some rows: a sentence of `SENTENCES`."""
    if changed:
        by = cast(User, request.user).pk
        LogEntry.objects.log_actions(by, changed, CHANGE, change_message=sentence)


def in_words(message: str) -> str:
    """Return a message of the log in the reader's language; what is not of ours as it is."""
    found = next((sentence for sentence in SENTENCES if message.startswith(sentence)), "")
    return f"{SENTENCES[found]}{message[len(found) :]}" if found else message


def entry_in_words(entry: LogEntry) -> str:
    """Return what an entry of the log says was done, in the reader's language.

    Django keeps the labels of the fields that changed, in English and with a capital: it finds no
    translation of those, since the names of the models' fields have none.
    """
    try:
        changes = json.loads(entry.change_message)
        for changed in (change["changed"] for change in changes if "changed" in change):
            changed["fields"] = [_name_in_words(name) for name in changed["fields"]]
    except (ValueError, TypeError, AttributeError):  # a sentence
        return in_words(entry.get_change_message())
    return str(LogEntry(change_message=json.dumps(changes)).get_change_message())


def _name_in_words(name: str) -> str:
    plain = name[:1].lower() + name[1:]
    found = gettext(plain)
    return name if found == plain else found


def entries_for(user: User, limit: int) -> list[LogEntry]:
    """Return the last entries of the log that are about what this member of the staff may see."""
    recent = LogEntry.objects.select_related("content_type", "user").order_by("-action_time")[: 20 * limit]
    seen = [entry for entry in recent if _may_see(user, entry)]
    return seen[:limit]


def _may_see(user: User, entry: LogEntry) -> bool:
    kind = entry.content_type
    return kind is not None and user.has_perm(f"{kind.app_label}.view_{kind.model}")


class ShortPaginator(Paginator):
    """A paginator that looks ahead a hundred pages at most: a list of a million rows is never counted."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, as far as one is shown."""
        most = 100 * self.per_page
        rows = cast(QuerySet[Model], self.object_list)
        return len(rows.order_by("pk").values_list("pk", flat=True)[:most])


class Uncounted(admin.ModelAdmin):
    """A list that may be long: no page of it, and no filter, counts all the rows."""

    paginator = ShortPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER


class OpenFirst(admin.SimpleListFilter):
    """Open rows first: that is the work. ``field`` is the moment at which a row was settled."""

    title = _("state")
    parameter_name = "state"
    field: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("settled", _("settled")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [{**first, "display": _("open")}, *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(**{f"{self.field}__isnull": self.value() != "settled"})
