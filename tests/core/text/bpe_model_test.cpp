#include "core/text/subwords/bpe_model.h"

#include <algorithm>

#include "core/tensor/random.h"
#include "core/text/tokenizer/bpe_training.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::bpe_model_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;

/// Merging by its definition: again and again, merges the neighbours whose pair was learned earliest, the leftmost such
/// neighbours first.
Ids merged_plainly(const BpeModel& model, Ids ids) {
    for (;;) {
        const auto& merges = model.merges();
        std::size_t earliest = merges.size(), place = 0;
        for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
            const auto found = std::find(merges.begin(), merges.end(), BpePair{ids[i], ids[i + 1]});
            const auto rank = static_cast<std::size_t>(found - merges.begin());
            if (rank < earliest) {
                earliest = rank;
                place = i;
            }
        }
        if (earliest == merges.size()) return ids;
        const auto whole = model.vocabulary().word(ids[place]) + model.vocabulary().word(ids[place + 1]);
        ids[place] = *model.vocabulary().id(whole);
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

std::string random_word(Random& random, std::string_view letters, std::uint64_t longest) {
    std::string word;
    const auto length = 1 + random.below(longest);
    for (std::uint64_t i = 0; i < length; ++i) word += letters[random.below(letters.size())];
    return word;
}

}  // namespace

TEST_CASE("words are merged as the definition says, whatever their length") {
    Random random(5);
    std::string corpus;
    for (int i = 0; i < 300; ++i) corpus += random_word(random, "aabbc", 12) + ' ';
    const auto tokenizer = train_tokenizer(corpus, {.vocabulary_size = 60, .special = {}, .rules = {}});
    REQUIRE(tokenizer->bpe().merges().size() > 40);
    const BpeModel& model = tokenizer->bpe();
    for (int i = 0; i < 2000; ++i) {
        const std::string word = random_word(random, "abcaab", i < 1900 ? 20 : 200);
        Ids bytes, ids;
        for (const char byte : word) bytes.push_back(*model.vocabulary().id(std::string(1, byte)));
        CHECK(model.encode(word, ids) == 0);
        CHECK(ids == merged_plainly(model, bytes));
    }
}

TEST_CASE("neighbours overlap: the left pair comes first") {
    const BpeModel model(Vocabulary({"a", "aa"}), {{0, 0}});
    Ids ids;
    CHECK(model.encode("aaaaa", ids) == 0);
    CHECK(ids == Ids{1, 1, 0});
    CHECK(model.encode("", ids) == 0);
    CHECK(ids.size() == 3);
}

TEST_CASE("what is dropped leaves neighbours that can be merged") {
    const BpeModel model(Vocabulary({"a", "b", "ab"}), {{0, 1}});
    Ids ids;
    CHECK(model.encode("a??b", ids) == 2);
    CHECK(ids == Ids{2});
    CHECK(model.has('a'));
    CHECK(!model.has('?'));
}

TEST_CASE("a very long word takes no longer than its length allows") {
    const BpeModel model(Vocabulary({"a", "aa", "aaaa"}), {{0, 0}, {1, 1}});
    Ids ids;
    CHECK(model.encode(std::string(1 << 20, 'a'), ids) == 0);
    CHECK(ids == Ids(1 << 18, 2));
}

TEST_CASE("merges that fit no vocabulary are refused") {
    const Vocabulary words({"a", "b", "ab"});
    check_error([&] { BpeModel(words, {{0, 3}}); }, "merge 0", "not in the vocabulary");
    check_error([&] { BpeModel(words, {{0, 1}, {-1, 1}}); }, "merge 1", "not in the vocabulary");
    check_error([&] { BpeModel(words, {{1, 0}}); }, "merge 0 makes 'ba'");
    check_error([&] { BpeModel(words, {{0, 1}, {0, 1}}); }, "merge 1", "second time");
}

}  // namespace vitrine::bpe_model_test
