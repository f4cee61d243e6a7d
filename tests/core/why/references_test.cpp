/// Numbers of PyTorch: what every point of the stream says, what made a logit, what heads look at and what their weights say.

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/io/batch_file.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/why/attribution.h"
#include "core/why/circuits.h"
#include "core/why/experiment.h"
#include "core/why/head_readings.h"
#include "core/why/lens.h"
#include "tests/core/why/asked_model.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::why_references_test {
using namespace vitrine::tests;

namespace {

using Json = nlohmann::json;

constexpr const char* folders[] = {"translation",    "navigation",      "prenorm-gelu-tied", "families/gpt2",
                                   "families/llama", "families/marian", "families/t5"};

bool agrees(double found, const Json& expected) {
    const double number = expected.get<double>();
    return std::abs(found - number) <= 2e-4 + 2e-5 * std::abs(number);
}

Experiments listed(const std::vector<std::vector<Overwrite>>& all) {
    return {all.size(), [&all](std::size_t number) { return all[number]; }};
}

/// The model of a reference, which may be of other weights than those that its folder opens with.
Model model_of(const std::filesystem::path& folder, const Json& file) {
    Model model = open_model({.folder = folder, .batch = folder / file["batch"].get<std::string>()});
    const std::string weights = file["weights_file"];
    if (weights != "model.safetensors") model.parameters = read_parameters(folder / weights, model.configuration);
    return model;
}

struct Reference {
    explicit Reference(const std::string& folder)
        : file(read_json(test_data("goldens/" + folder) / "why.json")),
          model(model_of(test_data("goldens/" + folder), file)),
          asked(model.configuration, model.parameters, model.batch),
          logit{file["sentence"], file["position"], file["a"], file["b"].get<std::int32_t>()} {}

    Json file;
    Model model;
    AskedModel asked;
    AskedLogit logit;
};

}  // namespace

TEST_CASE("every point of the stream says what PyTorch says of it") {
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const auto readings = read_lens(reference.asked.pass, reference.asked.run(), reference.logit);
        const Json& lens = reference.file["lens"];
        REQUIRE(readings.size() == lens.size());
        for (std::size_t i = 0; i < readings.size(); ++i) {
            CHECK(readings[i].point.name == lens[i]["point"]);
            REQUIRE(readings[i].log_probability.size() == lens[i]["log_probability"].size());
            for (std::size_t at = 0; at < readings[i].log_probability.size(); ++at) {
                CHECK(agrees(readings[i].log_probability[at], lens[i]["log_probability"][at]));
                CHECK(readings[i].top[at] == lens[i]["top"][at]);
            }
        }
    }
}

TEST_CASE("a logit is the sum of what PyTorch finds in the stream") {
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const AskedRun run = reference.asked.run();
        const Attribution attribution = attribute(run, reference.logit);
        const Json& expected = reference.file["attribution"];
        CHECK(agrees(attribution.logit, expected["logit"]));
        const Json& components = expected["components"];
        REQUIRE(attribution.components.size() == components.size());
        for (std::size_t i = 0; i < components.size(); ++i) {
            const Component& found = attribution.components[i];
            CAPTURE(found.name);
            CHECK(found.name == components[i]["name"]);
            CHECK(found.head.value_or(-1) == components[i].value("head", Size{-1}));
            CHECK(agrees(found.value, components[i]["value"]));
        }
        const Json& head = expected["head_by_position"];
        const auto parts = by_position(run, reference.logit, attribution, head["name"], head["head"]);
        REQUIRE(parts.size() >= head["values"].size());
        for (std::size_t i = 0; i < head["values"].size(); ++i) CHECK(agrees(parts[i], head["values"][i]));
    }
}

TEST_CASE("over a batch heads look where PyTorch says, as do equal weights") {
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const auto means = read_heads(reference.model.configuration, reference.asked.activations);
        std::size_t compared = 0;
        for (const Json& expected : reference.file["heads"]) {
            const auto found = std::ranges::find_if(
                means, [&](const AttentionMeans& one) { return path_of(one.attention) == expected["name"].get<std::string>(); });
            REQUIRE(found != means.end());
            CHECK(found->readings.size() == expected["n"].size());
            for (const MeanReading& reading : found->readings) {
                const std::string kind(name(reading.kind));
                CAPTURE(kind);
                CHECK(reading.queries == expected["n"][kind]);
                CHECK(reading.heads.empty() == !expected.contains(kind));
                if (reading.heads.empty()) continue;
                CHECK(agrees(reading.chance, expected["chance"][kind]));
                for (std::size_t head = 0; head < reading.heads.size(); ++head)
                    CHECK(agrees(reading.heads[head], expected[kind][head]));
                ++compared;
            }
        }
        CHECK(compared > 0);
    }
}

TEST_CASE("weights alone say of copying and composition what they say in PyTorch") {
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const auto& [configuration, parameters] = std::tie(reference.model.configuration, reference.model.parameters);
        const auto copying = copying_heads(configuration, parameters);
        const Json& weights = reference.file["weights"];
        REQUIRE(copying.size() == weights.size());
        for (std::size_t i = 0; i < copying.size(); ++i) {
            CHECK(path_of(copying[i].attention) == weights[i]["name"]);
            for (std::size_t head = 0; head < copying[i].copying.size(); ++head)
                CHECK(agrees(copying[i].copying[head], weights[i]["copying"][head]));
        }
        const auto composed = compositions(configuration, parameters);
        const Json& composition = reference.file["composition"];
        for (const Json& expected : composition) {
            const auto found = std::ranges::find_if(composed, [&](const Composition& one) {
                return path_of(one.below) == expected["below"].get<std::string>() &&
                       path_of(one.above) == expected["above"].get<std::string>() &&
                       name(one.kind) == expected["kind"].get<std::string>();
            });
            REQUIRE(found != composed.end());
            for (std::size_t below = 0; below < found->values.size(); ++below) {
                for (std::size_t above = 0; above < found->values[below].size(); ++above)
                    CHECK(agrees(found->values[below][above], expected["values"][below][above]));
            }
        }
    }
}

TEST_CASE("numbers of the clean run at one place of the corrupted one make of it what they make in PyTorch") {
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const Json& patch = reference.file["patch"];
        const Configuration& c = reference.model.configuration;
        const Batch batch =
            batch_from(patch["corrupted"], {c, reference.model.source_vocabulary, reference.model.target_vocabulary}, "corrupted");
        const AskedModel corrupted(c, reference.model.parameters, batch);
        const FinishedPass run{corrupted.pass, corrupted.activations};
        const Metric metric{Metric::Kind::logit, reference.logit};
        CHECK(agrees(measure(metric, c, reference.asked.activations), patch["clean"]));
        CHECK(agrees(measure(metric, c, corrupted.activations), patch["corrupted_value"]));

        std::vector<std::vector<Overwrite>> experiments;
        std::vector<Json> expected;
        const auto add = [&](const RunPlace& place, const Json& value) {
            experiments.push_back(numbers_of_other_run(place, corrupted.trace, reference.asked.trace));
            expected.push_back(value);
        };
        const auto points = stream_points(*corrupted.trace.outline);
        const std::vector<Size> positions = positions_of(reference.asked.run(), reference.logit.sentence);
        REQUIRE(patch["stream"].size() == points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            CHECK(patch["stream"][i]["point"] == points[i].name);
            for (std::size_t at = 0; at < positions.size(); ++at)
                add({.path = points[i].path, .sentence = reference.logit.sentence, .position = positions[at]},
                    patch["stream"][i]["values"][at]);
        }
        for (const Json& heads : patch["heads"]) {
            for (std::size_t head = 0; head < heads["values"].size(); ++head)
                add({.path = heads["name"].get<std::string>() + ".context", .head = static_cast<Size>(head)},
                    heads["values"][head]);
        }
        const std::vector<double> found = run_experiments(run, metric, listed(experiments));
        for (std::size_t i = 0; i < found.size(); ++i) CHECK(agrees(found[i], expected[i]));
    }
}

TEST_CASE("without a head, or with its mean, the loss is what it is in PyTorch") {
    const Counted checks(200);
    for (const char* folder : folders) {
        CAPTURE(folder);
        const Reference reference(folder);
        const AskedModel& asked = reference.asked;
        std::vector<std::vector<Overwrite>> experiments;
        std::vector<Json> expected;
        for (const Json& heads : reference.file["ablation"]["heads"]) {
            for (std::size_t head = 0; head < heads["zero"].size(); ++head) {
                const RunPlace place{.path = heads["name"].get<std::string>() + ".context", .head = static_cast<Size>(head)};
                experiments.push_back(zeros(place, asked.trace));
                expected.push_back(heads["zero"][head]);
                experiments.push_back(means(place, asked.configuration, asked.trace));
                expected.push_back(heads["mean"][head]);
            }
        }
        const std::vector<double> found = run_experiments({asked.pass, asked.activations}, {}, listed(experiments));
        for (std::size_t i = 0; i < found.size(); ++i) CHECK(agrees(found[i], expected[i]));
    }
}

}  // namespace vitrine::why_references_test
