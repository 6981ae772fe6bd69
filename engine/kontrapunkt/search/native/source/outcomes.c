/* Open-hand search in games of following suit, for results that the tricks of a deal decide.

   The state of the tricks so far is a node, a number from outside. A table gives the next node after a trick, by
   its winner and the sum of its cards' weights, and bounds on the result; at the end these are equal. The side of
   each seat says if it wants a high result or a low one. */

#include "cards.h"
#include "keys.h"
#include "play.h"

static struct {
  i32 nodes, pots;                         /* pots: the number of different weights of a trick, from 0 */
  i32 root;                                /* the node before the trick in progress */
  u32 due[2];                              /* cards that must be played at their holder's next turn */
} table;

static u16 *leads_to;                      /* by node, winner and weight of the trick */
static i16 *lowest_end, *highest_end;      /* by node */

static i32 taken(i32 node, i32 winner, i32 pot, i32 top) {
  (void)top;
  return leads_to[(node * 4 + winner) * table.pots + pot];
}

/* A bound on the value of a position between two tricks, on one side of `least`. */
static i32 between(i32 leader, i32 node, i32 least) {
  i32 low = lowest_end[node], high = highest_end[node], move = -1, before = nodes;
  if (low >= least) return low;
  if (high < least) return high;
  u64 key = mixed(key_of(leader) + (u64)(node + 1) * 0xC2B2AE3D27D4EB4FULL);
  Entry *e = find(key);
  if (e) {
    if (e->low >= least) return e->low;
    if (e->high < least) return e->high;
    low = e->low; high = e->high; move = e->move;
  }
  if (nodes >= budget) { stopped = 1; return 0; }
  nodes++;
  u64 can = hand[leader] & due ? hand[leader] & due : hand[leader];
  i32 v = choice(leader, can, leader, 0, 0, 0, 0, node, least, &move);
  if (stopped) return 0;
  if (v >= least) { if (v > low) low = v; }
  else if (v < high) high = v;
  keep(key, low, high, move, (u32)(nodes - before));
  return v;
}

/* ------------------------------------------------------------------------------------------------- the doors */

EXPORT("config_at") void *config_at(void) { return &config; }
EXPORT("asked_at") void *asked_at(void) { return &asked; }
EXPORT("table_at") void *table_at(void) { return &table; }

/* Reads the configuration and empties the tables; 0 if there is no memory for them. The automaton's tables come
   after them. */
EXPORT("prepare") i32 prepare(void) {
  u32 n = (u32)table.nodes, from = room((u32)config.bytes + (n * (u32)table.pots * 8 + n * 4 + 7) / 8 * 8);
  if (!from) return 0;
  take_config();
  forget();
  take_entries(from, (u32)config.bytes);
  leads_to = (u16 *)(from + (u32)config.bytes);
  lowest_end = (i16 *)(leads_to + n * (u32)table.pots * 4);
  highest_end = lowest_end + n;
  return 1;
}

EXPORT("pages_at") void *pages_at(void) { return leads_to; }

EXPORT("ask") void ask(void) {
  due = (u64)table.due[1] << 32 | table.due[0];
  answer(table.root);
}
