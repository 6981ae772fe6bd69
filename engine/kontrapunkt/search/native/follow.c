/* Open-hand search in games with suits to follow: can the first side come to so many points?

   No game is in here. Cards are numbers in the order of strength, trumps first, then suit by suit, the copies of
   one card side by side; what follows which, what beats which and what counts comes in as a table. Places are
   numbers in the order of play. A question is a window of width zero, its answer a bound of the value on one
   side of it. Between two tricks a table keeps what is known of a position, under a key that forgets which cards
   are gone: only the order of those that are left, their worth and whose they are.

   The desk is written and read from outside; all that is read here was checked there. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef int i32;
typedef signed short i16;
typedef unsigned char u8;

#ifndef __wasm__
#define EXPORT(name)
#else
#define EXPORT(name) __attribute__((export_name(name)))
#endif

#define MOST 64                 /* cards */
#define HAND 16                 /* cards in a hand */
#define BIG 30000               /* more than any value */

enum { FREELY = 1, MUST_TRUMP = 2, MUST_BEAT = 4 };                     /* duties */
enum { RELATIVE = 1, ALIKE = 2, NEARLY = 4, SURE = 8, HISTORY = 16, FIRST = 32, CASH = 64 }; /* techniques */

static struct {
  i32 cards, trumps, duty, trick;          /* trick: what a trick counts beside its cards */
  i32 side[4];                             /* by place: 0 for the side whose points are counted */
  i32 techniques, entries;                 /* entries of the table: a power of two */
  i32 value[MOST], suit[MOST], limit[MOST], kind[MOST]; /* limit: from there on no card beats it; kind: first copy */
} desk;

static struct {
  u32 hands[8];                            /* low and high half of each place's hand */
  i32 leader, played, laid[4];             /* the trick in progress, the last card of it on trial */
  i32 least;                               /* whether the first side comes to so many points */
  i32 budget;                              /* positions that may be searched */
  i32 answer, done, nodes;
} asked;

typedef struct {
  u64 key;
  i16 low, high;                           /* the fewest and the most points to come */
  u8 move, work, taken;                    /* work: how much searching it took, as a power of two */
} Entry;

static Entry *table;
static u32 buckets, used;                  /* pairs of entries; entries that may have been written */
static u64 hand[4], of_side[2];
static u64 suits[5], trumps, beaters[MOST], alike[MOST];
static u64 worths[16];
static i32 worth_of[16], worth_class[MOST], classes;
static i32 value[MOST], suit[MOST], side[4], duty, trick_worth, techniques;
static u64 token[MOST][4];
static u64 later;
typedef struct { u32 cut, tried; } Deed;
static Deed history[4][4][MOST];           /* by place in the trick and seat: how often a card was tried, and decided */
static i32 nodes, budget, stopped;

/* ---------------------------------------------------------------------------------------- what is prepared */

EXPORT("desk_at") void *desk_at(void) { return &desk; }
EXPORT("asked_at") void *asked_at(void) { return &asked; }

#ifdef __wasm__
extern unsigned char __heap_base;
static Entry *memory(u32 bytes) {
  u32 from = ((u32)&__heap_base + 63) & ~63u, end = from + bytes;
  u32 pages = (end + 65535) / 65536, have = (u32)__builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (__SIZE_TYPE__)-1) return 0;
  return (Entry *)from;
}
#else
#include <stdlib.h>
static Entry *memory(u32 bytes) { used = 0; return calloc(1, bytes); }
#endif

static u64 mixed(u64 x) {
  x ^= x >> 30; x *= 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 27; x *= 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

/* Takes over the desk and empties the table; 0 if there is no memory for it. */
EXPORT("prepare") i32 prepare(void) {
  i32 n = desk.cards;
  duty = desk.duty; trick_worth = desk.trick; techniques = desk.techniques;
  trumps = ((u64)1 << desk.trumps) - 1;
  classes = 0; later = 0;
  for (i32 s = 0; s < 5; s++) suits[s] = 0;
  for (i32 p = 0; p < 4; p++) side[p] = desk.side[p];
  for (i32 i = 0; i < 16; i++) worths[i] = 0;
  for (i32 c = 0; c < n; c++) {
    value[c] = desk.value[c]; suit[c] = desk.suit[c];
    suits[suit[c]] |= (u64)1 << c;
    if (desk.limit[c] > desk.kind[c]) later |= (u64)1 << c;
    i32 k = 0;
    while (k < classes && worth_of[k] < value[c]) k++;
    if (k == classes || worth_of[k] != value[c]) {
      for (i32 i = classes++; i > k; i--) worth_of[i] = worth_of[i - 1];
      worth_of[k] = value[c];
    }
  }
  for (i32 c = 0; c < n; c++) {
    i32 k = 0;
    while (worth_of[k] != value[c]) k++;
    worth_class[c] = k; worths[k] |= (u64)1 << c;
  }
  for (i32 c = 0; c < n; c++) {
    u64 higher = ((u64)1 << desk.limit[c]) - 1;
    beaters[c] = (higher & suits[suit[c]] & ~((u64)1 << c)) | (suit[c] ? trumps : 0);
    alike[c] = 0;
    for (i32 d = 0; d < n; d++) if (desk.kind[d] == desk.kind[c]) alike[c] |= (u64)1 << d;
    for (i32 p = 0; p < 4; p++)
      token[c][p] = mixed(((techniques & RELATIVE ? worth_class[c] : c) + 1) * 8 + p);
  }
  for (i32 i = 0; i < 16 * MOST; i++) ((Deed *)history)[i].cut = ((Deed *)history)[i].tried = 0;
  u32 entries = (u32)desk.entries;
  table = memory(entries * (u32)sizeof(Entry));
  if (!table) return 0;
  for (u32 i = 0; i < used; i++) table[i].taken = 0; /* what was never used is zero as it is */
  buckets = entries / 2; used = entries;
  return 1;
}

/* -------------------------------------------------------------------------------------------- what is known */

static i32 lowest(u64 cards) { return __builtin_ctzll(cards); }

static i32 worth(u64 cards) {
  i32 sum = 0;
  for (i32 k = 0; k < classes; k++) sum += worth_of[k] * __builtin_popcountll(cards & worths[k]);
  return sum;
}

/* The key of a position between two tricks. Plain suits add up, as nothing tells them apart. */
static u64 key_of(i32 leader) {
  u64 all = hand[0] | hand[1] | hand[2] | hand[3], odd = hand[1] | hand[3], high = hand[2] | hand[3];
  u64 key = (u64)(leader + 1) * 0x9E3779B97F4A7C15ULL;
  for (i32 s = 0; s < 5; s++) {
    u64 rest = all & suits[s];
    if (!rest) continue;
    u64 x = s ? 0x165667B19E3779F9ULL : 0xD6E8FEB86659FD93ULL, before = 0;
    if (s && !(techniques & RELATIVE)) x += (u64)s << 32;
    do {
      i32 c = lowest(rest);
      rest &= rest - 1;
      u64 t = token[c][(odd >> c & 1) | (high >> c & 1) << 1];
      if (alike[c] & before) t += later >> c & 1 ? 0x5851F42D4C957F2DULL : 0x2545F4914F6CDD1DULL;
      x = (x ^ t) * 0xC2B2AE3D27D4EB4FULL;
      x ^= x >> 32;
      before = (u64)1 << c;
    } while (rest);
    key += mixed(x);
  }
  return mixed(key);
}

static Entry *find(u64 key) {
  Entry *e = table + 2 * (u32)((key >> 32) & (buckets - 1));
  if (e[0].taken && e[0].key == key) return e;
  if (e[1].taken && e[1].key == key) return e + 1;
  return 0;
}

static void keep(u64 key, i32 low, i32 high, i32 move, u32 work) {
  Entry *e = table + 2 * (u32)((key >> 32) & (buckets - 1));
  u8 size = (u8)(32 - __builtin_clz(work | 1));
  if (!(e[0].taken && e[0].key == key)) {
    if ((e[1].taken && e[1].key == key) || (e[0].taken && e[0].work > size)) e++;
    else if (e[0].taken) e[1] = e[0];
  }
  e->key = key; e->low = (i16)low; e->high = (i16)high; e->move = (u8)move; e->work = size; e->taken = 1;
}

/* The worth of so many cards of a set, the least or the most that they can come to; all, if there are no more. */
static i32 least_of(u64 cards, i32 n) {
  i32 sum = 0;
  for (i32 k = 0; k < classes && n > 0; k++) {
    i32 m = __builtin_popcountll(cards & worths[k]);
    if (m > n) m = n;
    sum += m * worth_of[k]; n -= m;
  }
  return sum;
}

static i32 most_of(u64 cards, i32 n) {
  i32 sum = 0;
  for (i32 k = classes - 1; k >= 0 && n > 0; k--) {
    i32 m = __builtin_popcountll(cards & worths[k]);
    if (m > n) m = n;
    sum += m * worth_of[k]; n -= m;
  }
  return sum;
}

/* What trumps bring for certain that are above all of the other side: whoever plays them, they take a trick of
   their own side, and the others must put something in. */
static i32 sure(i32 s) {
  u64 own = of_side[s] & trumps, others = of_side[1 - s] & trumps;
  if (!own) return 0;
  if (others) own &= ((u64)1 << desk.kind[lowest(others)]) - 1;
  if (!own) return 0;
  i32 found = worth(own), most = 0;
  for (i32 p = 0; p < 4; p++) if (side[p] == s) {
    i32 k = __builtin_popcountll(own & hand[p]);
    if (k > most) most = k;
  }
  for (i32 p = 0; p < 4; p++) if (side[p] != s) found += least_of(hand[p], most);
  return found + most * trick_worth;
}

/* What the leader can cash: cards above all others of their suit, one after the other, plain suits first as long
   as all of the other side must follow, then trumps. The others put in their least, partners their most. */
static i32 cashed(i32 leader, i32 left) {
  i32 s = side[leader], found = 0, tricks = 0, n = __builtin_popcountll(hand[leader]);
  i32 discards[4] = {0, 0, 0, 0};
  u64 kept[4] = {hand[0], hand[1], hand[2], hand[3]};
  u64 mine = hand[leader], all = hand[0] | hand[1] | hand[2] | hand[3], ruffs = of_side[1 - s] & trumps;
  if (duty & MUST_TRUMP) ruffs |= of_side[s] & ~mine & trumps;
  for (i32 i = 4; i >= 0; i--) {
    u64 m = mine & suits[i], others = all & ~mine & suits[i];
    if (!m) continue;
    u64 win = others ? m & (((u64)1 << desk.kind[lowest(others)]) - 1) : m;
    if (!win) continue;
    i32 c = __builtin_popcountll(win), longest = 0, shortest = 99;
    for (i32 p = 0; p < 4; p++) if (p != leader) {
      i32 k = __builtin_popcountll(hand[p] & suits[i]);
      if (k > longest) longest = k;
      i32 ruffs_too = side[p] != s || (duty & MUST_TRUMP && hand[p] & trumps); /* a partner who must */
      if (ruffs_too && k < shortest) shortest = k;
    }
    if (i && ruffs) {
      if (duty & FREELY) continue;
      if (c > shortest) c = shortest;
      if (!c) continue;
    } else if (c >= longest) { win = m; c = __builtin_popcountll(m); }
    found += most_of(win, c); tricks += c;
    for (i32 p = 0; p < 4; p++) if (p != leader) {
      u64 own = hand[p] & suits[i];
      i32 k = __builtin_popcountll(own);
      if (side[p] != s) { found += k >= c ? least_of(own, c) : worth(own); if (k < c) { discards[p] += c - k; } kept[p] &= ~own; }
      else { found += most_of(own, c); if (k < c) discards[p] += c - k; kept[p] &= ~own; }
    }
  }
  if (tricks >= n) return left;
  for (i32 p = 0; p < 4; p++) if (discards[p] && side[p] == s) found += most_of(kept[p], discards[p]);
    else if (discards[p]) found += least_of(kept[p], discards[p]);
  return found + tricks * trick_worth;
}

/* ------------------------------------------------------------------------------------------------ the search */

static u64 allowed(u64 cards, i32 led, i32 top) {
  u64 own = cards & suits[led];
  if (!own) return duty & MUST_TRUMP && led && cards & trumps ? cards & trumps : cards;
  if (duty & MUST_BEAT && suit[top] == led && own & beaters[top]) own &= beaters[top];
  return duty & FREELY && led ? own | (cards & trumps) : own;
}

/* The cards of a set, of those that do the same in and after this trick only one; `same` says which of them
   differ from the one before by their worth alone. */
static i32 choices(u64 cards, u64 others, u64 beating, i32 *moves, u8 *group) {
  i32 n = 0, last = -1, number = 0;
  while (cards) {
    i32 c = lowest(cards);
    cards &= cards - 1;
    if (last >= 0 && suit[c] == suit[last] && !((beating >> c ^ beating >> last) & 1)) {
      u64 span = ((u64)2 << c) - ((u64)1 << last);
      if (!(others & (span | alike[c] | alike[last]))) {
        last = c;
        i32 i = n;
        if (techniques & ALIKE) {
          while (i && group[i - 1] == number && value[moves[i - 1]] != value[c]) i--;
          if (i && group[i - 1] == number) continue;
        }
        moves[n] = c; group[n++] = (u8)number;
        continue;
      }
    }
    last = c;
    moves[n] = c; group[n++] = (u8)++number;
  }
  return n;
}

static i32 between(i32 leader, i32 left, i32 least);

/* Whether nobody who is still to play can beat a card for the other side; then the trick is decided. */
static i32 stands(i32 played, i32 seat, i32 winner, i32 top, i32 led) {
  for (i32 p = played; p < 4; p++) {
    seat = (seat + 1) & 3;
    if (side[seat] != side[winner] && allowed(hand[seat], led, top) & beaters[top]) return 0;
  }
  return 1;
}

/* The value after a seat has played the last card of a trick in progress. */
static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least);

static i32 follow(i32 seat, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least) {
  i32 moves[HAND], n, more = !side[seat];
  u8 group[HAND];
  u64 all = hand[0] | hand[1] | hand[2] | hand[3];
  u64 can = allowed(hand[seat], led, top), beating = beaters[top];
  if (!(can & (can - 1))) {
    i32 c = lowest(can), wins = beating >> c & 1;
    return after(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], led, left, least);
  }
  n = choices(can, all & ~hand[seat], beating, moves, group);
  i32 score[HAND], ours = side[winner] == side[seat];
  i32 decided = techniques & NEARLY ? (played == 3 || stands(played + 1, seat, winner, top, led)) : 0;
  Deed *deeds = history[played][seat];
  for (i32 i = 0; i < n; i++) {
    i32 c = moves[i], wins = beating >> c & 1;
    i32 s = ours ? (wins ? -1000 + value[c] * 16 + c : value[c] * 16)
                 : (wins ? 1000 + value[c] * 16 + c : -value[c] * 16);
    if (techniques & HISTORY) s += (i32)(16 * deeds[c].cut / (deeds[c].tried + 4));
    score[i] = s;
  }
  i32 best = more ? -BIG : BIG;
  i32 found[HAND];
  u32 tried = 0;
  for (i32 turn = 0; turn < n; turn++) {
    i32 at = -1;
    for (i32 i = 0; i < n; i++) if (!(tried >> i & 1) && (at < 0 || score[i] > score[at])) at = i;
    tried |= 1u << at;
    i32 c = moves[at], wins = beating >> c & 1, v;
    found[at] = BIG;
    if (techniques & NEARLY) {
      /* A card that differs from one that was tried by its worth alone differs by no more in the end. */
      i32 skip = 0;
      for (i32 i = 0; i < n && !skip; i++) {
        if (i == at || group[i] != group[at]) continue;
        if (tried >> i & 1 && found[i] != BIG) {
          i32 apart = value[c] > value[moves[i]] ? value[c] - value[moves[i]] : value[moves[i]] - value[c];
          if (more ? found[i] + apart < least : found[i] - apart >= least) {
            skip = 1;
            i32 bound = more ? found[i] + apart : found[i] - apart;
            if (more ? bound > best : bound < best) best = bound;
          }
        }
        if (!skip && (played == 3 || (decided && !wins))) {
          /* Who takes the trick is known: the most goes to an own one, the least to the others. */
          i32 own = played == 3 && wins ? 1 : ours;
          if (own ? value[moves[i]] > value[c] : value[moves[i]] < value[c]) skip = 1;
        }
      }
      if (skip) continue;
    }
    v = after(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], led, left, least);
    if (stopped) return 0;
    found[at] = v;
    if (more ? v > best : v < best) best = v;
    deeds[c].tried++;
    if (more ? v >= least : v < least) { deeds[c].cut++; break; }
  }
  return best;
}

static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least) {
  u64 bit = (u64)1 << card;
  i32 v;
  hand[seat] ^= bit; of_side[side[seat]] ^= bit;
  if (played < 4) v = follow((seat + 1) & 3, winner, top, played, pot, led, left, least);
  else if (side[winner]) v = between(winner, left - pot, least);
  else v = pot + between(winner, left - pot, least - pot);
  hand[seat] ^= bit; of_side[side[seat]] ^= bit;
  return v;
}

/* The last trick, in which nobody has a choice. */
static i32 last_trick(i32 leader, i32 left) {
  i32 winner = leader, top = lowest(hand[leader]);
  for (i32 i = 1; i < 4; i++) {
    i32 p = (leader + i) & 3, c = lowest(hand[p]);
    if (beaters[top] >> c & 1) { winner = p; top = c; }
  }
  return side[winner] ? 0 : left;
}

static i32 lead(i32 leader, i32 left, i32 least, i32 first, i32 *move) {
  i32 moves[HAND], score[HAND], found[HAND], more = !side[leader];
  u8 group[HAND];
  u64 all = hand[0] | hand[1] | hand[2] | hand[3];
  i32 n = choices(hand[leader], all & ~hand[leader], 0, moves, group);
  Deed *deeds = history[0][leader];
  for (i32 i = 0; i < n; i++) {
    i32 c = moves[i];
    score[i] = -c;
    if (techniques & HISTORY) score[i] += (i32)(64 * deeds[c].cut / (deeds[c].tried + 4));
    if (c == first) score[i] = 1 << 30;
  }
  i32 best = more ? -BIG : BIG;
  u32 tried = 0;
  *move = 255;
  for (i32 turn = 0; turn < n; turn++) {
    i32 at = -1;
    for (i32 i = 0; i < n; i++) if (!(tried >> i & 1) && (at < 0 || score[i] > score[at])) at = i;
    tried |= 1u << at;
    i32 c = moves[at];
    found[at] = BIG;
    if (techniques & NEARLY) {
      i32 skip = 0;
      for (i32 i = 0; i < n && !skip; i++) {
        if (i == at || group[i] != group[at] || !(tried >> i & 1) || found[i] == BIG) continue;
        i32 apart = value[c] > value[moves[i]] ? value[c] - value[moves[i]] : value[moves[i]] - value[c];
        i32 bound = more ? found[i] + apart : found[i] - apart;
        if (more ? bound < least : bound >= least) {
          skip = 1;
          if (more ? bound > best : bound < best) best = bound;
        }
      }
      if (skip) continue;
    }
    i32 v = after(leader, c, leader, c, 1, trick_worth + value[c], suit[c], left, least);
    if (stopped) return 0;
    found[at] = v;
    if (more ? v > best : v < best) { best = v; *move = c; }
    deeds[c].tried++;
    if (more ? v >= least : v < least) { deeds[c].cut++; break; }
  }
  return best;
}

/* The value of a position between two tricks: a bound that says whether it is at least so much. */
static i32 between(i32 leader, i32 left, i32 least) {
  if (least <= 0) return 0;
  if (least > left) return left;
  if (!(hand[leader] & (hand[leader] - 1))) return last_trick(leader, left);
  if (techniques & SURE) {
    i32 s = sure(0);
    if (s >= least) return s;
    s = left - sure(1);
    if (s < least) return s;
    if (techniques & CASH) {
      s = cashed(leader, left);
      if (side[leader]) { s = left - s; if (s < least) return s; }
      else if (s >= least) return s;
    }
  }
  u64 key = key_of(leader);
  i32 low = 0, high = left, first = -1;
  Entry *e = find(key);
  if (e) {
    low = e->low; high = e->high;
    if (techniques & FIRST) first = e->move;
    if (low >= least) return low;
    if (high < least) return high;
  }
  if (nodes >= budget) { stopped = 1; return 0; }
  i32 before = nodes++, move;
  i32 v = lead(leader, left, least, first, &move);
  if (stopped) return 0;
  if (v >= least) { if (v > low) low = v; }
  else if (v < high) high = v;
  keep(key, low, high, move, (u32)(nodes - before));
  return v;
}

/* Answers what is asked, or says that the budget did not suffice; what was found stays in the table. The last
   card laid is on trial: it is still in its hand. */
EXPORT("ask") void ask(void) {
  i32 seat = asked.leader, winner = seat, top = 0, led = 0, pot = trick_worth, left = 0;
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
    if (i < asked.played - 1) left += value[c];
    if (!i) { top = c; led = suit[c]; }
    else if (beaters[top] >> c & 1) { top = c; winner = seat; }
  }
  left += worth(of_side[0] | of_side[1]) + trick_worth * __builtin_popcountll(hand[seat]);
  asked.answer = asked.played
    ? after(seat, asked.laid[asked.played - 1], winner, top, asked.played, pot, led, left, asked.least)
    : between(asked.leader, left, asked.least);
  asked.nodes = nodes; asked.done = !stopped;
}
