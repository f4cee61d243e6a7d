/// The numbers of a printed tensor-tracking listing by another program follow from each other by our operations.

#include <cmath>
#include <fstream>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/ops/attention.h"
#include "core/ops/softmax.h"
#include "tests/core/approximately.h"
#include "tests/test_data.h"

namespace vitrine::listing_numbers_test {
using namespace vitrine::tests;

namespace {

constexpr double tolerance = 3e-4;  // four decimals are printed, and a score adds up products of them
constexpr double kept = 0.9;        // its program ran with dropout 0.1 on the weights

struct Printed {
    Size shape[4];
    std::vector<double> values;

    Tensor tensor(Axis rows, Axis columns) const {
        Tensor result(Axis::batch, Axis::head, rows, columns);
        result.resize({shape[0], shape[1], shape[2], shape[3]});
        std::transform(values.begin(), values.end(), result.data(), [](double value) { return static_cast<Scalar>(value); });
        return result;
    }
};

/// One attention of the listing, by the titles of its tensors.
struct Attention {
    std::map<std::string, Printed> printed;

    Tensor query() const { return printed.at("Q").tensor(Axis::query, Axis::feature); }
    Tensor value() const { return printed.at("V").tensor(Axis::key, Axis::feature); }
    Tensor context() const { return printed.at("softmax(Q * K^T) * V").tensor(Axis::query, Axis::feature); }
    Tensor grid(const char* title) const { return printed.at(title).tensor(Axis::query, Axis::key); }

    Tensor key() const {
        const Tensor transposed = printed.at("K^T").tensor(Axis::feature, Axis::key);
        Tensor result(Axis::batch, Axis::head, Axis::key, Axis::feature);
        result.resize({transposed.size(0), transposed.size(1), transposed.size(3), transposed.size(2)});
        for (Size i = 0; i < result.count(); ++i) {
            const auto [b, h, k, f] = index_of(result.layout(), i);
            result.at({b, h, k, f}) = transposed.at({b, h, f, k});
        }
        return result;
    }

    /// The source mask is printed once for all queries; ours has a row for each.
    MaskTensor mask() const {
        const Printed& flat = printed.at("mask");
        const Tensor scores = grid("Q * K^T");
        MaskTensor result(Axis::batch, Axis::head, Axis::query, Axis::key);
        result.resize({scores.size(0), 1, scores.size(2), scores.size(3)});
        for (Size i = 0; i < result.count(); ++i) {
            const auto [b, h, q, k] = index_of(result.layout(), i);
            const Size row = b * flat.shape[2] + (flat.shape[2] == 1 ? 0 : q);
            result.at({b, h, q, k}) = flat.values[static_cast<std::size_t>(row * flat.shape[3] + k)] != 0;
        }
        return result;
    }
};

Attention read_attention(const std::string& section) {
    std::ifstream file(test_data("goldens/tracking_listing.json"));
    Attention attention;
    for (const auto& entry : nlohmann::json::parse(file)) {
        if (!entry["section"].get<std::string>().starts_with(section) || entry["shape"].size() != 4) continue;
        Printed& printed = attention.printed[entry["title"]];
        for (std::size_t axis = 0; axis < 4; ++axis) printed.shape[axis] = entry["shape"][axis];
        printed.values = entry["values"].get<std::vector<double>>();
    }
    return attention;
}

double difference(const Tensor& a, const Tensor& b) {
    double largest = 0;
    for (Size i = 0; i < a.count(); ++i) largest = std::max(largest, std::abs(static_cast<double>(a.data()[i] - b.data()[i])));
    return largest;
}

/// Marks the rows of `context` that result if dropout keeps just these keys, bit k for key k.
void mark_explained_rows(const Attention& attention, unsigned keys, std::vector<bool>& explained) {
    const Tensor context = attention.context();
    Tensor weights = attention.grid("softmax(Q * K^T) with masking"), ours = context;
    for (Size i = 0; i < weights.count(); ++i) weights.data()[i] *= static_cast<Scalar>((keys >> (i % weights.size(3)) & 1) / kept);
    context_forward(weights, attention.value(), ours);
    const Size width = context.size(3);
    for (Size row = 0; row < context.count() / width; ++row) {
        bool close = true;
        for (Size i = row * width; i < (row + 1) * width; ++i)
            close = close && std::abs(static_cast<double>(ours.data()[i] - context.data()[i])) <= tolerance;
        if (close) explained[static_cast<std::size_t>(row)] = true;
    }
}

const char* const sections[] = {"2-2.", "3-3.", "3-4."};

}  // namespace

TEST_CASE("the printed Q and K give the printed scores") {
    for (const char* section : sections) {
        const Attention attention = read_attention(section);
        const Tensor printed = attention.grid("Q * K^T");
        Tensor ours = printed;
        scores_forward(attention.query(), attention.key(), ours);
        CHECK(difference(ours, printed) <= tolerance);
    }
}

TEST_CASE("the printed Q, K and mask give the printed weights") {
    for (const char* section : sections) {
        const Attention attention = read_attention(section);
        const Tensor printed = attention.grid("softmax(Q * K^T) with masking");
        Tensor scores = printed, masked = printed, ours = printed;
        scores_forward(attention.query(), attention.key(), scores);
        mask_forward(scores, attention.mask(), Scalar(-1e9), masked);
        softmax_forward(masked, ours);
        CHECK(difference(ours, printed) <= tolerance);
        for (Size i = 0; i < ours.count(); ++i) {
            const auto [b, h, q, k] = index_of(ours.layout(), i);
            if (attention.mask().at({b, 0, q, k}) == 0) CHECK(ours.data()[i] == 0);
        }
    }
}

TEST_CASE("every printed row of context is the weights that dropout kept times the printed V") {
    for (const char* section : sections) {
        const Attention attention = read_attention(section);
        const Tensor context = attention.context();
        std::vector<bool> explained(static_cast<std::size_t>(context.count() / context.size(3)));
        for (unsigned keys = 0; keys < 1u << attention.value().size(2); ++keys) mark_explained_rows(attention, keys, explained);
        CHECK(std::count(explained.begin(), explained.end(), false) == 0);
    }
}

}  // namespace vitrine::listing_numbers_test
