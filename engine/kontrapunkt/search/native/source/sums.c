/* Open-hand search in games of following suit, for results that depend on two sums: the points of the first side
   and extra points. A table gives the result; a higher sum never lowers it.

   A node is both sums and the sides that have taken a trick. Two nodes are equal for a query if they need the same
   number of points, whatever the further extra points are. */

#include "cards.h"
#include "keys.h"
#include "play.h"

/* The weight of a card is its points and more: if it counts when the other side takes it, by its holder's side,
   and if it counts when it takes the last trick. */
#define POINTS 64
#define OURS (POINTS)
#define THEIRS (3 * POINTS)
#define CROWN (9 * POINTS)
#define SPAN 64                            /* the most different extra points */

static struct {
  i32 most, span;                          /* all points; the number of different extra points */
  i32 rich;                                /* the points of a trick that count an extra point */
  i32 root;
} table;

static i16 *ends;                          /* by node */
static i32 need[SPAN][4], needed_for;      /* the points needed for a positive answer */

static i32 node_of(i32 points, i32 beside, i32 took) { return (points * table.span + beside) * 4 + took; }

static i32 taken(i32 node, i32 winner, i32 pot, i32 top) {
  i32 points = pot % POINTS, marks = pot / POINTS, s = side[winner], beside = 0;
  if (points >= table.rich) beside++;
  if (!(hand[0] | hand[1] | hand[2] | hand[3]) && value[top] >= CROWN) beside++;
  beside += s ? marks % 3 : marks / 3 % 3;
  node += (s ? -beside : beside) * 4;
  return (s ? node : node + points * table.span * 4) | 1 << s;
}

/* The points left, and how far the extra points may still rise and fall. */
static i32 left_over(i32 *rise, i32 *fall) {
  i32 points = 0;
  *rise = *fall = 0;
  for (i32 k = 0; k < classes; k++) {
    u64 in = everybody() & worths[k];
    if (!in) continue;
    i32 w = worth_of[k], n = __builtin_popcountll(in);
    points += w % POINTS * n;
    if (w >= CROWN) { *rise += !!(in & of_side[0]); *fall += !!(in & of_side[1]); }
    else if (w >= THEIRS) *rise += n;
    else if (w >= OURS) *fall += n;
  }
  *rise += points / table.rich; *fall += points / table.rich;
  return points;
}

static i32 between(i32 leader, i32 node, i32 least) {
  i32 took = node & 3, beside = (node >> 2) % table.span, points = (node >> 2) / table.span, rise, fall, move = -1;
  i32 left = left_over(&rise, &fall), before = nodes;
  if (rise > table.span - 1 - beside) rise = table.span - 1 - beside;
  if (fall > beside) fall = beside;
  if (!hand[leader]) return ends[node] >= least ? least : least - 1;
  if (ends[node_of(points, beside - fall, took | 2)] >= least) return least;
  if (ends[node_of(points + left, beside + rise, took | 1)] < least) return least - 1;
  u64 key = key_of(leader);
  if (took < 3) key += (u64)(node + 1) * 0xC2B2AE3D27D4EB4FULL + (u64)least * 0x9E3779B97F4A7C15ULL;
  else for (i32 d = -fall; d <= rise; d++) {
    i32 lack = need[beside + d][3] - points;
    key = mixed(key + (u64)(d + SPAN) * 0xC2B2AE3D27D4EB4FULL + (u64)(lack < 0 ? 0 : lack > left ? left + 1 : lack));
  }
  key = mixed(key);
  Entry *e = find(key);
  if (e) return e->low ? least : least - 1;
  if (nodes >= budget) { stopped = 1; return 0; }
  nodes++;
  i32 v = choice(leader, hand[leader], leader, 0, 0, 0, 0, node, least, &move);
  if (stopped) return 0;
  keep(key, v >= least, v >= least, move, (u32)(nodes - before));
  return v;
}

static void look_up(i32 least) {
  if (needed_for == least) return;
  needed_for = least;
  for (i32 s = 0; s < table.span; s++) for (i32 f = 0; f < 4; f++) {
    i32 p = 0;
    while (p <= table.most && ends[node_of(p, s, f)] < least) p++;
    need[s][f] = p;
  }
}

/* ------------------------------------------------------------------------------------------------- the doors */

EXPORT("config_at") void *config_at(void) { return &config; }
EXPORT("asked_at") void *asked_at(void) { return &asked; }
EXPORT("table_at") void *table_at(void) { return &table; }

/* Reads the configuration and empties the tables; 0 if there is no memory for them. The results of all nodes come
   after them. */
EXPORT("prepare") i32 prepare(void) {
  u32 n = (u32)node_of(table.most + 1, 0, 0), from = room((u32)config.bytes + (n * 2 + 7) / 8 * 8);
  if (!from) return 0;
  take_config();
  forget();
  take_entries(from, (u32)config.bytes);
  ends = (i16 *)(from + (u32)config.bytes);
  needed_for = -BIG;
  return 1;
}

EXPORT("pages_at") void *pages_at(void) { return ends; }

EXPORT("ask") void ask(void) {
  look_up(asked.least);
  answer(table.root);
}
