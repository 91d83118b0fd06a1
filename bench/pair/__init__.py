"""What a match is measured beside: a bare consumer pair with one database write."""
