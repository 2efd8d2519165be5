"""The random numbers: the generator's published answers, fair picks, fair shuffles.

The seeds are fixed, so these tests always say the same. The thresholds are where a fair generator fails once in a
million (`FALSE_ALARM`) for a seed picked at random.
"""

import numpy as np
import pytest
from scipy import stats

from tda_sim.engine import random
from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import BLOCKS, STREAM

pytestmark = pytest.mark.both

FALSE_ALARM = 1e-6


@jit.kernel
def fill_block(streams, number):
    random.philox(streams[0], number)


@jit.kernel
def fill_words(streams, out):
    for k in range(len(out)):
        out[k] = random.next_word(streams[0])


@jit.kernel
def fill_below(streams, n, out):
    for k in range(len(out)):
        out[k] = random.below(streams[0], n)


@jit.kernel
def open_own(streams, seed, game, seat):
    random.open_own_stream(streams[0], seed, game, seat)


@jit.kernel
def fill_own(streams, first, seat, n, out):
    """The first pick of a player in each of many games."""
    for k in range(len(out)):
        random.open_own_stream(streams[0], 9, first + k, seat)
        out[k] = random.below(streams[0], n)


@jit.kernel
def fill_shuffles(streams, number, out):
    """Row k: what shuffle ``number`` of game k makes of 0, 1, 2, ..."""
    for k in range(out.shape[0]):
        for place in range(out.shape[1]):
            out[k, place] = place
        random.open_stream(streams[0], 9, k, random.SHUFFLING)
        random.shuffle(streams[0], number, out[k], out.shape[1])


def stream(seed=0, game=0, name=0):
    one = np.zeros(1, STREAM)
    one["seed"], one["game"], one["name"] = seed, game, name
    return one


def block(one, number):
    """A block of a stream, and, made with it, the blocks that follow."""
    fill_block(one, number)
    return one[0]["word"].tolist()


def words(one, n):
    out = np.zeros(n, np.uint64)
    fill_words(one, out)
    return out.tolist()


def fair(counts):
    """Whether equally likely outcomes may have come up that often."""
    return stats.chisquare(counts).pvalue > FALSE_ALARM


# Known answers of the authors' library Random123 (kat_vectors, philox4x32 with 10 rounds): counter, key, output.
KNOWN = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]


@pytest.mark.parametrize(("counter", "key", "output"), KNOWN)
def test_blocks_are_those_that_the_generators_authors_publish(counter, key, output):
    number, name, low, high = counter
    one = stream(seed=key[0] | key[1] << 32, game=low | high << 32, name=name)
    assert block(one, number)[0] == output


def test_a_stream_is_its_blocks_one_after_another():
    one = stream(seed=3, game=5, name=2)
    numbers = [word for number in range(11) for word in block(one, number)[0]]
    assert words(stream(seed=3, game=5, name=2), 44) == numbers


@pytest.mark.parametrize("number", [0, 8, 2**32 - 2])
def test_blocks_that_are_made_at_once_are_those_that_follow_each_other(number):
    one = stream(seed=3, game=5, name=2)
    following = [block(one, number + k)[0] for k in range(BLOCKS)]
    assert block(one, number) == following


def test_streams_differ_by_seed_by_game_and_by_name():
    keys = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2**32, 0, 0), (0, 2**32, 0), (2**63, 0, 0)]
    first = [tuple(words(stream(*key), 4)) for key in keys]
    assert len(set(first)) == len(keys)


def own_key(*names):
    one = stream()
    open_own(one, *names)
    return int(one[0]["seed"]), int(one[0]["game"])


def test_a_player_s_key_is_a_block_of_the_game_s_own_generator():
    """Its key is the seed, its counter game and player: nobody goes back from a block to those."""
    low, high, more, most = block(stream(seed=3, game=5, name=random.STRATEGY + 2), 0)[0]
    assert own_key(np.uint64(3), 5, 2) == (low | high << 32, more | most << 32)


def test_players_games_and_seeds_have_keys_of_their_own_in_which_none_of_them_is_found():
    names = [(np.uint64(seed), game, seat) for seed in (0, 1, 2**63) for game in (0, 1, 2**40) for seat in range(6)]
    keys = [own_key(*name) for name in names]
    assert len({half for key in keys for half in key}) == 2 * len(keys)
    assert all({int(n) for n in name}.isdisjoint(key) for name, key in zip(names, keys, strict=True))
    first = [words(stream(*key, random.OWN), 1)[0] for key in keys]
    assert len(set(first)) == len(first)


@pytest.mark.parametrize("seat", [0, 5])
def test_first_picks_are_fair_over_games(seat, plain):
    out = np.zeros(5_000 if plain else 500_000, np.int64)
    fill_own(stream(), 0, seat, 10, out)
    assert fair(np.bincount(out, minlength=10))
    assert fair(np.bincount(out[1:] * 10 + out[:-1], minlength=100))  # those of one game and the next


@pytest.mark.parametrize("n", [2, 3, 7, 10, 70])
def test_a_pick_is_fair(n, plain):
    out = np.zeros(5_000 if plain else 500_000, np.int64)
    fill_below(stream(seed=n), n, out)
    assert fair(np.bincount(out, minlength=n))


def test_a_pick_is_fair_where_most_words_would_favour_some_numbers(plain):
    """Of 3 x 2**30 numbers every third would come up twice as often if no word were rejected."""
    out = np.zeros(5_000 if plain else 500_000, np.int64)
    fill_below(stream(seed=4), 3 << 30, out)
    assert fair(np.bincount(out % 3)) and fair(np.bincount(out >> 30))


def test_every_card_comes_to_every_place_equally_often(plain):
    out = np.zeros((2_000 if plain else 100_000, 12), np.int64)
    fill_shuffles(stream(), 0, out)
    counts = np.stack([np.bincount(column, minlength=12) for column in out.T])
    expected = len(out) / 12
    statistic = ((counts - expected) ** 2 / expected).sum() * 11 / 12  # places and cards: 11 x 11 free counts
    assert stats.chi2.sf(statistic, 11 * 11) > FALSE_ALARM


def test_every_order_of_four_cards_is_equally_likely(plain):
    out = np.zeros((2_000 if plain else 100_000, 4), np.int64)
    fill_shuffles(stream(), 3, out)
    assert fair(np.unique(out @ [64, 16, 4, 1], return_counts=True)[1])
    assert len(np.unique(out, axis=0)) == 24


def test_a_later_shuffle_does_not_depend_on_how_many_numbers_the_earlier_ones_took():
    one, cards = stream(seed=1), np.zeros((1, 9), np.int64)
    fill_shuffles(one, 2, cards)
    again = np.zeros((1, 9), np.int64)
    words(one, 1000)
    fill_shuffles(one, 2, again)
    assert cards.tolist() == again.tolist()
