#include "core/import/import.h"

#include <algorithm>
#include <cmath>

#include "core/files/safetensors.h"
#include "core/import/import_saving.h"
#include "core/import/mapping_json.h"
#include "core/import/mapping_table.h"
#include "core/io/batch_file.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/import/disguise.h"
#include "tests/core/io/helpers.h"

namespace vitrine::import_test {
using namespace vitrine::test;

namespace {

constexpr const char* batch_json =
    R"({"src": [[4, 5, 6, 2], [7, 8, 2, 3]], "tgt": [[1, 5, 6], [1, 4, 3]], "labels": [[5, 6, 2], [4, 2, 3]]})";

/// A folder with another program's model, a batch, and the logits of a run of it.
class Given {
public:
    explicit Given(const Configuration& c) : configuration(c), parameters(drawn(c)) {
        model = folder.file("model.safetensors", annotated(parameters, c).safetensors());
        batch = folder.file("batch.json", batch_json);
        write_logits("logits.safetensors", "logits");
    }

    void write_logits(const std::string& file, const std::string& name) {
        Activations activations;
        const Batch ids = read_batch(batch, {configuration, Vocabulary(), Vocabulary()});
        forward(configuration, parameters, ids, activations);
        reference = folder.path() / file;
        write_safetensors(reference, {{name, view(activations.logits)}});
    }

    ImportRequest request() const { return {.file = model, .batch = batch, .reference = reference}; }

    TemporaryFolder folder;
    Configuration configuration;
    Parameters parameters;
    fs::path model, batch, reference;
};

bool reproduces(const ImportedModel& imported) {
    const auto verification = verify_unsaved(imported);
    return verification && verification->reproduced();
}

Configuration sinusoidal() {
    Configuration c = small_configuration();
    c.layer_norm_eps = 1e-6;
    return c;
}

}  // namespace

TEST_CASE("whatever is open is named in one message") {
    const Given given(sinusoidal());
    check_error([&] { import_model({.file = given.model}); },
                "model.safetensors: names and shapes do not tell --heads N (1, 2, 3, 4, 6, 12)", "--activation relu|gelu|silu",
                "--norm post|pre", "--scale-embedding yes|no", "--positions sinusoidal|halves|none", "--pad ID", "--begin ID",
                "--end ID", "--batch and --verify");
}

TEST_CASE("a reference tells which answers reproduce it, and the batch the rest") {
    for (const NormPlacement placement : {NormPlacement::after, NormPlacement::before}) {
        Configuration c = sinusoidal();
        c.norm_placement = placement;
        const Given given(c);
        const ImportedModel imported = import_model(given.request());
        CHECK(reproduces(imported));
        REQUIRE(imported.search);
        CHECK(imported.search->deviation.compared == 5 * 9);
        CHECK(imported.configuration == c);
        CHECK(imported.mapping.answers.at(ImportQuestion::heads).source == AnswerSource::reference);
        CHECK(imported.mapping.answers.at(ImportQuestion::end).source == AnswerSource::batch);
    }
}

TEST_CASE("a reference that is wrong is reproduced by nothing, and the nearest choice is named") {
    const Given given(sinusoidal());
    StoredTensors stored = read_safetensors(given.reference);
    std::string bytes(stored.tensors.at("logits").bytes.begin(), stored.tensors.at("logits").bytes.end());
    const float shifted = 1000;
    std::copy_n(reinterpret_cast<const char*>(&shifted), 4, bytes.begin());
    Tensor logits{Axis::batch, Axis::position, Axis::vocabulary};
    logits.resize({2, 3, 9});
    copy_numbers(StoredTensor{StoredType::f32, {2, 3, 9}, {bytes.data(), bytes.size()}}, logits.data());
    write_safetensors(given.reference, {{"logits", view(logits)}});
    check_error([&] { import_model(given.request()); }, "logits.safetensors: none of ",
                "choices reproduces it; the nearest, with --heads ", "to import the model as it is, give --heads",
                "were its numbers taken after model.eval()");
}

TEST_CASE("answers that were given are not tried, and a wrong one is seen in the result") {
    const Given given(sinusoidal());
    ImportRequest request = given.request();
    request.given = {{ImportQuestion::heads, {"2"}},
                     {ImportQuestion::activation, {"gelu"}},
                     {ImportQuestion::norm, {"pre"}},
                     {ImportQuestion::scale_embedding, {"yes"}},
                     {ImportQuestion::positions, {"sinusoidal"}},
                     {ImportQuestion::pad_src, {"3"}}};
    const ImportedModel imported = import_model(request);
    CHECK_FALSE(reproduces(imported));
    CHECK(imported.configuration.nhead == 2);
    request.given[ImportQuestion::heads] = {"3"};
    CHECK(reproduces(import_model(request)));
}

TEST_CASE("a reference of log probabilities, batch second, is understood") {
    Given given(sinusoidal());
    Activations activations;
    const Batch ids = read_batch(given.batch, {given.configuration, Vocabulary(), Vocabulary()});
    forward(given.configuration, given.parameters, ids, activations);
    Tensor logarithms{Axis::position, Axis::batch, Axis::vocabulary};
    logarithms.resize({3, 2, 9});
    for (Size b = 0; b < 2; ++b) {
        for (Size t = 0; t < 3; ++t) {
            for (Size v = 0; v < 9; ++v) logarithms.at({t, b, v}) = std::log(activations.probabilities.at({b, t, v}));
        }
    }
    write_safetensors(given.reference, {{"generator", view(logarithms)}});
    CHECK(reproduces(import_model(given.request())));
}

TEST_CASE("what was imported is a model that opens, and its mapping makes it again") {
    const Given given(sinusoidal());
    const ImportedModel imported = import_model(given.request());
    const fs::path out = given.folder.path() / "out";
    save_import(out, imported);
    const Model opened = open_model({.folder = out});
    CHECK(opened.configuration == given.configuration);
    CHECK(opened.batch == *imported.batch);
    const ImportedModel again = import_model({.file = given.model, .map = out / "mapping.json"});
    CHECK(again.configuration == given.configuration);
    CHECK(contains(mapping_table(again.mapping), "--heads"));
    check_error([&] { save_import(out, imported); }, "out: holds a model already");
}

TEST_CASE("a mapping that was edited wrongly is refused with file and field") {
    const Given given(sinusoidal());
    const auto refused = [&](const std::string& text) {
        const fs::path map = given.folder.file("mapping.json", text);
        return error_of([&] { import_model({.file = given.model, .map = map}); });
    };
    CHECK(contains(refused("{}"), "mapping.json: 'parameters' is missing or empty"));
    CHECK(contains(refused(R"({"answers": {"head": 3}, "parameters": []})"), "'head' is no question; did you mean 'heads'"));
    CHECK(contains(refused(R"({"answers": {"heads": 0}, "parameters": []})"),
                   "'heads' is \"0\", it must be a whole number from 1 on"));
    CHECK(contains(refused(R"({"parameters": [{"parameter": "a", "from": [{"rows": [2, 1]}]}]})"), "'tensor' is missing"));
    CHECK(contains(refused(R"({"parameters": [{"parameter": "a", "from": [{"tensor": "b", "rows": [2, 1]}]}]})"),
                   "its end must be behind its begin"));
    CHECK(contains(refused(R"({"parameters": [{"parameter": "transformer.encoder.layers.0.norm1.weight", "from": "nowhere"}]})"),
                   "the file has no tensor 'nowhere'"));
    CHECK(contains(
        refused(
            R"({"parameters": [{"parameter": "transformer.encoder.layers.0.norm1.weight", "from": [{"tensor": "encoder.norm.weight", "axes": [1]}]}]})"),
        "'axes' does not name each of its axes once"));
    CHECK(contains(
        refused(
            R"({"parameters": [{"parameter": "transformer.encoder.layers.0.norm1.weight", "from": [{"zeros": 900000000000}]}]})"),
        "is too large"));
}

TEST_CASE("a reference without a batch, and one without logits, are refused") {
    const Given given(sinusoidal());
    check_error([&] { import_model({.file = given.model, .reference = given.reference}); }, "--verify needs the batch");
    ImportRequest request = given.request();
    Tensor other{Axis::batch, Axis::feature};
    other.resize({2, 5});
    other.fill(0);
    write_safetensors(given.reference, {{"logits", view(other)}});
    check_error([&] { import_model(request); }, "logits.safetensors: has no logits for this batch: a tensor 2×3×9 is wanted");
}

TEST_CASE("no positions and waves in halves become tables") {
    const Given given(sinusoidal());
    ImportRequest request{.file = given.model};
    request.given = {{ImportQuestion::heads, {"3"}},   {ImportQuestion::activation, {"relu"}},
                     {ImportQuestion::norm, {"pre"}},  {ImportQuestion::scale_embedding, {"no"}},
                     {ImportQuestion::pad_src, {"0"}}, {ImportQuestion::begin, {"1"}},
                     {ImportQuestion::end, {"2"}},     {ImportQuestion::max_positions, {"5"}}};
    request.given[ImportQuestion::positions] = {"none"};
    const ImportedModel none = import_model(request);
    CHECK(none.configuration.max_positions == 5);
    CHECK(Disguise(none.parameters).ours("src_positions.weight").numbers == std::vector<float>(60, 0));
    request.given[ImportQuestion::positions] = {"halves"};
    const Parameters waves = import_model(request).parameters;
    Tensor paper{Axis::position, Axis::feature};
    paper.resize({5, 12});
    sinusoidal_positions(paper);
    for (Size p = 0; p < 5; ++p) {
        for (Size i = 0; i < 12; ++i) {
            CHECK(waves.src_positions.weight.at({p, i}) ==
                  doctest::Approx(paper.at({p, i < 6 ? 2 * i : 2 * (i - 6) + 1})).epsilon(1e-6));
        }
    }
}

TEST_CASE("what the reference holds tells how many words there are, and whose table that is") {
    const Given given(sinusoidal());
    Disguise disguise = annotated(given.parameters, given.configuration);
    disguise.add("embedding.table", {{30, 12}, std::vector<float>(30 * 12, 0.5F)});
    const fs::path model = given.folder.file("two.safetensors", disguise.safetensors());
    ImportRequest request = given.request();
    request.file = model;
    const ImportedModel imported = import_model(request);
    CHECK(reproduces(imported));
    CHECK(std::ranges::any_of(imported.notes, [](const std::string& note) {
        return note == "nothing in the model matches 'embedding.table': the model here computes without";
    }));
}

TEST_CASE("a reference for another number of words than any matrix has says what was found") {
    Given given(sinusoidal());
    Tensor logits{Axis::batch, Axis::position, Axis::vocabulary};
    logits.resize({2, 3, 8});
    write_safetensors(given.reference, {{"logits", view(logits)}});
    check_error([&] { import_model(given.request()); },
                "logits.safetensors: holds logits for 8 tokens, but the output found here, 'generator.proj.weight', has 9");
    CHECK_THROWS_AS(import_model(given.request()), DoubtfulMapping);
}

TEST_CASE("a mapping that was given is told as that, and what it leaves is listed anew") {
    const Given given(sinusoidal());
    const ImportRequest all{.file = given.model,
                            .given = {{ImportQuestion::heads, {"3"}},
                                      {ImportQuestion::activation, {"relu"}},
                                      {ImportQuestion::norm, {"post"}},
                                      {ImportQuestion::layer_norm, {"torch"}},
                                      {ImportQuestion::eps, {"1e-6"}},
                                      {ImportQuestion::scale_embedding, {"yes"}},
                                      {ImportQuestion::positions, {"sinusoidal"}},
                                      {ImportQuestion::pad_src, {"3"}},
                                      {ImportQuestion::begin, {"1"}},
                                      {ImportQuestion::end, {"2"}}}};
    Mapping mapping = import_model(all).mapping;
    for (MappingEntry& entry : mapping.entries) {
        entry.certainty = Certainty::guessed, entry.reason = "a reason that no longer holds";
        if (entry.parameter == "fc_out.bias") entry.pieces = {{.kind = Piece::Kind::zeros, .rows = 9}};
    }
    mapping.left = {{"generator.proj.weight", "no longer left", true}};
    ImportRequest request = all;
    request.map = given.folder.file("mapping.json", mapping_text(mapping));
    const ImportedModel imported = import_model(request);
    const std::string table = mapping_table(imported.mapping);
    CHECK(table.find("no longer") == std::string::npos);
    CHECK(table.find("guessed") == std::string::npos);
    CHECK(table.find("from the mapping") != std::string::npos);
    REQUIRE(imported.mapping.left.size() == 1);
    CHECK(imported.mapping.left[0].name == "generator.proj.bias");
    CHECK(imported.mapping.left[0].reason == "the mapping does not use it");
}

}  // namespace vitrine::import_test
