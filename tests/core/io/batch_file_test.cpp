#include "core/io/batch_file.h"

#include <vector>

#include <nlohmann/json.hpp>

#include "core/io/configuration_json.h"
#include "tests/core/io/helpers.h"

namespace vitrine::batch_file_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;
using Tokens = std::vector<std::int32_t>;

Tokens list(const IndexTensor& tokens) { return {tokens.data(), tokens.data() + tokens.count()}; }

/// The navigation model's language, with or without its words.
struct Navigation {
    Configuration configuration = read_configuration(golden("navigation/config.json"));
    Vocabulary source{{"etudiant", "je", "quel", "suis", "mois", "<blank>"}};
    Vocabulary target{{"a", "am", "month", "i", "student", "what", "<blank>", "<s>", "</s>"}};
    Vocabulary none;

    BatchLanguage words() const { return {configuration, source, target}; }
    BatchLanguage ids() const { return {configuration, none, none}; }
};

template <class... Parts>
void check_refused(const Json& json, const Parts&... parts) {
    const Navigation navigation;
    CAPTURE(json.dump());
    check_error([&] { batch_from(json, navigation.words(), "batch.json"); }, "batch.json: ", parts...);
}

const Json good_ids = {
    {"src", {{1, 3, 0}, {2, 4, 5}}}, {"tgt", {{7, 3, 1, 0, 4}, {7, 5, 2, 8, 6}}}, {"labels", {{3, 1, 0, 4, 8}, {5, 2, 8, 6, 6}}}};

Json changed(const Json& change) {
    Json json = good_ids;
    json.update(change);
    return json;
}

}  // namespace

TEST_CASE("a batch of ids, of words and of texts is the same batch") {
    const Navigation navigation;
    const Json words = {{"src", {{"je", "suis", "etudiant"}, {"quel", "mois", "<blank>"}}},
                        {"tgt", {{"<s>", "i", "am", "a", "student"}, {"<s>", "what", "month", "</s>", "<blank>"}}},
                        {"labels", {{"i", "am", "a", "student", "</s>"}, {"what", "month", "</s>", "<blank>", "<blank>"}}}};
    const Json texts = {{"src", {"je suis etudiant", "quel mois  <blank>"}},
                        {"tgt", {"<s> i am a student", "<s> what month </s> <blank>"}},
                        {"labels", {"i am a student </s>", "what month </s> <blank> <blank>"}}};
    const TemporaryFolder folder;
    const Batch from_file = read_batch(golden("navigation/batch.json"), navigation.ids());
    for (const Json& json : {good_ids, words, texts}) {
        const Batch batch = batch_from(json, navigation.words(), "batch.json");
        CHECK(batch.src.layout().shape == Index{2, 3});
        CHECK(list(batch.src) == list(from_file.src));
        CHECK(list(batch.tgt) == list(from_file.tgt));
        CHECK(list(batch.labels) == list(from_file.labels));
    }
}

TEST_CASE("what batch_text writes is read as the same batch, with labels and without") {
    const Navigation navigation;
    Batch batch = batch_from(good_ids, navigation.ids(), "batch.json");
    for (int round = 0; round < 2; ++round, batch.labels.clear()) {
        const Batch again = batch_from(Json::parse(batch_text(batch)), navigation.ids(), "written");
        CHECK(list(again.src) == list(batch.src));
        CHECK(list(again.tgt) == list(batch.tgt));
        CHECK(again.labels.empty() == batch.labels.empty());
        if (!batch.labels.empty()) CHECK(list(again.labels) == list(batch.labels));
    }
}

TEST_CASE("a batch may come without labels") {
    const Navigation navigation;
    Json json = good_ids;
    json.erase("labels");
    CHECK(batch_from(json, navigation.ids(), "batch.json").labels.empty());
    CHECK(batch_from(changed({{"labels", nullptr}}), navigation.ids(), "batch.json").labels.empty());
}

TEST_CASE("a ragged batch is refused with field and sentence") {
    check_refused(changed({{"src", {{1, 3, 0}, {2, 4}}}}), "'src'[1] has 2 tokens, the first sentence has 3");
    check_refused(changed({{"labels", {{3, 1, 0, 4}, {5, 2, 8, 6}}}}), "'labels' is 2×4, 'tgt' is 2×5");
    check_refused(changed({{"src", {{1, 3, 0}}}}), "'tgt' has 2 sentences, 'src' has 1");
}

TEST_CASE("an empty batch is refused with the field") {
    check_refused(changed({{"src", Json::array()}}), "'src' is empty");
    check_refused(changed({{"tgt", {Json::array(), Json::array()}}}), "'tgt' is empty");
    check_refused(changed({{"labels", {""}}}), "'labels' is empty");
    check_refused(Json::object(), "'src' is missing");
    check_refused({{"src", {{1}}}}, "'tgt' is missing");
}

TEST_CASE("a token that is none is refused with its place") {
    check_refused(changed({{"src", {{1, 6, 0}, {2, 4, 5}}}}), "'src'[0][1] is token 6, outside 'src_vocab_size' of 6");
    check_refused(changed({{"src", {{1, 3, 0}, {2, -1, 5}}}}), "'src'[1][1] is token -1");
    check_refused(changed({{"src", {{1, 3, 0}, {1, 3, 4'294'967'297}}}}), "'src'[1][2] is token 4294967297");
    check_refused(changed({{"src", {{1, 3, 18446744073709551615u}}}}), "'src'[0][2] is token 18446744073709551615");
    check_refused(changed({{"tgt", {{7, 3.5}}}}), "'tgt'[0][1] is 3.5");
    check_refused(changed({{"tgt", {{7, true}}}}), "'tgt'[0][1] is true");
    check_refused(changed({{"tgt", {{7, nullptr}}}}), "'tgt'[0][1] is null");
    check_refused(changed({{"tgt", {{{7}}}}}), "'tgt'[0][0] is [7]");
    check_refused(changed({{"tgt", 7}}), "'tgt' is 7, it must be a list of sentences");
    check_refused(changed({{"tgt", {7}}}), "'tgt'[0] is 7, it must be a sentence");
}

TEST_CASE("a word that is not in the vocabulary is refused with its place, or is <unk>") {
    check_refused(changed({{"src", {"je suis professeur"}}}), "'src'[0][2]: unknown token 'professeur'");
    Navigation navigation;
    check_error(
        [&] {
            batch_from({{"src", {"je"}}, {"tgt", {"7"}}}, navigation.ids(), "b");
        },
        "b: 'src'[0][0]", "'je'", "no vocabulary");
    navigation.source = Vocabulary({"etudiant", "je", "quel", "suis", "<unk>", "<blank>"});
    const Batch batch = batch_from({{"src", {"je suis professeur"}}, {"tgt", {"<s>"}}}, navigation.words(), "b");
    CHECK(list(batch.src) == Tokens{1, 3, 4});
}

TEST_CASE("a key that no batch has is refused") {
    check_refused(changed({{"target", {{7}}}}), "'target' is not a known key; there are src, tgt, labels");
    check_refused(Json::array({1}), "an object");
}

TEST_CASE("a batch longer than learned positions or than any memory is refused with the field") {
    Navigation navigation;
    navigation.configuration.positions = PositionKind::learned;
    navigation.configuration.max_positions = 4;
    check_error([&] { batch_from(good_ids, navigation.ids(), "b"); }, "b: 'tgt' is 5 tokens long", "'max_positions'");
    navigation = {};
    const std::vector<int> endless(200'000, 1);
    check_error(
        [&] {
            batch_from({{"src", {endless}}, {"tgt", {{7}}}}, navigation.ids(), "b");
        },
        "b: 'src' of 1×200000", "million numbers");
}

TEST_CASE("malformed JSON is refused with file and line") {
    const TemporaryFolder folder;
    const Navigation navigation;
    const auto refused = [&](const char* text, const auto&... parts) {
        const fs::path path = folder.file("batch.json", text);
        check_error([&] { read_batch(path, navigation.ids()); }, path.string() + ": ", parts...);
    };
    refused("{\"src\": [[1, 2],\n [3, 4]\n", "malformed JSON, line 3");
    refused("{\"src\": [[1]], \"src\": [[1]]}", "'src' is there twice");
    refused("", "empty");
    check_error([&] { read_batch(folder.path() / "none.json", navigation.ids()); }, "none.json: there is no such file");
    check_error([&] { read_batch(folder.path(), navigation.ids()); }, folder.path().string(), "is a folder");
}

}  // namespace vitrine::batch_file_test
