"""Messages in words: a catalogue of sentences for each language; how cards, seats and actions are named."""
