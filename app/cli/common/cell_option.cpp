#include "app/cli/common/cell_option.h"

#include <fmt/format.h>

#include "core/listing/tensor_text.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

void check_cell(const std::string& text, const CellName& cell, const Layout& layout) {
    if (cell.rank != layout.rank) {
        throw Error(fmt::format("{}: the tensor is {}, its indices are {}", in_quotes(text), axes_text(layout),
                                layout.rank == 1 ? "one number from 0" : fmt::format("{} numbers from 0", layout.rank)));
    }
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(cell.rank); ++axis) {
        const Size last = layout.shape[axis] - 1;
        if (cell.index[axis] <= last) continue;
        throw Error(fmt::format("{0}: {1} is {2}, the last {1} is {3}: the tensor is {4}", in_quotes(text), name(layout.axes[axis]),
                                cell.index[axis], last, axes_text(layout)));
    }
}

}  // namespace vitrine
