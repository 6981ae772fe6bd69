"""What a teacher takes into a class: sheets, homework, what runs without a network; nothing about a game."""
