#include "core/train/shard.h"

#include <algorithm>

namespace vitrine {

namespace {

void take_rows(const IndexTensor& whole, Size first, Size count, IndexTensor& part) {
    if (whole.empty()) return part.clear();
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
    take_rows(whole.segments, first, count, part.segments);
}

namespace {

/// Gives a tensor the shape and memory order of a part, but this number of sentences.
template <class T>
void resize_to(Size sentences, const TensorOf<T>& part, TensorOf<T>& whole) {
    switch (part.layout().rank) {
        case 1:
            return whole.resize({sentences}, part.order());
        case 2:
            return whole.resize({sentences, part.size(1)}, part.order());
        case 3:
            return whole.resize({sentences, part.size(1), part.size(2)}, part.order());
        default:
            return whole.resize({sentences, part.size(1), part.size(2), part.size(3)}, part.order());
    }
}

/// Requires: the batch is the outermost axis in memory, as it is in every order.
template <class T>
void put_together(std::span<const TensorOf<T>* const> parts, TensorOf<T>& whole) {
    Size sentences = 0;
    for (const TensorOf<T>* part : parts) sentences += part->size(0);
    resize_to(sentences, *parts.front(), whole);
    T* next = whole.data();
    for (const TensorOf<T>* part : parts) next = std::copy_n(part->data(), part->count(), next);
}

template <class T>
void add_up(std::span<const TensorOf<T>* const> parts, TensorOf<T>& whole) {
    whole = *parts.front();
    for (const TensorOf<T>* part : parts.subspan(1)) {
        for (Size i = 0; i < whole.count(); ++i) whole.data()[i] += part->data()[i];
    }
}

}  // namespace

void gather(std::span<const Activations* const> shards, Gathered which, Activations& whole) {
    const Activations& first = *shards.front();
    shape_stacks_like(first, whole);
    whole.src.has_sinusoids = first.src.has_sinusoids;
    whole.tgt.has_sinusoids = first.tgt.has_sinusoids;
    const auto gather_one = [&]<class T>(TensorOf<T>& to, const std::vector<const TensorOf<T>*>& parts) {
        const TensorOf<T>& one = *parts.front();
        to.own();
        if (one.empty()) {
            to.clear();
        } else if (one.layout().axes[0] == Axis::batch) {
            put_together<T>(parts, to);
        } else if (which == Gathered::gradients || &to == static_cast<const void*>(&whole.loss)) {
            add_up<T>(parts, to);
        } else {
            to = one;
        }
    };
    std::vector<std::vector<const void*>> addresses(shards.size());
    for (std::size_t i = 0; i < shards.size(); ++i)
        visit_tensors([&](const auto& tensor) { addresses[i].push_back(&tensor); }, *shards[i]);
    std::size_t field = 0;
    visit_tensors(
        [&]<class T>(TensorOf<T>& to) {
            std::vector<const TensorOf<T>*> parts;
            for (const auto& of_shard : addresses) parts.push_back(static_cast<const TensorOf<T>*>(of_shard[field]));
            gather_one(to, parts);
            ++field;
        },
        whole);
}

Size count_labels(const IndexTensor& labels, std::int32_t pad) {
    return labels.count() - std::count(labels.data(), labels.data() + labels.count(), pad);
}

std::int64_t count_tokens(const Batch& batch, const Configuration& configuration) {
    return count_labels(batch.src, configuration.pad_src) + count_labels(batch.tgt, configuration.pad_tgt);
}

}  // namespace vitrine
