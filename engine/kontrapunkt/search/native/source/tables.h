/* What is known of positions between two tricks: three tables.

   Recent positions lie under their very cards, large ones under the keys of `keys.h`. Small ones lie as patterns:
   how many cards of each suit each hand holds, and whose the highest are, as far down as ranks have decided (its
   zone); below that it does not matter who holds what. Patterns that are alike in the former and in the trumps of
   their zones are in one chain, however many; a position looks into a chain for each number of trumps. Where worths
   differ, a value differs by no more than what they differ by: a bound found elsewhere, moved by that much, holds
   here. */

#define SMALL 8                            /* cards in a hand, for a pattern to fit into its words */
#define LEVELS 5                           /* steps from one worth to the next */
#define PLANES 3                           /* bits that tell apart so many worths */
#define RUN 13                             /* the highest trumps that are part of a pattern's key, at most */
#define RECENT 13                          /* as a power of two */
#define SHARE 32                           /* the part of the bytes for large positions, of which there are few */

typedef struct { u64 key, relevant; i16 low, high; } Recent;
/* Planes are the worths of all cards: of each its class, one bit of it in each plane. */
typedef struct { u64 key, owners; u32 ties, planes[PLANES]; u8 from[6], place[5][5]; } Shape;
/* What is looked at first, packed: the next of the chain, and the bounds. The last of a chain has the chain's
   number, negative. */
typedef struct { i32 next; i16 low, high; } Link;
/* The check is what the chain is known by, beside its number. */
typedef struct { u32 check, owners[2], zone, ties, planes[PLANES]; u8 move, work; } Pattern;

static i32 highest(u64 cards) { return 63 - __builtin_clzll(cards); }

static Pattern *patterns;                  /* the first place stays empty */
static Link *links;                        /* of each pattern */
static i32 *chains, places, unused, hand_of_clock;
static u32 chain_mask;
static Recent recent[1 << RECENT];
static i32 rise[LEVELS];                   /* from one worth to the next */
static u64 marks[4][MOST], mark;           /* mark: all cards with their places, kept up to date */

/* Makes room for the tables, empty; 0 if there is none. */
static i32 take_tables(u32 bytes) {
  u32 from = room(bytes);
  if (!from) return 0;
  for (i32 i = 0; i < 1 << RECENT; i++) recent[i].key = 0;
  take_entries(from, bytes / SHARE);
  chains = (i32 *)(from + bytes / SHARE);
  chain_mask = bytes / 64 - 1;
  links = (Link *)(chains + chain_mask + 1);
  places = (i32)((bytes - bytes / SHARE - bytes / 16) / (sizeof(Link) + sizeof(Pattern)));
  patterns = (Pattern *)(links + places);
  unused = hand_of_clock = 1;
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
      f->place[s][p] = (u8)sum;
      place[p] = sum; sum += k;
      counts[p & 1] = counts[p & 1] << 5 | (u64)k;
    }
    f->place[s][4] = (u8)sum;
    u64 before = 0;
    for (u64 rest = everybody() & suits[s]; rest; rest &= rest - 1, at++) {
      i32 c = lowest(rest), p = owner(c);
      owners |= (u64)p << 2 * at;
      if (alike[c] & before) {             /* two in one hand are as good as one above the other */
        if (p != last) ties |= 1u << at;
        if (later >> c & 1) counts[1] += mixed((u64)at + 1);
      }
      before = bit(c); last = p;
      u32 own = 1u << place[p]++;
      for (i32 k = 0; k < PLANES; k++) if (worth_class[c] >> k & 1) planes[k] |= own;
    }
  }
  f->from[5] = (u8)at;
  f->owners = owners; f->ties = ties;
  for (i32 k = 0; k < PLANES; k++) f->planes[k] = planes[k];
  f->key = mixed(mixed(counts[0] * 4 + (u64)leader) + counts[1] * 0x9E3779B97F4A7C15ULL);
}

/* What the chain of a shape is known by that has the patterns with so many trumps in their zones. */
static u64 chain_of(const Shape *f, i32 run) {
  u64 x = (f->key + ((f->owners & below(2 * run)) | (u64)run << 32)) * 0xC2B2AE3D27D4EB4FULL;
  return (x ^ x >> 32) * 0x9E3779B97F4A7C15ULL;
}

static i32 number_of(u64 chain) { return (i32)((u32)(chain >> 43) & chain_mask); }

static u32 check_of(u64 chain) { return (u32)(chain >> 11); }

static u64 owners_of(const Pattern *p) { return (u64)p->owners[1] << 32 | p->owners[0]; }

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

/* Whether a pattern holds for a shape of its chain: copies are as equal as they were; what lies below the zone is
   below, not equal. */
static i32 fits(const Pattern *p, u64 owners, u32 ties) {
  return !((owners ^ owners_of(p)) & doubled(p->zone)) && !((ties ^ p->ties) & p->zone)
    && !(ties & p->zone << 1 & ~p->zone);
}

/* How much worths may raise a value and lower it, as they lie here and there; those below a zone may lie in any
   order, as long as they are in the same hand and suit. */
static void apart(const Shape *f, u32 zone, const u32 *here, const u32 *there, i32 *up, i32 *down) {
  u64 even = 0x5555555555555555ULL, set[2] = {f->owners & even, f->owners >> 1 & even};
  u32 left = 0;
  *up = *down = 0;
  for (i32 s = 0; s < 5; s++) {
    u64 in = doubled(zone & (u32)(below(f->from[s + 1]) ^ below(f->from[s]))) & even;
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
  for (i32 k = 0; k < LEVELS; k++) {
    *up += rise[k] * __builtin_popcount(here[k] & ~there[k] & ~left);
    *down += rise[k] * __builtin_popcount(there[k] & ~here[k] & ~left);
  }
}

/* Whether a pattern answers a question; then `v` is the bound, and it goes to the start of its chain. */
static i32 match(const Shape *f, i32 least, i32 left, i32 *v, i32 *move) {
  u32 here[LEVELS], there[LEVELS];
  above(f->planes, here);
  for (i32 run = 0; run <= RUN && run <= f->from[1]; run++) {
    u64 chain = chain_of(f, run);
    i32 *start = chains + number_of(chain), at;
    for (i32 *link = start; (at = *link) > 0; link = &links[at].next) {
      Link *l = links + at;
      if (l->low < least && l->high >= least) continue;
      const Pattern *p = patterns + at;
      if (p->check != check_of(chain) || !fits(p, f->owners, f->ties)) continue;
      *move = p->move;
      i32 up = 0, down = 0;
      above(p->planes, there);
      for (i32 k = 0; k < LEVELS; k++) {
        up += rise[k] * __builtin_popcount(here[k] & ~there[k]);
        down += rise[k] * __builtin_popcount(there[k] & ~here[k]);
      }
      i32 low = l->low - down, high = l->high + up;
      if (low < least && high >= least && techniques & LOOSELY) {
        apart(f, p->zone, here, there, &up, &down);
        low = l->low - down; high = l->high + up;
      }
      if (low < least && high >= least) continue;
      *v = low >= least ? low : high;
      if (*v > left) *v = left;
      if (*v < 0) *v = 0;
      relevant = ends_of(p->zone, f);
      *link = l->next; l->next = *start; *start = at;
      return 1;
    }
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

/* A place for a pattern, out of all chains. Where none is left the hand of a clock goes round, and takes one the
   sooner the less work is in it. */
static i32 take_place(void) {
  if (unused < places) return unused++;
  for (;; patterns[hand_of_clock].work /= 2) {
    if (++hand_of_clock >= places) hand_of_clock = 1;
    if (!patterns[hand_of_clock].work) break;
  }
  i32 at = hand_of_clock, end = links[at].next;
  while (end > 0) end = links[end].next;
  i32 *link = chains - end - 1;
  while (*link != at) link = &links[*link].next;
  *link = links[at].next;
  return at;
}

/* Whether a pattern with these bounds says all that another one says. */
static i32 covers(const Pattern *p, i32 low, i32 high, i32 at) {
  const Pattern *old = patterns + at;
  const Link *l = links + at;
  if (p->check != old->check || !fits(p, owners_of(old), old->ties)) return 0;
  u32 here[LEVELS], there[LEVELS];
  above(old->planes, here);
  above(p->planes, there);
  for (i32 k = 0; k < LEVELS; k++) {
    low -= rise[k] * __builtin_popcount(there[k] & ~here[k]);
    high += rise[k] * __builtin_popcount(here[k] & ~there[k]);
  }
  return (!l->low || low >= l->low) && (l->high == BIG || high <= l->high);
}

/* Keeps what was found of a shape: a bound below, or 0, and one above, or BIG. */
static void keep_pattern(const Shape *f, i32 low, i32 high, i32 move, u32 work) {
  u32 zone = zone_of(f);
  i32 run = __builtin_ctzll(~(zone & below(f->from[1])));
  u64 chain = chain_of(f, run < RUN ? run : RUN);
  i32 number = number_of(chain), at = chains[number];
  Pattern found = {check_of(chain), {(u32)f->owners, (u32)(f->owners >> 32)}, zone, f->ties,
    {f->planes[0], f->planes[1], f->planes[2]}, (u8)move, size_of(work)};
  while (at > 0 && !covers(&found, low, high, at)) at = links[at].next;
  if (at <= 0) {
    at = take_place();
    links[at].next = chains[number] ? chains[number] : -number - 1;
    chains[number] = at;
  }
  links[at].low = (i16)low; links[at].high = (i16)high;
  patterns[at] = found;
}
