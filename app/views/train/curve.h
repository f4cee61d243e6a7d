#pragma once
/// A growing series of numbers in a limited number of pieces, so that drawing takes the same time however long a training is.

#include <cstddef>
#include <span>
#include <vector>

namespace vitrine {

class Curve {
public:
    /// Consecutive steps: their range, and the smallest, largest and mean of their finite values.
    struct Piece {
        double first = 0, last = 0;
        double low = 0, high = 0, mean = 0;
        std::size_t count = 0;
    };

    /// Adds a value. Steps have to be added in order. A value that is not finite leaves a gap.
    void add(double step, double value);
    void clear() { *this = {}; }

    std::span<const Piece> pieces() const { return pieces_; }
    std::size_t size() const { return size_; }  ///< number of values added, including gaps

    /// Beyond this, pairs of pieces are joined.
    static constexpr std::size_t most_pieces = 4096;

private:
    void halve();

    std::vector<Piece> pieces_;
    std::size_t size_ = 0;
    std::size_t steps_per_piece_ = 1;
};

}  // namespace vitrine
