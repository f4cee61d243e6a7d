#include "core/model/parameter_buffer.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr Size cells_per_line = 64 / sizeof(Scalar);

Size rounded_up(Size count) { return (count + cells_per_line - 1) / cells_per_line * cells_per_line; }

}  // namespace

ParameterBuffer::ParameterBuffer(const Configuration& configuration) : tensors_(make_parameters(configuration)) {
    Size count = 0;
    visit_tensors([&](Tensor& tensor) { count += rounded_up(tensor.count()); }, tensors_);
    cells_.assign(static_cast<std::size_t>(count), Scalar(0));
    Scalar* next = cells_.data();
    const auto place = [&](Tensor& tensor) {
        if (tensor.empty()) return;
        tensor.lend(next);
        next += rounded_up(tensor.count());
    };
    visit_tensors(place, tensors_);
}

void ParameterBuffer::assign(const Parameters& parameters) {
    visit_tensors(
        [](Tensor& own, const Tensor& other) {
            if (!own.empty()) own = other;
        },
        tensors_, parameters);
}

void copy_cells(const ParameterBuffer& from, ParameterBuffer& to) { std::ranges::copy(from.cells(), to.cells().begin()); }

}  // namespace vitrine
