"""The building blocks of every game, and the interface that all games share.

Cards, actions, rules, options, legality, deals, view models and messages.
"""
