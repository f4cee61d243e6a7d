#pragma once
/// Comparisons of numbers that should agree.

#include <utility>

#include "core/selftest/result.h"

namespace vitrine {

/// Counts comparisons, and remembers the worst.
class Comparisons {
public:
    /// `unit`: what is counted. `allowed`: the largest difference that is no error.
    Comparisons(std::string unit, double allowed) { result_.unit = std::move(unit), result_.allowed = allowed; }

    /// Counts a difference. NaN is larger than all others. `where` is only called where it is the largest so far.
    template <class Where>
    void add(double difference, Where&& where) {
        ++result_.count;
        if (!(difference <= result_.worst)) note(difference, where());
    }

    SelfTestResult take() { return std::move(result_); }

private:
    void note(double difference, std::string where);

    SelfTestResult result_;
};

/// |a − b|, or 0 for two infinities of one sign; relative to the larger of both where that is above 1.
double difference_of(double a, double b);

}  // namespace vitrine
