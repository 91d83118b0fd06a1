"""Where allauth asks the site: names, suspended players, mails that must not tell who has an account."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User
from accounts.names import normalise, validate_name

SUSPENSION_KEY = "suspension"


class AccountAdapter(DefaultAccountAdapter):
    """The site's answers to allauth."""

    # allauth's French says « pseudo », which no page of the site does.
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("The player name or the password is not correct."),
        "email_password_mismatch": _("The e-mail address or the password is not correct."),
    }

    def get_login_stages(self) -> list[str]:
        """Return allauth's steps of a login, with our own for the address."""
        ours = {
            "allauth.account.stages.EmailVerificationStage": "accounts.stages.UnhurriedEmailVerificationStage"
        }
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as stored; refuse what the site's rules refuse (``shallow``: with no database)."""
        if shallow:
            username = normalise(username)
            validate_name(username)
            return username
        return services.check_name(username)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the code; but to an address that is somebody's already, a word to its owner instead.

        The page is the same in both cases, so it doesn't tell whether an address is known.
        """
        address = emailconfirmation.email_address
        known = EmailAddress.objects.filter(email=address.email, verified=True)
        if known.exclude(user_id=address.user_id).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address. Two players who do so at the same moment: the second is told that it failed."""
        self.old_address_confirmed = EmailAddress.objects.filter(
            user_id=email_address.user_id, verified=True
        ).exists()
        try:
            with transaction.atomic():
                # All claims to the address, always in one order: who comes second waits, then sees it gone.
                claims = EmailAddress.objects.select_for_update().filter(email=email_address.email)
                list(claims.order_by("pk"))
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            template = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, template, {"email": email_address.email})
            return False

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell the player what happened, at a confirmed address: another may be a stranger's."""
        old = template_prefix == "account/email/email_changed"
        if old and not getattr(self, "old_address_confirmed", True):
            return
        if email or user.email:
            super().send_notification_mail(template_prefix, user, context, email or user.email)

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Let a confirmed address go only by being replaced: it is the way back in, and nobody else's."""
        return not email_address.verified

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show why the account is shut to whoever knows its password."""
        request.session[SUSPENSION_KEY] = user.suspension_reason
        return super().respond_user_inactive(request, user)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """After signing up, show where the code goes; the page lets one play at once as well."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if kwargs.get("signup") and EMAIL_VERIFICATION_CODE_SESSION_KEY in request.session:
            query = urlencode({"next": response["Location"]})
            return HttpResponseRedirect(f"{reverse('account_email_verification_sent')}?{query}")
        return response

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """After an address is confirmed without a page to go back to: the account's overview."""
        return reverse("accounts:overview")
