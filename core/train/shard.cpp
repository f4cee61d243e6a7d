#include "core/train/shard.h"

#include <algorithm>

namespace vitrine {

namespace {

void take_rows(const IndexTensor& whole, Size first, Size count, IndexTensor& part) {
    part.resize({count, whole.size(1)});
    std::copy_n(whole.data() + first * whole.size(1), part.count(), part.data());
}

}  // namespace

void take_sentences(const Batch& whole, std::size_t index, std::size_t parts, Batch& part) {
    const auto i = static_cast<Size>(index), n = static_cast<Size>(parts);
    // The first shards take the remainder, so that a shard of a smaller batch is never larger than that of a larger batch.
    const Size share = whole.sentences() / n, left_over = whole.sentences() % n;
    const Size first = i * share + std::min(i, left_over), count = share + (i < left_over);
    take_rows(whole.src, first, count, part.src);
    take_rows(whole.tgt, first, count, part.tgt);
    take_rows(whole.labels, first, count, part.labels);
}

Size count_labels(const IndexTensor& labels, std::int32_t pad) {
    return labels.count() - std::count(labels.data(), labels.data() + labels.count(), pad);
}

}  // namespace vitrine
