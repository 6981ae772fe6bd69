/* Trick-by-trick search for the result of a deal. The state so far is a node; the file that includes this defines
   its meaning, the next node after a trick, and the table between two tricks. */

typedef struct { u32 cut, tried; } Deed;
static Deed history[4][4][MOST];           /* by place in the trick and seat: decisive tries, tries */
static u64 due;                            /* cards that must be played at their holder's next turn */

/* The node after a trick: by its winner, its weight and the winning card. */
static i32 taken(i32 node, i32 winner, i32 pot, i32 top);

/* A bound on the value of a position between two tricks, on one side of `least`. */
static i32 between(i32 leader, i32 node, i32 least);

static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 node, i32 least);

/* The value for the seat to play, the most promising cards first. */
static i32 choice(i32 seat, u64 can, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 node, i32 least,
                  i32 *move) {
  i32 more = !side[seat], best = more ? -BIG : BIG, n = 0, last = -1, first = *move, card[HAND], score[HAND];
  u64 others = everybody() & ~hand[seat], beating = played ? beaters[top] : 0;
  Deed *deeds = history[played][seat];
  for (; can; can &= can - 1) {
    i32 c = lowest(can);
    i32 same = techniques & ALIKE && last >= 0 && value[c] == value[last] && suit[c] == suit[last]
      && !((beating >> c ^ beating >> last) & 1) && !(others & ((below(c) & ~below(last)) | alike[c] | alike[last]));
    last = c;
    if (same) continue;
    card[n] = c;
    score[n] = c == first && techniques & FIRST ? BIG : 0;
    if (techniques & HISTORY) score[n] += (i32)(1024 * deeds[c].cut / (deeds[c].tried + 1));
    n++;
  }
  *move = 255;
  for (u32 tried = 0; tried + 1 < 1u << n;) {
    i32 at = -1;
    for (i32 i = 0; i < n; i++) if (!(tried >> i & 1) && (at < 0 || score[i] > score[at])) at = i;
    tried |= 1u << at;
    i32 c = card[at], wins = !played || beating >> c & 1;
    i32 v = after(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], played ? led : suit[c],
                  node, least);
    if (stopped) return 0;
    if (more ? v > best : v < best) { best = v; *move = c; }
    deeds[c].tried++;
    if (more ? v >= least : v < least) { deeds[c].cut++; break; }
  }
  return best;
}

static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 node, i32 least) {
  u64 own = bit(card);
  i32 v, move = -1;
  hand[seat] ^= own; of_side[side[seat]] ^= own;
  if (played == 4) v = between(winner, taken(node, winner, pot, top), least);
  else {
    i32 next = (seat + 1) & 3;
    u64 can = hand[next] & due ? hand[next] & due : allowed(hand[next], led, top);
    v = choice(next, can, winner, top, played, pot, led, node, least, &move);
  }
  hand[seat] ^= own; of_side[side[seat]] ^= own;
  return v;
}

/* Clears the history of tries. */
static void forget(void) { for (i32 i = 0; i < 16 * MOST; i++) (&history[0][0][0])[i] = (Deed){0, 0}; }

/* Answers the query, or reports that the budget was too small; results stay in the tables. The last card laid is
   the trial card: it is still in its hand. */
static void answer(i32 root) {
  i32 seat = asked.leader, winner = seat, top = 0, led = 0, pot = 0;
  of_side[0] = of_side[1] = 0;
  for (i32 p = 0; p < 4; p++) {
    hand[p] = (u64)asked.hands[2 * p + 1] << 32 | asked.hands[2 * p];
    of_side[side[p]] |= hand[p];
  }
  nodes = 0; budget = asked.budget; stopped = 0;
  for (i32 i = 0; i < asked.played; i++) {
    i32 c = asked.laid[i];
    seat = (asked.leader + i) & 3;
    pot += value[c];
    if (!i) { top = c; led = suit[c]; }
    else if (beaters[top] >> c & 1) { top = c; winner = seat; }
  }
  asked.answer = asked.played
    ? after(seat, asked.laid[asked.played - 1], winner, top, asked.played, pot, led, root, asked.least)
    : between(asked.leader, root, asked.least);
  asked.nodes = nodes; asked.done = !stopped;
}
