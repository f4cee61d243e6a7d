#include "app/views/train/curve.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

Curve::Piece together(const Curve::Piece& a, const Curve::Piece& b) {
    const double count = static_cast<double>(a.count + b.count);
    return {.first = a.first,
            .last = b.last,
            .low = std::min(a.low, b.low),
            .high = std::max(a.high, b.high),
            .mean = (a.mean * static_cast<double>(a.count) + b.mean * static_cast<double>(b.count)) / count,
            .count = a.count + b.count};
}

}  // namespace

void Curve::add(double step, double value) {
    ++size_;
    if (!std::isfinite(value)) return;
    const Piece one{step, step, value, value, value, 1};
    if (!pieces_.empty() && pieces_.back().count < steps_per_piece_) {
        pieces_.back() = together(pieces_.back(), one);
        return;
    }
    if (pieces_.size() == most_pieces) halve();
    pieces_.push_back(one);
}

void Curve::halve() {
    for (std::size_t i = 0; i < pieces_.size() / 2; ++i) pieces_[i] = together(pieces_[2 * i], pieces_[2 * i + 1]);
    pieces_.resize(pieces_.size() / 2);
    steps_per_piece_ *= 2;
}

}  // namespace vitrine
