"""The filter that writes a date in words."""

from django import template

from accounts.dates import written

register = template.Library()
register.filter(written)
