"""What the scripts of bin/ run; no part of the site."""
