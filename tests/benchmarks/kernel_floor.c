/* A floor to measure the kernel by: plain alpha-beta over card points for games that follow suit.

   A table at trick boundaries under the very cards, bounds kept in it, moves in a fixed order, an open window;
   cards side by side in one hand are tried once. Nothing else. It knows no game: cards come in as a table. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef int i32;

#define EXPORT(name) __attribute__((export_name(name)))
#define SIZE 21

static i32 cards, trumps, freely, value[64], suit[64], limit[64], side[4];
static u64 suits[5], hand[4], nodes;
static struct { u64 one, two; short low, high; signed char move, used; } table[1 << SIZE];

EXPORT("card") void card(i32 i, i32 v, i32 s, i32 l) { value[i] = v; suit[i] = s; limit[i] = l; }
EXPORT("party") void party(i32 seat, i32 s) { side[seat] = s; }
EXPORT("searched") double searched(void) { return (double)nodes; }

EXPORT("setup") void setup(i32 n, i32 t, i32 f) {
  cards = n; trumps = t; freely = f; nodes = 0;
  for (i32 s = 0; s < 5; s++) {
    suits[s] = 0;
    for (i32 i = 0; i < n; i++) if (suit[i] == s) suits[s] |= 1ULL << i;
  }
  for (i32 i = 0; i < 1 << SIZE; i++) table[i].used = 0;
}

static i32 beats(i32 c, i32 top) { return c < limit[top] && (c < trumps || suit[c] == suit[top]); }

static i32 distinct(u64 own, u64 present, i32 *out) {
  i32 n = 0, last = -1;
  u64 others = present & ~own;
  for (u64 m = own; m; m &= m - 1) {
    i32 c = __builtin_ctzll(m), first = last;
    while (first > 0 && limit[first - 1] == limit[last]) first--;
    i32 end = c;
    while (end + 1 < cards && limit[end + 1] == limit[c]) end++;
    u64 span = last < 0 ? 0 : ((2ULL << end) - 1) & ~((1ULL << first) - 1);
    if (last < 0 || value[c] != value[last] || suit[c] != suit[last] || others & span) out[n++] = c;
    last = c;
  }
  return n;
}

static i32 between(i32 leader, i32 left, i32 a, i32 b);

static i32 after(i32 seat, i32 c, i32 winner, i32 top, i32 played, i32 pot, i32 left, i32 a, i32 b, i32 led) {
  hand[seat] ^= 1ULL << c;
  if (played == 4) {
    i32 v = side[winner] ? between(winner, left - pot, a, b) : pot + between(winner, left - pot, a - pot, b - pot);
    hand[seat] ^= 1ULL << c;
    return v;
  }
  i32 s = (seat + 1) & 3;
  if (led < 0) led = suit[c];
  u64 can = hand[s] & suits[led];
  if (!can) can = hand[s];
  else if (freely) can |= hand[s] & ((1ULL << trumps) - 1);
  i32 moves[16], order[16], n = distinct(can, hand[0] | hand[1] | hand[2] | hand[3] | 1ULL << top, moves);
  i32 ours = side[winner] == side[s], more = !side[s], best = more ? -1 : 1 << 30;
  for (i32 i = 0; i < n; i++) {              /* sorted by score, the highest first */
    i32 wins = beats(moves[i], top), v = value[moves[i]];
    i32 score = wins ? (ours ? -1000 : 1000) + 16 * v + moves[i] : ours ? 16 * v : -16 * v, j = i;
    for (; j && order[j - 1] < score; j--) { order[j] = order[j - 1]; i32 m = moves[j]; moves[j] = moves[j - 1]; moves[j - 1] = m; }
    order[j] = score;
  }
  for (i32 i = 0; i < n; i++) {
    i32 m = moves[i], wins = beats(m, top);
    i32 v = after(s, m, wins ? s : winner, wins ? m : top, played + 1, pot + value[m], left, a, b, led);
    if (more ? v > best : v < best) best = v;
    if (more && best > a) a = best;
    if (!more && best < b) b = best;
    if (a >= b) break;
  }
  hand[seat] ^= 1ULL << c;
  return best;
}

static i32 between(i32 leader, i32 left, i32 a, i32 b) {
  if (!left || b <= 0) return 0;
  if (a >= left) return left;
  u64 all = hand[0] | hand[1] | hand[2] | hand[3];
  u64 one = hand[0] * 0x9E3779B97F4A7C15ULL ^ (hand[1] + (u64)leader) * 0xC2B2AE3D27D4EB4FULL ^ hand[2] * 0x165667B19E3779F9ULL;
  u64 two = hand[3] * 0xD6E8FEB86659FD93ULL ^ all * 0xA0761D6478BD642FULL ^ hand[1] * 0xE7037ED1A0B428DBULL;
  one ^= one >> 29; one *= 0xBF58476D1CE4E5B9ULL; one ^= one >> 32; two ^= two >> 31;
  __typeof__(&table[0]) e = &table[(one ^ two) & ((1 << SIZE) - 1)];
  i32 low = 0, high = left, first = -1;
  if (e->used && e->one == one && e->two == two) { low = e->low; high = e->high; first = e->move; }
  if (low >= b || low == high) return low;
  if (high <= a) return high;
  if (low > a) a = low;
  if (high < b) b = high;
  nodes++;
  i32 moves[16], n = distinct(hand[leader], all, moves), more = !side[leader];
  for (i32 i = 1; i < n; i++) if (moves[i] == first) { for (i32 j = i; j; j--) moves[j] = moves[j - 1]; moves[0] = first; break; }
  i32 best = more ? -1 : 1 << 30, move = -1, from = a, to = b;
  for (i32 i = 0; i < n; i++) {
    i32 c = moves[i], v = after(leader, c, leader, c, 1, value[c], left, from, to, -1);
    if (more ? v > best : v < best) { best = v; move = c; }
    if (more && best > from) from = best;
    if (!more && best < to) to = best;
    if (from >= to) break;
  }
  if (best <= a) { if (best < high) high = best; }
  else if (best >= b) { if (best > low) low = best; }
  else low = high = best;
  e->one = one; e->two = two; e->low = (short)low; e->high = (short)high; e->move = (signed char)move; e->used = 1;
  return best;
}

EXPORT("solve") i32 solve(u32 a0, u32 a1, u32 b0, u32 b1, u32 c0, u32 c1, u32 d0, u32 d1, i32 leader, i32 left, i32 a, i32 b) {
  hand[0] = (u64)a1 << 32 | a0; hand[1] = (u64)b1 << 32 | b0; hand[2] = (u64)c1 << 32 | c0; hand[3] = (u64)d1 << 32 | d0;
  return between(leader, left, a, b);
}
