/* The cards in the kernel, their places, and the query from outside.

   Nothing here depends on a game. Cards are numbers in the order of strength, trumps first, then suit by suit, the
   copies of a card adjacent; tables define following, beating and counting. Places are numbers in the order of
   play. The configuration and the query are written from outside, where they are checked. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef int i32;
typedef signed short i16;
typedef unsigned short u16;
typedef unsigned char u8;

#define EXPORT(name) __attribute__((export_name(name)))

#define MOST 64                            /* cards */
#define HAND 16                            /* cards in a hand */
#define BIG 30000                          /* more than any value */
#define CLASSES 16                         /* different card values */

enum { FREELY = 1, MUST_TRUMP = 2, MUST_BEAT = 4 };
enum { RELATIVE = 1, ALIKE = 2, NEARLY = 4, SURE = 8, HISTORY = 16, FIRST = 32, CASH = 64, PATTERNS = 128,
       NARROW = 256, LOOSELY = 512 };

static struct {
  i32 cards, trumps, duty, trick;          /* trick: the points of a trick besides its cards */
  i32 side[4];                             /* by place: 0 for the side whose points are counted */
  i32 techniques, bytes;                   /* size of the tables in bytes: a power of two */
  i32 value[MOST], suit[MOST], limit[MOST], kind[MOST]; /* limit: no card from there on beats it; kind: first copy */
} config;

static struct {
  u32 hands[8];                            /* low and high half of each place's hand */
  i32 leader, played, laid[4];             /* the trick in progress; its last card is the trial card */
  i32 least;                               /* does the first side reach this number? */
  i32 budget;                              /* the most positions to search */
  i32 answer, done, nodes;
} asked;

static u64 hand[4], of_side[2], in_trick;
static u64 suits[5], trumps, beaters[MOST], alike[MOST], later;
static i32 value[MOST], suit[MOST], kind[MOST], side[4], duty, trick_worth, techniques;
static u64 worths[CLASSES];                /* the cards by value, lowest first */
static i32 worth_of[CLASSES], worth_class[MOST], classes;
static i32 nodes, budget, stopped;

/* The cards whose ranks mattered in the last search: a card is included if it took a trick from another of its
   suit. Together with all higher cards they define the positions to which the result applies. */
static u64 relevant;

static u64 bit(i32 card) { return (u64)1 << card; }
static u64 below(i32 card) { return ((u64)1 << card) - 1; }
static i32 lowest(u64 cards) { return __builtin_ctzll(cards); }
static u64 everybody(void) { return of_side[0] | of_side[1]; }

static u64 mixed(u64 x) {
  x ^= x >> 30; x *= 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 27; x *= 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

static void take_worths(i32 n) {
  classes = 0;
  for (i32 i = 0; i < CLASSES; i++) worths[i] = 0;
  for (i32 c = 0; c < n; c++) {
    i32 k = 0;
    while (k < classes && worth_of[k] < value[c]) k++;
    if (k < classes && worth_of[k] == value[c]) continue;
    for (i32 i = classes++; i > k; i--) worth_of[i] = worth_of[i - 1];
    worth_of[k] = value[c];
  }
  for (i32 c = 0; c < n; c++) {
    i32 k = 0;
    while (worth_of[k] != value[c]) k++;
    worth_class[c] = k;
    worths[k] |= bit(c);
  }
}

static void take_config(void) {
  i32 n = config.cards;
  duty = config.duty; trick_worth = config.trick; techniques = config.techniques;
  trumps = below(config.trumps);
  later = 0;
  for (i32 s = 0; s < 5; s++) suits[s] = 0;
  for (i32 p = 0; p < 4; p++) side[p] = config.side[p];
  for (i32 c = 0; c < n; c++) {
    value[c] = config.value[c]; suit[c] = config.suit[c]; kind[c] = config.kind[c];
    suits[suit[c]] |= bit(c);
    if (config.limit[c] > kind[c]) later |= bit(c);
  }
  for (i32 c = 0; c < n; c++) {
    beaters[c] = (below(config.limit[c]) & suits[suit[c]] & ~bit(c)) | (suit[c] ? trumps : 0);
    alike[c] = 0;
    for (i32 d = 0; d < n; d++) if (kind[d] == kind[c]) alike[c] |= bit(d);
  }
  take_worths(n);
}

static u64 allowed(u64 cards, i32 led, i32 top) {
  u64 own = cards & suits[led];
  if (!own) return duty & MUST_TRUMP && led && cards & trumps ? cards & trumps : cards;
  if (duty & MUST_BEAT && suit[top] == led && own & beaters[top]) own &= beaters[top];
  return duty & FREELY && led ? own | (cards & trumps) : own;
}
