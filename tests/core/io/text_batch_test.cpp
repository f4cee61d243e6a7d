/// Texts with folders of `transformers`: ids, batches and answers are those of the library (tests/pytorch/families/texts.py).

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/decode/generate.h"
#include "core/files/json_text.h"
#include "core/io/open_model.h"
#include "core/io/text_reading.h"
#include "core/pass/transformer.h"
#include "core/text/tokenizer/tokenizer.h"
#include "tests/core/io/helpers.h"
#include "tests/counted.h"

namespace vitrine::text_batch_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

fs::path folder_of(const std::string& family) { return golden("families/" + family); }

const Json& references() {
    static const Json all = read_json(golden("families/texts.json"));
    return all;
}

/// The rows as they came: without what fills up shorter ones; `no_label` in the place of a null.
std::vector<Sentence> rows_of(const Json& lists) {
    std::vector<Sentence> rows;
    for (const Json& list : lists) {
        for (Sentence& row = rows.emplace_back(); const Json& id : list)
            row.push_back(id.is_null() ? filler : id.get<std::int32_t>());
    }
    return rows;
}

/// Checks ids, row by row, and that rows are filled up on the right.
void check_rows(const IndexTensor& tokens, const Json& expected) {
    const std::vector<Sentence> rows = rows_of(expected);
    REQUIRE(tokens.size(0) == static_cast<Size>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (Size l = 0; l < tokens.size(1); ++l) {
            const bool is_real = l < static_cast<Size>(rows[i].size());
            CHECK(tokens.at({static_cast<Size>(i), l}) == (is_real ? rows[i][static_cast<std::size_t>(l)] : filler));
        }
    }
}

void check_loss(const Model& model, const Json& expected) {
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    const auto loss = expected.get<double>();
    CHECK(static_cast<double>(activations.loss.data()[0]) == doctest::Approx(loss).epsilon(1e-4));
}

Model opened(const std::string& family, const Texts& texts, const Texts& targets = {}) {
    return open_without_random_batch({.folder = folder_of(family), .texts = texts, .target_texts = targets});
}

}  // namespace

TEST_CASE("texts and target texts are the batch that `transformers` makes of them, with its loss") {
    const tests::Counted checks(5);
    for (const auto& reference : references().items()) {
        const std::string& family = reference.key();
        const Json& expected = reference.value();
        CAPTURE(family);
        const Texts targets = expected.contains("target_texts") ? expected["target_texts"].get<Texts>() : Texts();
        const Model model = opened(family, expected["texts"].get<Texts>(), targets);
        if (expected.contains("src")) check_rows(model.batch.src, expected["src"]);
        if (expected.contains("tgt")) check_rows(model.batch.tgt, expected["tgt"]);
        CHECK(model.batch.labels.empty() == !expected.contains("labels"));
        if (!expected.contains("labels")) continue;
        check_rows(model.batch.labels, expected["labels"]);
        check_loss(model, expected["loss"]);
    }
}

TEST_CASE("what a model writes for a text is what `transformers` writes, as ids and as text") {
    const tests::Counted checks(2);
    for (const auto& reference : references().items()) {
        const std::string& family = reference.key();
        const Json& expected = reference.value();
        if (!expected.contains("written")) continue;
        CAPTURE(family);
        const Model model = opened(family, {});
        const SourceText reading = source_text(model, folder_of(family));
        const TargetText writing = target_text(model, folder_of(family));
        for (std::size_t i = 0; i < expected["texts"].size(); ++i) {
            std::vector<std::string> notes;
            const Sentence source = read_source(expected["texts"][i].get<std::string>(), model, reading, "text", notes);
            const Generation generation =
                generate({model.configuration, model.parameters}, source, {.max_new_tokens = 12, .rules = model.rules});
            const Sentence& tokens = generation.hypotheses.front().tokens;
            CHECK(tokens == expected["written"][i]["tokens"].get<Sentence>());
            CHECK(written(tokens, writing, StrayBytes::replaced) == expected["written"][i]["text"].get<std::string>());
        }
    }
}

TEST_CASE("without target texts the target is what the model writes greedily, and that is said") {
    for (const char* family : {"bart", "marian", "t5"}) {
        CAPTURE(family);
        const Json& expected = references()[family];
        const Model model = opened(family, expected["texts"].get<Texts>());
        REQUIRE(model.notes.size() >= 1);
        CHECK(model.notes.back() == "no target text was given: the target is what the model writes greedily, at most " +
                                        std::to_string(model.batch.labels.size(1)) + " tokens");
        for (Size i = 0; i < model.batch.sentences(); ++i) {
            const auto tokens = expected["written"][static_cast<std::size_t>(i)]["tokens"].get<Sentence>();
            for (Size t = 0; t + 1 < static_cast<Size>(tokens.size()); ++t) {
                CHECK(model.batch.tgt.at({i, t}) == tokens[static_cast<std::size_t>(t)]);
                CHECK(model.batch.labels.at({i, t}) == tokens[static_cast<std::size_t>(t) + 1]);
            }
        }
    }
}

TEST_CASE("the rules of a folder are followed as `transformers` follows them, and recorded") {
    for (const char* family : {"bart", "marian", "t5"}) {
        CAPTURE(family);
        const Json &expected = references()[family], &given = expected["rules"];
        Model model = opened(family, {});
        for (const Json& sequence : given["bad_words_ids"]) model.rules.forbidden.push_back(sequence.get<Sentence>());
        for (const Json& id : given["suppress_tokens"]) model.rules.forbidden.push_back({id.get<std::int32_t>()});
        model.rules.forced_first = given["forced_bos_token_id"].get<std::int32_t>();
        model.rules.forced_last = given["forced_eos_token_id"].get<std::int32_t>();
        const Generation generation = generate({model.configuration, model.parameters}, expected["src"][0].get<Sentence>(),
                                               {.max_new_tokens = 12, .rules = model.rules});
        const Hypothesis& written = generation.hypotheses.front();
        CHECK(written.tokens == expected["ruled"][0]["tokens"].get<Sentence>());
        const std::vector<int> path = path_to(generation, written.node);
        CHECK(generation.nodes[static_cast<std::size_t>(path[1])].reason == Reason::required);
        CHECK(generation.nodes[static_cast<std::size_t>(path.back())].reason == Reason::required);
        for (const DecodeStep& step : generation.steps) {
            for (const StepRow& row : step.rows) {
                const auto has = [&](std::int32_t id) { return std::ranges::binary_search(row.forbidden, id); };
                CHECK((has(60) && has(63) && has(111) && has(167)));
                const Sentence before = tokens_to(generation, row.node);
                CHECK(has(39) == (before.back() == 39));
                CHECK(has(79) == (before.back() == 79));
            }
        }
    }
}

TEST_CASE("the words of a folder are its tokenizer's, as many as the model has") {
    const Model bert = opened("bert", {}), marian = opened("marian", {}), t5 = opened("t5", {}), gpt2 = opened("gpt2", {});
    const auto is_whole = [](const Vocabulary& words, Size size) { return static_cast<Size>(words.words().size()) == size; };
    CHECK(is_whole(bert.source_vocabulary, bert.configuration.src_vocab_size));
    CHECK(bert.target_vocabulary.empty());
    CHECK(bert.source_vocabulary.word(2) == "[CLS]");
    CHECK(is_whole(gpt2.target_vocabulary, gpt2.configuration.tgt_vocab_size));
    CHECK(gpt2.source_vocabulary.empty());
    CHECK(gpt2.target_vocabulary.word(265) == "The");
    CHECK(is_whole(t5.source_vocabulary, t5.configuration.src_vocab_size));
    CHECK(is_whole(t5.target_vocabulary, t5.configuration.tgt_vocab_size));
    CHECK(marian.target_tokenizer);
    CHECK(marian.source_vocabulary.word(0) == "</s>");
}

TEST_CASE("texts that cannot be read are named by their number, and why") {
    const auto check_refused = [](const std::string& family, const Texts& texts, const Texts& targets, const char* what,
                                  const char* why) { check_error([&] { opened(family, texts, targets); }, what, why); };
    check_refused("gpt2", {"a", ""}, {}, "text 2: ", "the text is empty");
    check_refused("gpt2", {"a"}, {"b"}, "target text: ", "a decoder alone");
    check_refused("bert", {"a"}, {"b"}, "target text: ", "an encoder alone");
    check_refused("t5", {"a", "b"}, {"c"}, "target text: ", "every text needs one: 2 and 1 are given");
}

TEST_CASE("a folder without a tokenizer reads no text, and one that cannot be opened is named") {
    const TemporaryFolder folder;
    for (const auto& entry : fs::directory_iterator(folder_of("gpt2"))) {
        if (entry.path().filename() != "tokenizer.json") fs::copy(entry.path(), folder.path());
    }
    const ModelRequest request{.folder = folder.path(), .texts = {"The cat"}};
    check_error([&] { open_model(request); }, "text: ", "has no tokenizer");
    folder.file("tokenizer.json", R"({"version": "1.0", "model": {"type": "WordLevel", "vocab": {}}})");
    check_error([&] { open_model(request); }, "tokenizer.json: ", "'model.type' is \"WordLevel\"");
    const Model by_id = open_without_random_batch({.folder = folder.path()});
    CHECK(by_id.target_vocabulary.empty());
    REQUIRE(by_id.notes.size() == 1);
    CHECK(by_id.notes[0].find("tokens are shown by their ids") != std::string::npos);
}

TEST_CASE("sentence pairs in a file are read as texts with their targets") {
    const TemporaryFolder folder;
    const fs::path pairs = folder.file("pairs.tsv", "I am a student\tje suis étudiant!\n");
    const Model by_file = open_without_random_batch({.folder = folder_of("marian"), .batch = pairs});
    const Model by_text = opened("marian", {"I am a student"}, {"je suis étudiant!"});
    CHECK(by_file.batch == by_text.batch);
    check_error([&] { open_model({.folder = folder_of("llama"), .batch = pairs}); },
                "pairs.tsv: line 1, target: ", "a decoder alone");
}

TEST_CASE("texts for a model of one's own are framed by its own words, and padded by its padding") {
    const ModelRequest request{
        .sample = "translation", .texts = {"I am a student", "I love you"}, .target_texts = {"Je suis étudiant", "Je t'aime"}};
    const TemporaryFolder folder;
    const fs::path pairs = folder.file("pairs.tsv", "I am a student\tJe suis étudiant\nI love you\tJe t'aime\n");
    CHECK(open_model(request).batch == open_model({.sample = "translation", .batch = pairs}).batch);
}

}  // namespace vitrine::text_batch_test
