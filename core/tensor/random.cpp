#include "core/tensor/random.h"

#include <bit>

namespace vitrine {

Random::Random(std::uint64_t seed) {
    for (auto& word : state_) {
        std::uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        word = z ^ (z >> 31);
    }
}

std::uint64_t Random::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9, shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

std::uint64_t Random::below(std::uint64_t bound) {
    // Draws past the last whole multiple of bound would favour small results, so they are repeated.
    const std::uint64_t rejected = (0 - bound) % bound;
    for (;;) {
        const std::uint64_t draw = next();
        if (draw >= rejected) return draw % bound;
    }
}

bool Random::exp_minus_half() {
    // von Neumann: the length of a falling run that starts below p is even with probability e^(−p).
    double last = 0.5;
    for (bool even = true;; even = !even) {
        const double u = uniform();
        if (u >= last) return even;
        last = u;
    }
}

bool Random::exp_of_fraction(int k, double x) {
    double last = x;
    for (bool even = true;; even = !even) {
        const double u = uniform();
        if (u >= last || uniform() * (2 * k + 2) >= 2 * k + x) return even;
        last = u;
    }
}

double Random::normal() {
    for (;;) {
        int k = 0;  // the integer part, with probability proportional to e^(−k²/2)
        while (exp_minus_half()) ++k;
        bool accepted = true;
        for (int trial = 0; accepted && trial < k * (k - 1); ++trial) accepted = exp_minus_half();
        if (!accepted) continue;

        const double x = uniform();  // the fraction, with probability proportional to e^(−x·(2k + x)/2)
        for (int trial = 0; accepted && trial <= k; ++trial) accepted = exp_of_fraction(k, x);
        if (!accepted) continue;
        return next() >> 63 ? -(k + x) : k + x;
    }
}

}  // namespace vitrine
