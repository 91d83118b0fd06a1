"""What protects players: where pages may load from, HTTPS, cookies, proxies."""

from csp.constants import NONE, SELF

from config._environment import DEBUG, fault, flag, number, text, words

# Nothing inline, nothing from another host. connect-src 'self' covers WebSockets of the same host too.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# HTTPS=0 lets a production server be tried on one machine without a certificate.
HTTPS = flag("HTTPS", default=not DEBUG)
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS

# How many proxies of ours stand in front and may be believed when they name the visitor's address. None by
# default: whoever can set X-Forwarded-For himself would dodge every limit.
TRUSTED_PROXIES = number("TRUSTED_PROXIES", 0, 0, 5)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or (LOCAL_HOSTS if DEBUG else [])
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")
if not ALLOWED_HOSTS:
    fault("ALLOWED_HOSTS must name the site's hosts when DEBUG is off, for example: reussite.example")
for host in ALLOWED_HOSTS:
    # A port is no part of it, and an address in brackets is the only thing with a colon.
    if "/" in host or (":" in host and not host.startswith("[")) or ("*" in host[1:]):
        fault(f"ALLOWED_HOSTS holds {host!r}: it takes host names without scheme, port or path.")
for origin in CSRF_TRUSTED_ORIGINS:
    if not origin.startswith(("https://", "http://")) or origin.count("/") != 2:
        fault(f"CSRF_TRUSTED_ORIGINS holds {origin!r}: it takes origins such as https://reussite.example")

# /metrics answers this machine, and whoever shows this token.
METRICS_TOKEN = text("METRICS_TOKEN")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    fault("METRICS_TOKEN must be at least 16 characters long.")
