#include "core/tasks/subwords.h"

#include <algorithm>
#include <set>

#include "core/train/batch_source.h"
#include "tests/core/io/helpers.h"
#include "tests/core/tasks/task_examples.h"

namespace vitrine::subwords_test {
using namespace vitrine::test;

namespace {

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
    const Task words = parallel_text_task(text), task = parallel_text_task(text, tokenizer, subword_specials(tokenizer));
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
    const Task task = in_subwords(words, tokenizer, subword_specials(*tokenizer));
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
    const auto fits = [&] {
        const auto tokens = [&](const std::string& text) { return static_cast<Size>(tokenizer->encode(text).ids.size()); };
        return tokens(text_of(inner(word_pair.source), words.source_vocabulary)) + 2 <= task.longest_source &&
               tokens(text_of(word_pair.target, words.target_vocabulary)) <= task.longest_target;
    };
    for_draws(task, 500, [&](const Example& example) {
        do words.draw(of_words, word_pair);
        while (!fits());  // sentences that are too long are drawn again
        CHECK(source_text_of(example, *tokenizer) == text_of(inner(word_pair.source), words.source_vocabulary));
        CHECK(tokenizer->text(example.target, StrayBytes::named) == text_of(word_pair.target, words.target_vocabulary));
        CHECK(held_out.count(source_text_of(example, *tokenizer)) == 0);
        CHECK(static_cast<Size>(example.source.size()) <= task.longest_source);
        CHECK(static_cast<Size>(example.target.size()) <= task.longest_target);
    });
}

TEST_CASE("no pair of an endless task in subwords is longer than the longest of many") {
    const Task words = make_task("english-french");
    const std::string corpus = training_text(words);
    const auto tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer(corpus, 400));
    const Task task = in_subwords(words, tokenizer, subword_specials(*tokenizer));
    SubwordReader reader(*tokenizer);
    std::size_t source = 0, target = 0;
    const auto measure = [&](std::size_t of_source, std::size_t of_target) {
        source = std::max(source, of_source);
        target = std::max(target, of_target);
    };
    for (const Example& example : task.held_out) measure(example.source.size(), example.target.size());
    for (std::size_t at = 0; at < corpus.size();) {
        const std::size_t tab = corpus.find('\n', at), end = corpus.find('\n', tab + 1);
        measure(reader.ids(corpus.substr(at, tab - at)).size() + 2, reader.ids(corpus.substr(tab + 1, end - tab - 1)).size());
        at = end + 1;
    }
    CHECK(task.longest_source == static_cast<Size>(source));
    CHECK(task.longest_target == static_cast<Size>(target));
    const Batch largest = BatchSource(task, 2, 1).largest();
    CHECK(largest.source_length() == task.longest_source);
    CHECK(largest.target_length() == task.longest_target + 1);
}

TEST_CASE("an endless task in subwords draws again where a pair is too long") {
    Task words = make_task("copy");
    words.held_out.clear();
    words.draw = [drawn = 0](Random&, Example& example) mutable {  // every 50 000th is longer than all that are looked at
        example.source = {1, 3, 2};
        example.target = ++drawn % 50'000 == 0 ? Sentence{3, 3, 3} : Sentence{3, 3};
    };
    const auto tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer(words.target_vocabulary.word(3) + "\n", 8));
    const Task task = in_subwords(words, tokenizer, subword_specials(*tokenizer));
    Random random(1);
    Example example;
    std::size_t longest = 0;
    for (int i = 0; i < 50'000; ++i) {
        task.draw(random, example);
        longest = std::max(longest, example.target.size());
    }
    CHECK(task.longest_target > 0);
    CHECK(longest == static_cast<std::size_t>(task.longest_target));
}

TEST_CASE("what a tokenizer has no token for is counted in lines and in a task on board") {
    const Tokenizer ascii = learned_tokenizer("the cat sees a dog\n", 60);
    const SubwordSpecials specials = subword_specials(ascii);
    const ParallelText text{.name = "my.tsv", .lines = {{"the cat \xce\xa9", "a dog"}, {"a", "the \xe6\xa3\xae[EOS]"}}};
    const Task task = parallel_text_task(text, ascii, specials);
    CHECK(task.lost_bytes == 5);
    CHECK(task.examples[1].target.back() == specials.unknown);
    CHECK(parallel_text_task({.name = "my.tsv", .lines = {{"a", "the"}}}, ascii, specials).lost_bytes == 0);

    Task words = make_task("translation");
    const auto shared = std::make_shared<const Tokenizer>(ascii);
    const Task on_board = in_subwords(words, shared, specials);
    CHECK(on_board.lost_bytes > 0);
    const auto all = std::make_shared<const Tokenizer>(learned_tokenizer(training_text(words), 60));
    CHECK(in_subwords(words, all, subword_specials(*all)).lost_bytes == 0);
}

TEST_CASE("a line of which nothing has a token is refused, by its number in the file") {
    const Tokenizer ascii = learned_tokenizer("the cat sees a dog\n", 60);
    const SubwordSpecials specials = subword_specials(ascii);
    ParallelText text{.name = "my.tsv", .lines = {{"a", "the"}, {"a dog", "\xce\xa9 \xe6\xa3\xae"}}};
    check_error([&] { parallel_text_task(text, ascii, specials); }, "my.tsv: line 2, target: nothing of 'Ω 森' has a token");
    text.numbers = {3, 7};
    check_error([&] { parallel_text_task(text, ascii, specials); }, "my.tsv: line 7, target: ");
}

TEST_CASE("a corpus too rich for its vocabulary is refused") {
    check_error([] { learned_tokenizer("abcdefgh\n", 6); }, "6");
}

}  // namespace vitrine::subwords_test
