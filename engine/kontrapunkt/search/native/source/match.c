/* Open-hand search in games of matching ranks: can the first side reach a count?

   The last card of the rank led takes the trick. A query is a window of width zero, its answer a bound of the
   count on one side of it. */

#include "ranks.h"
#include "memory.h"

/* A trick in progress: the state at its beginning, and the rank led. */
typedef struct { i32 leader, size, left, flags, ran, run, least, led; } Trick;

typedef struct { i32 n, rank[RANKS], score[RANKS]; } Moves;

static i32 between(i32 leader, i32 size, i32 left, i32 flags, i32 ran, i32 run, i32 least);

/* Removes and returns the most promising rank. */
static i32 next(Moves *m) {
  i32 at = 0;
  for (i32 i = 1; i < m->n; i++) if (m->score[i] > m->score[at]) at = i;
  i32 rank = m->rank[at];
  m->rank[at] = m->rank[--m->n];
  m->score[at] = m->score[m->n];
  return rank;
}

/* The number of earlier leads of a rank that count for the next leader, if they may still bar the rank. */
static i32 running(i32 by, i32 leader, i32 rank, i32 run) {
  if (!(config.together[by] >> leader & 1)) return 0;
  i32 held = 0;
  for (i32 s = 0; s < config.seats; s++) if (config.together[leader] >> s & 1) held += digit[spread[rank]][s];
  if (run > config.limit) run = config.limit;
  return held && held + run > config.limit ? run : 0;
}

static i32 follow(const Trick *t, i32 played, i32 seat, i32 winner, i32 pot, i32 cleans);

/* The count after a seat plays a card to a trick. */
static i32 after(const Trick *t, i32 played, i32 seat, i32 rank, i32 winner, i32 pot, i32 cleans) {
  i32 v;
  take(seat, rank);
  pot += config.worth[rank];
  if (rank == t->led) winner = seat;
  cleans |= rank == config.cleaner;
  if (played < config.seats) v = follow(t, played, next_seat(seat), winner, pot, cleans);
  else {
    i32 gain = config.side[winner] ? 0 : pot, flags = t->flags;
    if (cleans && t->led != config.spoiler) flags &= ~config.clears[winner];
    i32 run = running(t->leader, winner, t->led, t->ran == t->led ? t->run + 1 : 1);
    i32 ran = run ? t->led : -1, size = t->size - 1, left = t->left - pot;
    if (!config.tricks) v = gain + between(winner, size, left, flags, ran, run, t->least - gain);
    else {
      i32 ours = !config.side[winner];
      points += gain; tricks += ours;
      v = between(winner, size, left, flags, ran, run, t->least);
      points -= gain; tricks -= ours;
    }
  }
  put_back(seat, rank);
  return v;
}

static i32 follow(const Trick *t, i32 played, i32 seat, i32 winner, i32 pot, i32 cleans) {
  u32 can = has[seat];
  if (!(can & (can - 1))) return after(t, played + 1, seat, __builtin_ctz(can), winner, pot, cleans);
  i32 more = !config.side[seat], best = more ? -FAR : FAR, ours = config.side[winner] == config.side[seat], open = 0;
  for (i32 p = played + 1, s = seat; p < config.seats; p++) {
    s = next_seat(s);
    open |= config.side[s] != config.side[seat] && has[s] >> t->led & 1;
  }
  Moves m = {.n = 0};
  for (; can; can &= can - 1) {
    i32 r = __builtin_ctz(can), i = m.n++, worth = 2 * config.worth[r] + (r == config.cleaner);
    m.rank[i] = r;
    m.score[i] = !on(ORDER) ? -i : (ours && !open ? worth : -worth) + (r == t->led && !ours ? 1000 : 0);
  }
  while (m.n) {
    i32 v = after(t, played + 1, seat, next(&m), winner, pot, cleans);
    if (stopped) return 0;
    if (more ? v > best : v < best) best = v;
    if (more ? v >= t->least : v < t->least) return best;
  }
  return best;
}

static i32 lead(Trick *t) {
  i32 seat = t->leader, more = !config.side[seat], best = more ? -FAR : FAR;
  u32 can = has[seat];
  if (t->run >= config.limit && can & (can - 1)) can &= ~(1u << t->ran);
  Moves m = {.n = 0};
  for (; can; can &= can - 1) {
    i32 r = __builtin_ctz(can), by = holders[spread[r]], kind = by == 1 << seat ? 2 : !(by & others[seat]);
    m.rank[m.n] = r;
    m.score[m.n++] = on(ORDER) ? 1000 * kind + config.worth[r] : -r;
  }
  while (m.n) {
    t->led = next(&m);
    i32 v = after(t, 1, seat, t->led, seat, config.trick, 0);
    if (stopped) return 0;
    if (more ? v > best : v < best) best = v;
    if (more ? v >= t->least : v < t->least) return best;
  }
  return best;
}

static i32 only[SEATS];                    /* the last card of each hand */

/* The last trick, in which nobody has a choice. */
static i32 last_trick(i32 leader, i32 left, i32 flags) {
  i32 winner = leader, led = only[leader], cleans = led == config.cleaner;
  for (i32 s = next_seat(leader); s != leader; s = next_seat(s)) {
    cleans |= only[s] == config.cleaner;
    if (only[s] == led) winner = s;
  }
  if (cleans && led != config.spoiler) flags &= ~config.clears[winner];
  return config.bonus[flags] + (config.side[winner] ? 0 : left);
}

/* The last two tricks: two cards in each hand, tried in turn, which is quicker than a table. */
static i32 last_two(Trick *t, i32 played, i32 seat, i32 winner, i32 pot, i32 cleans) {
  if (played == config.seats) {
    i32 flags = cleans && t->led != config.spoiler ? t->flags & ~config.clears[winner] : t->flags;
    return (config.side[winner] ? 0 : pot) + last_trick(winner, t->left - pot, flags);
  }
  u32 can = has[seat];
  i32 one = __builtin_ctz(can), two = 31 - __builtin_clz(can), more = !config.side[seat], best = more ? -FAR : FAR;
  if (played && two == t->led) { i32 r = one; one = two; two = r; }
  for (i32 i = 0; i < 2; i++) {
    i32 r = i ? two : one;
    if (i && one == two) break;
    if (!played) t->led = r;
    only[seat] = i ? one : two;
    i32 v = last_two(t, played + 1, next_seat(seat), r == t->led ? seat : winner, pot + config.worth[r],
                     cleans | (r == config.cleaner));
    if (more ? v > best : v < best) best = v;
    if (more ? v >= t->least : v < t->least) break;
  }
  return best;
}

static u64 key_of(i32 leader, i32 size, i32 flags, i32 ran, i32 run) {
  u32 what = (u32)(((config.salt * 16 + size) * 4 + flags) * SEATS + leader);
  u64 beside = (u64)(run ? (ran + 1) * 8 + run : 0) << 16 | (u64)(points << 4 | tricks);
  return mixed(mark + mixed((u64)what << 32 | beside));
}

/* The value of a table of winning counts, 1 or 0, if it is certain; else -1. Bounds are of this value then. */
static i32 accounted(i32 size, i32 left, i32 flags) {
  i32 cells = (left + 1) * (size + 1), all = 1, none = 1;
  if (!size) return config.good[flags][points * (config.tricks + 1) + tricks];
  for (i32 f = 0; f < 4; f++) if ((f & flags) == f) {
    i32 found = count_good(f, points, points + left, tricks, tricks + size);
    all &= found == cells; none &= !found;
  }
  return all ? 1 : none ? 0 : -1;
}

/* The lowest count of n cards of a hand. */
static i32 bottom(i32 seat, i32 n) {
  i32 sum = 0;
  for (u32 rest = has[seat]; rest && n > 0; rest &= rest - 1) {
    i32 r = __builtin_ctz(rest), k = digit[spread[r]][seat];
    if (k > n) k = n;
    sum += k * config.worth[r]; n -= k;
  }
  return sum;
}

/* The sure count of the leader's side: cards of ranks that no opponent holds win one by one, and take at least the
   smallest cards. A partner who must take such a trick with the last copy holds nothing but such cards, and
   continues. If a lead may be barred, none of this is sure. */
static i32 sure(i32 leader, i32 size, i32 left) {
  i32 held = 0, sum = 0;
  for (i32 s = 0; s < config.seats; s++) if (has[s] & (u32)config.barred) return 0;
  for (u32 rest = has[leader]; rest; rest &= rest - 1) {
    i32 r = __builtin_ctz(rest), x = spread[r], k = digit[x][leader];
    if (holders[x] & others[leader]) continue;
    held += k; sum += k * config.worth[r];
  }
  if (held == size) return left;
  if (!held) return 0;
  for (i32 s = 0; s < config.seats; s++) if (s != leader) sum += bottom(s, held);
  return sum + held * config.trick;
}

/* A bound on the count of a position between two tricks, on one side of `least`. */
static i32 between(i32 leader, i32 size, i32 left, i32 flags, i32 ran, i32 run, i32 least) {
  i32 low = lowest_bonus[flags], high = left + highest_bonus[flags];
  if (config.tricks) {
    i32 v = accounted(size, left, flags);
    if (v >= 0) return v;
    low = 0; high = 1;
  } else {
    if (low >= least) return low;
    if (high < least) return high;
    if (!size) return config.bonus[flags];
    if (size == 1) {
      for (i32 s = 0; s < config.seats; s++) only[s] = __builtin_ctz(has[s]);
      return last_trick(leader, left, flags);
    }
    if (flags && !spread[config.cleaner]) {  /* no card that cleans is left */
      i32 settled = config.bonus[flags];
      return settled + between(leader, size, left, 0, ran, run, least - settled);
    }
  }
  u64 key = key_of(leader, size, flags, ran, run);
  Entry *e = on(MEMORY) ? find(key) : 0;
  i32 before = nodes, v;
  if (e) {
    low = e->low; high = e->high;
    if (low >= least) return low;
    if (high < least) return high;
  }
  if (on(SURE) && !config.tricks && size > 2) {
    i32 own = sure(leader, size, left);
    if (!config.side[leader]) { if ((own += lowest_bonus[flags]) >= least) return own; }
    else if ((own = left - own + highest_bonus[flags]) < least) return own;
  }
  if (nodes >= budget) { stopped = 1; return 0; }
  nodes++;
  Trick t = {leader, size, left, flags, ran, run, least, -1};
  if (size == 2 && !run && !config.tricks && on(UNROLLED)) v = last_two(&t, 0, leader, leader, config.trick, 0);
  else v = lead(&t);
  if (stopped) return 0;
  if (v >= least) { if (v > low) low = v; }
  else if (v < high) high = v;
  if (on(MEMORY)) keep(key, low, high, (u32)(nodes - before));
  return v;
}

/* ------------------------------------------------------------------------------------------------- the doors */

EXPORT("config_at") void *config_at(void) { return &config; }
EXPORT("asked_at") void *asked_at(void) { return &asked; }

/* Reads the configuration; 0 if there is no memory for the table. */
EXPORT("prepare") i32 prepare(void) {
  take_config();
  return take_table((u32)config.bytes);
}

/* Places the cards except those of the trick in progress; returns the count still to be taken. */
static i32 take_hands(void) {
  i32 left = asked.extra;
  mark = 0; points = asked.points; tricks = asked.tricks;
  for (i32 s = 0; s < SEATS; s++) has[s] = 0;
  for (i32 r = 0; r < config.ranks; r++) {
    i32 x = 0;
    for (i32 s = 0; s < config.seats; s++) {
      i32 n = asked.hands[s][r];
      x += n * power[s];
      if (n) has[s] |= 1u << r;
      left += n * config.worth[r];
    }
    spread[r] = (u16)x;
    mark += token[r][x];
  }
  return left;
}

static i32 size_of_hand(i32 seat) {
  i32 size = 0;
  for (i32 r = 0; r < config.ranks; r++) size += digit[spread[r]][seat];
  return size;
}

/* A bound on the count when a rank is played next; for the best rank if it is -1. */
static i32 bound(i32 rank, i32 least, i32 left) {
  Trick t = {asked.leader, size_of_hand(asked.leader), left, asked.flags, asked.ran, asked.run, least, -1};
  t.left += t.size * config.trick;
  if (!asked.played && rank < 0) return between(t.leader, t.size, t.left, t.flags, t.ran, t.run, least);
  i32 seat = t.leader, winner = seat, pot = config.trick + asked.extra, cleans = 0;
  t.led = asked.played ? asked.laid[0] : rank;
  for (i32 i = 0; i < asked.played; i++, seat = next_seat(seat)) {
    i32 r = asked.laid[i];
    take(seat, r);
    pot += config.worth[r];
    if (r == t.led) winner = seat;
    cleans |= r == config.cleaner;
  }
  i32 v = rank < 0 ? follow(&t, asked.played, seat, winner, pot, cleans)
                   : after(&t, asked.played + 1, seat, rank, winner, pot, cleans);
  for (i32 i = 0, s = t.leader; i < asked.played; i++, s = next_seat(s)) put_back(s, asked.laid[i]);
  return v;
}

/* Queries whether a number of targets is reached; the answer narrows the bounds. */
static void ask_for(i32 at, i32 rank, i32 number, i32 left) {
  i32 least = asked.target[number - 1], v = bound(rank, least, left), reached = 0;
  if (stopped) return;
  for (i32 high = asked.targets; reached < high;) { /* the number of targets up to the bound */
    i32 middle = (reached + high) / 2;
    if (asked.target[middle] <= v) reached = middle + 1; else high = middle;
  }
  if (v >= least) asked.low[at] = reached > number ? reached : number;
  else asked.high[at] = reached < number - 1 ? reached : number - 1;
}

/* Finds the number of targets that a trial reaches; the first queries test the number of another trial. */
static i32 weigh_one(i32 at, i32 rank, i32 guess, i32 left) {
  i32 *low = &asked.low[at], *high = &asked.high[at];
  if (*low < guess && guess <= *high) ask_for(at, rank, guess, left);
  if (!stopped && *low <= guess && guess < *high) ask_for(at, rank, guess + 1, left);
  while (!stopped && *low < *high) ask_for(at, rank, (*low + *high + 1) / 2, left);
  return *low;
}

/* Finds the targets of all trials, or reports that the budget was too small; results stay in the table. */
EXPORT("weigh") void weigh(void) {
  i32 left = take_hands(), guess = -1;
  nodes = 0; budget = asked.budget; stopped = 0;
  if (!asked.trials) weigh_one(0, -1, guess, left);
  for (u32 rest = (u32)asked.trials; rest && !stopped; rest &= rest - 1)
    guess = weigh_one(__builtin_ctz(rest), __builtin_ctz(rest), guess, left);
  asked.nodes = nodes; asked.done = !stopped;
}
