"""Pages, examples and announcements, written and translated by the editors, with preview and history."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from simple_history.admin import SimpleHistoryAdmin

from games.content.examples import BrokenExample, steps_of
from games.content.models import Announcement, Example, Page
from games.content.render import preview
from games.content.selectors import BY_KEY

PREVIEWED = {
    "body_fr", "body_en", "text_fr", "text_en",
}  # fmt: skip


def game_choices() -> list[tuple[str, str]]:
    """Return the games' keys and names; the empty key is the whole site."""
    return [("", gettext("the whole site")), *((key, gettext(game.name)) for key, game in BY_KEY.items())]


class Lines(forms.CharField):
    """Text of several lines as it is stored. A browser ends each by CR LF: that is no change. Empty lines
    stay before the first one: an example's steps may have no comment.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n").rstrip()

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.to_python(initial), data)


class GameFilter(admin.AllValuesFieldListFilter):
    """Games by their names; texts of no game are the whole site's."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        names = dict(game_choices())
        for choice in super().choices(changelist):
            shown = str(choice["display"])
            yield {**choice, "display": names.get(shown, shown)}


class EditorAdmin(SimpleHistoryAdmin):
    """Texts in two languages: each Markdown field shows below itself how it will look, as one types."""

    change_form_template = "admin/games/page/change_form.html"
    formfield_overrides = {
        models.TextField: {"form_class": Lines, "widget": forms.Textarea(attrs={"rows": 6, "cols": 90})}
    }

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name in PREVIEWED and field is not None:
            field.widget.attrs |= {
                "rows": 24 if db_field.name.startswith("body") else 6,
                "hx-post": reverse("admin:games_page_preview"),
                "hx-vals": f'{{"field": "{db_field.name}"}}',
                "hx-trigger": "load, input changed delay:400ms",
                "hx-target": f"#preview-{db_field.name}",
            }
            field.help_text = format_html(
                '{} <span class="preview" id="preview-{}"></span>', db_field.help_text, db_field.name
            )
        if db_field.name == "game" and field is not None:
            return forms.ChoiceField(label=field.label, choices=game_choices, required=False)
        if isinstance(db_field, models.DateTimeField) and field is not None:
            for widget, half in zip(field.widget.widgets, (_("date"), _("time of day")), strict=True):
                widget.attrs["aria-label"] = format_lazy("{}, {}", field.label, half)
        return field


class PageForm(forms.ModelForm):
    """A page of a game says which: without one it has no address."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind", Page.Kind.SITE) != Page.Kind.SITE and not cleaned.get("game"):
            self.add_error("game", forms.Field.default_error_messages["required"])
        return cleaned


@admin.register(Page)
class PageAdmin(EditorAdmin):
    """The pages of words."""

    form = PageForm
    list_display = ("__str__", "game", "kind", "order", "published", "updated_at", "read")
    list_filter = ("kind", ("game", GameFilter), "published")
    search_fields = ("slug", "title_fr", "title_en", "body_fr", "body_en")
    save_on_top = True
    fieldsets = (
        (None, {"fields": ("slug", ("kind", "game"), ("order", "published"))}),
        (_("French"), {"fields": ("title_fr", "summary_fr", "body_fr")}),
        (_("English"), {"fields": ("title_en", "summary_en", "body_en")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Page | None = None) -> bool:
        """A page that the site was delivered with would come back: it is unpublished instead."""
        return super().has_delete_permission(request, obj) and obj is not None and not obj.seeded

    @admin.display(description=_("on the site"))
    def read(self, page: Page) -> str:
        return format_html('<a href="{}">{}</a>', address_of(page), gettext("Read"))

    def view_on_site(self, page: Page) -> str | None:
        """Where the page is read; nowhere while the form is refused for want of a game."""
        return address_of(page) if page.game or page.kind == Page.Kind.SITE else None

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.preview))
        return [path("preview/", view, name="games_page_preview"), *super().get_urls()]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """Return a text as it will look, as clean as a page: see ``games.content.markdown``."""
        if not request.user.has_perm("games.view_page"):
            raise PermissionDenied
        field = request.POST.get("field", "")
        return HttpResponse(preview(request.POST.get(field, "") if field in PREVIEWED else ""))


def address_of(page: Page) -> str:
    """Return where a page is read."""
    names = {Page.Kind.RULES: "page", Page.Kind.ADVICE: "advice", Page.Kind.QUESTIONS: "questions"}
    name = names.get(Page.Kind(page.kind))
    return reverse(f"content:{name}", args=[page.game]) if name else reverse("content:info", args=[page.slug])


class ExampleForm(forms.ModelForm):
    """An example is played through the engine before it is stored."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        names = [field.name for field in Example._meta.fields if field.name in cleaned]
        example = Example(**{name: cleaned[name] for name in names})
        try:
            steps = steps_of(example)
        except (BrokenExample, KeyError) as error:
            raise ValidationError(str(error)) from error
        refusal = steps[-1].refusal
        if refusal and refusal.reason != example.reason:
            raise ValidationError(
                gettext("The table refuses it, but for “%(reason)s”."), params={"reason": refusal.reason}
            )
        return cleaned


@admin.register(Example)
class ExampleAdmin(EditorAdmin):
    """Worked examples: a deal as cards, actions, and the refusal at the end."""

    form = ExampleForm
    list_display = ("__str__", "game", "order", "published")
    list_filter = (("game", GameFilter), "published")
    search_fields = ("slug", "title_fr", "title_en")
    fieldsets = (
        (None, {"fields": ("slug", "game", ("order", "published"))}),
        (_("The deal"), {"fields": ("options", "cards", "tokens", ("refused", "reason"))}),
        (_("French"), {"fields": ("title_fr", "text_fr", "notes_fr")}),
        (_("English"), {"fields": ("title_en", "text_en", "notes_en")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Example | None = None) -> bool:
        """An example that the site was delivered with would come back: it is unpublished instead."""
        return super().has_delete_permission(request, obj) and obj is not None and not obj.seeded

    def view_on_site(self, example: Example) -> str | None:
        """Where the example is read; nowhere while the form is refused for want of a game."""
        return reverse("content:example", args=[example.game, example.slug]) if example.game else None


@admin.register(Announcement)
class AnnouncementAdmin(EditorAdmin):
    """A few words on every page, between two moments."""

    list_display = ("__str__", "begins_at", "ends_at", "published")
    fields = ("text_fr", "text_en", "begins_at", "ends_at", "published")
