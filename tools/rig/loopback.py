"""Load and faults are for this machine alone: an address elsewhere is refused before a byte is sent."""

import ipaddress
from urllib.parse import urlsplit


class Elsewhere(ValueError):
    """The address is not one of this machine's own."""


def only_here(url: str) -> str:
    """Return `url` without its path if its host is a loopback address or ``localhost``.

    Names are not looked up: what a name means may change between the look and the request.

    :raises Elsewhere: if it is any other.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Elsewhere(f"{url!r} is no address of a site; one begins with http://127.0.0.1")
    host = parts.hostname
    if host != "localhost":
        try:
            here = ipaddress.ip_address(host).is_loopback
        except ValueError:
            here = False
        if not here:
            raise Elsewhere(f"{host} is not this machine: load and faults go to 127.0.0.1 only")
    if parts.username is not None:
        raise Elsewhere("an address with a name in it is refused")
    return f"{parts.scheme}://{parts.netloc}"
