"""What the staff do to players. Everything goes through the services, and into the admin's log."""

from typing import Any, cast

from allauth.account import admin as account_admin  # noqa: F401 — registers what is taken out below
from allauth.account.models import EmailAddress
from allauth.mfa import admin as mfa_admin  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as usersessions_admin  # noqa: F401
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import services, tokens
from accounts.models import StaffWarning, User
from accounts.names import LONGEST
from accounts.selectors import player_by_name
from accounts.staff import Uncounted
from accounts.token_models import AccessToken

# Addresses, keys and sessions are the players' own: no staff writes there, behind the services' backs.
admin.site.unregister([EmailAddress, Authenticator, UserSession])


# What a permission allows. Django keeps the names of permissions in the database, in English.
VERBS = {
    "add": pgettext_lazy("permission", "add"),
    "change": pgettext_lazy("permission", "change"),
    "delete": pgettext_lazy("permission", "delete"),
    "view": pgettext_lazy("permission", "view"),
}


class PermissionsField(forms.ModelMultipleChoiceField):
    """Permissions, each in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        verb = VERBS.get(obj.codename.partition("_")[0], obj.name)
        return f"{obj.content_type} | {verb}"


class InWords(admin.ModelAdmin):
    """Rights whose permissions are named in the reader's language."""

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            kwargs |= {
                "form_class": PermissionsField,
                "queryset": Permission.objects.select_related("content_type"),
            }
        return super().formfield_for_manytomany(db_field, request, **kwargs)


admin.site.unregister(Group)


@admin.register(Group)
class RoleAdmin(InWords, GroupAdmin):
    """The roles of the staff."""


class WordsForm(forms.Form):
    """A text for the player."""

    text = forms.CharField(label=_("Text, shown to the player"), widget=forms.Textarea(attrs={"rows": 5}))


class NameForm(forms.Form):
    """A name for the player."""

    name = forms.CharField(label=_("New name"), max_length=LONGEST)


class NothingForm(forms.Form):
    """A plain yes."""


# What can be done to a player: its form, its title, and its word in the log.
ACTIONS: dict[str, tuple[type[forms.Form], Any, str]] = {
    "warn": (WordsForm, _("Warn"), "Warned."),
    "rename": (NameForm, pgettext_lazy("a player", "Rename"), "Renamed."),
    "suspend": (WordsForm, _("Suspend"), "Suspended."),
    "reinstate": (NothingForm, _("Lift the suspension"), "Suspension lifted."),
    "machine": (NothingForm, _("Declare a computer account"), "Declared a computer account."),
    "person": (NothingForm, _("Declare a person’s account again"), "Declared a person's account again."),
}


def carry_out(action: str, player: User, by: User, words: dict[str, str]) -> None:
    """Do to ``player`` what the staff decided. Raises ``ValidationError`` for a name that is refused."""
    if action == "warn":
        services.warn(player, text=words["text"], by=by)
    elif action == "rename":
        services.rename(player, words["name"], by=by)
    elif action == "suspend":
        services.suspend(player, reason=words["text"], by=by)
    elif action == "machine":
        services.declare_machine(player)
    elif action == "person":
        services.declare_person(player)
    else:
        services.reinstate(player)


class WarningInline(admin.TabularInline):
    """The warnings given so far, to read."""

    model = StaffWarning
    fk_name = "player"
    fields = readonly_fields = ("text", "author", "created_at", "read_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class PlayerAdmin(InWords, Uncounted):
    """Players: found by name or address, warned, renamed, suspended, deleted. Made by sign-up only."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "groups", "date_joined")
    search_fields = ("username", "email", "emailaddress__email")
    ordering = ("-id",)  # as they joined, and an index has it
    list_per_page = 50
    inlines = (WarningInline,)
    filter_horizontal = ()
    person = (
        "username",
        "addresses",
        "date_joined",
        "last_login",
        "renamed_at",
        "private",
        "machine_since",
        "is_active",
        "suspended_at",
        "suspension_reason",
        "deleted_at",
    )
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")
    fieldsets = ((None, {"fields": person}), (_("Rights"), {"fields": rights}))
    change_form_template = "admin/accounts/user/change_form.html"

    @admin.display(description=_("E-mail addresses"))
    def addresses(self, player: User) -> str:
        """The player's addresses, and which of them are confirmed."""
        words = {True: gettext("confirmed"), False: gettext("not confirmed")}
        known = EmailAddress.objects.filter(user=player)
        return ", ".join(f"{address.email} ({words[address.verified]})" for address in known) or "–"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Find a player in any spelling of the name too."""
        found, distinct = super().get_search_results(request, queryset, search_term)
        exact = player_by_name(search_term)
        return (found | queryset.filter(pk=exact.pk), distinct) if exact else (found, distinct)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return self.person if request.user.is_superuser else self.person + self.rights

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def may_act_on(self, request: HttpRequest, player: User) -> bool:
        """Return whether who asks may act on the player: on staff, only those who may delete players; on a
        superuser, superusers only."""
        if player.is_superuser:
            free = request.user.is_superuser
        else:
            free = not player.is_staff or super().has_delete_permission(request, player)
        return free and player.deleted_at is None and self.has_change_permission(request, player)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        allowed = super().has_delete_permission(request, obj)
        return allowed if obj is None else allowed and self.may_act_on(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        """Store what was changed and nothing else: the row as it was read may be old by now."""
        stored = {"is_staff", "is_superuser"} & set(form.changed_data)
        if stored:
            obj.save(update_fields=stored)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """A player's row stays, without the person: nothing else is deleted with it."""
        refused = {str(player) for player in objs if not self.has_delete_permission(request, player)}
        return [str(player) for player in objs], {}, refused, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        services.delete_player(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for player in queryset:
            services.delete_player(player)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.act)
        return [path("<int:pk>/<str:action>/do/", view, name="accounts_user_act"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The player, with a button for each thing that can be done."""
        player = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if player is not None and self.may_act_on(request, player):
            shown = {"warn", "rename", "reinstate" if player.is_suspended else "suspend"}
            shown.add("person" if player.is_machine else "machine")
            context["staff_actions"] = [(key, ACTIONS[key][1]) for key in ACTIONS if key in shown]
        return super().change_view(request, object_id, form_url, context)

    def act(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        """Ask for the words an action needs, then do it, log it, and go back to the player."""
        player = get_object_or_404(User, pk=pk)
        if action not in ACTIONS:
            raise Http404
        if not self.may_act_on(request, player):
            raise PermissionDenied
        form_class, title, done = ACTIONS[action]
        form = form_class(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid() and self._done(request, action, player, form):
            self.log_change(request, player, " ".join([done, *form.cleaned_data.values()]))
            messages.success(request, gettext("Done."))
            return HttpResponseRedirect(reverse("admin:accounts_user_change", args=[pk]))
        context = {**self.admin_site.each_context(request), "form": form, "player": player, "title": title}
        return render(request, "admin/accounts/user/act.html", context)

    @staticmethod
    def _done(request: HttpRequest, action: str, player: User, form: forms.Form) -> bool:
        try:
            carry_out(action, player, cast(User, request.user), form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
            return False
        return True


@admin.register(StaffWarning)
class WarningAdmin(admin.ModelAdmin):
    """All warnings, to read; they are given on the player's page."""

    list_display = ("player", "text", "author", "created_at", "read_at")
    list_select_related = ("player", "author")
    readonly_fields = ("player", "text", "author", "created_at", "read_at")
    search_fields = ("player__username", "text")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: StaffWarning | None = None) -> bool:
        return False


@admin.register(AccessToken)
class KeyAdmin(Uncounted):
    """Players' access keys, to look at and to revoke (which deletes them). Only players make them."""

    list_display = ("name", "player", "scope", "start", "created_at", "last_used_at")
    list_select_related = ("player",)
    list_filter = ("scope", "created_at", "last_used_at")
    fields = readonly_fields = ("player", "name", "scope", "start", "created_at", "last_used_at")
    search_fields = ("player__username", "name", "start")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AccessToken | None = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: AccessToken) -> None:
        tokens.revoke(obj.player, obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[AccessToken]) -> None:
        for key in queryset.select_related("player"):
            tokens.revoke(key.player, key.pk)
