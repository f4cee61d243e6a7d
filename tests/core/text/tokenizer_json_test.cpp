#include "core/text/tokenizer_json.h"

#include "core/text/bpe_training.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::tokenizer_json_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

/// The golden file with another value at a place; null where what stands there is to go.
Json altered(const char* place, const Json& value) {
    Json json = golden_json("tokenizer.json");
    json[Json::json_pointer(place)] = value;
    return json;
}

void check_refused(const char* place, const Json& value, std::string_view field, std::string_view why) {
    check_error([&] { tokenizer_from(altered(place, value)); }, field, why);
}

}  // namespace

TEST_CASE("what is written is Hugging Face's file, sign for sign") {
    const std::string golden = golden_text("tokenizer.json");
    CHECK(tokenizer_text(golden_tokenizer()) == golden);
    const BpeTrainingOptions options{346, {"[PAD]", "[BOS]", "[EOS]", "[UNK]"}, {}};
    CHECK(tokenizer_text(*train_tokenizer(golden_text("corpus.txt"), options)) == golden);
}

TEST_CASE("what was written is read back the same") {
    const Tokenizer golden = golden_tokenizer();
    for (const bool yes : {false, true}) {
        auto added = golden.added();
        added.push_back({400, "<é>", yes, !yes});
        const Tokenizer tokenizer(golden.model(), added, {.nfkc = yes, .leading_space = !yes});
        const Tokenizer again = tokenizer_from(Json::parse(tokenizer_text(tokenizer)));
        CHECK(again.model().vocabulary().words() == tokenizer.model().vocabulary().words());
        CHECK(again.model().merges() == tokenizer.model().merges());
        CHECK(again.added() == tokenizer.added());
        CHECK(again.rules() == tokenizer.rules());
    }
}

TEST_CASE("other ways to say the same are read") {
    const std::string same = golden_text("tokenizer.json");
    const auto reads_as_golden = [&](const Json& json) { CHECK(tokenizer_text(tokenizer_from(json)) == same); };
    Json older = golden_json("tokenizer.json");
    for (Json& merge : older["model"]["merges"]) merge = merge[0].get<std::string>() + " " + merge[1].get<std::string>();
    older["model"].erase("type");
    older["model"].erase("ignore_merges");
    reads_as_golden(older);
    for (const char* field : {"/model/continuing_subword_prefix", "/model/end_of_word_suffix"}) reads_as_golden(altered(field, ""));
    reads_as_golden(altered("/model/dropout", 0.0));
    reads_as_golden(altered("/model/fuse_unk", true));
    reads_as_golden(altered("/pre_tokenizer/trim_offsets", false));
    reads_as_golden(altered("/post_processor", golden_json("tokenizer.json")["decoder"]));
}

TEST_CASE("a kind that is not had here is refused, with which and why") {
    check_refused("/model/type", "WordPiece", "'model.type' is \"WordPiece\"", "only BPE");
    check_refused("/normalizer/type", "BertNormalizer", "'normalizer.type' is \"BertNormalizer\"", "only NFKC");
    check_refused("/normalizer", {{"type", "Sequence"}, {"normalizers", Json::array()}}, "'normalizer.type' is \"Sequence\"",
                  "not supported");
    check_refused("/pre_tokenizer/type", "Whitespace", "'pre_tokenizer.type' is \"Whitespace\"", "only ByteLevel");
    check_refused("/pre_tokenizer", nullptr, "'pre_tokenizer' is null", "only an object of the type ByteLevel");
    check_refused("/pre_tokenizer/use_regex", false, "'pre_tokenizer.use_regex' is false", "as GPT-2");
    check_refused("/decoder/type", "WordPiece", "'decoder.type' is \"WordPiece\"", "only ByteLevel");
    check_refused("/post_processor", {{"type", "TemplateProcessing"}}, "'post_processor.type' is \"TemplateProcessing\"",
                  "no tokens are added");
    check_refused("/truncation", {{"max_length", 5}}, "'truncation' is", "only null");
    check_refused("/padding", {{"strategy", "BatchLongest"}}, "'padding' is", "only null");
    check_refused("/version", "2.0", "'version' is \"2.0\"", "only \"1.0\"");
    check_refused("/model/dropout", 0.1, "'model.dropout' is 0.1", "only null");
    check_refused("/model/unk_token", "[UNK]", "'model.unk_token' is \"[UNK]\"", "only null");
    check_refused("/model/continuing_subword_prefix", "##", "'model.continuing_subword_prefix' is \"##\"", "only null");
    check_refused("/model/end_of_word_suffix", "</w>", "'model.end_of_word_suffix' is \"</w>\"", "only null");
    check_refused("/model/byte_fallback", true, "'model.byte_fallback' is true", "only false");
    check_refused("/model/ignore_merges", true, "'model.ignore_merges' is true", "only false");
    check_refused("/added_tokens/1/lstrip", true, "'added_tokens[1].lstrip' is true", "only false");
    check_refused("/added_tokens/1/single_word", true, "'added_tokens[1].single_word' is true", "only false");
    check_refused("/model/new_field", 1, "'model.new_field'", "not supported");
    check_refused("/new_field", 1, "'new_field'", "not supported");
}

TEST_CASE("a broken file is refused, with the field") {
    check_error([] { tokenizer_from(Json::array()); }, "must be an object");
    check_error([] { tokenizer_from(Json::object()); }, "'version'");
    check_refused("/model", nullptr, "'model' is null", "must be an object");
    check_refused("/model/vocab", Json::array(), "'model.vocab' is []", "must be an object");
    check_refused("/model/vocab/he", 7, "is 7", "which is also the id of");
    check_refused("/model/vocab/he", 346, "'model.vocab.he' is 346", "only 346 tokens");
    check_refused("/model/vocab/he", -1, "'model.vocab.he' is -1", "must be an id");
    check_refused("/model/vocab/he", "7", "'model.vocab.he' is \"7\"", "must be an id");
    check_refused("/model/vocab/he", 4294967348, "'model.vocab.he' is 4294967348", "must be an id");
    check_refused("/model/merges", nullptr, "'model.merges' is null", "must be a list");
    check_refused("/model/merges/3", "Ġ", "'model.merges[3]' is ", "two tokens");
    check_refused("/model/merges/3", {"a", "b", "c"}, "'model.merges[3]' is ", "two tokens");
    check_refused("/model/merges/3", {"q", "b"}, "'model.merges[3]' is ", "'q' is not in the vocabulary");
    check_refused("/model/merges/3", {"x", "x"}, "'model.merges[3]' is ", "'xx' is not in the vocabulary");
    check_refused("/model/merges/3", {"h", "e"}, "'model.merges': merge 3", "second time");
    check_refused("/added_tokens", 3, "'added_tokens' is 3", "must be a list");
    check_refused("/added_tokens/1", "[BOS]", "'added_tokens[1]' is \"[BOS]\"", "must be an object");
    check_refused("/added_tokens/1/content", 3, "'added_tokens[1].content' is 3", "must be a text");
    check_refused("/added_tokens/1/content", "[PAD]", "'added_tokens'", "'[PAD]'");
    check_refused("/added_tokens/1/id", "1", "'added_tokens[1].id' is \"1\"", "must be an id");
    check_refused("/added_tokens/1/id", 3, "'added_tokens'", "'[BOS]' has the id 3");
    check_refused("/added_tokens/1/special", "yes", "'added_tokens[1].special' is \"yes\"", "true or false");
    check_refused("/pre_tokenizer/add_prefix_space", 1, "'pre_tokenizer.add_prefix_space' is 1", "true or false");
}

}  // namespace vitrine::tokenizer_json_test
