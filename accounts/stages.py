"""The steps of a login that differ here."""

from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.stages import EmailVerificationStage
from allauth.account.utils import has_verified_email


class UnhurriedEmailVerificationStage(EmailVerificationStage):
    """Sends the code at sign-up and lets the player in at once: play need not wait for it.

    allauth offers codes only with verification "mandatory", which would hold the player at the door. What an
    unconfirmed address may not do (reset a password, belong to an account) is refused where it is asked for.
    """

    def handle(self) -> tuple[None, bool]:
        login = self.login
        if login.signup and not has_verified_email(login.user, login.email):
            send_verification_email_at_login(self.request, login)
        return None, True
