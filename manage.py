#!/usr/bin/env python
"""Django's commands: ``python manage.py help`` lists them."""

import os
import sys


def main() -> None:
    """Run a command. What is wrong with the settings is said in plain words, without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Réussite cannot start:\n{error}")


if __name__ == "__main__":
    main()
