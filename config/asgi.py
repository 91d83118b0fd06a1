"""The ASGI application, started by daphne and uvicorn alike."""

import os
import sys

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
try:
    http = get_asgi_application()  # loads the apps: what follows may import models

    from config.checks import refuse_unsafe_start
    from config.guard import Guard
    from config.lifespan import lifespan
    from config.routing import websocket_urlpatterns
    from config.sockets import CountedSockets
    from games.matches.socket_keys import KeyOrSession

    refuse_unsafe_start()
except ImproperlyConfigured as error:
    sys.exit(f"Réussite cannot start:\n{error}")

sockets = URLRouter(websocket_urlpatterns)
keyed = KeyOrSession(sockets, AllowedHostsOriginValidator(AuthMiddlewareStack(sockets)))
application = Guard(
    ProtocolTypeRouter({"http": http, "websocket": CountedSockets(keyed), "lifespan": lifespan})
)
