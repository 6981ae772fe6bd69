/* Open-hand search in games of following suit: can the first side reach a number of points?

   A query is a window of width zero, its answer a bound of the value on one side of it. */

#include "cards.h"
#include "bounds.h"
#include "keys.h"
#include "tables.h"

#define OPENINGS 14                        /* as a power of two */

/* Earlier decisive cards, as the card's number plus one: replies by cards in hand, place in the trick, top card
   and seat; leads by the leader's hand. */
static u8 replies[HAND + 1][4][MOST][4], openings[1 << OPENINGS];

/* The cards that may be played, one of each kind of equivalent cards. A group is cards of one hand and suit
   without anybody else's card between them: they differ in value alone. */
typedef struct {
  i32 n, groups, card[HAND], score[HAND], found[HAND];
  u8 group[HAND];
  u64 members[HAND];
  u32 tried;
} Moves;

static void choose(Moves *m, u64 cards, u64 others, u64 beating) {
  i32 last = -1;
  m->n = m->groups = 0; m->tried = 0;
  for (; cards; cards &= cards - 1) {
    i32 c = lowest(cards), i = m->n;
    if (last >= 0 && suit[c] == suit[last] && !((beating >> c ^ beating >> last) & 1)
        && !(others & ((below(c) & ~below(last)) | alike[c] | alike[last]))) {
      m->members[m->groups - 1] |= bit(c);
      last = c;
      while (i && m->group[i - 1] == m->groups - 1 && value[m->card[i - 1]] != value[c]) i--;
      if (techniques & ALIKE && i && m->group[i - 1] == m->groups - 1) continue;
    } else m->members[m->groups++] = bit(c);
    last = c;
    m->card[m->n] = c; m->found[m->n] = BIG;
    m->group[m->n++] = (u8)(m->groups - 1);
  }
}

/* Removes and returns the most promising card. */
static i32 next(Moves *m) {
  i32 at = -1;
  for (i32 i = 0; i < m->n; i++) if (!(m->tried >> i & 1) && (at < 0 || m->score[i] > m->score[at])) at = i;
  m->tried |= 1u << at;
  return at;
}

/* Whether another card of the group has shown that this one does not reach the window: results differ by at most
   the difference in value. Records the bound. */
static i32 nearly(const Moves *m, i32 at, i32 more, i32 least, i32 *best) {
  for (i32 i = 0; i < m->n; i++) {
    if (i == at || m->group[i] != m->group[at] || m->found[i] == BIG) continue;
    i32 apart = value[m->card[at]] - value[m->card[i]];
    if (apart < 0) apart = -apart;
    i32 bound = more ? m->found[i] + apart : m->found[i] - apart;
    if (more ? bound >= least : bound < least) continue;
    if (more ? bound > *best : bound < *best) *best = bound;
    return 1;
  }
  return 0;
}

/* Whether another card of the group is certainly better, as the winner of the trick is known. */
static i32 beside(const Moves *m, i32 at, i32 own) {
  for (i32 i = 0; i < m->n; i++) {
    i32 a = value[m->card[i]], b = value[m->card[at]];
    if (m->group[i] == m->group[at] && (own ? a > b : a < b)) return 1;
  }
  return 0;
}

/* Cards skipped for others of their group must be adjacent to them, if such low ranks matter at all. */
static u64 with_groups(const Moves *m, u64 found) {
  for (i32 g = 0; g < m->groups; g++) {
    u64 all = m->members[g];
    if (all & (all - 1) && (found & suits[suit[lowest(all)]]) >= (all & -all)) found |= bit(highest(all));
  }
  return found;
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

/* The card of a set with the highest, or lowest, value, and of those the weakest. */
static i32 fattest(u64 cards) {
  i32 k = classes - 1;
  while (!(cards & worths[k])) k--;
  return highest(cards & worths[k]);
}

static i32 leanest(u64 cards) {
  i32 k = 0;
  while (!(cards & worths[k])) k++;
  return highest(cards & worths[k]);
}

/* The value of a trick for the player of a card, if the others play what looks best at once. It only determines
   the order to try. */
static i32 promise(i32 player, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led) {
  hand[player] ^= bit(card);
  for (i32 seat = player; played < 4; played++) {
    i32 last = seat;
    seat = (seat + 1) & 3;
    u64 can = allowed(hand[seat], led, top), beat = can & beaters[top], rest = can & ~beat;
    i32 c;
    if (side[seat] == side[winner] && (!beat || stands(played, last, winner, top, led)))
      c = fattest(rest ? rest : beat);
    else if (!beat) c = leanest(rest);
    else {
      c = played == 3 ? fattest(beat) : lowest(beat);
      if (rest && !stands(played + 1, seat, seat, c, led)) c = leanest(rest);
    }
    if (beaters[top] >> c & 1) { winner = seat; top = c; }
    pot += value[c];
  }
  hand[player] ^= bit(card);
  return side[winner] == side[player] ? pot : -pot;
}

/* The value after a seat plays a card to a trick; the winner, the top card and the pot include it. */
static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least);

static i32 follow(i32 seat, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least) {
  i32 more = !side[seat], ours = side[winner] == side[seat], best = more ? -BIG : BIG;
  u64 can = allowed(hand[seat], led, top), beating = beaters[top];
  u64 beat = duty & MUST_BEAT && suit[top] == led && hand[seat] & suits[led] ? bit(top) : 0;
  if (!(can & (can - 1))) {
    i32 c = lowest(can), wins = beating >> c & 1;
    i32 v = after(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], led, left, least);
    relevant |= beat;
    return v;
  }
  Moves m;
  choose(&m, can, everybody() & ~hand[seat], beating);
  u8 *reply = &replies[many(hand[seat])][played][top][seat];
  for (i32 i = 0; i < m.n && m.n > 1; i++) {
    i32 c = m.card[i], wins = beating >> c & 1;
    i32 sum = promise(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], led);
    m.score[i] = 8 * sum + 3 * c;
    if (techniques & HISTORY && c == *reply - 1) m.score[i] += 125;
  }
  i32 decided = techniques & NEARLY && (played == 3 || stands(played + 1, seat, winner, top, led));
  u64 sum = beat;
  for (i32 turn = 0; turn < m.n; turn++) {
    i32 at = next(&m), c = m.card[at], wins = beating >> c & 1;
    if (techniques & NEARLY && nearly(&m, at, more, least, &best)) continue;
    if (decided && (played == 3 || !wins) && beside(&m, at, wins || ours)) {
      if (played < 3) sum |= bit(top);
      continue;
    }
    i32 v = after(seat, c, wins ? seat : winner, wins ? c : top, played + 1, pot + value[c], led, left, least);
    if (stopped) return 0;
    m.found[at] = v;
    if (more ? v > best : v < best) best = v;
    if (more ? v >= least : v < least) { *reply = (u8)(c + 1); relevant |= beat; return best; }
    sum |= relevant;
  }
  relevant = with_groups(&m, sum);
  return best;
}

static i32 after(i32 seat, i32 card, i32 winner, i32 top, i32 played, i32 pot, i32 led, i32 left, i32 least) {
  u64 own = bit(card);
  i32 v;
  hand[seat] ^= own; of_side[side[seat]] ^= own; in_trick ^= own; mark ^= marks[seat][card];
  if (played < 4) v = follow((seat + 1) & 3, winner, top, played, pot, led, left, least);
  else {
    u64 trick = in_trick;
    in_trick = 0;
    if (side[winner]) v = between(winner, left - pot, least);
    else v = pot + between(winner, left - pot, least - pot);
    in_trick = trick;
    if (trick & suits[suit[top]] & ~bit(top)) relevant |= bit(top);
  }
  hand[seat] ^= own; of_side[side[seat]] ^= own; in_trick ^= own; mark ^= marks[seat][card];
  return v;
}

/* The last trick, in which nobody has a choice. */
static i32 last_trick(i32 leader, i32 left) {
  i32 winner = leader, top = lowest(hand[leader]);
  for (i32 i = 1; i < 4; i++) {
    i32 p = (leader + i) & 3, c = lowest(hand[p]);
    if (beaters[top] >> c & 1) { winner = p; top = c; }
  }
  relevant = everybody() & suits[suit[top]] & ~bit(top) ? bit(top) : 0;
  return side[winner] ? 0 : left;
}

/* The number of cards that the other side may play to a lead: the fewer, the smaller the search. */
static i32 replies_to(i32 leader, i32 card) {
  i32 n = 0;
  for (i32 p = 0; p < 4; p++) if (side[p] != side[leader]) n += many(allowed(hand[p], suit[card], card));
  return n;
}

static i32 lead(i32 leader, i32 left, i32 least, i32 first, i32 *move) {
  i32 more = !side[leader], best = more ? -BIG : BIG;
  Moves m;
  choose(&m, hand[leader], everybody() & ~hand[leader], 0);
  u8 *opening = openings + (mixed(hand[leader] * 4 + (u64)leader) >> (64 - OPENINGS));
  for (i32 i = 0; i < m.n; i++) {
    i32 c = m.card[i], sum = promise(leader, c, leader, c, 1, trick_worth + value[c], suit[c]);
    m.score[i] = c == first && techniques & FIRST ? BIG : 8 * sum;
    if (techniques & HISTORY && c == *opening - 1) m.score[i] += 100;
    if (techniques & NARROW) m.score[i] -= 48 * replies_to(leader, c);
  }
  u64 sum = 0;
  *move = 255;
  for (i32 turn = 0; turn < m.n; turn++) {
    i32 at = next(&m), c = m.card[at];
    if (techniques & NEARLY && nearly(&m, at, more, least, &best)) continue;
    i32 v = after(leader, c, leader, c, 1, trick_worth + value[c], suit[c], left, least);
    if (stopped) return 0;
    m.found[at] = v;
    if (more ? v > best : v < best) { best = v; *move = c; }
    if (more ? v >= least : v < least) { *opening = (u8)(c + 1); return best; }
    sum |= relevant;
  }
  relevant = with_groups(&m, sum);
  return best;
}

/* Whether bounds answer the query; then `v` is the bound. */
static i32 bounded(i32 leader, i32 left, i32 least, i32 *v) {
  if (techniques & SURE) {
    if ((*v = sure(0)) >= least) return 1;
    if ((*v = left - sure(1)) < least) return 1;
  }
  if (techniques & CASH) {
    *v = cashed(leader, left);
    if (side[leader] ? (*v = left - *v) < least : *v >= least) return 1;
  }
  return 0;
}

static i32 small_one(i32 leader, i32 left, i32 least) {
  Shape shape;
  i32 v, move, first = -1;
  shape_of(leader, &shape);
  if (match(&shape, least, left, &v, &first) || bounded(leader, left, least, &v)) return v;
  if (nodes >= budget) { stopped = 1; return 0; }
  nodes++;
  v = lead(leader, left, least, first, &move);
  if (!stopped) keep_pattern(&shape, v >= least ? v : ~v, move);
  return v;
}

static i32 large_one(i32 leader, i32 left, i32 least) {
  u64 key = key_of(leader);
  Entry *e = find(key);
  i32 low = e ? e->low : 0, high = e ? e->high : left, first = e ? e->move : -1, before = nodes, move;
  if (low >= least) return low;
  if (high < least) return high;
  if (nodes >= budget) { stopped = 1; return 0; }
  nodes++;
  i32 v = lead(leader, left, least, first, &move);
  if (stopped) return 0;
  if (v >= least) { if (v > low) low = v; }
  else if (v < high) high = v;
  keep(key, low, high, move, (u32)(nodes - before));
  return v;
}

/* A bound on the value of a position between two tricks, on one side of `least`. */
static i32 between(i32 leader, i32 left, i32 least) {
  i32 v;
  relevant = 0;
  if (least <= 0) return 0;
  if (least > left) return left;
  if (!(hand[leader] & (hand[leader] - 1))) return last_trick(leader, left);
  if (!(techniques & PATTERNS) || many(hand[leader]) > SMALL) {
    if (bounded(leader, left, least, &v)) return v;
    return large_one(leader, left, least);
  }
  u64 id = mark + (u64)(leader + 1) * 0xC2B2AE3D27D4EB4FULL;
  Recent *r = recent + (id >> (64 - RECENT));
  if (r->key == id && (r->low >= least || r->high < least)) {
    relevant = r->relevant;
    return r->low >= least ? r->low : r->high;
  }
  v = small_one(leader, left, least);
  if (stopped) return 0;
  if (r->key != id) *r = (Recent){id, 0, 0, (i16)left};
  r->relevant |= relevant;
  if (v >= least) { if (v > r->low) r->low = (i16)v; }
  else if (v < r->high) r->high = (i16)v;
  return v;
}

/* ------------------------------------------------------------------------------------------------- the doors */

EXPORT("config_at") void *config_at(void) { return &config; }
EXPORT("asked_at") void *asked_at(void) { return &asked; }

/* Reads the configuration and empties the tables; 0 if there is no memory for them. */
EXPORT("prepare") i32 prepare(void) {
  take_config();
  for (u32 i = 0; i < sizeof replies; i++) (&replies[0][0][0][0])[i] = 0;
  for (u32 i = 0; i < sizeof openings; i++) openings[i] = 0;
  return take_tables((u32)config.bytes);
}

/* Answers the query, or reports that the budget was too small; results stay in the tables. The last card laid is
   the trial card: it is still in its hand. */
EXPORT("ask") void ask(void) {
  i32 seat = asked.leader, winner = seat, top = 0, led = 0, pot = trick_worth, left = 0;
  of_side[0] = of_side[1] = in_trick = mark = 0;
  for (i32 p = 0; p < 4; p++) {
    hand[p] = (u64)asked.hands[2 * p + 1] << 32 | asked.hands[2 * p];
    of_side[side[p]] |= hand[p];
    for (u64 rest = hand[p]; rest; rest &= rest - 1) mark ^= marks[p][lowest(rest)];
  }
  nodes = 0; budget = asked.budget; stopped = 0;
  for (i32 i = 0; i < asked.played; i++) {
    i32 c = asked.laid[i];
    seat = (asked.leader + i) & 3;
    pot += value[c];
    if (i < asked.played - 1) { left += value[c]; in_trick |= bit(c); }
    if (!i) { top = c; led = suit[c]; }
    else if (beaters[top] >> c & 1) { top = c; winner = seat; }
  }
  left += worth(everybody()) + trick_worth * many(hand[seat]);
  asked.answer = asked.played
    ? after(seat, asked.laid[asked.played - 1], winner, top, asked.played, pot, led, left, asked.least)
    : between(asked.leader, left, asked.least);
  asked.nodes = nodes; asked.done = !stopped;
}
