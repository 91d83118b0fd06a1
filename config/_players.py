"""Accounts: how players sign up, log in and stay safe (django-allauth)."""

from config._environment import DEBUG, rate

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
CSRF_FAILURE_VIEW = "accounts.views.csrf_failure"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.allauth_forms.SignupForm",
    "login": "accounts.allauth_forms.LoginForm",
    "add_email": "accounts.allauth_forms.AddEmailForm",
    "change_password": "accounts.allauth_forms.ChangePasswordForm",
    "reset_password": "accounts.allauth_forms.ResetPasswordForm",
    "confirm_password_reset_code": "accounts.allauth_forms.ConfirmResetForm",
    "reset_password_from_key": "accounts.allauth_forms.ResetPasswordKeyForm",
    "confirm_email_verification_code": "accounts.allauth_forms.ConfirmEmailForm",
    "reauthenticate": "accounts.allauth_forms.ReauthenticateForm",
}
MFA_FORMS = {
    "authenticate": "accounts.allauth_forms.AuthenticateForm",
    "reauthenticate": "accounts.allauth_forms.ReauthenticateCodeForm",
    "activate_totp": "accounts.allauth_forms.ActivateTOTPForm",
    "add_webauthn": "accounts.allauth_forms.AddPasskeyForm",
    "login_webauthn": "accounts.allauth_forms.LoginPasskeyForm",
    "authenticate_webauthn": "accounts.allauth_forms.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "accounts.allauth_forms.ReauthenticatePasskeyForm",
    "edit_webauthn": "accounts.allauth_forms.EditPasskeyForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
# allauth's codes want "mandatory"; accounts.stages lets a new player in at once all the same, so that play
# need not wait. Only a confirmed address resets a password or is anybody's.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# "strict": signing up with an address that is known looks like any other sign-up.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# allauth's own limits, where its defaults let a stranger fill somebody's mailbox or the table of accounts.
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,60/h/ip",
    "confirm_email": "1/10s/key,6/h/key",  # key: the address that gets the code
    "reset_password": "20/m/ip,5/h/key",
}
# What accounts.limits counts: so many in a window, per player, of visitors per address. Empty: no limit.
RATES = {
    "begin": rate("RATE_BEGIN", "60/m/key") or "",  # games, matches: a school may sit behind an address
    "keep": "60/m/key",  # names, preferences, blocks
    "report": "10/h/key",
    "password": "10/m/key",  # the password again, before what cannot be undone
}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]  # not a code: the mailbox alone changes nothing
ACCOUNT_USER_MODEL_EMAIL_FIELD = None  # User.email is ours: the confirmed address only
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Réussite – "
ACCOUNT_PASSWORD_MIN_LENGTH = None  # AUTH_PASSWORD_VALIDATORS say it once

MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Réussite"
# An unconfirmed address is nobody's, so a second factor locks nobody out of it.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
