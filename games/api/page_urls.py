"""The pages about the API, in the site's languages."""

from django.urls import path

from games.api import describing

app_name = "api_pages"
urlpatterns = [
    path("docs/", describing.docs, name="docs"),
    path("problems/", describing.problems, name="problems"),
]
