#pragma once
/// Random numbers that depend on the seed alone, the same on every machine, compiler and build. They use integers, comparisons and
/// exact operations only, since the distributions of the standard library and the logarithms of libm differ between platforms.

#include <array>
#include <cstdint>

namespace vitrine {

/// xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed);

    std::uint64_t next();

    /// Uniform in [0, 1), a multiple of 2⁻⁵³.
    double uniform();

    /// Uniform in 0 … bound − 1. Requires: bound ≥ 1.
    std::uint64_t below(std::uint64_t bound);

    /// Standard normal, drawn exactly by Karney's algorithm N (2016), which compares uniform numbers and needs no logarithm.
    double normal();

private:
    bool exp_minus_half();                  ///< true with probability e^(−1/2)
    bool exp_of_fraction(int k, double x);  ///< true with probability e^(−x·(2k + x)/(2k + 2))

    std::array<std::uint64_t, 4> state_;
};

}  // namespace vitrine
