/* The points that a side is sure of, without a search. */

static i32 many(u64 cards) { return __builtin_popcountll(cards); }

static i32 worth(u64 cards) {
  i32 sum = 0;
  for (i32 k = 0; k < classes; k++) sum += worth_of[k] * many(cards & worths[k]);
  return sum;
}

/* The lowest or highest sum of n cards of a set; of all if there are no more. */
static i32 least_of(u64 cards, i32 n) {
  i32 sum = 0;
  for (i32 k = 0; k < classes && n > 0; k++) {
    i32 m = many(cards & worths[k]);
    if (m > n) m = n;
    sum += m * worth_of[k]; n -= m;
  }
  return sum;
}

static i32 most_of(u64 cards, i32 n) {
  i32 sum = 0;
  for (i32 k = classes - 1; k >= 0 && n > 0; k--) {
    i32 m = many(cards & worths[k]);
    if (m > n) m = n;
    sum += m * worth_of[k]; n -= m;
  }
  return sum;
}

/* The sure points of trumps above all of the other side's: whoever plays them, they take a trick for their side,
   and the others must add a card. */
static i32 sure(i32 s) {
  u64 own = of_side[s] & trumps, others = of_side[1 - s] & trumps;
  relevant = 0;
  if (own && others) relevant = own &= below(kind[lowest(others)]);
  if (!own) return 0;
  i32 found = worth(own), most = 0;
  for (i32 p = 0; p < 4; p++) {
    i32 k = many(own & hand[p]);
    if (k > most) most = k;
  }
  for (i32 p = 0; p < 4; p++) if (side[p] != s) found += least_of(hand[p], most);
  return found + most * trick_worth;
}

/* The tricks that the leader can cash: cards above all others of their suit, one after the other, plain suits
   first as long as everybody who could ruff must follow, then trumps. The others add their least cards, partners
   their most. */
static i32 cashed(i32 leader, i32 left) {
  i32 s = side[leader], found = 0, tricks = 0, spare[4] = {0, 0, 0, 0};
  u64 rest[4] = {hand[0], hand[1], hand[2], hand[3]};
  u64 mine = hand[leader], ruffs = of_side[1 - s] & trumps;
  if (duty & MUST_TRUMP) ruffs |= of_side[s] & ~mine & trumps;
  relevant = 0;
  for (i32 i = 4; i >= 0; i--) {
    u64 own = mine & suits[i], others = everybody() & ~mine & suits[i];
    u64 win = own && others ? own & below(kind[lowest(others)]) : own;
    if (!win) continue;
    i32 c = many(win), longest = 0, shortest = HAND;
    for (i32 p = 0; p < 4; p++) if (p != leader) {
      i32 k = many(hand[p] & suits[i]);
      if (k > longest) longest = k;
      if (k < shortest && (side[p] != s || (duty & MUST_TRUMP && hand[p] & trumps))) shortest = k;
    }
    if (i && ruffs) {
      if (duty & FREELY || !shortest) continue;
      if (c > shortest) c = shortest;
    }
    if (others) relevant |= win;
    if (!(i && ruffs) && c >= longest) { win = own; c = many(own); }
    found += most_of(win, c); tricks += c;
    for (i32 p = 0; p < 4; p++) if (p != leader) {
      u64 in = hand[p] & suits[i];
      i32 k = many(in);
      found += side[p] == s ? most_of(in, c) : least_of(in, c);
      if (k < c) spare[p] += c - k;
      if (side[p] == s || k <= c) rest[p] &= ~in; /* others may discard cards that need not follow */
    }
  }
  if (tricks >= many(mine)) return left;
  for (i32 p = 0; p < 4; p++) found += side[p] == s ? most_of(rest[p], spare[p]) : least_of(rest[p], spare[p]);
  return found + tricks * trick_worth;
}
