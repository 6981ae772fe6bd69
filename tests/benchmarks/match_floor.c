/* A floor to measure the kernel by: plain alpha-beta for games in which ranks match.

   A table at trick boundaries under the very cards, bounds kept in it, ranks in a fixed order but for the table's,
   an open window; cards of one rank in a hand are tried once. Nothing else. It knows no game: what ranks count, what
   cleans and what that is worth comes in as a table. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef int i32;

#define EXPORT(name) __attribute__((export_name(name)))
#define SIZE 18

static i32 worth[16], bonus[4], cleaner, spoiler;
static u64 hand[4], nodes;                 /* four bits a rank, how many */
static struct { u64 one, two; i32 low, high; signed char move, used; } table[1 << SIZE];

EXPORT("rank") void rank(i32 r, i32 w) { worth[r] = w; }
EXPORT("setup") void setup(i32 c, i32 s, i32 one, i32 two, i32 both) {
  cleaner = c; spoiler = s; bonus[0] = 0; bonus[1] = one; bonus[2] = two; bonus[3] = both; nodes = 0;
  for (i32 i = 0; i < 1 << SIZE; i++) table[i].used = 0;
}
EXPORT("searched") double searched(void) { return (double)nodes; }

static i32 between(i32 leader, i32 flags, i32 a, i32 b);

static i32 play(i32 leader, i32 seat, i32 led, i32 winner, i32 pot, i32 cleans, i32 flags, i32 a, i32 b, i32 *move) {
  i32 more = !(seat & 1), best = more ? -(1 << 30) : 1 << 30, last = ((seat + 1) & 3) == leader;
  for (i32 i = -1; i < 16; i++) {          /* the table's move first */
    i32 r = i < 0 ? (move ? *move : -1) : i;
    if (r < 0 || (move && i == *move && i >= 0) || !(hand[seat] >> 4 * r & 15)) continue;
    i32 l = led < 0 ? r : led, w = r == l ? seat : winner, p = pot + worth[r], c = cleans | (r == cleaner), v;
    hand[seat] -= 1ULL << 4 * r;
    if (!last) v = play(leader, (seat + 1) & 3, l, w, p, c, flags, a, b, 0);
    else {
      i32 gain = w & 1 ? 0 : p;
      v = gain + between(w, c && l != spoiler ? flags & ~(1 << (w & 1)) : flags, a - gain, b - gain);
    }
    hand[seat] += 1ULL << 4 * r;
    if (more ? v > best : v < best) { best = v; if (move) *move = r; }
    if (more && best > a) a = best;
    if (!more && best < b) b = best;
    if (a >= b) break;
  }
  return best;
}

static i32 between(i32 leader, i32 flags, i32 a, i32 b) {
  if (!hand[leader]) return bonus[flags];
  u64 one = hand[0] * 0x9E3779B97F4A7C15ULL ^ (hand[1] + (u64)leader) * 0xC2B2AE3D27D4EB4FULL ^ hand[2] * 0x165667B19E3779F9ULL;
  u64 two = hand[3] * 0xD6E8FEB86659FD93ULL ^ (hand[0] + (u64)flags) * 0xA0761D6478BD642FULL ^ hand[1] * 0xE7037ED1A0B428DBULL;
  one ^= one >> 29; one *= 0xBF58476D1CE4E5B9ULL; one ^= one >> 32; two ^= two >> 31;
  __typeof__(&table[0]) e = &table[(one ^ two) & ((1 << SIZE) - 1)];
  i32 low = -(1 << 30), high = 1 << 30, move = -1;
  if (e->used && e->one == one && e->two == two) { low = e->low; high = e->high; move = e->move; }
  if (low >= b || low == high) return low;
  if (high <= a) return high;
  if (low > a) a = low;
  if (high < b) b = high;
  nodes++;
  i32 v = play(leader, leader, -1, leader, 0, 0, flags, a, b, &move);
  if (v <= a) { if (v < high) high = v; }
  else if (v >= b) { if (v > low) low = v; }
  else low = high = v;
  e->one = one; e->two = two; e->low = low; e->high = high; e->move = (signed char)move; e->used = 1;
  return v;
}

/* What the first side counts when a seat leads a rank. */
EXPORT("solve") i32 solve(u32 a0, u32 a1, u32 b0, u32 b1, u32 c0, u32 c1, u32 d0, u32 d1, i32 leader, i32 led, i32 flags) {
  hand[0] = (u64)a1 << 32 | a0; hand[1] = (u64)b1 << 32 | b0; hand[2] = (u64)c1 << 32 | c0; hand[3] = (u64)d1 << 32 | d0;
  hand[leader] -= 1ULL << 4 * led;
  return play(leader, (leader + 1) & 3, led, leader, worth[led], led == cleaner, flags, -(1 << 30), 1 << 30, 0);
}
