"""A player at a table, for the tests of faults."""

from typing import Any
from uuid import UUID

from django.test import Client

from tools.load.page import read_data, read_page


class Hands:
    """A player at a table through the test client."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)
        html = self.client.post("/nouvelle/", {"game": "KL", "options": "D1N"}, follow=True).content.decode()
        table = read_page(html)
        self.action, self.data = table.action, table.data
        self.page = table.action.replace("action/", "")
        self.id = UUID(table.action.split("/")[-3])

    def post(self, token: str) -> Any:
        """Send an action on the version that the page shows."""
        form = {"action": token, "version": self.data["version"]}
        return self.client.post(self.action, form, headers={"HX-Request": "true"})

    def draw(self) -> int:
        """Turn the stock, or turn it over; return the status. A refusal says when to come again."""
        answer = self.post("s-w" if "s-w" in self.data["actions"] else "w-s")
        if answer.status_code == 200:
            self.data = read_data(answer.content.decode())
        else:
            assert answer.headers["Retry-After"]
        return answer.status_code
