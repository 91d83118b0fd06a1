"""A process with Sentry's package at work, whose transport keeps what it would send: prints that."""

import json
import os
import sys
from typing import Any

import django
from django.test import Client, override_settings
from sentry_sdk.transport import Transport

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"


class Kept(Transport):
    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent += [item.payload.json for item in envelope.items if item.payload.json]


def main() -> None:
    django.setup()
    from config import reports

    transport = Kept()
    reports.start_sentry("https://key@sentry.example/1", transport=transport)
    client = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.77")
    client.cookies["theme"] = "cookie-crumbs"
    with override_settings(ROOT_URLCONF="tests.config.faults"):
        client.post("/boom/Zénobie/?mail=zenobie@example.org", {"password": os.environ["PASSWORD"]})
        client.get("/database/away/")
    json.dump(transport.sent, sys.stdout)


if __name__ == "__main__":
    main()
