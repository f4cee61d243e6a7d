#include "core/explain/position_reading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/tensor/eigen.h"

namespace vitrine {

Tensor sinusoidal_encoding(Size positions, Size width, Waves waves) {
    Tensor encoding{Axis::position, Axis::feature};
    encoding.resize({positions, width});
    sinusoidal_positions(encoding, 0, waves);
    return encoding;
}

Tensor learned_encoding(const Tensor& table, Size positions, Size first) {
    Tensor encoding{Axis::position, Axis::feature};
    encoding.resize({std::min(positions, table.size(0) - first), table.size(1)});
    learned_positions_forward(table, encoding, first);
    return encoding;
}

std::optional<Size> PositionWave::partner() const {
    const Size other = is_sine() ? feature + 1 : feature - 1;
    return other < width ? std::optional(other) : std::nullopt;
}

double PositionWave::frequency() const { return std::pow(10000.0, -static_cast<double>(even()) / static_cast<double>(width)); }

double PositionWave::wavelength() const { return 2 * std::numbers::pi / frequency(); }

double PositionWave::at(double position) const {
    const double angle = position * frequency();
    return is_sine() ? std::sin(angle) : std::cos(angle);
}

std::string PositionWave::formula(Size position) const {
    // The label ends with the angle: "sin(3 / 10000^(6/32)) = sin(0.5335)".
    const Dependence dependence = sinusoidal_positions_dependence(width);
    const std::string label = dependence.terms.front().constant({position, feature}, 0).label;
    return label.substr(0, label.find(" = "));
}

Size slowest_whole_wave(Size width, Size positions) {
    Size slowest = 0;
    for (Size feature = 0; feature < width; feature += 2) {
        if (PositionWave{feature, width}.wavelength() <= static_cast<double>(positions)) slowest = feature;
    }
    return slowest;
}

std::optional<double> dot_product_at_distance(Size width, double k) {
    if (width % 2 != 0) return std::nullopt;
    double sum = 0;
    for (Size feature = 0; feature < width; feature += 2) sum += std::cos(k * PositionWave{feature, width}.frequency());
    return sum;
}

PositionSimilarity similarity_of(const Tensor& encoding) {
    const Size positions = encoding.size(0);
    PositionSimilarity similarity;
    similarity.dot_product.resize({positions, positions});
    similarity.cosine.resize({positions, positions});
    const Eigen::MatrixXd table = rows(encoding).cast<double>();  // double, for sums of hundreds of products
    const Eigen::MatrixXd dot_product = table * table.transpose();
    rows(similarity.dot_product) = dot_product.cast<Scalar>();
    // Two divisions, since the product of two tiny lengths may underflow to 0.
    const Eigen::VectorXd lengths = table.rowwise().norm();
    auto cosine = rows(similarity.cosine);
    for (Size p = 0; p < positions; ++p) {
        for (Size q = 0; q < positions; ++q) cosine(p, q) = static_cast<Scalar>(dot_product(p, q) / lengths(p) / lengths(q));
    }
    return similarity;
}

}  // namespace vitrine
