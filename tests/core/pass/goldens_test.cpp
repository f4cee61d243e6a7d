/// Every tensor that PyTorch recorded for the reference models, against ours.

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/files/safetensors.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/core/stored_numbers.h"
#include "tests/test_data.h"

namespace vitrine::goldens_test {
using namespace vitrine::tests;

namespace {

constexpr double absolute = 2e-5, relative = 1e-4;

StoredType stored_as(ElementType type) {
    if (type == ElementType::index) return StoredType::i32;
    return type == ElementType::mask ? StoredType::u8 : StoredType::f32;
}

/// How many cells are not what they should be: integers and infinities exactly, other floats within the tolerance.
int count_wrong(const std::vector<double>& actual, const std::vector<double>& expected, StoredType type) {
    int wrong = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double a = actual[i], x = expected[i];
        const bool exact = type != StoredType::f32 || std::isinf(x);
        wrong += exact ? a != x : !(std::abs(a - x) <= absolute + relative * std::abs(x));
    }
    return wrong;
}

void compare(const TensorView& actual, const StoredTensor& expected) {
    REQUIRE(actual.present());
    const Size* shape = actual.layout.shape.data();
    CHECK(stored_as(actual.type) == expected.type);
    REQUIRE(std::vector<Size>(shape, shape + actual.layout.rank) == expected.shape);
    CHECK(count_wrong(numbers(actual), numbers(expected), expected.type) == 0);
}

/// Where the mask is 0, masked_scores hold the mask value itself, in PyTorch's run and in ours.
void compare_masked(const TensorView& actual, const StoredTensor& expected, const TensorView& mask) {
    const std::vector<double> ours = numbers(actual), theirs = numbers(expected);
    int different = 0;
    for (Size i = 0; i < actual.layout.count(); ++i) {
        Index index = index_of(actual.layout, i);
        index[1] = 0;
        const auto cell = static_cast<std::size_t>(i);
        if (mask.at(index) == 0) different += ours[cell] != theirs[cell];
    }
    CHECK(different == 0);
}

void compare_run(const std::filesystem::path& folder) {
    const Model model = open_model({.folder = folder, .batch = folder / "batch.json"});
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    const StoredTensors expected = read_safetensors(folder / "trace.safetensors");
    CHECK(expected.tensors.size() > 50);
    for (const auto& item : expected.tensors) {
        const std::string& name = item.first;
        CAPTURE(name);
        compare(trace.find(name), item.second);
        if (!name.ends_with(".masked_scores")) continue;
        const std::string attention = name.substr(0, name.size() - std::string_view("masked_scores").size());
        compare_masked(trace.find(name), item.second, trace.find(attention + "mask"));
    }
}

}  // namespace

TEST_CASE("every tensor of every reference run agrees with PyTorch's") {
    for (const char* name : {"navigation", "translation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        compare_run(test_data("goldens") / name);
    }
}

}  // namespace vitrine::goldens_test
