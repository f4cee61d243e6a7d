#include "core/foreign/waves.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr double tolerance = 5e-3;  // float16 has eleven bits

/// The first rows of a table, as many as are needed; empty if the tensor is not a table.
std::vector<Scalar> first_rows(const ForeignTensor& table, Size width) {
    constexpr Size fewest = 6, enough = 64;
    const std::vector<Size> shape = table.squeezed();
    if (!is_floating(table.type) || shape.size() != 2 || shape[1] != width || shape[0] < fewest) return {};
    ForeignTensor rows = table;
    *std::ranges::find_if(rows.shape, [](Size length) { return length != 1; }) = std::min(shape[0], enough);
    return numbers_of(rows);
}

/// The ratio of x(p − 1) + x(p + 1) to x(p), which is 2 cos ω if x is a sine or cosine of p ω. NaN if the ratio is not the same
/// for all rows.
double ratio_of_neighbours(const std::vector<Scalar>& numbers, std::size_t width, std::size_t column) {
    const auto x = [&](std::size_t row) { return static_cast<double>(numbers[row * width + column]); };
    const std::size_t rows = numbers.size() / width;
    double products = 0, squares = 0;
    for (std::size_t p = 2; p + 1 < rows; ++p) products += x(p) * (x(p - 1) + x(p + 1)), squares += x(p) * x(p);
    const double ratio = squares > 0 ? products / squares : 2;
    for (std::size_t p = 2; p + 1 < rows; ++p) {
        const bool follows = std::abs(x(p - 1) + x(p + 1) - ratio * x(p)) <= tolerance && std::abs(x(p)) <= 1 + tolerance;
        if (!follows) return std::nan("");
    }
    return ratio;
}

}  // namespace

bool holds_waves(const ForeignTensor& tensor, Size width) {
    const std::vector<Scalar> numbers = first_rows(tensor, width);
    double fastest = 2;  // a column of equal numbers has 2
    for (std::size_t column = 0; !numbers.empty() && column < static_cast<std::size_t>(width); ++column) {
        const double ratio = ratio_of_neighbours(numbers, static_cast<std::size_t>(width), column);
        if (!(std::abs(ratio) <= 2 + tolerance)) return false;
        fastest = std::min(fastest, ratio);
    }
    return fastest < 1.9;
}

}  // namespace vitrine
