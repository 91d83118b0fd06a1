"""The pages around the table, one subject a module: choosing a game, opening a deal, one's own games,
replays, profiles.
"""
