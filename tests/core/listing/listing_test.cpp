#include "core/listing/listing.h"

#include <cmath>
#include <fstream>
#include <memory>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/export/trace_files.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "tests/core/random_models.h"
#include "tests/core/trace/listing_reader.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::listing_test {
using namespace vitrine::tests;

namespace {

/// Whether a printed number is the recorded one, rounded to four decimals, or from ten million on to five digits.
bool rounds_to(double recorded, double printed) {
    if (std::isnan(recorded) || std::isinf(recorded)) return std::isnan(recorded) ? std::isnan(printed) : printed == recorded;
    const double unit = std::abs(recorded) < 1e7 ? 1e-4 : std::abs(recorded) * 1e-4;
    return std::abs(printed - recorded) <= 0.5001 * unit;
}

struct Run {
    Model model;
    Activations activations;
    Trace trace;

    explicit Run(Model opened) : model(std::move(opened)) {
        forward(model.configuration, model.parameters, model.batch, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    }

    std::string listing(const ListingOptions& options = {}) const {
        return vitrine::listing(trace, {model.source_vocabulary, model.target_vocabulary, model.batch.labels}, options);
    }
};

Run navigation() {
    ModelRequest request;
    request.folder = test_data("goldens/navigation");
    request.batch = test_data("goldens/navigation/batch.json");
    Model model = open_model(request);
    model.source_vocabulary = Vocabulary({"etudiant", "je", "quel", "suis", "mois", "<blank>"});
    model.target_vocabulary = Vocabulary({"a", "am", "month", "i", "student", "what", "<blank>", "<s>", "</s>"});
    return Run(std::move(model));
}

Run random_run(Random& random) {
    Model model;
    model.configuration = random_configuration(random);
    model.parameters = random_parameters(model.configuration, random);
    model.batch = random_batch(model.configuration, random);
    if (coin(random)) model.batch.labels.clear();
    return Run(std::move(model));
}

void check_numbers(const Run& run, const Printed& printed) {
    CAPTURE(printed.path);
    const TensorView tensor = run.trace.find(printed.path);
    const Layout& layout = tensor.layout;
    const bool is_row = layout.rank == 1 || (layout.rank == 2 && layout.axes[0] == Axis::batch);
    const auto values = numbers(printed.lines, is_row ? 1 : layout.shape[layout.rank - 2], layout.shape[layout.rank - 1]);
    REQUIRE(values.size() == static_cast<std::size_t>(layout.count()));
    for (Size i = 0; i < layout.count(); ++i) CHECK(rounds_to(tensor.at(index_of(layout, i)), values[static_cast<std::size_t>(i)]));
}

std::vector<std::string> recorded_paths(const Trace& trace) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        if (trace.tensors[i].present()) paths.push_back(trace.outline->tensors[i].path);
    }
    return paths;
}

}  // namespace

TEST_CASE("every recorded tensor is printed exactly once, with its recorded numbers") {
    Random random(1);
    for (int round = 0; round < 12; ++round) {
        const Run run = round == 0 ? navigation() : random_run(random);
        const ListingReader reader(run.listing());
        std::vector<std::string> printed = reader.paths(), recorded = recorded_paths(run.trace);
        for (const Printed& tensor : reader.tensors) {
            if (!tensor.path.empty()) check_numbers(run, tensor);
        }
        std::sort(printed.begin(), printed.end()), std::sort(recorded.begin(), recorded.end());
        CHECK(printed == recorded);
    }
}

TEST_CASE("titles are those of the tensor-tracking listing, in its order") {
    std::ifstream file(test_data("goldens/tracking_listing.json"));
    std::vector<std::pair<std::string, std::string>> expected, actual;
    for (const auto& entry : nlohmann::json::parse(file)) {
        const std::string section = entry["section"], title = entry["title"];
        // If the listing repeats its section's heading for the tensor, ours leaves the number out.
        expected.emplace_back(section, title == section ? title.substr(title.find(' ') + 1) : title);
    }
    for (const Printed& tensor : ListingReader(navigation().listing()).tensors) {
        // Our titles of scores also say by what they were divided.
        if (!tensor.title.empty()) actual.emplace_back(tensor.section, tensor.title.substr(0, tensor.title.find(" (already")));
    }
    CHECK(actual == expected);
}

TEST_CASE("sections come in the listing's order, those of several layers numbered in the order they run in") {
    Random random(2);
    Model model;
    model.configuration = random_configuration(random);
    model.configuration.num_encoder_layers = 1, model.configuration.num_decoder_layers = 2;
    model.parameters = random_parameters(model.configuration, random);
    model.batch = random_batch(model.configuration, random);
    const std::vector<std::string> expected{
        "0. Vocabulary",
        "1-1. Batch (text)",
        "1-2. Batch (number)",
        "1-3. Mask",
        "2-1. Source batch embedding + positional encoding (src_embed)",
        "2-2. MultiHeadedAttention(src_embed (query), src_embed (key), src_embed (value), src_mask)",
        "2-3. X = X + FF(X)",
        "3-1. Target batch embedding + positional encoding (tgt_embed)",
        "3-2. Output from encoder (memory)",
        "3-3.1. MultiHeadedAttention(tgt_embed (query), tgt_embed (key), tgt_embed (value), tgt_mask)",
        "3-4.1. MultiHeadedAttention(tgt_embed_attn (query), memory (key), memory (value), src_mask)",
        "3-5.1. X = X + FF(X)",
        "3-3.2. MultiHeadedAttention(X (query), X (key), X (value), tgt_mask)",
        "3-4.2. MultiHeadedAttention(X_attn (query), memory (key), memory (value), src_mask)",
        "3-5.2. X = X + FF(X)",
        "4-1. Calculate probability (linear map + softmax)",
        "4-2. Predict based on the probability",
        "4-3. Compare with the true output",
    };
    CHECK(ListingReader(Run(std::move(model)).listing()).sections == expected);
}

TEST_CASE("within a section tensors follow each other as they are computed, but for V, which stands where it is used") {
    const Counted checks(50);
    Random random(3);
    for (int round = 0; round < 12; ++round) {
        const Run run = random_run(random);
        std::string section;
        int last = -1;
        for (const Printed& tensor : ListingReader(run.listing()).tensors) {
            if (tensor.path.empty() || tensor.path.ends_with(".value")) continue;
            const int slot = run.trace.outline->slots.at(tensor.path);
            if (tensor.section == section) CHECK(slot > last);
            section = tensor.section, last = slot;
        }
    }
}

TEST_CASE("a glob leaves only the tensors it fits, without vocabulary and batch") {
    const Run run = navigation();
    const ListingReader reader(run.listing({.only = "*.weights"}));
    CHECK(reader.paths() == std::vector<std::string>{"encoder.layers.0.self_attn.weights", "decoder.layers.0.self_attn.weights",
                                                     "decoder.layers.0.cross_attn.weights"});
    CHECK(reader.sections.size() == 3);
    CHECK(run.listing({.only = "src.tokens"}).find("ocabulary") == std::string::npos);
}

TEST_CASE("a glob that fits nothing is an error that quotes it") {
    CHECK_THROWS_WITH_AS(navigation().listing({.only = "*.wieghts"}), "no path of a recorded tensor matches '*.wieghts'", Error);
}

TEST_CASE("a glob that fits only what was not computed is an error that says so") {
    Run run = navigation();
    run.model.batch.labels.clear();
    forward(run.model.configuration, run.model.parameters, run.model.batch, run.activations);
    update_trace(run.activations, run.trace);
    CHECK_THROWS_WITH_AS(run.listing({.only = "loss"}), "'loss' was not computed: the batch has no labels", Error);
    CHECK_THROWS_WITH_AS(recorded_tensors(run.trace, "*_loss"), "'token_loss' was not computed: the batch has no labels", Error);
}

TEST_CASE("without labels nothing is compared, and without vocabularies ids stand for words") {
    Run run = navigation();
    run.model.batch.labels.clear();
    run.model.source_vocabulary = run.model.target_vocabulary = Vocabulary();
    forward(run.model.configuration, run.model.parameters, run.model.batch, run.activations);
    update_trace(run.activations, run.trace);
    const std::string text = run.listing();
    CHECK(text.find("4-3.") == std::string::npos);
    CHECK(text.find("source vocabulary, 6 tokens, whose texts are unknown\n") != std::string::npos);
    CHECK(text.find("  sentence 1  1 3 0\n") != std::string::npos);
}

TEST_CASE("of a large vocabulary the listing names the words that the run has, and no others") {
    Model model;
    Configuration& c = model.configuration;
    c.d_model = 4, c.nhead = 2, c.num_encoder_layers = c.num_decoder_layers = 1, c.dim_feedforward = 4;
    c.src_vocab_size = 8, c.tgt_vocab_size = 6000;
    model.parameters = initialise(model.configuration, {});
    std::vector<std::string> words;
    for (int id = 0; id < 6000; ++id) words.push_back("w" + std::to_string(id) + "w");
    model.source_vocabulary = Vocabulary({words.begin(), words.begin() + 8});
    model.target_vocabulary = Vocabulary(words);
    pad_together({{3, 4, 5}}, 0, model.batch.src);
    pad_together({{1, 4321, 17}}, 0, model.batch.tgt);
    pad_together({{4321, 17, 2345}}, 0, model.batch.labels);
    const Run run(std::move(model));
    const std::string text = run.listing(), vocabularies = text.substr(0, text.find("1-1. Batch"));
    CHECK(vocabularies.find("source vocabulary, 8 tokens\n") != std::string::npos);
    CHECK(vocabularies.find("target vocabulary, 6000 tokens, of which this run has\n") != std::string::npos);
    const std::string of_target = vocabularies.substr(vocabularies.find("target vocabulary"));
    std::set<int> expected{1, 17, 2345, 4321}, found;
    for (Size t = 0; t < 3; ++t) expected.insert(run.activations.predictions.at({0, t}));
    for (int id = 0; id < 6000; ++id) {
        if (of_target.find("w" + std::to_string(id) + "w") != std::string::npos) found.insert(id);
    }
    CHECK(found == expected);
    CHECK(text.find("target vocabulary: [") == std::string::npos);
}

TEST_CASE("an encoder alone is listed in the words of its source, predictions, too") {
    const std::filesystem::path folder = test_data("goldens/families/bert");
    const Run run(open_model({.folder = folder, .texts = {"I am a student"}}));
    const std::string text = run.listing();
    CHECK(text.find("source batch (text)\n\n  sentence 1  [CLS] i a ##m a student [SEP]\n") != std::string::npos);
    std::string predicted = "predictions (text)\n\n  sentence 1 ";
    for (Size t = 0; t < run.activations.predictions.size(1); ++t)
        predicted += ' ' + run.model.source_vocabulary.word(run.activations.predictions.at({0, t}));
    CHECK(text.find(predicted + '\n') != std::string::npos);
}

TEST_CASE("beside logits and probabilities of one stack stand the words that were read, not the predicted ones") {
    const Run run(open_model({.folder = test_data("goldens/families/bert"), .texts = {"I am a student"}}));
    for (const char* path : {"logits", "probabilities"}) {
        const std::string text = run.listing({.only = path});
        for (const char* word : {"[CLS]", "i", "am", "a", "student", "[SEP]"}) {
            CAPTURE(word);
            const bool has = text.find(std::string("\n    ") + word + ' ') != std::string::npos;
            CHECK(has == (word != std::string("am")));  // "a ##m"
        }
    }
}

TEST_CASE("above predicted ids stand the predicted words") {
    const Counted checks(2);
    const Run run = navigation();
    for (const Printed& tensor : ListingReader(run.listing()).tensors) {
        if (tensor.path != "predictions") continue;
        std::istringstream words(tensor.lines.at(1)), ids(tensor.lines.at(2));
        std::string word, sentence, number;
        words >> sentence >> number;
        for (Size t = 0; t < run.activations.predictions.size(1); ++t) {
            std::int32_t id = -1;
            words >> word, ids >> id;
            CHECK(id == run.activations.predictions.at({0, t}));
            CHECK(word == run.model.target_vocabulary.word(id));
        }
    }
}

TEST_CASE("the heading of the scores says by what they have been divided") {
    CHECK(navigation().listing({.only = "*.scores"}).find("Q * K^T (already divided by √2) — ") != std::string::npos);
}

TEST_CASE("the listing says how many predictions are right, and leaves padding out") {
    const Run run = navigation();
    Size right = 0, counted = 0;
    for (Size i = 0; i < run.model.batch.labels.count(); ++i) {
        const std::int32_t label = run.model.batch.labels.data()[i];
        counted += label != 6;
        right += label != 6 && label == run.activations.predictions.data()[i];
    }
    CHECK(counted == 8);
    CHECK(run.listing().find(std::to_string(right) + " of 8 tokens right, padding not counted\n") != std::string::npos);
}

TEST_CASE("more decimals are more digits of the same number") {
    const std::string text = navigation().listing({.precision = 7, .only = "loss"});
    const double printed = std::stod(text.substr(text.rfind("    ")));
    CHECK(std::abs(printed - static_cast<double>(navigation().activations.loss.data()[0])) <= 0.51e-7);
}

}  // namespace vitrine::listing_test
