/* The table of positions between two tricks: bounds on the further count, under a key. */

typedef struct { u64 key; i32 low, high; u8 work, taken; } Entry;

static Entry *entries;
static u32 pairs, used;

extern u8 __heap_base;

/* Allocates the table; 0 if there is no memory. Its content is preserved if the size stays the same. */
static i32 take_table(u32 bytes) {
  u32 from = ((u32)&__heap_base + 63) & ~63u, pages = (from + bytes + 65535) / 65536;
  u32 have = (u32)__builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (__SIZE_TYPE__)-1) return 0;
  if (used != bytes) for (u32 i = 0; i < used; i += 8) *(u64 *)(from + i) = 0; /* unused memory is zero */
  used = bytes;
  entries = (Entry *)from;
  pairs = bytes / (2 * sizeof(Entry));
  return 1;
}

static u8 size_of(u32 work) { return (u8)(32 - __builtin_clz(work | 1)); }

static Entry *entry_of(u64 key) { return entries + 2 * (u32)((key >> 32) * pairs >> 32); }

static Entry *find(u64 key) {
  Entry *e = entry_of(key);
  if (e[0].taken && e[0].key == key) return e;
  return e[1].taken && e[1].key == key ? e + 1 : 0;
}

/* The first of two entries is for the position that took most work, the other for the latest. */
static void keep(u64 key, i32 low, i32 high, u32 work) {
  Entry *e = entry_of(key);
  if (!(e[0].taken && e[0].key == key)) {
    if ((e[1].taken && e[1].key == key) || (e[0].taken && e[0].work > size_of(work))) e++;
    else if (e[0].taken) e[1] = e[0];
  }
  *e = (Entry){key, low, high, size_of(work), 1};
}
