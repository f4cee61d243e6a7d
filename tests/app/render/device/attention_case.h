#pragma once
/// One attention with its mask, as core/ops and as the graphics card computes it.

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "app/render/device/attention_cells.h"
#include "app/render/device/compute_attention.h"
#include "core/ops/attention.h"
#include "core/ops/softmax.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"

namespace vitrine {

enum class TestMask { none, causal, padding, both };

struct AttentionCase {
    Tensor query{Axis::batch, Axis::head, Axis::query, Axis::feature}, key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor value = key, scores{Axis::batch, Axis::head, Axis::query, Axis::key}, masked = scores, weights = scores;
    Tensor context = query;
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    std::vector<std::uint8_t> hidden_keys, hidden_queries;
    bool causal = false;
    Scalar mask_value = -std::numeric_limits<Scalar>::infinity();
    ScoreDivisor divisor{};

    /// Random numbers; a position's heads are adjacent, as projections leave them. With padding, all sentences but the first end
    /// with some, and the last consists only of it.
    AttentionCase(const AttentionShape& shape, TestMask how) : causal(how == TestMask::causal || how == TestMask::both) {
        const auto [sentences, heads, queries, keys, width] = shape;
        query.resize({sentences, heads, queries, width}, Order::heads_together);
        for (Tensor* tensor : {&key, &value}) tensor->resize({sentences, heads, keys, width}, Order::heads_together);
        Random random(static_cast<std::uint64_t>(sentences * 1000 + queries * 10 + width));
        for (Tensor* tensor : {&query, &key, &value}) {
            for (Size i = 0; i < tensor->count(); ++i) tensor->data()[i] = static_cast<Scalar>(random.normal());
        }
        hidden_keys.resize(static_cast<std::size_t>(sentences * keys));
        if (how == TestMask::none || how == TestMask::causal) return;
        for (Size b = 0; b < sentences; ++b) {
            const Size words = b + 1 == sentences && sentences > 1 ? 0 : b == 0 && sentences > 1 ? keys : keys - keys / 3;
            for (Size k = words; k < keys; ++k) hidden_keys[static_cast<std::size_t>(b * keys + k)] = 1;
        }
    }

    AttentionInputs inputs() const {
        return {.query = query,
                .key = key,
                .value = value,
                .factor = static_cast<float>(divisor.factor(query.size(3))),
                .mask_value = mask_value,
                .causal = causal,
                .hidden_keys = hidden_keys,
                .hidden_queries = hidden_queries};
    }

    bool is_hidden(Size b, Size q, Size k) const {
        const auto flag = [](const std::vector<std::uint8_t>& flags, Size i) {
            return !flags.empty() && flags[static_cast<std::size_t>(i)] != 0;
        };
        return (causal && k > q) || flag(hidden_keys, b * key.size(2) + k) || flag(hidden_queries, b * query.size(2) + q);
    }

    /// Computes the attention with core/ops.
    void compute() {
        const Size sentences = query.size(0), heads = query.size(1), queries = query.size(2), keys = key.size(2);
        for (Tensor* grid : {&scores, &masked, &weights}) grid->resize({sentences, heads, queries, keys});
        mask.resize({sentences, 1, queries, keys});
        context.resize({sentences, heads, queries, query.size(3)}, Order::heads_together);
        for (Size b = 0; b < sentences; ++b)
            for (Size q = 0; q < queries; ++q)
                for (Size k = 0; k < keys; ++k) mask.at({b, 0, q, k}) = !is_hidden(b, q, k);
        scores_forward(query, key, scores, divisor);
        mask_forward(scores, mask, mask_value, masked);
        softmax_forward(masked, weights);
        context_forward(weights, value, context);
    }
};

/// A tensor of the context's shape with other content.
inline Tensor other_than(const Tensor& context) {
    Tensor tensor = context;
    tensor.fill(-77);
    return tensor;
}

inline std::vector<float> read_all(const FetchedCells& cells) {
    const Layout& layout = cells.layout();
    std::vector<float> all(static_cast<std::size_t>(layout.count()));
    cells.read({.first = {}, .count = layout.shape}, all.data());
    return all;
}

/// The largest difference between two lists of numbers; ∞ if only one number is NaN, or if two infinities differ.
template <class A, class B>
double largest_difference(const A* a, const B* b, Size count) {
    double largest = 0;
    for (Size i = 0; i < count; ++i) {
        const auto x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        const double difference = std::abs(x - y);
        largest = std::isfinite(difference) ? std::max(largest, difference) : std::numeric_limits<double>::infinity();
    }
    return largest;
}

inline double largest_difference(const FetchedCells& cells, const Tensor& tensor) {
    const std::vector<float> all = read_all(cells);
    return largest_difference(all.data(), tensor.data(), tensor.count());
}

/// |a − b| / |b|; 0 if both are 0.
inline double relative_difference(const Tensor& a, const Tensor& b) {
    double difference = 0, size = 0;
    for (Size i = 0; i < b.count(); ++i) {
        difference += std::pow(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]), 2);
        size += std::pow(static_cast<double>(b.data()[i]), 2);
    }
    return difference == 0 ? 0 : std::sqrt(difference / size);
}

inline constexpr AttentionStorage both_storages[] = {AttentionStorage::keep, AttentionStorage::stream};

inline std::shared_ptr<Gpu> open_gpu(GpuOptions options = {}) { return std::make_shared<Gpu>(std::move(options)); }

struct Outcome {
    ComputedAttention cells;
    Tensor context;
};

inline Outcome compute_on(const std::shared_ptr<Gpu>& gpu, const AttentionCase& attention, AttentionStorage storage) {
    Outcome outcome{{}, other_than(attention.context)};
    outcome.cells = compute_attention(gpu, attention.inputs(), storage, outcome.context);
    return outcome;
}

inline void check_same(const Outcome& found, const AttentionCase& expected) {
    CHECK(largest_difference(*found.cells.scores, expected.scores) <= 1e-5 * std::sqrt(expected.query.size(3)));
    CHECK(largest_difference(*found.cells.masked_scores, expected.masked) <= 1e-5 * std::sqrt(expected.query.size(3)));
    CHECK(largest_difference(*found.cells.weights, expected.weights) <= 2e-5);
    CHECK(relative_difference(found.context, expected.context) <= 1e-4);
}

/// The text of the Error that body throws.
inline std::string message_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace vitrine
