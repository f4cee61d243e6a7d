/// Every gradient that PyTorch recorded for the reference models, against ours.

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "core/files/safetensors.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/core/stored_numbers.h"
#include "tests/test_data.h"

namespace vitrine::golden_gradients_test {
using namespace vitrine::tests;

namespace {

/// Our gradients under the names of the reference files.
using NamedGradients = std::map<std::string, std::vector<double>>;

NamedGradients gradients_of(const Model& model) {
    Activations activations, d;
    Parameters d_parameters = make_parameters(model.configuration);
    const Pass pass{model.configuration, model.parameters, model.batch};
    forward(pass, activations);
    backward(pass, activations, {d, d_parameters});

    NamedGradients named;
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), d);
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && !info.is_view) named[info.path] = numbers(trace.tensors[i]);
    }
    for (const ParameterView& parameter : list_parameters(d_parameters)) {
        named["parameters." + parameter.name] = numbers(parameter.tensor);
    }
    return named;
}

int count_wrong(const std::vector<double>& actual, const std::vector<double>& expected) {
    int wrong = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        wrong += !(std::abs(actual[i] - expected[i]) <= 1e-6 + 1e-3 * std::abs(expected[i]));
    return wrong;
}

void compare_gradients(const std::filesystem::path& folder) {
    const NamedGradients ours = gradients_of(open_model({.folder = folder, .batch = folder / "batch.json"}));
    const StoredTensors expected = read_safetensors(folder / "gradients.safetensors");
    CHECK(expected.tensors.size() > 50);
    for (const auto& item : expected.tensors) {
        const std::string& name = item.first;
        CAPTURE(name);
        REQUIRE(ours.contains(name));
        REQUIRE(static_cast<Size>(ours.at(name).size()) == item.second.count());
        CHECK(count_wrong(ours.at(name), numbers(item.second)) == 0);
    }
    // No gradient of ours is missing in PyTorch, except those of the two numbers that LayerNorm records for each row.
    for (const auto& item : ours) {
        const std::string& name = item.first;
        CAPTURE(name);
        const bool beyond = name.ends_with(".mean") || name.ends_with(".deviation");
        CHECK(expected.tensors.contains(name) != beyond);
    }
}

}  // namespace

TEST_CASE("every gradient of every reference run agrees with PyTorch's") {
    for (const char* name : {"navigation", "translation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        compare_gradients(test_data("goldens") / name);
    }
}

}  // namespace vitrine::golden_gradients_test
