#include "core/trace/product_cells.h"

#include <algorithm>
#include <vector>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

ProductCells::ProductCells(const TensorView& value, const TensorView& gradient)
    : value_(value), gradient_(gradient), layout_(row_major(value.layout)) {}

void ProductCells::read(const Window& window, float* cells) const {
    thread_local std::vector<float> slopes;
    slopes.resize(static_cast<std::size_t>(window.cells()));
    read_window(gradient_, window, slopes.data());
    read_window(value_, window, cells);
    std::transform(slopes.begin(), slopes.end(), cells, cells,
                   [](float slope, float value) { return slope == 0 ? 0 : slope * value; });
}

bool ProductCells::any_thread() const { return any_thread_reads(value_) && any_thread_reads(gradient_); }

}  // namespace vitrine
