#include "core/tensor/product_peak.h"

#include <chrono>
#include <vector>

#include "core/tensor/parallel.h"
#include "core/tensor/product.h"

namespace vitrine {

namespace {

constexpr Size height = 192, width = 288, depth = 256;
constexpr int products_per_round = 50;

struct Factors {
    Matrix x = Matrix::Ones(height, depth), y = Matrix::Ones(depth, width), output = Matrix::Zero(height, width);
};

/// The time in seconds until all threads, each with its own factors, have finished.
double seconds_of_round(std::vector<Factors>& factors) {
    const auto start = std::chrono::steady_clock::now();
    share_among_all([&](Size i) {
        Factors& own = factors[static_cast<std::size_t>(i)];
        for (int repeated = 0; repeated < products_per_round; ++repeated) multiply(own.x, own.y, own.output);
    });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double measured_peak(int threads) {
    const int before = vitrine::threads();
    set_threads(threads);
    std::vector<Factors> factors(static_cast<std::size_t>(std::max(threads, 1)));
    const double operations = 2.0 * height * width * depth * products_per_round * static_cast<double>(factors.size());
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    double fastest = seconds_of_round(factors);
    while (std::chrono::steady_clock::now() < end) fastest = std::min(fastest, seconds_of_round(factors));
    set_threads(before);
    return operations / fastest * 1e-9;
}

}  // namespace vitrine
