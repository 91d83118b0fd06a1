"""Boards and statistics. Addresses speak French in both languages."""

from django.urls import path

from leaderboards import views

app_name = "leaderboards"
urlpatterns = [
    path("classements/", views.index, name="index"),
    path("classements/donne/<str:deal>/", views.deal, name="deal"),
    path("classements/<str:board_key>/", views.board, name="board"),
    path("statistiques/", views.statistics_page, name="statistics"),
]
