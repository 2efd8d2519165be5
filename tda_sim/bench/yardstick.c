/* A fixed toy game of the same shape as the real one, to tell a fast engine from a fast machine.
 *
 * Seventy cards in ten colours, four seats, gambits of three rounds: shuffle with a counter-based generator
 * (Philox 4x32-10), deal, ante, score every card in hand by twelve features, play the best, let a weaker card use
 * one of ten small powers, pay out, draw, buy. Never change it: figures are only comparable while it stays as it is.
 *
 * yardstick GAMES  prints: games decisions seconds checksum
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CARDS = 70, COLOURS = 10, SEATS = 4, ROUNDS = 3, HAND = 10, FEATURES = 12, GAMBITS = 200 };

typedef struct {
    uint32_t key[2], counter[4], word[4];
    int left;
} Stream;

typedef struct {
    int strength[CARDS], colour[CARDS];
    int deck[CARDS], deck_size, discard[CARDS], discard_size;
    int hand[SEATS][HAND], hand_size[SEATS];
    int flight[SEATS][ROUNDS], flight_size[SEATS], total[SEATS];
    int hoard[SEATS], stakes, leader, round;
    int64_t decisions;
    Stream stream;
} Game;

static const int weights[FEATURES] = {3, -2, 5, 1, -4, 2, 7, -1, 6, -3, 4, 2};

static void philox(Stream *s) {
    uint32_t k0 = s->key[0], k1 = s->key[1];
    uint32_t a = s->counter[0], b = s->counter[1], c = s->counter[2], d = s->counter[3];
    for (int i = 0; i < 10; i++) {
        uint64_t x = (uint64_t)0xD2511F53u * a, y = (uint64_t)0xCD9E8D57u * c;
        uint32_t high_x = (uint32_t)(x >> 32), high_y = (uint32_t)(y >> 32);
        a = high_y ^ b ^ k0;
        b = (uint32_t)y;
        c = high_x ^ d ^ k1;
        d = (uint32_t)x;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    s->word[0] = a, s->word[1] = b, s->word[2] = c, s->word[3] = d;
    s->counter[0]++;
    s->left = 4;
}

static uint32_t below(Stream *s, uint32_t n) {
    if (s->left == 0) philox(s);
    return (uint32_t)(((uint64_t)s->word[--s->left] * n) >> 32);
}

static void shuffle(Game *g) {
    for (int i = g->deck_size - 1; i > 0; i--) {
        int j = (int)below(&g->stream, (uint32_t)i + 1), card = g->deck[i];
        g->deck[i] = g->deck[j];
        g->deck[j] = card;
    }
}

static int next_card(Game *g) {
    if (g->deck_size == 0) {
        for (int i = 0; i < g->discard_size; i++) g->deck[i] = g->discard[i];
        g->deck_size = g->discard_size;
        g->discard_size = 0;
        shuffle(g);
    }
    return g->deck_size == 0 ? -1 : g->deck[--g->deck_size];
}

static void draw(Game *g, int seat, int n) {
    while (n-- > 0 && g->hand_size[seat] < HAND) {
        int card = next_card(g);
        if (card < 0) return;
        g->hand[seat][g->hand_size[seat]++] = card;
    }
}

static void pay(Game *g, int from, int to, int gold) {
    if (gold > g->hoard[from]) gold = g->hoard[from];
    g->hoard[from] -= gold;
    if (to < 0)
        g->stakes += gold;
    else
        g->hoard[to] += gold;
}

static void steal(Game *g, int seat, int gold) {
    if (gold > g->stakes) gold = g->stakes;
    g->stakes -= gold;
    g->hoard[seat] += gold;
}

static int strongest_flight(const Game *g) {
    int best = 0;
    for (int seat = 1; seat < SEATS; seat++)
        if (g->total[seat] > g->total[best]) best = seat;
    return best;
}

static int score(const Game *g, int seat, int card, int previous, int ante) {
    int same_colour = 0, same_strength = 0, ahead = 0, most = 0;
    for (int i = 0; i < g->flight_size[seat]; i++) {
        same_colour += g->colour[g->flight[seat][i]] == g->colour[card];
        same_strength += g->strength[g->flight[seat][i]] == g->strength[card];
    }
    for (int other = 0; other < SEATS; other++) {
        ahead += g->total[other] > g->total[seat];
        if (g->hoard[other] > most) most = g->hoard[other];
    }
    const int feature[FEATURES] = {
        g->strength[card], ante * g->strength[card], g->strength[card] <= previous, g->colour[card],
        g->stakes < 5, same_colour, same_strength, ahead * g->strength[card] / 2,
        g->round * (g->strength[card] > 7), g->hoard[seat] < 10, g->hoard[seat] == most, g->hand_size[seat],
    };
    int sum = 0;
    for (int i = 0; i < FEATURES; i++) sum += weights[i] * feature[i];
    return sum;
}

static int choose(Game *g, int seat, int previous, int ante) {
    int best = 0, best_score = -1000000;
    if (g->hand_size[seat] < 2) return 0;
    g->decisions++;
    for (int i = 0; i < g->hand_size[seat]; i++) {
        int value = 8 * score(g, seat, g->hand[seat][i], previous, ante) + (int)below(&g->stream, 8);
        if (value > best_score) best = i, best_score = value;
    }
    return best;
}

static int take_from_hand(Game *g, int seat, int place) {
    int card = g->hand[seat][place];
    g->hand_size[seat]--;
    for (int i = place; i < g->hand_size[seat]; i++) g->hand[seat][i] = g->hand[seat][i + 1];
    return card;
}

static void buy(Game *g, int seat) {
    if (g->hand_size[seat] > 1) return;
    int card = next_card(g);
    if (card < 0) return;
    pay(g, seat, -1, g->strength[card]);
    g->discard[g->discard_size++] = card;
    draw(g, seat, 4 - g->hand_size[seat]);
}

static void use_power(Game *g, int seat, int card) {
    int left = (seat + 1) % SEATS, right = (seat + SEATS - 1) % SEATS;
    switch (g->colour[card]) {
        case 0: steal(g, seat, 2); break;
        case 1: steal(g, seat, 3); break;
        case 2: draw(g, seat, 1); break;
        case 3: draw(g, seat, 2); break;
        case 4: pay(g, left, seat, 2); break;
        case 5: pay(g, right, seat, 2); break;
        case 6: pay(g, strongest_flight(g), seat, 1); break;
        case 7: for (int other = 0; other < SEATS; other++) pay(g, other, seat, 1); break;
        case 8: for (int other = 0; other < SEATS; other++) pay(g, other, -1, 1); break;
        case 9: g->total[left] -= 1; steal(g, seat, 1); break;
    }
}

static void ante(Game *g) {
    int highest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        buy(g, seat);
        if (g->hand_size[seat] == 0) continue;
        int card = take_from_hand(g, seat, choose(g, seat, 0, 1));
        if (g->strength[card] > highest) highest = g->strength[card], g->leader = seat;
        g->discard[g->discard_size++] = card;
    }
    for (int seat = 0; seat < SEATS; seat++) pay(g, seat, -1, highest);
}

static void play_round(Game *g) {
    int previous = 99, strongest = -1, leader = g->leader;
    for (int turn = 0; turn < SEATS; turn++) {
        int seat = (leader + turn) % SEATS;
        buy(g, seat);
        if (g->hand_size[seat] == 0) continue;
        int card = take_from_hand(g, seat, choose(g, seat, previous, 0));
        g->flight[seat][g->flight_size[seat]++] = card;
        g->total[seat] += g->strength[card];
        if (g->strength[card] <= previous) use_power(g, seat, card);
        if (g->strength[card] > strongest) strongest = g->strength[card], g->leader = seat;
        previous = g->strength[card];
    }
}

static int play_gambit(Game *g) {
    int poorest = 1 << 30;
    ante(g);
    for (g->round = 0; g->round < ROUNDS; g->round++) play_round(g);
    int winner = strongest_flight(g);
    g->hoard[winner] += g->stakes;
    g->stakes = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int i = 0; i < g->flight_size[seat]; i++) g->discard[g->discard_size++] = g->flight[seat][i];
        g->flight_size[seat] = g->total[seat] = 0;
        draw(g, seat, 2);
        if (g->hoard[seat] < poorest) poorest = g->hoard[seat];
    }
    return poorest > 0;
}

static uint64_t play_game(Game *g, uint32_t number) {
    g->stream = (Stream){.key = {2005, 0}, .counter = {0, 0, number, 0}};
    g->deck_size = CARDS;
    g->discard_size = g->stakes = g->leader = 0;
    for (int card = 0; card < CARDS; card++) {
        g->deck[card] = card;
        g->colour[card] = card % COLOURS;
        g->strength[card] = 1 + (card / COLOURS) * 2 - (card % 3 == 0);
    }
    shuffle(g);
    for (int seat = 0; seat < SEATS; seat++) {
        g->hoard[seat] = 50;
        g->hand_size[seat] = g->flight_size[seat] = g->total[seat] = 0;
        draw(g, seat, 6);
    }
    int gambits = 1;
    while (play_gambit(g) && gambits < GAMBITS) gambits++;
    uint64_t sum = (uint64_t)gambits;
    for (int seat = 0; seat < SEATS; seat++) sum = sum * 31 + (uint64_t)g->hoard[seat];
    return sum;
}

int main(int argc, char **argv) {
    static Game game;
    struct timespec from, to;
    uint32_t games = argc > 1 ? (uint32_t)atol(argv[1]) : 100000;
    uint64_t checksum = 0;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (uint32_t number = 0; number < games; number++) checksum = checksum * 1000003 + play_game(&game, number);
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    printf("%u %lld %.6f %llu\n", games, (long long)game.decisions, seconds, (unsigned long long)checksum);
    return 0;
}
