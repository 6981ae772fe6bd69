/* The tables of positions between two tricks: three tables.

   Recent positions are stored by their exact cards, large ones under the keys of `keys.h`. Small ones are stored
   as patterns: the number of cards of each suit in each hand, and the holders of the highest cards, down to the
   lowest rank that mattered (the zone); below it the holders do not matter. Patterns with equal numbers and equal
   trumps in their zones form one chain; a position searches a chain for each number of trumps. A chain begins in a
   block that it shares with others, and continues in free blocks: waiting for memory takes most time, so the parts
   of a block's patterns that are read first are in one line of it. If card values differ, the result differs at
   most by their difference: a bound found elsewhere applies here after that adjustment. */

#define SMALL 8                            /* the most cards in a hand that fit into a pattern's words */
#define LEVELS 5                           /* steps from one card value to the next */
#define PLANES 3                           /* bits for the classes of card values */
#define BLOCK 15                           /* patterns in a block */
#define RUN 13                             /* the most trumps in a pattern's key */
#define RECENT 13                          /* as a power of two */
#define SHARE 32                           /* large positions, which are few, get this part of the bytes */
#define BEGUN 64                           /* the part for one bit per chain */

typedef struct { u64 key, relevant; i16 low, high; } Recent;
/* Planes hold the values of all cards: a card's class has one bit in each plane. */
typedef struct { u64 key, owners; u32 ties, planes[PLANES]; u8 from[6], place[5][5]; } Shape;
/* For each pattern of a block its bound, 0 for none, as a complement if it is an upper one; and half of its
   chain's key. The next block is given by its number plus one, 0 for none. */
typedef struct { i32 next; struct { i16 bound; u16 half; } of[BLOCK]; } Line;
/* The rest of the chain's key has the move in its lowest byte. */
typedef struct { u32 owners[2], zone, ties, planes[PLANES], rest; } Pattern;

static i32 highest(u64 cards) { return 63 - __builtin_clzll(cards); }

static Pattern *patterns;                  /* by block */
static Line *lines;                        /* of each block */
static i32 blocks, unused;                 /* unused: the first of the free blocks */
static i32 turn;                           /* the pattern of a full chain's last block to replace next */
static u32 first_blocks;                   /* blocks in which chains begin: a power of two */
static u8 *begun;                          /* a bit for each possible chain, as most queries are for absent ones */
static u32 begun_mask;
static Recent recent[1 << RECENT];
static i32 rise[LEVELS];                   /* from one card value to the next */
static u64 marks[4][MOST], mark;           /* mark: all cards with their places, updated with each card */

/* Allocates empty tables; 0 if there is no memory. */
static i32 take_tables(u32 bytes) {
  u32 from = room(bytes);
  if (!from) return 0;
  for (i32 i = 0; i < 1 << RECENT; i++) recent[i].key = 0;
  take_entries(from, bytes / SHARE);
  begun = (u8 *)(from + bytes / SHARE);
  begun_mask = bytes / BEGUN * 8 - 1;
  lines = (Line *)(begun + bytes / BEGUN);
  blocks = (i32)((bytes - bytes / SHARE - bytes / BEGUN) / (sizeof(Line) + BLOCK * sizeof(Pattern)));
  for (first_blocks = 1; first_blocks * 16 <= (u32)blocks * 5; first_blocks *= 2);
  unused = (i32)first_blocks;
  turn = 0;
  patterns = (Pattern *)(lines + blocks);
  if (classes > LEVELS + 1) techniques &= ~PATTERNS;
  for (i32 k = 0; k < LEVELS; k++) rise[k] = k + 1 < classes ? worth_of[k + 1] - worth_of[k] : 0;
  for (i32 c = 0; c < config.cards; c++) for (i32 p = 0; p < 4; p++)
    marks[p][c] = mixed((u64)(p * MOST + c + 1) * 0x9E3779B97F4A7C15ULL);
  return 1;
}

/* The shape of a position: owners by rank, the low bits of their numbers and then the high ones; values by hand. */
static void shape_of(i32 leader, Shape *f) {
  u64 counts[2] = {0, 0}, owners = 0;
  u32 ties = 0, planes[PLANES] = {0};
  i32 at = 0;
  for (i32 s = 0; s < 5; s++) {
    i32 place[4], sum = at, last = 0;
    f->from[s] = (u8)at;
    for (i32 p = 0; p < 4; p++) {
      i32 k = many(hand[p] & suits[s]);
      f->place[s][p] = (u8)sum;
      place[p] = sum; sum += k;
      counts[p & 1] = counts[p & 1] << 5 | (u64)k;
    }
    f->place[s][4] = (u8)sum;
    u64 before = 0;
    for (u64 rest = everybody() & suits[s]; rest; rest &= rest - 1, at++) {
      i32 c = lowest(rest), p = owner(c);
      owners |= (u64)(p & 1) << at | (u64)(p >> 1) << (at + 32);
      if (alike[c] & before) {             /* two in one hand are equivalent to one above the other */
        if (p != last) ties |= 1u << at;
        if (later >> c & 1) counts[1] += mixed((u64)at + 1);
      }
      before = bit(c); last = p;
      i32 own = place[p]++;
      for (i32 k = 0; k < PLANES; k++) planes[k] |= ((u32)worth_class[c] >> k & 1) << own;
    }
  }
  f->from[5] = (u8)at;
  f->owners = owners; f->ties = ties;
  for (i32 k = 0; k < PLANES; k++) f->planes[k] = planes[k];
  f->key = mixed(mixed(counts[0] * 4 + (u64)leader) + counts[1] * 0x9E3779B97F4A7C15ULL);
}

/* The key of a shape's chain of patterns with a number of trumps in their zones. */
static u64 chain_of(const Shape *f, i32 run) {
  u64 x = (f->key + ((f->owners & (below(run) | below(run) << 32)) | (u64)run << 48)) * 0xC2B2AE3D27D4EB4FULL;
  return (x ^ x >> 32) * 0x9E3779B97F4A7C15ULL;
}

static i32 number_of(u64 chain) { return (i32)((u32)(chain >> 43) & (first_blocks - 1)); }

static u16 half_of(u64 chain) { return (u16)(chain >> 27); }

static u32 rest_of(u64 chain) { return (u32)(chain << 5) & ~255u; }

static u8 *byte_of(u64 chain, u8 *bit) {
  u32 at = (u32)(chain >> 8) & begun_mask;
  *bit = (u8)(1 << (at & 7));
  return begun + (at >> 3);
}

static u64 owners_of(const Pattern *p) { return (u64)p->owners[1] << 32 | p->owners[0]; }

/* The lowest cards of a zone, suit by suit. */
static u64 ends_of(u32 zone, const Shape *f) {
  u64 found = 0;
  for (i32 s = 0; s < 5; s++) {
    i32 k = many(zone & (below(f->from[s + 1]) ^ below(f->from[s])));
    if (!k) continue;
    u64 rest = everybody() & suits[s];
    while (--k > 0) rest &= rest - 1;
    found |= rest & -rest;
  }
  return found;
}

/* The cards above each step of value. */
static void above(const u32 *planes, u32 *found) {
  u32 a = planes[0], b = planes[1], c = planes[2];
  found[0] = a | b | c; found[1] = b | c; found[2] = (a & b) | c; found[3] = c; found[4] = c & (a | b);
}

/* Whether a pattern fits a shape of its chain: copies are equally distributed, and cards below the zone are below
   it. */
static i32 fits(const Pattern *p, u64 owners, u32 ties) {
  u64 other = owners ^ owners_of(p);
  return !(((u32)other | (u32)(other >> 32) | (ties ^ p->ties)) & p->zone)
    && !(ties & p->zone << 1 & ~p->zone);
}

/* The excess of card values here over those there, card by card. */
static i32 surplus(const u32 *here, const u32 *there, u32 cards) {
  i32 sum = 0;
  for (i32 k = 0; k < LEVELS; k++) sum += rise[k] * __builtin_popcount(here[k] & ~there[k] & cards);
  return sum;
}

/* How far the difference in card values may raise or lower a value; those below a zone may be in any order within
   the same hand and suit. */
static void apart(const Shape *f, u32 zone, const u32 *here, const u32 *there, i32 *up, i32 *down) {
  u32 left = 0, set[2] = {(u32)f->owners, (u32)(f->owners >> 32)};
  *up = *down = 0;
  for (i32 s = 0; s < 5; s++) {
    u32 in = zone & (u32)(below(f->from[s + 1]) ^ below(f->from[s]));
    for (i32 p = 0; p < 4; p++) {
      i32 held = many(in & (p & 1 ? set[0] : ~set[0]) & (p & 2 ? set[1] : ~set[1]));
      u32 m = (u32)(below(f->place[s][p + 1]) & ~below(f->place[s][p] + held));
      if (!(m & (m - 1))) continue;
      left |= m;
      for (i32 k = 0; k < LEVELS; k++) {
        i32 more = __builtin_popcount(here[k] & m) - __builtin_popcount(there[k] & m);
        if (more > 0) *up += rise[k] * more;
        else *down -= rise[k] * more;
      }
    }
  }
  *up += surplus(here, there, ~left);
  *down += surplus(there, here, ~left);
}

/* Moves a pattern that has answered forward in its block. */
static void forward(i32 n, i32 i) {
  Pattern *p = patterns + n * BLOCK, q = p[i / 2];
  Line *l = lines + n, was = *l;
  p[i / 2] = p[i]; p[i] = q;
  l->of[i / 2] = was.of[i]; l->of[i] = was.of[i / 2];
}

/* A bound adjusted for the difference in card values. */
static i32 moved(i32 bound, i32 up, i32 down) { return bound < 0 ? ~bound + up : bound - down; }

/* Whether a bound, adjusted or not, answers a query. */
static i32 answers(i32 bound, i32 value, i32 least) { return bound < 0 ? value < least : value >= least; }

/* Whether a pattern that fits answers a query; then `v` is the bound. */
static i32 tells(const Pattern *p, const Shape *f, const u32 *here, i32 bound, i32 least, i32 *v) {
  u32 there[LEVELS];
  above(p->planes, there);
  i32 up = surplus(here, there, ~0u), down = surplus(there, here, ~0u);
  if (!answers(bound, *v = moved(bound, up, down), least)) {
    i32 more = up > down ? up - down : 0, less = down > up ? down - up : 0; /* the difference in any order */
    if (!(techniques & LOOSELY) || !answers(bound, moved(bound, more, less), least)) return 0;
    apart(f, p->zone, here, there, &up, &down);
    if (!answers(bound, *v = moved(bound, up, down), least)) return 0;
  }
  return 1;
}

/* Whether a pattern answers a query; then `v` is the bound. Always returns the move of one that fits. */
static i32 match(const Shape *f, i32 least, i32 left, i32 *v, i32 *move) {
  u32 here[LEVELS];
  above(f->planes, here);
  for (i32 run = 0; run <= RUN && run <= f->from[1]; run++) {
    if (run < RUN && f->ties >> run & 1) continue; /* no zone ends between two copies */
    u64 chain = chain_of(f, run);
    u8 bit;
    if (!(*byte_of(chain, &bit) & bit)) continue;
    u16 half = half_of(chain);
    for (i32 n = number_of(chain); n >= 0; n = lines[n].next - 1) for (i32 i = 0; i < BLOCK; i++) {
      i32 bound = lines[n].of[i].bound;
      if (!bound) break;                   /* a block is filled from the front */
      if (lines[n].of[i].half != half || !answers(bound, moved(bound, 0, 0), least)) continue;
      const Pattern *p = patterns + n * BLOCK + i;
      if ((p->rest ^ rest_of(chain)) >> 8 || !fits(p, f->owners, f->ties)) continue;
      *move = (i32)(p->rest & 255);
      if (!tells(p, f, here, bound, least, v)) continue;
      if (*v > left) *v = left;
      if (*v < 0) *v = 0;
      relevant = ends_of(p->zone, f);
      if (i) forward(n, i);
      return 1;
    }
  }
  return 0;
}

/* The ranks that mattered, as a mark for each card down to the lowest of them, copies included. */
static u32 zone_of(const Shape *f) {
  u32 zone = 0;
  for (i32 s = 0; s < 5; s++) {
    u64 in = relevant & suits[s];
    if (!in) continue;
    u64 down = everybody() & suits[s] & (below(highest(in)) | alike[highest(in)]);
    zone |= (u32)(below(many(down)) << f->from[s]);
  }
  return zone;
}

/* Whether a pattern with a bound implies another one of its chain. */
static i32 covers(const Pattern *p, i32 bound, const Pattern *old, i32 other) {
  if ((bound < 0) != (other < 0) || (p->rest ^ old->rest) >> 8 || !fits(p, owners_of(old), old->ties)) return 0;
  u32 here[LEVELS], there[LEVELS];
  above(old->planes, here);
  above(p->planes, there);
  return bound < 0 ? ~bound + surplus(here, there, ~0u) <= ~other : bound - surplus(there, here, ~0u) >= other;
}

/* The place for a pattern in a block's chain: that of a pattern that it implies, or a free one; if no block is
   left, one in the rear half of the last block, in turn, as patterns that have answered are further forward. */
static i32 place_in(i32 n, const Pattern *p, u16 half, i32 bound) {
  for (;; n = lines[n].next - 1) {
    for (i32 i = 0; i < BLOCK; i++) {
      i32 other = lines[n].of[i].bound, at = n * BLOCK + i;
      if (!other || (lines[n].of[i].half == half && covers(p, bound, patterns + at, other))) return at;
    }
    if (lines[n].next) continue;
    if (unused >= blocks) {
      turn = turn ? turn - 1 : BLOCK / 2;
      return n * BLOCK + BLOCK - 1 - turn;
    }
    lines[n].next = ++unused;
  }
}

/* Stores a bound of a shape, as a complement if it is an upper one. */
static void keep_pattern(const Shape *f, i32 bound, i32 move) {
  u32 zone = zone_of(f);
  i32 run = __builtin_ctzll(~(zone & below(f->from[1])));
  u64 chain = chain_of(f, run < RUN ? run : RUN);
  Pattern found = {{(u32)f->owners, (u32)(f->owners >> 32)}, zone, f->ties,
    {f->planes[0], f->planes[1], f->planes[2]}, rest_of(chain) | (u8)move};
  u16 half = half_of(chain);
  i32 at = place_in(number_of(chain), &found, half, bound);
  u8 bit, *byte = byte_of(chain, &bit);
  *byte |= bit;
  lines[at / BLOCK].of[at % BLOCK].bound = (i16)bound;
  lines[at / BLOCK].of[at % BLOCK].half = half;
  patterns[at] = found;
}
