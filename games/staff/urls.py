"""The addresses of reports."""

from django.urls import path

from games.staff import views

app_name = "staff"
urlpatterns = [path("signaler/<str:name>/", views.report, name="report")]
