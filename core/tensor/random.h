#pragma once
/// Random numbers that are the same from a seed on every machine, compiler and build: integers, comparisons and exact steps only,
/// since the standard library's distributions and libm's logarithms differ between them.

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

    /// Uniform in 0 … bound − 1, bound ≥ 1.
    std::uint64_t below(std::uint64_t bound);

    /// Standard normal, drawn exactly by Karney's algorithm N (2016): it compares uniforms and needs no logarithm.
    double normal();

private:
    bool exp_minus_half();                  ///< true with probability e^(−1/2)
    bool exp_of_fraction(int k, double x);  ///< true with probability e^(−x·(2k + x)/(2k + 2))

    std::array<std::uint64_t, 4> state_;
};

}  // namespace vitrine
