"""What other apps may listen to. Receivers of ours are in ``accounts.receivers``."""

from django.dispatch import Signal

# Sent inside the transaction, before anything of the player is gone. Arguments: player.
player_deleted = Signal()

# Sent after a change of name, inside its transaction. Arguments: player, old (name), by (staff or None).
player_renamed = Signal()

# Sent when an account is shut by the staff, inside the transaction. Arguments: player, by.
player_suspended = Signal()

# Sent when a player asks for all their data. Arguments: player. Each receiver returns a dictionary of parts
# (numbers, texts, lists, dates), {"games": [...]}, or None. The parts of all receivers make the file.
export_requested = Signal()
