"""Random numbers as a function of (seed, game, stream, index), so that no game depends on another.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011).
The seed is its key. The game's number, the stream's name and the position in the stream form its counter. So any game
can be dealt again by itself, and streams never overlap. A player's stream has its own key of 128 bits, which the same
generator derives from these. So a player's random numbers reveal neither seed nor game.
"""

import numpy as np

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import inlined, rule, vectorised
from tda_sim.engine.layout import BLOCKS

# Names of streams; that of seat s is STRATEGY + s, and that of who sits there SEATING + s.
SHUFFLING, PICKING, STRATEGY, UNIQUES, AHEAD, FORCING, DEALING, PARTS = 0, 1, 2, 8, 9, 10, 11, 12
SEATING = 24
OWN = 16  # name of a stream with a key of its own
SHUFFLE_ROOM = 1 << 12  # numbers reserved for each shuffle, so that the k-th one does not depend on those before

U64 = np.uint64
_LOW = U64(0xFFFFFFFF)
_HALF = U64(32)
_NAME_BITS = U64(8)  # bits of a stream's name; above them come the high bits of a block's number
_MULTIPLY_0, _MULTIPLY_1 = U64(0xD2511F53), U64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = U64(0x9E3779B9), U64(0xBB67AE85)
_ROUNDS = 10


@rule
def open_stream(stream, seed, game, name):
    """Set a stream to its beginning."""
    stream.seed = seed
    stream.game = game
    stream.name = name
    stream.index = 0


@rule
def open_own_stream(stream, seed, game, seat):
    """Set a player's stream to its beginning."""
    open_stream(stream, seed, game, STRATEGY + seat)
    philox(stream, 0)
    word = stream.word
    key, more = U64(word[0, 0]) | U64(word[0, 1]) << _HALF, U64(word[0, 2]) | U64(word[0, 3]) << _HALF
    open_stream(stream, key, more, OWN)


@vectorised
def philox(stream, first):
    """Fill ``stream.word`` with the 32-bit numbers of BLOCKS blocks, four of each, from block ``first`` on."""
    game, seed, name = U64(stream.game), U64(stream.seed), U64(stream.name)
    for k in range(BLOCKS):
        block = U64(first + k)
        a, b, c, d = block & _LOW, (block >> _HALF) << _NAME_BITS | name, game & _LOW, game >> _HALF
        key_0, key_1 = seed & _LOW, seed >> _HALF
        for _ in range(_ROUNDS):
            product_0, product_1 = _MULTIPLY_0 * a, _MULTIPLY_1 * c
            a = ((product_1 >> _HALF) ^ b ^ key_0) & _LOW
            c = ((product_0 >> _HALF) ^ d ^ key_1) & _LOW
            b, d = product_1 & _LOW, product_0 & _LOW
            key_0, key_1 = (key_0 + _WEYL_0) & _LOW, (key_1 + _WEYL_1) & _LOW
        stream.word[k, 0] = a
        stream.word[k, 1] = b
        stream.word[k, 2] = c
        stream.word[k, 3] = d


@inlined
def next_word(record):
    """Return the stream's next number, uniform in 0 .. 2**32 - 1."""
    stream = opened(record)
    index = stream.index
    if index & (4 * BLOCKS - 1) == 0:
        philox(stream, index >> 2)
    stream.index = index + 1
    return U64(stream.word[(index >> 2) & (BLOCKS - 1), index & 3])


@rule
def below(stream, n):
    """Return a uniform whole number in 0 .. n - 1, without bias (Lemire 2019: multiply, and reject a few words)."""
    size = U64(n)
    product = next_word(stream) * size
    if product & _LOW < size:
        short = (_LOW + U64(1) - size) % size
        while product & _LOW < short:
            product = next_word(stream) * size
    return int(np.int64(product >> _HALF))  # in plain Python, NumPy numbers divide by 0 without an error


@rule
def shuffle(stream, number, cards, n):
    """Shuffle the first ``n`` of ``cards``, as shuffle ``number`` of the stream (Fisher and Yates)."""
    stream.index = number * SHUFFLE_ROOM
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
