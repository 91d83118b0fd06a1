"""A browser in so far as faults need one: cookies, forms, one connection, what a status means to a player."""

import http.client
import time
from dataclasses import dataclass, field
from email.message import Message
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tools.faults.registry import check
from tools.rig.loopback import only_here

NO_ANSWER = 0
PATIENCE = 40.0


@dataclass(slots=True)
class Answer:
    """An answer. Status 0: there was none, the connection was refused or cut."""

    status: int
    body: bytes = b""
    headers: Message = field(default_factory=Message)
    seconds: float = 0.0

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


class Browser:
    """One person's browser against one address of this machine."""

    def __init__(self, url: str, session: str = "") -> None:
        self.host = urlsplit(only_here(url)).netloc
        self.cookies = {"sessionid": session} if session else {}
        self.csrf = ""
        self.connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, form: dict[str, object] | bytes, **headers: str) -> Answer:
        """Send a form as the page's script does; bytes are sent as they are."""
        body = form if isinstance(form, bytes) else urlencode(form, errors="surrogatepass").encode()
        sent = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.csrf}
        sent |= {"HX-Request": "true"} | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, body, sent)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Ask, and follow one redirection of a post; no answer is an answer of status 0."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        begun = time.monotonic()
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
            self.connection.request(method, path, body, {"Cookie": cookie, **(headers or {})})
            response = self.connection.getresponse()
            found = Answer(response.status, response.read(), response.headers)
            self._keep(response)
        except (OSError, http.client.HTTPException):
            self.close()
            return Answer(NO_ANSWER, seconds=time.monotonic() - begun)
        found.seconds = time.monotonic() - begun
        if response.will_close:
            self.close()
        check_503(found)
        if method == "POST" and found.status in (302, 303):
            return self.get(str(found.headers["Location"]))
        return found

    def _keep(self, response: http.client.HTTPResponse) -> None:
        for header in response.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def check_503(answer: Answer) -> None:
    """Whoever is told to come again is told when, in a sentence, and keeps no copy of it."""
    if answer.status != 503:
        return
    check("Retry-After" in answer.headers, "a 503 did not say when to come again")
    check("no-store" in answer.headers.get("Cache-Control", ""), "a 503 may be kept by a cache")
    check(b"<h1>" in answer.body or b'"reason"' in answer.body, f"a 503 had no sentence: {answer.text[:100]}")
