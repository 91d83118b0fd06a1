"""The ASGI application, started by daphne and uvicorn alike."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()  # loads the apps: what follows may import models

from config.checks import refuse_unsafe_start  # noqa: E402
from config.guard import Guard  # noqa: E402
from config.routing import websocket_urlpatterns  # noqa: E402
from games.matches.socket_keys import KeyOrSession  # noqa: E402

refuse_unsafe_start()
sockets = URLRouter(websocket_urlpatterns)
application = Guard(
    ProtocolTypeRouter(
        {
            "http": http,
            "websocket": KeyOrSession(sockets, AllowedHostsOriginValidator(AuthMiddlewareStack(sockets))),
        }
    )
)
