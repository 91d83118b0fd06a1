"""What other pages show of the pages of words."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.content import selectors

register = template.Library()


@register.inclusion_tag("content/_announcements.html")
def announcements() -> dict[str, object]:
    """Show what the staff announce now, if anything."""
    return {"announcements": [mark_safe(html) for html in selectors.announcements()]}


@register.filter
def trusted(html: str) -> SafeString:
    """Mark HTML that ``games.content.markdown.render`` made."""
    return mark_safe(html)
