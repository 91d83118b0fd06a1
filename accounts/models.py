"""Players."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A registered player."""
