#include "core/trace/change_cells.h"

#include <algorithm>
#include <limits>

#include "core/tensor/cell_blocks.h"
#include "core/trace/comparison.h"

namespace vitrine {

ChangeCells::ChangeCells(const TensorView& a, const TensorView& b) : a_(a), b_(b), layout_(row_major(b.layout)) {}

void ChangeCells::read(const Window& window, float* cells) const {
    const auto count = static_cast<std::size_t>(window.cells());
    if (!a_.present()) {
        std::fill_n(cells, count, std::numeric_limits<float>::quiet_NaN());
        return;
    }
    thread_local std::vector<float> before;
    before.resize(count);
    read_window(a_, window, before.data());
    read_window(b_, window, cells);
    std::transform(before.begin(), before.end(), cells, cells, [](float from, float to) {
        return static_cast<float>(change_of(static_cast<double>(from), static_cast<double>(to)));
    });
}

bool ChangeCells::any_thread() const { return any_thread_reads(a_) && any_thread_reads(b_); }

}  // namespace vitrine
