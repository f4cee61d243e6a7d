#include <algorithm>
#include <random>
#include <set>

#include "tests/core/io/helpers.h"
#include "tests/core/tasks/task_examples.h"

namespace vitrine::parallel_text_test {
using namespace vitrine::test;

namespace {

/// The sources, as texts, of a list of examples of a task.
std::multiset<std::string> sources_of(const std::vector<Example>& examples, const Task& task) {
    std::multiset<std::string> texts;
    for (const Example& example : examples) texts.insert(text_of(inner(example.source), task.source_vocabulary));
    return texts;
}

}  // namespace

TEST_CASE("parallel text is words between <s> and </s>, the most frequent first, equals by their letters") {
    const Task task = parallel_text_task({.name = "my.tsv", .lines = {{"b  c a", "x"}, {"b c", "y y"}, {"b", "x z"}}});
    CHECK(task.name == "file");
    CHECK(contains(task.text, "my.tsv"));
    CHECK(task.shuffles);
    CHECK(!task.is_endless());
    CHECK(task.source_vocabulary.words() == std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>", "b", "c", "a"});
    CHECK(task.target_vocabulary.words() == std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>", "x", "y", "z"});
    CHECK(task.held_out.empty());
    REQUIRE(task.examples.size() == 3);
    CHECK(text_of(task.examples[0].source, task.source_vocabulary) == "<s> b c a </s>");
    CHECK(text_of(task.examples[1].target, task.target_vocabulary) == "y y");
    CHECK(task.longest_source == 5);
    CHECK(task.longest_target == 2);
}

TEST_CASE("parallel text as characters is split into code points, spaces among them") {
    const Task task = parallel_text_task({.name = "my.tsv", .lines = {{"é €", "𝄞"}}, .unit = TextUnit::characters});
    REQUIRE(task.examples.size() == 1);
    CHECK(task.examples[0].source.size() == 5);
    CHECK(task.source_vocabulary.id("é"));
    CHECK(task.source_vocabulary.id(" "));
    CHECK(task.source_vocabulary.id("€"));
    CHECK(task.target_vocabulary.id("𝄞"));
}

TEST_CASE("about every tenth line is held out, the same ones in whatever order they come") {
    Lines lines = numbered_lines(2000);
    const Task task = parallel_text_task({.name = "my.tsv", .lines = lines});
    CHECK(task.examples.size() + task.held_out.size() == 2000);
    CHECK(std::abs(static_cast<double>(task.held_out.size()) - 200) < 4 * std::sqrt(2000 * 0.1 * 0.9));

    std::ranges::reverse(lines);
    const Task reversed = parallel_text_task({.name = "my.tsv", .lines = lines});
    CHECK(sources_of(reversed.examples, reversed) == sources_of(task.examples, task));
}

TEST_CASE("each held-out pair is known by its line") {
    const Lines lines = numbered_lines(300);
    const Task task = parallel_text_task({.name = "my.tsv", .lines = lines});
    REQUIRE(!task.held_out.empty());
    REQUIRE(task.held_out_lines.size() == task.held_out.size());
    CHECK(std::ranges::is_sorted(task.held_out_lines));
    const auto learned = sources_of(task.examples, task);
    for (const std::size_t line : task.held_out_lines) CHECK(learned.count(lines.at(line).first) == 0);
    CHECK(parallel_text_task({.name = "my.tsv", .lines = numbered_lines(19)}).held_out_lines.empty());
}

TEST_CASE("a source text that comes twice is held out both times or never, however its words are spaced") {
    Lines lines = numbered_lines(500);
    for (int i = 0; i < 500; ++i) lines.emplace_back(" word" + std::to_string(i) + "   w ", "autre" + std::to_string(i));
    const Task task = parallel_text_task({.name = "my.tsv", .lines = lines});
    const auto learned = sources_of(task.examples, task);
    for (const std::string& source : learned) CHECK(learned.count(source) == 2);
    CHECK(task.held_out.size() % 2 == 0);
    CHECK(!task.held_out.empty());
}

TEST_CASE("the vocabulary knows nothing of what is held out") {
    const Task task = parallel_text_task({.name = "my.tsv", .lines = numbered_lines(300)});
    REQUIRE(!task.held_out.empty());
    for (const Example& example : task.held_out) {
        CHECK(text_of(example.source, task.source_vocabulary) == "<s> <unk> w </s>");
        CHECK(text_of(example.target, task.target_vocabulary) == "<unk> m");
    }
    CHECK(task.source_vocabulary.words().size() == 4 + task.examples.size() + 1);
    CHECK(task.source_vocabulary.word(4) == "w");
}

TEST_CASE("of a few lines none is held out, nor of many that are all the same") {
    CHECK(parallel_text_task({.name = "my.tsv", .lines = numbered_lines(19)}).held_out.empty());
    CHECK(parallel_text_task({.name = "my.tsv", .lines = Lines(100, {"the same", "toujours"})}).held_out.empty());
}

TEST_CASE("a special token's name in the text itself is an unknown word") {
    const Task task = parallel_text_task({.name = "my.tsv", .lines = {{"<pad> a <s> </s> <unk>", "b"}}});
    CHECK(task.source_vocabulary.words() == std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>", "a"});
    CHECK(text_of(task.examples[0].source, task.source_vocabulary) == "<s> <unk> a <unk> <unk> <unk> </s>");
}

TEST_CASE("parallel text that cannot be learned from is refused by line and side") {
    check_error([] { parallel_text_task({.name = "my.tsv", .lines = {}}); }, "my.tsv", "no lines");
    check_error(
        [] {
            parallel_text_task({.name = "my.tsv", .lines = {{"a", "b"}, {"a", "  "}}});
        },
        "my.tsv: line 2, target", "empty");
    check_error(
        [] {
            parallel_text_task({.name = "my.tsv", .lines = {{"a\xff", "b"}}, .unit = TextUnit::characters});
        },
        "my.tsv: line 1, source", "byte 2", "UTF-8");
}

}  // namespace vitrine::parallel_text_test
