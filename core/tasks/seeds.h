#pragma once
/// Random streams derived from the one seed of a run: each purpose, step and shard has its own, independent of the numbers that
/// others draw.

#include <cstdint>
#include <initializer_list>

namespace vitrine {

enum class Stream : std::uint64_t { batches = 1, orders, dropout, probe, hiding };

/// The seed of a stream at one step of a run.
inline std::uint64_t mixed_seed(std::uint64_t seed, Stream stream, std::int64_t moment, std::uint64_t part = 0) {
    for (const std::uint64_t word : {static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(moment), part}) {
        std::uint64_t z = (seed ^ word) + 0x9e3779b97f4a7c15;  // splitmix64
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        seed = z ^ (z >> 31);
    }
    return seed;
}

}  // namespace vitrine
