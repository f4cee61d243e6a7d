#pragma once
/// A series of numbers that only grows, in a bounded number of pieces: however long a training goes on, drawing it costs the same.

#include <cstddef>
#include <span>
#include <vector>

namespace vitrine {

class Curve {
public:
    /// Consecutive steps together: where they lie, and the smallest, the largest and the mean of their finite values.
    struct Piece {
        double first = 0, last = 0;
        double low = 0, high = 0, mean = 0;
        std::size_t count = 0;
    };

    /// Steps come in order. A value that is not finite leaves a gap.
    void add(double step, double value);
    void clear() { *this = {}; }

    std::span<const Piece> pieces() const { return pieces_; }
    std::size_t size() const { return size_; }  ///< how many values were added, gaps too

    /// Where there would be more, two and two become one.
    static constexpr std::size_t most_pieces = 4096;

private:
    void halve();

    std::vector<Piece> pieces_;
    std::size_t size_ = 0;
    std::size_t steps_per_piece_ = 1;
};

}  // namespace vitrine
