#include "core/text/subwords/word_piece_model.h"

#include "tests/core/io/helpers.h"

namespace vitrine::word_piece_model_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;

WordPieceModel small_model(std::size_t longest = 100) {
    return WordPieceModel(Vocabulary({"[UNK]", "un", "##aff", "##able", "una", "##ffa", "##é"}), {.longest_word = longest});
}

}  // namespace

TEST_CASE("the longest beginning that is a token is taken, again and again") {
    const WordPieceSteps steps = small_model().steps("unaffable");
    // "una" is longer than "un", and then nothing fits: it is never taken back.
    CHECK(steps.ids == Ids{0});
    REQUIRE(steps.steps.size() == 3);
    CHECK(steps.steps[0].tried == std::vector<std::size_t>{9, 8, 7, 6, 5, 4, 3});
    CHECK(steps.steps[0].token == 4);
    CHECK(steps.steps[1].token == 5);
    CHECK(steps.steps[2].start == 6);
    CHECK(steps.steps[2].token == -1);
    CHECK(small_model().steps("unéable").ids == Ids{1, 6, 3});
    CHECK(small_model().steps("unable").ids == Ids{0});
}

TEST_CASE("the steps end with what encoding gives") {
    for (const std::string word : {"unaffable", "unable", "un", "uné", "é", "", "unéable", "\xff", "una"}) {
        Ids ids;
        CHECK(small_model().encode(word, ids) == 0);
        CHECK(ids == small_model().steps(word).ids);
    }
}

TEST_CASE("a word that is too long is unknown, counted in characters") {
    Ids ids;
    small_model(3).encode("uné", ids);
    small_model(3).encode("unéé", ids);
    CHECK(ids == Ids{1, 6, 0});
    CHECK(small_model(3).steps("unéé").steps.empty());
}

TEST_CASE("an unknown token that is missing is an error where it is needed") {
    const WordPieceModel model(Vocabulary({"a"}), {});
    Ids ids;
    CHECK(model.encode("a", ids) == 0);
    check_error([&] { model.encode("b", ids); }, "'[UNK]' is not in the vocabulary");
}

}  // namespace vitrine::word_piece_model_test
