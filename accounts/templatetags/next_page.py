"""Where a reader wanted to go, if that is a page of this site."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def next_page(context: dict[str, Any]) -> str:
    """Return the address in ``?next=``; nothing for another site's, or for what is no address."""
    return get_next_redirect_url(context["request"]) or ""
