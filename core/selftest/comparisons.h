#pragma once
/// Comparisons of numbers that should agree.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/files/safetensors.h"
#include "core/selftest/result.h"
#include "core/tensor/tensor.h"

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

/// The numbers of a tensor in row-major order.
struct TensorNumbers {
    std::vector<Size> shape{};
    std::vector<double> values{};  ///< empty: there is no such tensor
};

TensorNumbers numbers_of(const TensorView& tensor);
TensorNumbers numbers_of(const StoredTensors& file, const std::string& name);

/// Adds difference_of() for every number. Where one of the tensors is missing, or they differ in shape, adds a difference of 1.
void compare(const std::string& name, const TensorNumbers& ours, const TensorNumbers& theirs, Comparisons& comparisons);

/// "decoder.layers.0.self_attn.weights [0, 1, 2, 3]".
std::string cell_words(const std::string& path, std::span<const Size> index);
std::string cell_words(const std::string& path, const Layout& layout, const Index& index);

}  // namespace vitrine
