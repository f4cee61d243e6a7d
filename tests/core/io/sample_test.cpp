#include "core/io/sample.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/safetensors.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"
#include "tests/core/io/user_folder.h"
#include "tests/core/shortened.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::sample_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

Json by_hand() { return read_json(test_data("../assets/samples/by-hand.json")); }

/// The by-hand sample, changed and saved as mine.json, is refused with these words.
template <class... Parts>
void check_refused(const Json& change, const Parts&... parts) {
    const UserFolder user;
    Json json = by_hand();
    json["name"] = "mine";
    json.merge_patch(change);  // null removes a key
    const fs::path file = user.add("mine.json", json.dump());
    check_error([] { load_sample("mine"); }, file.string() + ": ", parts...);
}

const SampleInfo* find(const std::vector<SampleInfo>& samples, const std::string& name) {
    for (const SampleInfo& sample : samples) {
        if (sample.name == name) return &sample;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("the samples on board are listed, and each opens and runs") {
    const auto samples = list_samples();
    for (const char* name :
         {"addition", "by-hand", "english-french", "hidden-words", "induction", "long", "navigation", "translation", "two-heads"})
        REQUIRE(find(samples, name));
    for (const SampleInfo& sample : samples) {
        CAPTURE(sample.name);
        CHECK(sample.problem.empty());
        CHECK(!sample.title.empty());
        CHECK(!sample.text.empty());
        const Model model = tests::shortened(load_sample(sample.name), 64);
        CHECK(model.title == sample.title);
        CHECK(model.notes.empty());
        Activations activations;
        forward(model.configuration, model.parameters, model.batch, activations);
        CHECK(activations.loss.empty() != model.configuration.is_transformer());
    }
}

TEST_CASE("the samples' batches are those of the reference models") {
    for (const char* name : {"navigation", "translation"}) {
        const Model sample = load_sample(name);
        const Model reference = open_model({.folder = golden(name), .batch = golden(name) / "batch.json"});
        CHECK(sample.configuration == reference.configuration);
        const auto same = [](const IndexTensor& a, const IndexTensor& b) {
            CHECK(std::equal(a.data(), a.data() + a.count(), b.data(), b.data() + b.count()));
        };
        same(sample.batch.src, reference.batch.src);
        same(sample.batch.tgt, reference.batch.tgt);
        same(sample.batch.labels, reference.batch.labels);
    }
    const fs::path samples = test_data("../assets/samples");
    CHECK(read_file(samples / "navigation.safetensors") == read_file(golden("navigation/model.safetensors")));
    CHECK(read_file(samples / "translation.safetensors") == read_file(golden("translation/trained.safetensors")));
}

TEST_CASE("the translation sample predicts its own labels") {
    const tests::Counted checks(5);
    const Model model = load_sample("translation");
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    for (Size i = 0; i < model.batch.labels.count(); ++i) {
        const std::int32_t label = model.batch.labels.data()[i];
        if (label != model.configuration.pad_tgt) CHECK(activations.predictions.data()[i] == label);
    }
}

TEST_CASE("a missing sample is answered with those there are") {
    check_error([] { load_sample("nothing"); }, "sample 'nothing'", "addition, by-hand, english-french",
                "long, navigation, translation");
    check_error([] { load_sample("../samples/by-hand"); }, "addition, by-hand, english-french");
    check_error([] { open_model({.sample = ""}); }, "by-hand");
}

TEST_CASE("a user's sample of the same name wins, and one of a new name joins in") {
    const std::size_t on_board = list_samples().size();
    const UserFolder user;
    Json json = by_hand();
    json["title"] = "My own";
    user.add("by-hand.json", json.dump());
    json["name"] = "mine";
    user.add("mine.json", json.dump());
    CHECK(load_sample("by-hand").title == "My own");
    CHECK(load_sample("mine").name == "mine");
    const auto samples = list_samples();
    CHECK(samples.size() == on_board + 1);
    CHECK(find(samples, "by-hand")->title == "My own");
}

TEST_CASE("a broken sample is listed with what is wrong and hides no other") {
    const UserFolder user;
    const fs::path file = user.add("broken.json", "{");
    const auto samples = list_samples();
    REQUIRE(find(samples, "broken"));
    CHECK(contains(find(samples, "broken")->problem, file.string() + ": malformed JSON, line 1"));
    CHECK(find(samples, "navigation")->problem.empty());
}

TEST_CASE("a sample's weights may be drawn from a seed or lie in a file beside it") {
    const UserFolder user;
    Json json = by_hand();
    json.erase("name");
    json.erase("weights");
    json["seed"] = 7;
    json["initialisation"] = "pytorch";
    user.add("drawn.json", json.dump());
    const Model drawn = load_sample("drawn");
    const Parameters expected = initialise(drawn.configuration, {Initialisation::pytorch, 7});
    CHECK(drawn.parameters.src_embedding.weight.at({1, 1}) == expected.src_embedding.weight.at({1, 1}));

    json.erase("seed");
    json.erase("initialisation");
    json["weights"] = "mine.safetensors";
    const fs::path beside = user.add("beside.json", json.dump());
    check_error([] { load_sample("beside"); }, "beside.json: 'weights': ", "mine.safetensors: there is no such file");
    std::vector<NamedTensor> tensors;
    for (const auto& parameter : list_parameters(expected)) tensors.push_back({parameter.name, parameter.tensor});
    write_safetensors(beside.parent_path() / "mine.safetensors", tensors);
    CHECK(float(load_sample("beside").parameters.src_embedding.weight.at({1, 1})) ==
          float(expected.src_embedding.weight.at({1, 1})));
}

TEST_CASE("a sample whose parts do not fit is refused with file and field") {
    check_refused({{"name", "other"}}, "'name' is \"other\"");
    check_refused({{"batches", 1}}, "'batches' is not a known key");
    check_refused({{"title", 5}}, "'title' is 5");
    check_refused({{"configuration", nullptr}}, "'configuration' is missing");
    check_refused({{"configuration", {{"nhead", 3}}}}, "'configuration': 'd_model' 2 is not divisible");
    check_refused({{"configuration", {{"heads", 1}}}}, "'configuration': 'heads' is not a key");
    check_refused({{"source_vocabulary", {"I", "love"}}}, "'source_vocabulary': 2 words, 'src_vocab_size'", "6");
    check_refused({{"target_vocabulary", {"I", 5}}}, "'target_vocabulary': [1] is 5");
    check_refused({{"batch", nullptr}}, "'batch' is missing");
    check_refused({{"batch", {{"src", {"I hate AI"}}}}}, "'batch': 'src'[0][1]: unknown token 'hate'");
    check_refused({{"batch", {{"src", {"I love AI AI"}}}}}, "'batch': 'src' is 4 tokens long", "'max_positions'");
    check_refused({{"seed", 1}}, "'seed' has no use beside 'weights'");
    check_refused({{"weights", nullptr}}, "'seed' or 'weights' is missing");
    check_refused({{"weights", nullptr}, {"seed", -1}}, "'seed' is -1");
    check_refused({{"weights", nullptr}, {"seed", 1}, {"initialisation", "zero"}}, "'initialisation' is \"zero\"");
    check_refused({{"weights", 5}}, "'weights' is 5");
}

TEST_CASE("weights written out are refused with the tensor's name where they do not fit") {
    const char* table = "src_positions.weight";
    check_refused({{"weights", {{table, nullptr}}}}, "'weights': 'src_positions.weight' is missing");
    check_refused({{"weights", {{"extra", {1}}}}}, "'weights': 'extra' in excess");
    check_refused({{"weights", {{table, {{1, 2}, {3}}}}}}, "'src_positions.weight' has lists of unequal lengths");
    check_refused({{"weights", {{table, {1, Json::array({2})}}}}}, "'src_positions.weight' has lists of unequal lengths");
    check_refused({{"weights", {{table, {{1, 2}, {3, 4}}}}}}, "'src_positions.weight' is 2×2, the configuration asks for 3×2");
    check_refused({{"weights", {{table, {{1, "x"}}}}}}, "'src_positions.weight' holds \"x\"");
    check_refused({{"weights", {{table, 5}}}}, "'src_positions.weight' is 5");
    check_refused({{"weights", {{table, {{true, 1}}}}}}, "'src_positions.weight' holds true");
}

}  // namespace vitrine::sample_test
