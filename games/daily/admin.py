"""The programme of the challenge and its deals, for the staff."""

import time
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.daily import days, services, words
from games.daily.models import DailyDeal, ProgrammeEntry
from games.engine.codes import DealCode
from games.engine.variants import SOLO_VARIANTS
from games.play import clock, deals
from games.play.choices import options_in_words
from games.play.models import DealSecret, Game
from games.staff.records import hidden_cards

PATIENCE = 20.0
"""Seconds that staff may wait for a deal that can be won."""


def board_choices() -> list[tuple[str, str]]:
    """Return every game for one player with each of its options, in words."""
    return [
        (
            f"{variant.code}-{options}",
            f"{gettext(variant.name)} · {options_in_words(variant.code, options) or options}",
        )
        for variant in SOLO_VARIANTS.values()
        for options in variant.option_choices
    ]


class BoardForm(forms.ModelForm):
    """A game and its options, chosen together."""

    board = forms.ChoiceField(label=_("game and options"), choices=board_choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and "board" in self.fields:
            self.fields["board"].initial = self.instance.board_key

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        board = cleaned.get("board", "")
        self.instance.variant, _dash, self.instance.options = board.partition("-")
        same = type(self.instance).objects.filter(
            variant=self.instance.variant, options=self.instance.options
        )
        if "date" in cleaned:
            same = same.filter(date=cleaned["date"])
        if board and same.exclude(pk=self.instance.pk).exists():
            raise ValidationError(gettext("This game with these options is there already."))
        return cleaned


class DailyForm(BoardForm):
    """A day and a game; the letters are drawn by the server."""

    def clean_date(self) -> Any:
        date = self.cleaned_data["date"]
        if date < days.day_of(clock.now()):
            raise ValidationError(gettext("This day is over."))
        return date

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            deadline = time.monotonic() + PATIENCE
            code = services.draw_winnable(self.instance.variant, self.instance.options, deadline)
            if code is None:
                raise ValidationError(gettext("No deal that can be won was found in time. Try again."))
            self.code: DealCode = code
        return cleaned


@admin.register(ProgrammeEntry)
class ProgrammeAdmin(admin.ModelAdmin):
    """The games of every day from the next one that is made."""

    form = BoardForm
    fields = ("board", "order", "active")
    list_display = ("name", "order", "active")
    list_editable = ("order", "active")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The programme; the default one is written down when somebody first comes to change it."""
        services.store_default_programme()
        return super().changelist_view(request, extra_context)

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        """Fields of the list have their column's name."""
        forms = super().get_changelist_formset(request, **kwargs)
        for field in forms.form.base_fields.values():
            field.widget.attrs["aria-label"] = field.label
        return forms

    @admin.display(description=_("game and options"))
    def name(self, entry: ProgrammeEntry) -> str:
        return words.name_of(DailyDeal(variant=entry.variant, options=entry.options))


@admin.register(DailyDeal)
class DailyDealAdmin(admin.ModelAdmin):
    """The deals of each day: schedule one more, replace one that nobody began, look at one."""

    form = DailyForm
    add_fields = ("date", "board", "order")
    list_display = ("date", "name", "order", "made_at", "begun", "page")
    list_display_links = ("name",)
    list_per_page = 70
    date_hierarchy = "date"
    ordering = ("-date", "order")
    show_full_result_count = False
    change_form_template = "admin/games/dailydeal/change_form.html"

    def get_fields(self, request: HttpRequest, obj: DailyDeal | None = None) -> tuple[str, ...]:
        return self.add_fields if obj is None else ("date", "name", "order", "made_at", "begun", "secret")

    def get_readonly_fields(self, request: HttpRequest, obj: DailyDeal | None = None) -> tuple[str, ...]:
        return () if obj is None else self.get_fields(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: DailyDeal | None = None) -> bool:
        """A deal that somebody began stays; several are not deleted at once."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and obj is not None and not Game.objects.filter(daily_id=obj.pk).exists()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A deal that is there is only read: its form has no field of its own."""
        shape = {"form": forms.ModelForm} if obj is not None else {}
        return super().get_form(request, obj, change, **shape, **kwargs)

    def save_model(self, request: HttpRequest, obj: DailyDeal, form: Any, change: bool) -> None:
        if change:
            return
        stored = services.store(form.cleaned_data["date"], form.code, form.cleaned_data["order"])
        obj.pk, obj.deal, obj.letters = stored.pk, stored.deal, stored.letters

    def delete_model(self, request: HttpRequest, obj: DailyDeal) -> None:
        DealSecret.objects.filter(deal=obj.deal).update(daily_id=None, counts_from=None, counts_until=None)
        super().delete_model(request, obj)

    @admin.display(description=_("game and options"))
    def name(self, daily: DailyDeal) -> str:
        return words.name_of(daily)

    @admin.display(description=_("games begun"))
    def begun(self, daily: DailyDeal) -> int:
        return Game.objects.filter(daily_id=daily.pk).count()

    @admin.display(description=_("code"))
    def secret(self, daily: DailyDeal) -> str:
        if clock.now() < days.opens_to_all(daily.date):
            return gettext("secret until one hour after the day")
        return daily.code.text

    @admin.display(description=_("page"))
    def page(self, daily: DailyDeal) -> str:
        if daily.date > days.day_of(clock.now()):
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("daily:day", args=[daily.date]), gettext("Boards"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/replace/", view(require_POST(self.replace)), name="games_dailydeal_replace"),
            path("<int:pk>/cards/", view(self.cards), name="games_dailydeal_cards"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = dict(extra_context or {}) | {"show_save": False, "show_save_and_continue": False}
        daily = self.get_object(request, object_id)
        if daily is not None:
            open_day = daily.date >= days.day_of(clock.now())
            context["may_replace"] = open_day and self.has_change_permission(request, daily)
        return super().change_view(request, object_id, form_url, context)

    def replace(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Give the day another deal for this game."""
        daily = get_object_or_404(DailyDeal, pk=pk)
        if not self.has_change_permission(request, daily) or daily.date < days.day_of(clock.now()):
            raise PermissionDenied
        try:
            services.replace(daily, seconds=PATIENCE)
        except services.AlreadyPlayed:
            messages.error(request, gettext("Somebody has begun this deal: it stays."))
        except TimeoutError:
            messages.error(request, gettext("No deal that can be won was found in time. Try again."))
        else:
            self.log_change(request, daily, "Replaced.")
            messages.success(request, gettext("The day has another deal."))
        return HttpResponseRedirect(reverse("admin:games_dailydeal_change", args=[pk]))

    def cards(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the deal to staff who accept not to rank on it."""
        daily = get_object_or_404(DailyDeal, pk=pk)
        if not self.has_view_permission(request, daily):
            raise PermissionDenied
        context = {**self.admin_site.each_context(request), "daily": daily, "title": gettext("Hidden cards")}
        if request.method == "POST":
            deals.record_look(daily.deal, cast(User, request.user).pk)
            self.log_change(request, daily, "Looked at the hidden cards.")
            context["cards"] = hidden_cards(daily.code)
        return render(request, "admin/games/dailydeal/cards.html", context)
