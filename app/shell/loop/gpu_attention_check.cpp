/// Compares the card's attention with core/ops on a sample of rows.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/render/device/attention_cells.h"
#include "app/shell/loop/gpu_attention.h"
#include "core/ops/attention.h"
#include "core/ops/softmax.h"

namespace vitrine {

namespace {

constexpr Size most_planes = 4, most_rows = 16;

/// Up to `most` numbers below `count`, evenly spread, including the first and the last.
std::vector<Size> spread(Size count, Size most) {
    std::vector<Size> numbers;
    const Size taken = std::min(count, most);
    for (Size i = 0; i < taken; ++i) numbers.push_back(taken == 1 ? 0 : i * (count - 1) / (taken - 1));
    return numbers;
}

/// The chosen rows of one head of one sentence.
Tensor rows_of(const Tensor& tensor, Size plane, const std::vector<Size>& chosen) {
    Tensor rows{Axis::batch, Axis::head, Axis::position, Axis::feature};
    rows.resize({1, 1, static_cast<Size>(chosen.size()), tensor.size(3)});
    const Size heads = tensor.size(1);
    for (Size row = 0; row < rows.size(2); ++row) {
        for (Size i = 0; i < rows.size(3); ++i)
            rows.at({0, 0, row, i}) = tensor.at({plane / heads, plane % heads, chosen[static_cast<std::size_t>(row)], i});
    }
    return rows;
}

std::vector<Size> all_of(Size count) {
    std::vector<Size> numbers(static_cast<std::size_t>(count));
    for (Size i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = i;
    return numbers;
}

/// The difference of two numbers. Two NaNs are equal; ∞ if only one of them is NaN.
double difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double between = std::abs(a - b);
    return std::isnan(between) ? std::numeric_limits<double>::infinity() : between;
}

/// The sampled rows of one plane, computed by core/ops.
struct SampledRows {
    Tensor weights{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor context{Axis::batch, Axis::head, Axis::query, Axis::feature};

    SampledRows(const AttentionRequest& request, Size plane, const std::vector<Size>& chosen) {
        const Size keys = request.key.size(2), rows = static_cast<Size>(chosen.size()), sentence = plane / request.query.size(1);
        const Tensor query = rows_of(request.query, plane, chosen), key = rows_of(request.key, plane, all_of(keys));
        const Tensor value = rows_of(request.value, plane, all_of(keys));
        Tensor scores = weights;
        MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
        scores.resize({1, 1, rows, keys});
        mask.resize({1, 1, rows, keys});
        const bool of_keys = request.mask.padding == PaddingAxis::keys;
        for (Size row = 0; row < rows; ++row) {
            const Size q = chosen[static_cast<std::size_t>(row)];
            for (Size k = 0; k < keys; ++k) {
                const bool is_word = request.mask_tokens.at({sentence, of_keys ? k : q}) != request.mask.pad;
                mask.at({0, 0, row, k}) = is_word && (!request.mask.causal || k <= q);
            }
        }
        Tensor masked = scores;
        weights.resize_like(scores);
        context.resize({1, 1, rows, value.size(3)});
        scores_forward(query, key, scores, request.divisor);
        mask_forward(scores, mask, request.mask_value, masked);
        softmax_forward(masked, weights);
        context_forward(weights, value, context);
    }
};

}  // namespace

AttentionDifference compare_with_processor(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context) {
    const Size heads = request.query.size(1), keys = request.key.size(2);
    const std::vector<Size> chosen = spread(request.query.size(2), most_rows);
    AttentionDifference largest;
    double largest_number = 0;
    std::vector<float> row(static_cast<std::size_t>(keys));
    for (const Size plane : spread(request.query.size(0) * heads, most_planes)) {
        const SampledRows expected(request, plane, chosen);
        for (Size i = 0; i < static_cast<Size>(chosen.size()); ++i) {
            const Index first{plane / heads, plane % heads, chosen[static_cast<std::size_t>(i)], 0};
            found.weights->read({.first = first, .count = {1, 1, 1, keys}}, row.data());
            for (Size k = 0; k < keys; ++k)
                largest.weights = std::max(largest.weights, difference(row[static_cast<std::size_t>(k)],
                                                                       static_cast<double>(expected.weights.at({0, 0, i, k}))));
            for (Size j = 0; j < context.size(3); ++j) {
                const auto number = static_cast<double>(expected.context.at({0, 0, i, j}));
                if (std::isfinite(number)) largest_number = std::max(largest_number, std::abs(number));
                largest.context = std::max(largest.context,
                                           difference(static_cast<double>(context.at({first[0], first[1], first[2], j})), number));
            }
        }
    }
    if (largest_number > 0) largest.context /= largest_number;
    return largest;
}

}  // namespace vitrine
