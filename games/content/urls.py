"""The addresses of the pages of words."""

from django.urls import path

from games.content import views

app_name = "content"
urlpatterns = [
    path("regles/", views.index, name="rules"),
    path("regles/<slug:key>/", views.rules, name="page"),
    path("regles/<slug:key>/conseils/", views.advice, name="advice"),
    path("regles/<slug:key>/questions/", views.questions, name="questions"),
    path("regles/<slug:key>/exemples/", views.examples, name="examples"),
    path("regles/<slug:key>/exemples/<slug:slug>/", views.example, name="example"),
    path("infos/<slug:slug>/", views.info, name="info"),
]
