/* The cards of games of matching ranks, their distribution, and the query from outside.

   Nothing here depends on a game. A card is its rank, a number; tables define the count of a rank, cleaning, seats
   whose leads count together, and winning counts. Seats are numbers in the order of play. The distribution of a
   rank is one number, with a digit to the base of five for each seat. The configuration and the query are written
   from outside, where they are checked. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef int i32;
typedef unsigned short u16;
typedef unsigned char u8;

#define EXPORT(name) __attribute__((export_name(name)))

#define RANKS 16
#define SEATS 4
#define SPREADS 625                        /* five to the power of SEATS */
#define TARGETS 4096
#define CELLS 2048                         /* card points and tricks at the end */
#define FAR 1000000000                     /* more than any count */

enum { GROUPS = 1, SURE = 2, ORDER = 4, MEMORY = 8, UNROLLED = 16 };

static struct {
  i32 ranks, seats, trick;                 /* trick: the count of a trick besides its cards */
  i32 side[SEATS];                         /* 0 for the side that is counted */
  i32 worth[RANKS];                        /* by ascending count */
  i32 group[RANKS];                        /* ranks of one group are interchangeable */
  i32 named;                               /* ranks, as bits, that are distinguished even if only one seat has them */
  i32 cleaner, spoiler;                    /* a trick with the first cleans, unless the second is led; -1 for none */
  i32 clears[SEATS];                       /* the flag that a seat's cleaning trick removes, as a bit */
  i32 bonus[4];                            /* by flags at the end; no flags count nothing */
  i32 limit, barred;                       /* leads in a row that bar a rank; the ranks that can be barred */
  i32 together[SEATS];                     /* seats whose leads count together with a seat's, as bits */
  i32 salt, techniques, bytes;             /* salt: the configuration's number in the table */
  i32 points, tricks;                      /* the size of a table of winning counts; 0 tricks: no such table */
  u8 good[4][CELLS];                       /* by flags at the end, card points and tricks: whether the count wins */
} config;

static struct {
  u8 hands[SEATS][RANKS];                  /* the number of cards of each rank */
  i32 leader, played, laid[SEATS];         /* the trick in progress; its cards are still in the hands */
  i32 extra;                               /* the count that goes to its winner besides its cards */
  i32 points, tricks;                      /* taken by the first side so far, for a table of winning counts */
  i32 flags, ran, run;                     /* ran: the rank of the last leads, run: their number; 0 for none */
  i32 budget;                              /* the most positions to search */
  i32 trials;                              /* ranks, as bits, to try next; 0 for the best one */
  i32 low[RANKS], high[RANKS];             /* by trial: bounds on the number of targets reached */
  i32 done, nodes;
  i32 targets, target[TARGETS];            /* ascending: does the first side reach them? */
} asked;

static u16 spread[RANKS];                  /* by rank */
static u32 has[SEATS];                     /* ranks, as bits */
static u64 mark;                           /* all ranks with their distributions, updated with each card */

static u16 power[SEATS];
static u8 digit[SPREADS][SEATS], holders[SPREADS]; /* of a distribution */
static u64 token[RANKS][SPREADS];
static u32 others[SEATS];                  /* by seat, the seats of the other side, as bits */
static i32 lowest_bonus[4], highest_bonus[4];
static i32 points, tricks;                 /* taken by the first side, with a table of winning counts */
static u16 goods[4][CELLS];                /* the number of winning counts with no more of either */
static i32 nodes, budget, stopped;

static u64 mixed(u64 x) {
  x ^= x >> 30; x *= 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 27; x *= 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

static i32 on(i32 technique) { return config.techniques & technique; }

static void take_spreads(void) {
  for (i32 s = 0, p = 1; s < SEATS; s++, p *= 5) power[s] = (u16)p;
  for (i32 x = 0; x < SPREADS; x++) {
    holders[x] = 0;
    for (i32 s = 0, rest = x; s < SEATS; s++, rest /= 5) {
      digit[x][s] = (u8)(rest % 5);
      if (rest % 5) holders[x] |= (u8)(1 << s);
    }
  }
}

/* A rank that only one seat holds cannot be beaten and beats nothing: only the count of its cards matters, and the
   number of those that count nothing follows from the size of the hand. */
static u64 token_of(i32 rank, i32 x) {
  i32 by = holders[x];
  if (!by) return 0;
  if (!on(GROUPS)) return mixed((u64)(rank + 1) << 20 | (u64)x);
  if (config.named >> rank & 1 || by & (by - 1)) return mixed((u64)(config.group[rank] + 1) << 20 | (u64)x);
  i32 seat = __builtin_ctz((u32)by);
  return config.worth[rank] ? digit[x][seat] * mixed((u64)config.worth[rank] << 20 | 1000 | (u64)seat) : 0;
}

/* The number of winning counts in a range of card points and of tricks. */
static i32 count_good(i32 flags, i32 p, i32 to_p, i32 t, i32 to_t) {
  i32 wide = config.tricks + 1;
  const u16 *sum = goods[flags];
  i32 found = sum[to_p * wide + to_t];
  if (p) found -= sum[(p - 1) * wide + to_t];
  if (t) found -= sum[to_p * wide + t - 1];
  return p && t ? found + sum[(p - 1) * wide + t - 1] : found;
}

static void take_winning_counts(void) {
  i32 wide = config.tricks + 1;
  for (i32 f = 0; f < 4; f++) for (i32 p = 0; p <= config.points; p++) for (i32 t = 0, row = 0; t < wide; t++) {
    row += config.good[f][p * wide + t];
    goods[f][p * wide + t] = (u16)(row + (p ? goods[f][(p - 1) * wide + t] : 0));
  }
}

/* Computes the tokens of all ranks, unless the last configuration had the same. */
static void take_tokens(void) {
  static i32 worth[RANKS], group[RANKS], ranks, named, techniques;
  i32 known = ranks == config.ranks && named == config.named && techniques == config.techniques;
  ranks = config.ranks; named = config.named; techniques = config.techniques;
  for (i32 r = 0; r < RANKS; r++) {
    known &= worth[r] == config.worth[r] && group[r] == config.group[r];
    worth[r] = config.worth[r]; group[r] = config.group[r];
  }
  if (known) return;
  take_spreads();
  for (i32 r = 0; r < ranks; r++) for (i32 x = 0; x < SPREADS; x++) token[r][x] = token_of(r, x);
}

static void take_config(void) {
  take_tokens();
  for (i32 f = 0; f < 4; f++) {
    lowest_bonus[f] = highest_bonus[f] = config.bonus[f];
    for (i32 g = 0; g < 4; g++) if ((g & f) == g) {
      if (config.bonus[g] < lowest_bonus[f]) lowest_bonus[f] = config.bonus[g];
      if (config.bonus[g] > highest_bonus[f]) highest_bonus[f] = config.bonus[g];
    }
  }
  for (i32 s = 0; s < config.seats; s++) {
    others[s] = 0;
    for (i32 o = 0; o < config.seats; o++) if (config.side[o] != config.side[s]) others[s] |= 1u << o;
  }
  if (config.tricks) take_winning_counts();
}

static i32 next_seat(i32 seat) { return seat + 1 == config.seats ? 0 : seat + 1; }

/* Removes a card from a hand; `put_back` undoes it. */
static void take(i32 seat, i32 rank) {
  i32 x = spread[rank];
  mark -= token[rank][x];
  if (digit[x][seat] == 1) has[seat] &= ~(1u << rank);
  x -= power[seat];
  mark += token[rank][x];
  spread[rank] = (u16)x;
}

static void put_back(i32 seat, i32 rank) {
  i32 x = spread[rank];
  mark -= token[rank][x];
  x += power[seat];
  mark += token[rank][x];
  spread[rank] = (u16)x;
  has[seat] |= 1u << rank;
}
