#include "core/text/tokenizer/tokenizer_json.h"

#include "core/text/tokenizer/bpe_training.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::tokenizer_json_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

/// The golden file with another value in one place; null removes the value.
Json altered(const char* place, const Json& value) {
    Json json = golden_json("tokenizer.json");
    json[Json::json_pointer(place)] = value;
    return json;
}

void check_refused(const char* place, const Json& value, std::string_view field, std::string_view why = "") {
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
        const Tokenizer tokenizer(golden.bpe(), added, {.nfkc = yes, .leading_space = !yes});
        const Tokenizer again = tokenizer_from(Json::parse(tokenizer_text(tokenizer)));
        CHECK(again.bpe().vocabulary().words() == tokenizer.bpe().vocabulary().words());
        CHECK(again.bpe().merges() == tokenizer.bpe().merges());
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
}

TEST_CASE("what has no effect on tokens has none") {
    const std::string text = golden_text("corpus.txt").substr(0, 2000);
    const auto expected = golden_tokenizer().encode(text).ids;
    for (const Json& json : {altered("/model/fuse_unk", true), altered("/pre_tokenizer/trim_offsets", false),
                             altered("/post_processor", golden_json("tokenizer.json")["decoder"]),
                             altered("/truncation", {{"max_length", 5}}), altered("/padding", {{"strategy", "BatchLongest"}})}) {
        const Tokenizer tokenizer = tokenizer_from(json);
        CHECK(tokenizer.with_special(tokenizer.encode(text).ids) == expected);
    }
}

TEST_CASE("a decoder of no parts puts tokens together; without a decoder there are spaces between them") {
    CHECK(tokenizer_from(altered("/decoder", nullptr)).decoded({62, 93}) == "ĠThe Ġblack");
    CHECK(tokenizer_from(altered("/decoder", {{"type", "Sequence"}, {"decoders", Json::array()}})).decoded({62, 93}) ==
          "ĠTheĠblack");
}

TEST_CASE("a kind that is not had here is refused, with which and why") {
    check_refused("/model/type", "WordLevel", "'model.type' is \"WordLevel\"", "only BPE, WordPiece and Unigram");
    check_refused("/normalizer/type", "Nmt", "'normalizer.type' is \"Nmt\"", "only NFC, NFD");
    check_refused("/normalizer", {{"type", "Sequence"}, {"normalizers", {{{"type", "Nmt"}}}}},
                  "'normalizer.normalizers[0].type' is \"Nmt\"", "not supported");
    check_refused("/pre_tokenizer/type", "UnicodeScripts", "'pre_tokenizer.type' is \"UnicodeScripts\"", "only Split, ByteLevel");
    check_refused("/decoder/type", "CTC", "'decoder.type' is \"CTC\"", "only ByteLevel");
    check_refused("/post_processor", {{"type", "Other"}}, "'post_processor.type' is \"Other\"", "only TemplateProcessing");
    const Json framed = Json::parse(R"({"type": "TemplateProcessing", "pair": [],
        "single": [{"SpecialToken": {"id": "[BOS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {"[BOS]": {"id": "[BOS]", "ids": [1], "tokens": ["[BOS]"]}}})");
    check_refused("/post_processor", {{"type", "Sequence"}, {"processors", {framed, framed}}}, "'post_processor.processors'",
                  "behind a TemplateProcessing");
    check_refused("/version", "2.0", "'version' is \"2.0\"", "only \"1.0\"");
    check_refused("/model/dropout", 0.1, "'model.dropout' is 0.1", "only null");
    check_refused("/model/new_field", 1, "'model.new_field'", "not supported");
    check_refused("/normalizer/new_field", 1, "'normalizer.new_field'", "not supported");
    check_refused("/added_tokens/1/new_field", 1, "'added_tokens[1].new_field'", "not supported");
    check_refused("/new_field", 1, "'new_field'", "not supported");
}

TEST_CASE("a broken file is refused, with the field") {
    check_error([] { tokenizer_from(Json::array()); }, "must be an object");
    check_error([] { tokenizer_from(Json::object()); }, "'version'");
    check_refused("/model", nullptr, "'model' is null", "must be an object");
    check_refused("/model/vocab", Json::array(), "'model.vocab' is []", "must be an object");
    check_refused("/model/vocab/he", 7, "is 7", "which is also the id of");
    check_refused("/model/vocab/he", 70000, "'model.vocab.he' is 70000", "only 346 tokens");
    check_refused("/model/vocab/he", -1, "'model.vocab.he' is -1", "must be an id");
    check_refused("/model/vocab/he", "7", "'model.vocab.he' is \"7\"", "must be an id");
    check_refused("/model/vocab/he", 4294967348, "'model.vocab.he' is 4294967348", "must be an id");
    check_refused("/normalizer", "NFKC", "'normalizer' is \"NFKC\"", "must be an object");
    check_refused("/normalizer", Json::object(), "'normalizer.type' is missing");
    check_refused("/normalizer", {{"type", "Sequence"}}, "'normalizer.normalizers' is null", "must be a list");
    check_refused("/normalizer", {{"type", "Replace"}, {"pattern", {{"Regex", "("}}}, {"content", ""}}, "'normalizer.pattern'",
                  "regular expression is refused");
    check_refused("/normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "AAAA"}}, "'normalizer.precompiled_charsmap'",
                  "cut off");
    check_refused("/normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "A"}}, "'normalizer.precompiled_charsmap'",
                  "base64");
    check_refused("/pre_tokenizer", {{"type", "Metaspace"}, {"replacement", "ab"}}, "'pre_tokenizer.replacement' is \"ab\"",
                  "one character");
    check_refused("/pre_tokenizer", {{"type", "Split"}, {"pattern", {{"String", "a"}}}, {"behavior", "Other"}},
                  "'pre_tokenizer.behavior' is \"Other\"", "Removed, Isolated");
    check_refused("/post_processor", {{"type", "BertProcessing"}, {"sep", {"a", 1}}, {"cls", {"b", 999}}}, "'post_processor'",
                  "the id 999, which is no token");
    check_refused("/post_processor", {{"type", "TemplateProcessing"}, {"single", {{{"SpecialToken", {{"id", "x"}}}}}}},
                  "'post_processor.single'", "'x'");
    check_refused("/model/merges", nullptr, "'model.merges' is null", "must be a list");
    check_refused("/model/merges/3", "Ġ", "'model.merges[3]' is ", "two tokens");
    check_refused("/model/merges/3", {"a", "b", "c"}, "'model.merges[3]' is ", "two tokens");
    check_refused("/model/merges/3", {"q", "b"}, "'model.merges[3]' is ", "'q' is not in the vocabulary");
    check_refused("/model/merges/3", {"x", "x"}, "'model.merges': merge 3 makes 'xx'", "not in the vocabulary");
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
