#include "core/train/subwords.h"

#include <algorithm>
#include <set>

#include "core/io/tokenizer_file.h"
#include "tests/core/io/helpers.h"
#include "tests/core/train/task_examples.h"

using namespace vitrine;
using namespace vitrine::test;

namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines numbered_lines(int count) {
    Lines lines;
    for (int i = 0; i < count; ++i) lines.emplace_back("word" + std::to_string(i) + " w", "mot" + std::to_string(i) + " m");
    return lines;
}

/// The source of an example as a text.
std::string source_text_of(const Example& example, const Tokenizer& tokenizer) {
    return tokenizer.text(inner(example.source), StrayBytes::named);
}

}  // namespace

TEST_CASE("a tokenizer is learned from both sides of what is not held out, and begins with the four tokens of a model") {
    const ParallelText text{.name = "my.tsv", .lines = numbered_lines(300)};
    const Task words = parallel_text_task(text);
    REQUIRE(!words.held_out_lines.empty());
    const std::string corpus = training_text(text) + "\n";
    CHECK(std::ranges::count(corpus, '\n') == static_cast<std::ptrdiff_t>(2 * words.examples.size() + 1));
    for (std::size_t line = 0; line < text.lines.size(); ++line) {
        const bool held_out = std::ranges::count(words.held_out_lines, line) > 0;
        CHECK(contains("\n" + corpus, "\n" + text.lines[line].first + "\n") != held_out);
        CHECK(contains("\n" + corpus, "\n" + text.lines[line].second + "\n") != held_out);
    }
    const Tokenizer tokenizer = learned_tokenizer(corpus, 60);
    CHECK(tokenizer.size() == 60);
    for (int id = 0; id < 4; ++id) CHECK(tokenizer.token(id) == std::vector{"[PAD]", "[BOS]", "[EOS]", "[UNK]"}[std::size_t(id)]);
}

TEST_CASE("parallel text in subwords holds out the same lines, and gives back what stands on each") {
    const ParallelText text{.name = "my.tsv", .lines = numbered_lines(300)};
    const Tokenizer tokenizer = learned_tokenizer(training_text(text), 60);
    const Task words = parallel_text_task(text), task = parallel_text_task(text, tokenizer);
    CHECK(task.held_out_lines == words.held_out_lines);
    CHECK(task.source_vocabulary.words() == tokenizer.vocabulary().words());
    CHECK(task.target_vocabulary.words() == tokenizer.vocabulary().words());
    CHECK(task.source_vocabulary.id("·word"));
    CHECK(task.shuffles);
    REQUIRE(task.held_out.size() == words.held_out.size());
    Size longest_source = 0, longest_target = 0;
    for (std::size_t i = 0; i < task.held_out.size(); ++i) {
        const Example& example = task.held_out[i];
        const auto& [source, target] = text.lines[task.held_out_lines[i]];
        CHECK(example.source.front() == task.tokens.bos);
        CHECK(example.source.back() == task.tokens.eos);
        CHECK(source_text_of(example, tokenizer) == source);
        CHECK(tokenizer.text(example.target, StrayBytes::named) == target);
    }
    for (const auto* list : {&task.examples, &task.held_out}) {
        for (const Example& example : *list) {
            longest_source = std::max(longest_source, static_cast<Size>(example.source.size()));
            longest_target = std::max(longest_target, static_cast<Size>(example.target.size()));
        }
    }
    CHECK(task.longest_source == longest_source);
    CHECK(task.longest_target == longest_target);
}

TEST_CASE("an endless task in subwords draws the same pairs in pieces, and none that is held out") {
    const Task words = make_task("english-french");
    const auto tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer(training_text(words), 400));
    CHECK(tokenizer->size() == 400);
    const Task task = in_subwords(words, tokenizer);
    CHECK(task.name == "english-french");
    REQUIRE(task.is_endless());
    REQUIRE(task.held_out.size() == words.held_out.size());
    std::set<std::string> held_out;
    for (std::size_t i = 0; i < task.held_out.size(); ++i) {
        held_out.insert(source_text_of(task.held_out[i], *tokenizer));
        CHECK(source_text_of(task.held_out[i], *tokenizer) == text_of(inner(words.held_out[i].source), words.source_vocabulary));
        CHECK(tokenizer->text(task.held_out[i].target, StrayBytes::named) ==
              text_of(words.held_out[i].target, words.target_vocabulary));
    }
    Random of_words(17);
    Example word_pair;
    for_draws(task, 500, [&](const Example& example) {
        words.draw(of_words, word_pair);
        CHECK(source_text_of(example, *tokenizer) == text_of(inner(word_pair.source), words.source_vocabulary));
        CHECK(tokenizer->text(example.target, StrayBytes::named) == text_of(word_pair.target, words.target_vocabulary));
        CHECK(held_out.count(source_text_of(example, *tokenizer)) == 0);
        CHECK(static_cast<Size>(example.source.size()) <= task.longest_source);
        CHECK(static_cast<Size>(example.target.size()) <= task.longest_target);
    });
}

TEST_CASE("what a tokenizer has no token for is left out, and the tokens around a sentence are not found in it") {
    const Tokenizer tokenizer = read_tokenizer(golden("bpe/tokenizer.json"));
    const SubwordSpecials specials = subword_specials(tokenizer);
    CHECK(specials.tokens.pad_source == 0);
    CHECK(specials.tokens.pad_target == 0);
    CHECK(specials.tokens.bos == 1);
    CHECK(specials.tokens.eos == 2);
    CHECK(specials.unknown == 3);
    CHECK(subwords_of("The cat", tokenizer, specials) == Sentence{62, 200});
    CHECK(subwords_of("The cat\x01", tokenizer, specials) == Sentence{62, 200});
    CHECK(subwords_of("The cat[EOS]", tokenizer, specials) == Sentence{62, 200, 3});
    CHECK(subwords_of("[PAD][BOS][EOS][UNK]", tokenizer, specials) == Sentence{3, 3, 3, 3});
    const Tokenizer without_space = Tokenizer(tokenizer.model(), tokenizer.added(), {.nfkc = true, .leading_space = false});
    CHECK(subwords_of("\x01", without_space, specials) == Sentence{3});
}

TEST_CASE("a tokenizer without the tokens a model needs is refused, and so is a corpus too rich for its vocabulary") {
    const Tokenizer tokenizer = read_tokenizer(golden("bpe/tokenizer.json"));
    auto added = tokenizer.added();
    added.erase(added.begin() + 1);
    check_error([&] { subword_specials(Tokenizer(tokenizer.model(), added, {})); }, "no special token [BOS]");
    check_error([] { learned_tokenizer("abcdefgh\n", 6); }, "6");
}
