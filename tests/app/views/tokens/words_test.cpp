/// What the view Tokens says about a text: how many tokens and bytes it has, what is lost, which pair is merged next.

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "app/views/tokens/parts.h"
#include "core/io/tokenizer_file.h"
#include "core/tensor/random.h"
#include "core/text/tokenizer/bpe_training.h"
#include "tests/core/random_models.h"

namespace vitrine::tokens_words_test {
using namespace vitrine::tests;

namespace {

/// A random text of letters, blanks, characters of several bytes, bytes that are no characters, and an added token.
std::string random_text(Random& random) {
    static const std::vector<std::string> parts{"the",  " ",     "girl", "s",       "château", "日本", "\xC3", "ab",
                                                "abab", "[BOS]", "ｃ",   "haven't", " 12 ",    "é",    "\n",   "castles"};
    std::string text;
    for (int i = static_cast<int>(random.below(12)); i >= 0; --i) text += parts[random.below(parts.size())];
    return text;
}

std::vector<std::shared_ptr<const Tokenizer>> tokenizers() {
    return {std::make_shared<const Tokenizer>(read_tokenizer(*tokenizer_on_board())),
            std::make_shared<const Tokenizer>(
                *train_tokenizer("abab ab ab\nabab aab castles", {.vocabulary_size = 20, .special = {"[BOS]"}, .rules = {}}))};
}

/// The order in which a pair was learned; none if it was not.
std::optional<std::size_t> rank_of(const Tokenizer& tokenizer, std::int32_t left, std::int32_t right) {
    const auto& merges = tokenizer.bpe().merges();
    const auto found = std::ranges::find_if(merges, [&](const BpePair& pair) { return pair.left == left && pair.right == right; });
    if (found == merges.end()) return std::nullopt;
    return static_cast<std::size_t>(found - merges.begin());
}

/// The lowest rank among all neighbours.
std::optional<std::size_t> lowest_rank(const Tokenizer& tokenizer, const std::vector<std::int32_t>& tokens) {
    std::optional<std::size_t> lowest;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const auto rank = rank_of(tokenizer, tokens[i], tokens[i + 1]);
        if (rank && (!lowest || *rank < *lowest)) lowest = rank;
    }
    return lowest;
}

}  // namespace

TEST_CASE("tokens, bytes and what is lost are counted as they are, whatever the text and the tokenizer") {
    Random random(91);
    std::size_t lost_in_all = 0;
    for (const auto& tokenizer : tokenizers()) {
        for (int round = 0; round < 150; ++round) {
            const std::string text = random_text(random);
            CAPTURE(text);
            const ReadText read = read_text(tokenizer, text);
            // Counts tokens, and bytes without a token, one by one.
            std::size_t tokens = 0, lost = 0, bytes = 0;
            for (const ReadPiece& piece : read.pieces) {
                tokens += piece.ids.size();
                bytes += piece.text.bytes.size() - (piece.text.has_added_space ? 1 : 0);
                if (piece.text.added) continue;
                for (std::size_t at = 0; at < piece.text.bytes.size(); ++at) {
                    const bool in_front = at == 0 && piece.text.has_added_space;
                    lost += !in_front && !tokenizer->bpe().has(static_cast<std::uint8_t>(piece.text.bytes[at]));
                }
                std::size_t before = 0;
                for (const std::size_t count : piece.lost_before) before += count;
                CHECK(before == piece.lost);
            }
            const std::string words = token_count_words(read);
            CHECK(words.starts_with(std::to_string(tokens) + (tokens == 1 ? " token for " : " tokens for ") + byte_count(bytes)));
            const bool spaced = std::ranges::any_of(read.pieces, [](const ReadPiece& piece) { return piece.text.has_added_space; });
            CHECK((words.find(" and an added space") != std::string::npos) == spaced);
            CHECK((words.find("dropped") != std::string::npos) == (lost > 0));
            if (lost > 0) CHECK(words.find("of which " + byte_count(lost)) != std::string::npos);
            lost_in_all += lost;
        }
    }
    CHECK(lost_in_all > 50);
}

TEST_CASE("what is merged next is always the pair of neighbours that was learned earliest, and at the end no two are a pair") {
    Random random(92);
    std::size_t merged = 0;
    for (const auto& tokenizer : tokenizers()) {
        for (int round = 0; round < 100; ++round) {
            const ReadText read = read_text(tokenizer, random_text(random));
            for (const ReadPiece& piece : read.pieces) {
                if (piece.text.added) continue;
                for (std::size_t step = 0; step < piece.steps.merges.size(); ++step, ++merged) {
                    const BpeStep& merge = piece.steps.merges[step];
                    const std::vector<std::int32_t> tokens = tokens_after(piece, step);
                    const auto lowest = lowest_rank(*tokenizer, tokens);
                    REQUIRE(lowest);
                    CHECK(static_cast<std::size_t>(merge.rank) == *lowest);
                    CHECK(rank_of(*tokenizer, tokens[merge.at], tokens[merge.at + 1]) == lowest);
                    CHECK(bytes_of_token(*tokenizer, merge.token) ==
                          bytes_of_token(*tokenizer, tokens[merge.at]) + bytes_of_token(*tokenizer, tokens[merge.at + 1]));
                }
                CHECK_FALSE(lowest_rank(*tokenizer, tokens_after(piece, piece.steps.merges.size())));
            }
        }
    }
    CHECK(merged > 500);
}

}  // namespace vitrine::tokens_words_test
