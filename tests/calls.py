"""Words of all games, said in each of them: what is not legal there must be refused, and for a reason."""

CALLS = (
    "dark", "pass", "bid 7C", "say re", "top", "bottom", "decline", "spice dark", "spice 7C", "spice",
    "trump H", "trump X", "say matt", "say konter", "claim",
    "take", "play", "discard 9C", "discard ?", "discard", "match H", "match", "say contra", "say contra-swap",
    "say recontra", "bid", "bid bettler", "bid hundert", "bid hundertermord", "lay 9D", "lay ?", "call AS",
    "call 7C", "say kontra", "say re no 90", "say kontra schwarz", "say healthy", "say reservation",
    "withdraw", "bid solo queens", "bid solo kings", "bid wedding", "bid wedding plain", "bid poverty",
    "bid throw-in", "accept", "trumps 1", "say piglets", "partner E re", "partner S kontra",
)  # fmt: skip
