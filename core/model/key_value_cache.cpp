#include "core/model/key_value_cache.h"

#include <algorithm>
#include <utility>

namespace vitrine {

namespace {

/// Whether each sentence continues the sentence of its own number.
bool stays(const Tensor& rows, std::span<const Size> parents) {
    if (static_cast<Size>(parents.size()) != rows.size(0)) return false;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        if (parents[i] != static_cast<Size>(i)) return false;
    }
    return true;
}

}  // namespace

void reorder_cache(Tensor& rows, std::span<const Size> parents) {
    if (stays(rows, parents)) return;
    const Tensor kept = rows;
    const Size sentence = kept.count() / kept.size(0);
    rows.resize({static_cast<Size>(parents.size()), kept.size(1), kept.size(2), kept.size(3)}, Order::heads_together);
    for (std::size_t i = 0; i < parents.size(); ++i)
        std::copy_n(kept.data() + parents[i] * sentence, sentence, rows.data() + static_cast<Size>(i) * sentence);
}

void append_to_cache(Tensor& rows, std::span<const Size> parents, const Tensor& added) {
    const Tensor kept = std::exchange(rows, Tensor{Axis::batch, Axis::head, Axis::key, Axis::feature});
    const Size sentence = kept.count() / kept.size(0), fresh = added.count() / added.size(0);
    rows.resize({static_cast<Size>(parents.size()), kept.size(1), kept.size(2) + added.size(2), kept.size(3)},
                Order::heads_together);
    Scalar* to = rows.data();
    for (std::size_t i = 0; i < parents.size(); ++i) {
        to = std::copy_n(kept.data() + parents[i] * sentence, sentence, to);
        to = std::copy_n(added.data() + static_cast<Size>(i) * fresh, fresh, to);
    }
}

void take_last(const Tensor& rows, Tensor& last) {
    const Size sentences = rows.size(0), heads = rows.size(1), keys = rows.size(2), width = rows.size(3), row = heads * width;
    last.resize({sentences, heads, 1, width}, Order::heads_together);
    for (Size b = 0; b < sentences; ++b) std::copy_n(rows.data() + (b * keys + keys - 1) * row, row, last.data() + b * row);
}

}  // namespace vitrine
