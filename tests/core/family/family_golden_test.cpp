/// Folders that `transformers` has written, with every number that PyTorch computed for them.

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/decode/generate.h"
#include "core/export/gradient_files.h"
#include "core/files/json_text.h"
#include "core/files/safetensors.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// One of each family, and some of other sizes, options and dialects, which tests/pytorch/families/make.py has drawn.
std::vector<std::string> families() {
    std::vector<std::string> all;
    for (const std::string& name : test_folders("goldens/families")) all.push_back("families/" + name);
    for (const std::string& name : test_folders("goldens/family_variants")) all.push_back("family_variants/" + name);
    return all;
}

std::filesystem::path folder_of(const std::string& family) { return test_data("goldens/" + family); }

struct GoldenRun {
    Model model;
    StoredTensors reference;
    Json positions;
    std::shared_ptr<const Outline> outline;
    Activations activations;

    explicit GoldenRun(const std::string& family)
        : model(open_model({.folder = folder_of(family), .batch = folder_of(family) / "batch.json"})),
          reference(read_safetensors(folder_of(family) / "reference.safetensors")),
          positions(read_json(folder_of(family) / "positions.json")),
          outline(std::make_shared<const Outline>(make_outline(model.configuration))) {
        forward(model.configuration, model.parameters, model.batch, activations);
    }

    /// Whether a position of a sentence is a token, rather than padding at the end of its row.
    bool is_real(Side side, Size sentence, Size position) const {
        const Json& rows = positions.is_array() ? positions : positions[side == Side::source ? "src" : "tgt"];
        return rows[static_cast<std::size_t>(sentence)][static_cast<std::size_t>(position)] == 1;
    }
};

std::vector<float> numbers_of(const StoredTensor& stored) {
    std::vector<Scalar> numbers(static_cast<std::size_t>(stored.count()));
    copy_numbers(stored, numbers.data());
    return {numbers.begin(), numbers.end()};
}

void check_tensor(const GoldenRun& run, const std::string& path, const StoredTensor& expected) {
    CAPTURE(path);
    const Trace trace = make_trace(run.outline, run.activations);
    const TensorView found = trace.find(path);
    REQUIRE(found.present());
    const TensorInfo& info = *run.outline->find(path);
    const std::vector<float> numbers = numbers_of(expected);
    REQUIRE(found.layout.count() == static_cast<Size>(numbers.size()));
    const bool grid = found.layout.rank == 4;
    const bool over_positions = found.layout.rank > 2 || found.layout.find(Axis::position) > 0;
    double worst = 0;
    for (Size i = 0; i < found.layout.count(); ++i) {
        const Index at = index_of(found.layout, i);
        if (over_positions && !run.is_real(info.side, at[0], grid ? at[2] : at[1])) continue;
        const double want = static_cast<double>(numbers[static_cast<std::size_t>(i)]);
        worst = std::max(worst, std::abs(found.at(at) - want) / (5e-5 + 1e-4 * std::abs(want)));
    }
    CHECK(worst < 1);
}

void check_gradient(const TensorView& found, const StoredTensor& expected) {
    const std::vector<float> numbers = numbers_of(expected);
    REQUIRE(found.layout.count() == static_cast<Size>(numbers.size()));
    double largest = 0, worst = 0;
    for (const float number : numbers) largest = std::max(largest, static_cast<double>(std::abs(number)));
    for (Size i = 0; i < found.layout.count(); ++i) {
        const double want = static_cast<double>(numbers[static_cast<std::size_t>(i)]);
        const double allowed = 2e-6 + 1e-3 * std::abs(want) + 2e-5 * largest;
        worst = std::max(worst, std::abs(found.at(index_of(found.layout, i)) - want) / allowed);
    }
    CHECK(worst < 1);
}

}  // namespace

TEST_CASE("every family has PyTorch's numbers") {
    const tests::Counted checks(50);
    for (const std::string& family : families()) {
        CAPTURE(family);
        const GoldenRun run(family);
        for (const auto& [name, expected] : run.reference.tensors)
            if (!name.starts_with("gradients.")) check_tensor(run, name, expected);
    }
}

TEST_CASE("every family has PyTorch's gradients, under the folder's names") {
    const tests::Counted checks(50);
    for (const std::string& family : families()) {
        CAPTURE(family);
        const GoldenRun run(family);
        if (!run.model.configuration.has_labels()) continue;
        Activations gradients;
        Parameters parameter_gradients = make_parameters(run.model.configuration);
        backward({run.model.configuration, run.model.parameters, run.model.batch}, run.activations,
                 {gradients, parameter_gradients});
        std::map<std::string, TensorView> found;
        for (const NamedTensor& tensor : named_gradients(gradients, parameter_gradients, run.model.parameter_names))
            found[tensor.name] = tensor.tensor;
        for (const auto& reference : run.reference.tensors) {
            const std::string& name = reference.first;
            const auto& expected = reference.second;
            if (!name.starts_with("gradients.")) continue;
            CAPTURE(name);
            const auto gradient = found.find("parameters." + name.substr(std::string("gradients.").size()));
            REQUIRE(gradient != found.end());
            check_gradient(gradient->second, expected);
        }
    }
}

TEST_CASE("every family decodes as PyTorch does, with the cache and without") {
    const tests::Counted checks(10);
    for (const std::string& family : families()) {
        CAPTURE(family);
        const Json decodes = read_json(folder_of(family) / "decode.json");
        if (decodes.empty()) continue;  // an encoder alone
        const Model model = open_model({.folder = folder_of(family), .batch = folder_of(family) / "batch.json"});
        for (const Json& decode : decodes["greedy"]) {
            const Sentence read = decode[decode.contains("src") ? "src" : "prompt"];
            for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
                DecodeOptions options;
                options.max_new_tokens = decodes["max_new_tokens"];
                options.cache = cache;
                options.rules = model.rules;
                const Generation generation = generate({model.configuration, model.parameters}, read, options);
                CHECK(generation.cached == (cache == CacheUse::where_valid));
                CHECK(generation.hypotheses.front().tokens == decode["tokens"].get<Sentence>());
            }
        }
    }
}

}  // namespace vitrine
