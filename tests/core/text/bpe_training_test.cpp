#include "core/text/tokenizer/bpe_training.h"

#include <algorithm>
#include <map>

#include "core/tensor/random.h"
#include "core/text/byte_alphabet.h"
#include "core/text/pretokenizer/gpt2_words.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::bpe_training_test {
using namespace vitrine::test;

namespace {

using Stage = BpeTrainingProgress::Stage;
using Word = std::vector<std::string>;

const std::vector<std::string> special{"[PAD]", "[BOS]", "[EOS]", "[UNK]"};

Tokenizer trained(std::string_view corpus, std::size_t size, std::vector<std::string> first = {}) {
    return *train_tokenizer(corpus, {.vocabulary_size = size, .special = std::move(first), .rules = {}});
}

/// The merges as tokens.
std::vector<std::pair<std::string, std::string>> merges_of(const Tokenizer& tokenizer) {
    std::vector<std::pair<std::string, std::string>> merges;
    for (const BpePair& pair : tokenizer.bpe().merges()) {
        merges.emplace_back(tokenizer.token(pair.left), tokenizer.token(pair.right));
    }
    return merges;
}

/// Training by its definition: counts all pairs again for every merge. Ends when a merge would create a token that already
/// exists.
std::vector<std::pair<std::string, std::string>> trained_plainly(const std::string& corpus, std::size_t merges) {
    std::vector<Word> words;
    std::vector<std::string> tokens;
    for (std::size_t start = 0; start < corpus.size();) {
        const std::size_t end = piece_end(corpus, start);
        Word& word = words.emplace_back();
        for (; start < end; ++start) word.push_back(spelled(corpus.substr(start, 1)));
        tokens.insert(tokens.end(), word.begin(), word.end());
    }
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    const auto id = [&](const std::string& token) { return std::find(tokens.begin(), tokens.end(), token) - tokens.begin(); };
    std::vector<std::pair<std::string, std::string>> made;
    while (made.size() < merges) {
        std::map<std::pair<std::ptrdiff_t, std::ptrdiff_t>, int> counts;
        for (const Word& word : words) {
            for (std::size_t i = 0; i + 1 < word.size(); ++i) ++counts[{id(word[i]), id(word[i + 1])}];
        }
        if (counts.empty()) break;
        const auto most = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; });
        const std::string left = tokens[std::size_t(most->first.first)], right = tokens[std::size_t(most->first.second)];
        if (id(left + right) < std::ptrdiff_t(tokens.size())) break;
        made.emplace_back(left, right);
        tokens.push_back(left + right);
        for (Word& word : words) {
            for (std::size_t i = 0; i + 1 < word.size(); ++i) {
                if (word[i] != left || word[i + 1] != right) continue;
                word[i] += right;
                word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
    }
    return made;
}

}  // namespace

TEST_CASE("a corpus gives Hugging Face's merges and ids exactly") {
    const Tokenizer golden = golden_tokenizer();
    const Tokenizer tokenizer = trained(golden_text("corpus.txt"), golden.size(), special);
    CHECK(tokenizer.bpe().vocabulary().words() == golden.bpe().vocabulary().words());
    CHECK(tokenizer.bpe().merges() == golden.bpe().merges());
    CHECK(tokenizer.added() == golden.added());
    CHECK(tokenizer.rules() == golden.rules());
}

TEST_CASE("a smaller vocabulary has the first of the merges") {
    const Tokenizer golden = golden_tokenizer();
    const Tokenizer tokenizer = trained(golden_text("corpus.txt"), 100, special);
    CHECK(tokenizer.size() == 100);
    REQUIRE(tokenizer.bpe().merges().size() == 48);
    for (std::size_t i = 0; i < 48; ++i) CHECK(tokenizer.bpe().merges()[i] == golden.bpe().merges()[i]);
}

TEST_CASE("training is what its definition says, on any corpus") {
    Random random(9);
    for (int round = 0; round < 60; ++round) {
        std::string corpus = " ";
        const std::string_view letters = round % 2 == 0 ? "ab" : "abcdefé";
        for (int i = 0; i < 60; ++i) {
            const auto length = 1 + random.below(8);
            for (std::uint64_t k = 0; k < length; ++k) corpus += letters[random.below(letters.size())];
            corpus += ' ';
        }
        corpus.pop_back();
        const auto plain = trained_plainly(corpus, 40);
        REQUIRE(plain.size() > 2);
        auto merges = merges_of(trained(corpus, 1000));
        REQUIRE(merges.size() >= plain.size());
        merges.resize(plain.size());
        CHECK(merges == plain);
    }
}

TEST_CASE("of pairs that are there equally often the one with the smaller ids is merged") {
    CHECK(merges_of(trained("ba ab", 100)).front() == std::pair<std::string, std::string>("a", "b"));
    CHECK(merges_of(trained("dc\nxdc\nab\nxab", 100)).front() == std::pair<std::string, std::string>("a", "b"));
}

TEST_CASE("lines are texts without their ends") {
    const auto words = trained("one two\nthree", 100).bpe().vocabulary().words();
    CHECK(trained("one two\r\nthree\r\n\n", 100).bpe().vocabulary().words() == words);
    CHECK(trained(" one two\n three\n", 100).bpe().vocabulary().words() == words);
    CHECK(std::find(words.begin(), words.end(), "Ċ") == words.end());
}

TEST_CASE("bytes that are no characters are learned like others") {
    const Tokenizer tokenizer = trained("caf\xe9 caf\xe9\ncaf\xe9", 100);
    const EncodedText encoded = tokenizer.encode("caf\xe9");
    CHECK(encoded.lost == 0);
    CHECK(tokenizer.bytes(encoded.ids) == " caf\xe9");
    CHECK(tokenizer.shown(encoded.ids) == " caf<E9>");
}

TEST_CASE("a token that two merges make is one token") {
    const Tokenizer tokenizer = trained("[BOS] the the the", 100, {"the", "[BOS]"});
    CHECK(tokenizer.token(0) == "the");
    CHECK(tokenizer.encode("the").ids == std::vector<std::int32_t>{0});
    const auto& words = tokenizer.bpe().vocabulary().words();
    CHECK(std::count(words.begin(), words.end(), "the") == 1);
}

TEST_CASE("progress is told and training can be stopped while it reads and while it merges") {
    const std::string corpus = golden_text("corpus.txt");
    const BpeTrainingOptions options{.vocabulary_size = 346, .special = special, .rules = {}};
    std::vector<BpeTrainingProgress> told;
    const auto listen = [&](const BpeTrainingProgress& progress) {
        told.push_back(progress);
        return true;
    };
    CHECK(train_tokenizer(corpus, options, listen));
    REQUIRE(told.size() > 290);
    CHECK(told.front().stage == Stage::reading);
    CHECK(told.front().of == corpus.size());
    CHECK(told.back().stage == Stage::merging);
    CHECK(told.back().done == 294);
    CHECK(told.back().of == 294);
    CHECK(!train_tokenizer(corpus, options, [](const BpeTrainingProgress&) { return false; }));
    CHECK(!train_tokenizer(corpus, options, [](const BpeTrainingProgress& p) { return p.stage == Stage::reading || p.done < 5; }));
}

TEST_CASE("what cannot be learned is refused") {
    check_error([] { trained("", 100); }, "no text");
    check_error([] { trained("\n\r\n\n", 100); }, "no text");
    check_error([] { trained("abc", 5, {"[PAD]", "[BOS]"}); }, "a vocabulary of 5 is too small", "take 6");
    CHECK(trained("abc", 6, {"[PAD]", "[BOS]"}).bpe().merges().empty());
    check_error([] { trained("abc", 100, {"[PAD]", "[PAD]"}); }, "'[PAD]' is there twice");
    check_error([] { trained("abc", 100, {""}); }, "empty");
    check_error([] { trained("abc", 100, {"\xff"}); }, "<FF>", "no UTF-8");
}

}  // namespace vitrine::bpe_training_test
