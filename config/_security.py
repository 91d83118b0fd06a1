"""What protects players: where pages may load from, HTTPS, cookies, proxies."""

from csp.constants import NONE, SELF

from config._environment import DEBUG, env

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
HTTPS: bool = env.bool("HTTPS", default=not DEBUG)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from inside, over plain HTTP
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS

# How many proxies of ours stand in front and may be believed when they name the visitor's address. None by
# default: whoever can set X-Forwarded-For himself would dodge every limit.
TRUSTED_PROXIES: int = env.int("TRUSTED_PROXIES", default=0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
