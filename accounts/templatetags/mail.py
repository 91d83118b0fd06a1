"""What becomes of this site's mails."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def mail_is_printed() -> bool:
    """Return whether mails are only printed where the site runs, as until `EMAIL_URL` is set."""
    return settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"
