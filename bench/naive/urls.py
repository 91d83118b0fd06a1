"""The site's addresses, and two more."""

from django.urls import path

from bench.naive import views
from config.urls import urlpatterns as site

urlpatterns = [path("naive/move/", views.move), path("naive/cpu/", views.cpu), *site]
