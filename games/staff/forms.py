"""Forms of and for the staff."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReportForm(forms.Form):
    """What is wrong with a name."""

    text = forms.CharField(
        label=_("What is wrong with it?"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("A sentence is enough; the staff see who reported what."),
    )


class WhyForm(forms.Form):
    """Why a result is voided; the player may ask."""

    why = forms.CharField(label=_("Why"), max_length=200)
