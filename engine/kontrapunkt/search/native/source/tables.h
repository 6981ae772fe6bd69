/* What is known of positions between two tricks: three tables.

   Recent positions lie under their very cards, large ones under the keys of `keys.h`. Small ones lie as patterns:
   how many cards of each suit each hand holds, and whose the highest are, as far down as ranks have decided; below
   that it does not matter who holds what. Where worths differ, a value differs by no more than what they differ by:
   a bound found elsewhere, moved by that much, holds here. */

#define SMALL 8                            /* cards in a hand, for a pattern to fit into its words */
#define WAYS 32                            /* patterns under one key */
#define LEVELS 5                           /* steps from one worth to the next */
#define PLANES 3                           /* bits that tell apart so many worths */
#define TOP 5                              /* the highest trumps that are part of a pattern's key */
#define RECENT 13                          /* as a power of two */
#define SHARE 32                           /* the part of the bytes for large positions, of which there are few */

typedef struct { u64 key, relevant; i16 low, high; } Recent;
/* Planes are the worths of all cards: of each its class, one bit of it in each plane. */
typedef struct { u64 key, owners; u32 ties, planes[PLANES]; u8 from[6]; } Shape;
typedef struct { u64 owners; u32 zone, ties, planes[PLANES]; i16 low, high; } Pattern;
typedef struct { u32 check[WAYS]; u8 move[WAYS], work[WAYS]; Pattern patterns[WAYS]; } Bucket;

static i32 highest(u64 cards) { return 63 - __builtin_clzll(cards); }

static Bucket *patterns;
static Recent recent[1 << RECENT];
static u32 buckets;
static i32 rise[LEVELS];                   /* from one worth to the next */
static u64 marks[4][MOST], mark;           /* mark: all cards with their places, kept up to date */

/* Makes room for the tables, empty; 0 if there is none. */
static i32 take_tables(u32 bytes) {
  u32 from = room(bytes);
  if (!from) return 0;
  for (i32 i = 0; i < 1 << RECENT; i++) recent[i].key = 0;
  take_entries(from, bytes / SHARE);
  patterns = (Bucket *)(from + bytes / SHARE);
  buckets = (bytes - bytes / SHARE) / sizeof(Bucket);
  if (classes > LEVELS + 1) techniques &= ~PATTERNS;
  for (i32 k = 0; k < LEVELS; k++) rise[k] = k + 1 < classes ? worth_of[k + 1] - worth_of[k] : 0;
  for (i32 c = 0; c < desk.cards; c++) for (i32 p = 0; p < 4; p++)
    marks[p][c] = mixed((u64)(p * MOST + c + 1) * 0x9E3779B97F4A7C15ULL);
  return 1;
}

/* What a position looks like: owners by rank; worths by hand. */
static void shape_of(i32 leader, Shape *f) {
  u64 counts[2] = {0, 0}, owners = 0;
  u32 ties = 0, planes[PLANES] = {0};
  i32 at = 0;
  for (i32 s = 0; s < 5; s++) {
    i32 place[4], sum = at, last = 0;
    f->from[s] = (u8)at;
    for (i32 p = 0; p < 4; p++) {
      i32 k = many(hand[p] & suits[s]);
      place[p] = sum; sum += k;
      counts[p & 1] = counts[p & 1] << 5 | (u64)k;
    }
    u64 before = 0;
    for (u64 rest = everybody() & suits[s]; rest; rest &= rest - 1, at++) {
      i32 c = lowest(rest), p = owner(c);
      owners |= (u64)p << 2 * at;
      if (alike[c] & before) {             /* two in one hand are as good as one above the other */
        if (p != last) ties |= 1u << at;
        counts[1] += (later >> c & 1) << 60;
      }
      before = bit(c); last = p;
      u32 own = 1u << place[p]++;
      for (i32 k = 0; k < PLANES; k++) if (worth_class[c] >> k & 1) planes[k] |= own;
    }
  }
  f->from[5] = (u8)at;
  f->owners = owners; f->ties = ties;
  for (i32 k = 0; k < PLANES; k++) f->planes[k] = planes[k];
  u64 top = owners & below(2 * (f->from[1] < TOP ? f->from[1] : TOP));
  f->key = mixed(mixed((counts[0] ^ top << 52) * 4 + (u64)leader) + counts[1] * 0x9E3779B97F4A7C15ULL);
}

static Bucket *bucket_of(const Shape *f) { return patterns + (u32)((f->key >> 32) * buckets >> 32); }

/* The cards that a zone ends with, suit by suit. */
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

/* Each mark twice. */
static u64 doubled(u64 m) {
  m = (m | m << 16) & 0x0000FFFF0000FFFFULL; m = (m | m << 8) & 0x00FF00FF00FF00FFULL;
  m = (m | m << 4) & 0x0F0F0F0F0F0F0F0FULL; m = (m | m << 2) & 0x3333333333333333ULL;
  m = (m | m << 1) & 0x5555555555555555ULL;
  return m | m << 1;
}

/* Of all cards, those that are above each step. */
static void above(const u32 *planes, u32 *found) {
  u32 a = planes[0], b = planes[1], c = planes[2];
  found[0] = a | b | c; found[1] = b | c; found[2] = (a & b) | c; found[3] = c; found[4] = c & (a | b);
}

/* Whether a pattern answers a question; then `v` is the bound. */
static i32 match(const Shape *f, i32 least, i32 left, i32 *v, i32 *move) {
  Bucket *b = bucket_of(f);
  u32 check = (u32)f->key | 1;
  u32 here[LEVELS], there[LEVELS];
  above(f->planes, here);
  for (i32 i = 0; i < WAYS && b->check[i]; i++) {
    if (b->check[i] != check) continue;
    const Pattern *p = b->patterns + i;
    u32 zone = p->zone;
    if ((p->low < least && p->high >= least) || (f->owners ^ p->owners) & doubled(zone)) continue;
    /* copies are as equal as they were; and what lies below the zone is below, not equal */
    if ((f->ties ^ p->ties) & zone || f->ties & zone << 1 & ~zone) continue;
    *move = b->move[i];
    i32 up = 0, down = 0;
    above(p->planes, there);
    for (i32 k = 0; k < LEVELS; k++) {
      up += rise[k] * __builtin_popcount(here[k] & ~there[k]);
      down += rise[k] * __builtin_popcount(there[k] & ~here[k]);
    }
    i32 low = p->low - down, high = p->high + up;
    if (low < least && high >= least) continue;
    *v = low >= least ? low : high;
    if (*v > left) *v = left;
    if (*v < 0) *v = 0;
    relevant = ends_of(zone, f);
    return 1;
  }
  return 0;
}

/* The ranks that have decided, as a mark for each card down to the lowest of them, its copies among them. */
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

static i32 is_same(const Pattern *p, const Shape *f) {
  if (p->owners != f->owners || p->ties != f->ties) return 0;
  for (i32 k = 0; k < PLANES; k++) if (p->planes[k] != f->planes[k]) return 0;
  return 1;
}

static void keep_pattern(const Shape *f, i32 low, i32 high, i32 move, u32 work) {
  Bucket *b = bucket_of(f);
  u32 check = (u32)f->key | 1, zone = zone_of(f);
  i32 at = -1, spare = 0;
  for (i32 i = 0; i < WAYS && at < 0; i++) {
    if (!b->check[i]) { spare = i; break; }
    if (b->work[i] < b->work[spare]) spare = i;
    if (b->check[i] == check && is_same(b->patterns + i, f)) at = i;
  }
  if (at >= 0) {
    const Pattern *p = b->patterns + at;
    if (p->low > low) low = p->low;
    if (p->high < high) high = p->high;
    zone |= p->zone;
  } else at = b->check[spare] && b->work[spare] > size_of(work) ? WAYS - 1 : spare;
  Pattern *p = b->patterns + at;
  *p = (Pattern){f->owners, zone, f->ties, {f->planes[0], f->planes[1], f->planes[2]}, (i16)low, (i16)high};
  b->check[at] = check; b->move[at] = (u8)move; b->work[at] = size_of(work);
}
