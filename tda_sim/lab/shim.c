/* What the page calls, and what little the compiled rules need of a system: memory.

   Arrays are handed to compiled code as Numba does it: no owner, no parent, items, bytes an item, address, then the
   length and the stride of every dimension. */

typedef long long i64;
typedef unsigned long size_t;

#define EXPORT(name) __attribute__((export_name(#name)))
#define ARRAY void *, void *, i64, i64, void *
#define LINE(n, bytes, data) 0, 0, n, bytes, data, n, bytes
#define PLAYERS 6
#define NUMBER 8

extern int play_many(i64 *played, void **raised, ARRAY, i64, i64, ARRAY, i64, i64, ARRAY, i64, i64, i64, i64, i64, i64,
                     i64, ARRAY, i64, i64, ARRAY, i64, i64, i64, i64, i64, i64, i64, i64, ARRAY, i64, i64, ARRAY, i64, i64,
                     ARRAY, i64, i64, i64, i64, i64, i64, ARRAY, i64, i64);

extern int draw_seats(void **nothing, void **raised, ARRAY, i64, i64, ARRAY, i64, i64, ARRAY, i64, i64, i64, i64,
                      i64 number, i64 seed, ARRAY, i64, i64);
extern int start_game(void **nothing, void **raised, ARRAY, i64, i64, i64 number, i64 seed, i64 players);
extern int advance_game(void **nothing, void **raised, ARRAY, i64, i64, i64 stop);

/* --- memory: taken from the end of what is in use, and given back all at once --- */

extern char __heap_base;
static size_t top;

EXPORT(reserve) void *reserve(size_t bytes) {
  if (!top) top = (size_t)&__heap_base;
  size_t start = (top + 63) & ~(size_t)63;
  top = start + bytes;
  size_t wanted = (top >> 16) + 1, there = __builtin_wasm_memory_size(0);
  if (wanted > there && __builtin_wasm_memory_grow(0, wanted - there) == (size_t)-1) __builtin_trap();
  return (void *)start;
}

/* Gives back all that was reserved since `start` was. */
EXPORT(release) void release(size_t start) { top = start; }

/* Numba's header of an array: references at 0, the address of the data at 24, 48 bytes in all, then the data. */
void *NRT_MemInfo_alloc_aligned(i64 bytes, int alignment) {
  (void)alignment; /* what is reserved is aligned to 64 bytes, more than Numba asks for */
  char *header = reserve(64 + (size_t)bytes);
  *(i64 *)header = 1;
  *(void **)(header + 24) = header + 64;
  return header;
}

/* The same for a list, in which sorting keeps what is left to do; it never grows. */
void *NRT_MemInfo_new_varsize_dtor(i64 bytes, void *dtor) { return (void)dtor, NRT_MemInfo_alloc_aligned(bytes, 0); }

void NRT_MemInfo_call_dtor(void *header) { (void)header; /* what is exported below gives it back */ }

void *memcpy(void *to, const void *from, size_t n) {
  for (size_t k = 0; k < n; k++) ((char *)to)[k] = ((const char *)from)[k];
  return to;
}

void *memset(void *to, int byte, size_t n) {
  for (size_t k = 0; k < n; k++) ((char *)to)[k] = (char)byte;
  return to;
}

/* --- arithmetic --- */

typedef unsigned long long u64;
typedef union {
  __int128 whole;
  struct {
    u64 low, high;
  } half;
} wide;

/* The product of two numbers of 128 bits, which the compiler asks for by this name, from products of 32 bits. */
__int128 __multi3(__int128 a, __int128 b) {
  const wide x = {.whole = a}, y = {.whole = b};
  const u64 mask = 0xffffffffu, x0 = x.half.low & mask, x1 = x.half.low >> 32, y0 = y.half.low & mask,
            y1 = y.half.low >> 32;
  const u64 low = x0 * y0, first = x1 * y0 + (low >> 32), second = x0 * y1 + (first & mask);
  wide product;
  product.half.low = (second << 32) | (low & mask);
  product.half.high = x1 * y1 + (first >> 32) + (second >> 32) + x.half.low * y.half.high + x.half.high * y.half.low;
  return product.whole;
}

/* --- playing --- */

/* Plays games `first` to `first + n - 1`; returns how many were played, or -1 for an error in compiled code.

   `sizes`: bytes of a record of GAME, ENTRANT, TALLY and GAMBIT, then contacts, cards, sums of a card, bytes of a record
   of CARD_DRAWS, and sums of an ability. `sums` has room for (entrants, contacts, cards, sums), or is null where nobody asks for them. */
EXPORT(play) i64 play(void *game, void *entrants, i64 n_entrants, void *seatings, i64 n_seatings, i64 seed, i64 first,
                      i64 n, void *tallies, void *sums, const i64 *sizes) {
  const i64 of_game = sizes[0], of_entrant = sizes[1], of_tally = sizes[2], of_gambit = sizes[3];
  const i64 contacts = sizes[4], cards = sizes[5], per_card = sizes[6], of_draws = sizes[7], per_ability = sizes[8];
  const i64 summed = sums ? n_entrants : 0;
  i64 played = 0, stop = 0;
  void *raised = 0;
  const size_t before = top;
  const int failed = play_many(
      &played, &raised, LINE(1, of_game, game), LINE(n_entrants, of_entrant, entrants), 0, 0, n_seatings * PLAYERS, 2,
      seatings, n_seatings, PLAYERS, PLAYERS * 2, 2, seed, first, n, LINE(n, of_tally, tallies), 0, 0,
      summed * contacts * cards * per_card, NUMBER, sums, summed, contacts, cards, per_card,
      contacts * cards * per_card * NUMBER, cards * per_card * NUMBER, per_card * NUMBER, NUMBER, LINE(0, of_draws, 0),
      LINE(0, of_gambit, 0), 0, 0, 0, NUMBER, 0, 0, 0, per_ability, 0, per_ability * NUMBER, NUMBER,
      LINE(1, NUMBER, &stop));
  top = before;
  return failed ? -1 : played;
}

/* --- one game, step by step --- */

/* Writes which of the `n` entrants sits in each seat in game `number` into `rows`; `seating` says who is to sit there.
   `game` is blank, and has `of_game` bytes. Returns -1 for an error in compiled code. */
EXPORT(draw) int draw(void *game, i64 of_game, void *entrants, i64 n, i64 of_entrant, void *seating, i64 number, i64 seed,
                      i64 *rows, i64 players) {
  void *nothing = 0, *raised = 0;
  const size_t before = top;
  const int failed = draw_seats(&nothing, &raised, LINE(1, of_game, game), LINE(n, of_entrant, entrants), 0, 0, PLAYERS, 2,
                                seating, 1, PLAYERS, PLAYERS * 2, 2, number, seed, LINE(players, NUMBER, rows));
  top = before;
  return failed ? -1 : 0;
}

/* Sets up game `number` of a run and deals it; `game` has `bytes` bytes. Returns -1 for an error in compiled code. */
EXPORT(start) int start(void *game, i64 bytes, i64 number, i64 seed, i64 players) {
  void *nothing = 0, *raised = 0;
  const size_t before = top;
  const int failed = start_game(&nothing, &raised, LINE(1, bytes, game), number, seed, players);
  top = before;
  return failed ? -1 : 0;
}

/* Plays a game on to a stop, an open question, or a fault. Returns -1 for an error in compiled code. */
EXPORT(advance) int advance(void *game, i64 bytes, i64 stop) {
  void *nothing = 0, *raised = 0;
  const size_t before = top;
  const int failed = advance_game(&nothing, &raised, LINE(1, bytes, game), stop);
  top = before;
  return failed ? -1 : 0;
}
