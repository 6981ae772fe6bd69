"""What every game is made of: cards, actions, rules, options, legality, records, and their interface."""
