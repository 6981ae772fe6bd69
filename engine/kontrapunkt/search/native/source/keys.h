/* Positions between two tricks, under a key without the cards that are gone: only the order of the remaining
   cards, their values and their holders. */

typedef struct { u64 key; i16 low, high; u8 move, work, taken; } Entry;

extern u8 __heap_base;

/* Allocates zeroed bytes for the tables; 0 if there is no memory. Earlier content is lost. */
static u32 room(u32 bytes) {
  static u32 used;
  u32 from = ((u32)&__heap_base + 63) & ~63u, pages = (from + bytes + 65535) / 65536;
  u32 have = (u32)__builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (__SIZE_TYPE__)-1) return 0;
  for (u32 i = 0; i < used; i += 8) *(u64 *)(from + i) = 0; /* unused memory is zero anyway */
  used = bytes;
  return from;
}

static Entry *entries;
static u32 entry_pairs;                    /* a power of two */
static u64 token[MOST][4];

/* Places the table of positions at an address, in a number of bytes that is a power of two. */
static void take_entries(u32 at, u32 bytes) {
  entries = (Entry *)at;
  entry_pairs = bytes / (2 * sizeof(Entry));
  for (i32 c = 0; c < config.cards; c++) for (i32 p = 0; p < 4; p++)
    token[c][p] = mixed(((techniques & RELATIVE ? worth_class[c] : c) + 1) * 8 + p);
}

static i32 owner(i32 card) {
  return (i32)(((hand[1] | hand[3]) >> card & 1) | ((hand[2] | hand[3]) >> card & 1) << 1);
}

static u8 size_of(u32 work) { return (u8)(32 - __builtin_clz(work | 1)); }

static u64 key_of(i32 leader) {
  u64 key = (u64)(leader + 1) * 0x9E3779B97F4A7C15ULL;
  for (i32 s = 0; s < 5; s++) {
    u64 x = mixed((u64)s + 1), before = 0;
    for (u64 rest = everybody() & suits[s]; rest; rest &= rest - 1) {
      i32 c = lowest(rest);
      u64 t = token[c][owner(c)];
      if (alike[c] & before) t += later >> c & 1 ? 0x5851F42D4C957F2DULL : 0x2545F4914F6CDD1DULL;
      x = (x ^ t) * 0xC2B2AE3D27D4EB4FULL;
      x ^= x >> 32;
      before = bit(c);
    }
    key += mixed(x);
  }
  return mixed(key);
}

static Entry *entry_of(u64 key) { return entries + 2 * (u32)((key >> 32) & (entry_pairs - 1)); }

static Entry *find(u64 key) {
  Entry *e = entry_of(key);
  if (e[0].taken && e[0].key == key) return e;
  return e[1].taken && e[1].key == key ? e + 1 : 0;
}

/* The first of two entries is for the position that took most work, the other for the latest. */
static void keep(u64 key, i32 low, i32 high, i32 move, u32 work) {
  Entry *e = entry_of(key);
  if (!(e[0].taken && e[0].key == key)) {
    if ((e[1].taken && e[1].key == key) || (e[0].taken && e[0].work > size_of(work))) e++;
    else if (e[0].taken) e[1] = e[0];
  }
  *e = (Entry){key, (i16)low, (i16)high, (u8)move, size_of(work), 1};
}
