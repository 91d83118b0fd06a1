"""The view that a move is compared with: the least that a site of this kind could do, and no rules at all."""
