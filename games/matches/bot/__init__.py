"""The computer as a player: it sees what a player sees, and acts through the same service."""
