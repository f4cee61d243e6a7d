#include "core/text/growth.h"

#include "core/text/tokenizer/tokenizer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::growth_test {
using namespace vitrine::test;

namespace {

constexpr const char* refusal = "more than sixteen times as long as it is";

const normaliser::Replace doubling{{Pattern::Kind::string, "a"}, "aa"};

std::string normalised(const std::vector<normaliser::Step>& steps, std::string text) {
    Normaliser{steps}.apply(text);
    return text;
}

}  // namespace

TEST_CASE("a normaliser may make a text sixteen times as long, and refuses more before there is memory for it") {
    const std::string text(4096, 'a');
    CHECK(normalised(std::vector<normaliser::Step>(4, doubling), text).size() == 16 * text.size());
    check_error([&] { normalised(std::vector<normaliser::Step>(40, doubling), text); }, refusal);
    const std::string long_content(10'000, 'b');
    check_error([&] { normalised({normaliser::Replace{{Pattern::Kind::string, "a"}, long_content}}, text); }, refusal);
    check_error([&] { normalised({normaliser::Replace{{Pattern::Kind::regular_expression, "a"}, long_content}}, text); }, refusal);
    check_error([&] { normalised(std::vector<normaliser::Step>(20, normaliser::Prepend{long_content}), text); }, refusal);
    CHECK(normalised({normaliser::Nfkd()}, "\uFDFA").size() == 33);  // no character becomes longer: three bytes become 33
}

TEST_CASE("so does what cuts texts, puts special tokens around them and makes texts of tokens") {
    const std::string text(4096, ' ');
    Pieces pieces = Pieces::of(text, true);
    // A space becomes a character of two bytes, and each of these becomes such a character again.
    check_error([&] { PreTokenizer{std::vector<pretokenizer::Step>(40, pretokenizer::ByteLevel())}.apply(pieces); }, refusal);

    using Piece = postprocessor::TemplatePiece;
    const postprocessor::TemplateProcessing twice{.single = {Piece{.id = "A"}, Piece{.id = "A"}}, .pair = {}, .special_tokens = {}};
    std::vector<std::int32_t> ids(4096, 1);
    check_error([&] { PostProcessor{std::vector<postprocessor::Step>(40, twice)}.apply(ids); }, refusal);

    const decoder::Replace doubled{{Pattern::Kind::string, "a"}, "aa"};
    CHECK(TokenDecoder{std::vector<decoder::Step>(4, doubled)}.decoded({"aa", "a"}) == std::string(48, 'a'));
    check_error([&] { TokenDecoder{std::vector<decoder::Step>(40, doubled)}.decoded({"aa", "a"}); }, refusal);
}

TEST_CASE("the added tokens of a tokenizer together grow no more than one text") {
    TokenizerParts parts = byte_level_parts(BpeModel(Vocabulary({"a"}), {}), {}, {});
    for (std::int32_t id = 1; id <= 2000; ++id)
        parts.added.push_back({.id = id, .content = "<" + std::to_string(id) + ">", .normalized = true});
    parts.normaliser.steps = {normaliser::Replace{{Pattern::Kind::string, "<"}, std::string(500, 'b')}};
    check_error([&] { Tokenizer{parts}; }, refusal);
    parts.normaliser.steps = {normaliser::Replace{{Pattern::Kind::string, "<"}, "bb"}};
    CHECK(Tokenizer(parts).size() == 2001);
}

}  // namespace vitrine::growth_test
