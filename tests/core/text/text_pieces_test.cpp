#include "core/text/tokenizer/text_pieces.h"

#include <algorithm>

#include "core/text/tokenizer/bpe_training.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::text_pieces_test {
using namespace vitrine::test;

namespace {

/// The tokens with which all pieces' merges end, one piece after the other. Checks that every step is a merge of the tokenizer.
EncodedText encoded_by_steps(const Tokenizer& tokenizer, const std::string& text) {
    EncodedText result;
    for (const TextPiece& piece : split_text(tokenizer, text).pieces) {
        if (piece.added) {
            result.ids.push_back(*piece.added);
            continue;
        }
        const BpeSteps steps = tokenizer.bpe().steps(piece.spelling);
        std::vector<std::int32_t> tokens = steps.symbols;
        for (const BpeStep& step : steps.merges) {
            CHECK(step.before == tokens);
            REQUIRE(step.at + 1 < tokens.size());
            const auto rank = static_cast<std::size_t>(step.rank);
            REQUIRE(rank < tokenizer.bpe().merges().size());
            CHECK(tokenizer.bpe().merges()[rank] == BpePair{tokens[step.at], tokens[step.at + 1]});
            CHECK(tokenizer.token(step.token) == tokenizer.token(tokens[step.at]) + tokenizer.token(tokens[step.at + 1]));
            tokens = step.after();
        }
        CHECK(tokens == steps.ids());
        result.ids.insert(result.ids.end(), tokens.begin(), tokens.end());
        result.lost += lost_bytes(piece, steps);
    }
    return result;
}

void check_steps_end_as_encoded(const Tokenizer& tokenizer, const std::string& text) {
    CAPTURE(text);
    const EncodedText expected = tokenizer.encode(text), found = encoded_by_steps(tokenizer, text);
    CHECK(found.ids == expected.ids);
    CHECK(found.lost == expected.lost);
}

/// A tokenizer that was trained on words of a and b, so that few other characters have a token.
Tokenizer of_two_letters(TextRules rules) {
    return *train_tokenizer("abab ab ab\nabab aab", {.vocabulary_size = 8, .special = {"[X]"}, .rules = rules});
}

}  // namespace

TEST_CASE("the last step of every piece is what the encoder gives, for each golden text") {
    const Tokenizer tokenizer = golden_tokenizer();
    const auto encodings = golden_json("encodings.json");
    REQUIRE(encodings.size() == 14);
    for (const auto& expected : encodings) check_steps_end_as_encoded(tokenizer, expected.at("text").get<std::string>());
    std::string every_byte;
    for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
    check_steps_end_as_encoded(tokenizer, every_byte);
    check_steps_end_as_encoded(tokenizer, "");
}

TEST_CASE("bytes without a token are dropped before merging, and counted") {
    for (const bool leading_space : {false, true}) {
        const Tokenizer tokenizer = of_two_letters({.nfkc = true, .leading_space = leading_space});
        for (const char* text : {"abcab", "é", "[X]ab [X] zz", "ab\xC3 ab"}) check_steps_end_as_encoded(tokenizer, text);
        const BpeSteps steps = tokenizer.bpe().steps("aczb");
        CHECK(steps.lost == std::vector<std::size_t>{1, 2});
        REQUIRE(steps.symbols.size() == 2);
        REQUIRE(steps.merges.size() == 1);  // a and b only become neighbours after c and z have been merged
        CHECK(tokenizer.token(steps.merges[0].token) == "ab");
        CHECK(steps.merges[0].at == 0);
    }
}

TEST_CASE("a text is cut at added tokens, normalised, and led by a space that is marked") {
    const Tokenizer tokenizer = of_two_letters({});
    const SplitText cut = split_text(tokenizer, "ａb[X] b");
    CHECK(cut.normalised == "ab[X] b");
    REQUIRE(cut.pieces.size() == 3);
    CHECK(cut.pieces[0].bytes == " ab");
    CHECK(cut.pieces[0].has_added_space);
    CHECK(cut.pieces[1].added == 0);
    CHECK(cut.pieces[1].bytes == "[X]");
    CHECK(cut.pieces[2].bytes == " b");
    CHECK_FALSE(cut.pieces[2].has_added_space);
}

}  // namespace vitrine::text_pieces_test
