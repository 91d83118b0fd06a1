"""The site's application with the address of the bare pair, behind the same wrappers."""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import path

import config.asgi as site
from bench.pair.consumer import BareConsumer
from config.routing import websocket_urlpatterns

routes = [path("ws/bare/<int:pair>/", BareConsumer.as_asgi()), *websocket_urlpatterns]  # type: ignore[arg-type]
application = ProtocolTypeRouter(
    {
        "http": site.http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(routes))),  # type: ignore[arg-type]
    }
)
