"""The addresses of the sockets of matches; nothing is there in two languages (`?lang=en` asks for one)."""

from django.urls import URLPattern, path

from games.matches.consumers import MatchConsumer
from games.matches.lobby_consumer import LobbyConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/match/<uuid:match_id>/", MatchConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
