"""The addresses of the challenge of the day."""

from django.urls import path, register_converter

from games.daily import views
from games.daily.converters import DayConverter

register_converter(DayConverter, "day")

app_name = "daily"
urlpatterns = [
    path("defi/", views.today, name="today"),
    path("defi/<day:day>/", views.day, name="day"),
    path("defi/jouer/<int:pk>/", views.play, name="play"),
]
