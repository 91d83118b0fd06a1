"""The addresses of the API. `v1` changes only by what is added to it."""

from django.urls import URLPattern, URLResolver, include, path

from games.api import board_urls, catalogue, deals, match_urls, playing
from games.api.describing import RootView, SchemaView

app_name = "api"
v1: list[URLPattern | URLResolver] = [
    path("catalogue/", catalogue.CatalogueView.as_view(), name="catalogue"),
    path("deals/<str:code>/", deals.DealView.as_view(), name="deal"),
    path("games/", playing.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>/", playing.OneGameView.as_view(), name="game"),
    path("games/<uuid:game_id>/actions/", playing.ActionsView.as_view(), name="actions"),
    path("games/<uuid:game_id>/hint/", playing.HintView.as_view(), name="hint"),
    path("games/<uuid:game_id>/pause/", playing.PauseView.as_view(), name="pause"),
    path("games/<uuid:game_id>/resume/", playing.ResumeView.as_view(), name="resume"),
    path("games/<uuid:game_id>/give-up/", playing.GiveUpView.as_view(), name="give_up"),
    path("games/<uuid:game_id>/restart/", playing.RestartView.as_view(), name="restart"),
    path("games/<uuid:game_id>/record/", deals.RecordView.as_view(), name="record"),
    *board_urls.v1,
    *match_urls.v1,
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", RootView.as_view(), name="root"),
    path("v1/", include(v1)),
    path("schema/", SchemaView.as_view(), name="schema"),
]
