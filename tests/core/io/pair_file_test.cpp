#include "core/io/pair_file.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/io/task_file.h"
#include "core/io/training_json.h"
#include "core/tasks/one_text.h"
#include "core/tasks/subwords.h"
#include "core/train/batch_source.h"
#include "tests/core/io/helpers.h"
#include "tests/temporary_folder.h"

namespace vitrine::pair_file_test {
using namespace vitrine::test;

namespace {

/// Pairs of all lengths, with a byte order mark, blank lines and both kinds of line endings.
std::string text_of_pairs(int count) {
    std::string text = "\xef\xbb\xbf";
    for (int i = 0; i < count; ++i) {
        for (int word = 0; word <= i % 7; ++word) text += fmt::format("{}word{}", word == 0 ? "" : " ", (i * 31 + word) % 90);
        text += '\t';
        for (int word = 0; word <= i % 5; ++word) text += fmt::format("{}größe{}", word == 0 ? "" : " ", (i * 17 + word) % 70);
        text += i % 3 == 0 ? "\r\n" : i % 11 == 0 ? "\n \t\n" : "\n";
    }
    return text + "the last\tohne Ende";
}

/// A text in a file.
struct SavedText {
    explicit SavedText(const std::string& text) : path(folder.file("pairs.tsv", text)) {}

    TemporaryFolder folder;
    std::filesystem::path path;
};

/// Both tasks have the same words and held-out pairs, and give the same batches.
void check_equal(const Task& stored, const Task& listed) {
    CHECK(stored.source_vocabulary.words() == listed.source_vocabulary.words());
    CHECK(stored.target_vocabulary.words() == listed.target_vocabulary.words());
    CHECK(stored.held_out_lines == listed.held_out_lines);
    REQUIRE(stored.held_out.size() == listed.held_out.size());
    for (std::size_t i = 0; i < stored.held_out.size(); ++i) CHECK(stored.held_out[i].target == listed.held_out[i].target);
    CHECK(stored.longest_source == listed.longest_source);
    CHECK(stored.longest_target == listed.longest_target);
    CHECK(stored.lost_bytes == listed.lost_bytes);
    REQUIRE(stored.pair_count() == listed.pair_count());
    BatchSize tokens;
    tokens.tokens = 200;
    for (const BatchSize& size : {BatchSize(7), tokens}) {
        BatchSource first(stored, size, 3), second(listed, size, 3);
        REQUIRE(first.steps_of_epochs(2) == second.steps_of_epochs(2));
        for (std::int64_t step = 1; step <= first.steps_of_epochs(2); ++step) {
            Batch a, b;
            first.fill(step, a);
            second.fill(step, b);
            CHECK(a == b);
        }
    }
}

}  // namespace

TEST_CASE("a text that stays in its file gives the words, the held-out pairs and the batches of one in memory") {
    const std::string text = text_of_pairs(300);
    const SavedText saved(text);
    for (const TextUnit unit : {TextUnit::words, TextUnit::characters}) {
        const auto file = std::make_shared<const PairFile>(saved.path, true);
        CHECK(file->size() == 301);
        CHECK(file->fingerprint() == fingerprint_of(text));
        const auto held_out = held_out_lines_of(*file, unit);
        const Task listed = parallel_text_task(parallel_text_from(text, unit, "pairs.tsv"));
        const Task stored = stored_text_task(file, held_out, unit);
        CHECK(!listed.held_out.empty());
        check_equal(stored, listed);
        for (const Architecture architecture : {Architecture::decoder, Architecture::encoder})
            check_equal(in_one_text(stored, architecture), in_one_text(listed, architecture));
    }
}

TEST_CASE("a tokenizer is learned from the file line by line, and cuts its lines whenever they are read") {
    const std::string text = text_of_pairs(300);
    const SavedText saved(text);
    const ParallelText in_memory = parallel_bytes_from(text, "pairs.tsv");
    const auto file = std::make_shared<const PairFile>(saved.path, false);
    const auto held_out = held_out_lines_of(*file, TextUnit::words);
    const auto tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer(*file, held_out, 90));
    CHECK(tokenizer->vocabulary().words() == learned_tokenizer(training_text(in_memory), 90).vocabulary().words());
    const SubwordSpecials specials = subword_specials(*tokenizer);
    check_equal(stored_text_task(file, held_out, tokenizer, specials), parallel_text_task(in_memory, *tokenizer, specials));
}

TEST_CASE("a line of the file that is no pair is named") {
    const auto refused = [](const std::string& text, bool utf8, const std::string& problem) {
        const SavedText saved(text);
        check_error([&] { PairFile(saved.path, utf8); }, saved.path.string(), problem);
    };
    refused("a\tb\nc d\n", true, "line 2: no TAB");
    refused("a\tb\n\nc\td\te\n", true, "line 3: more than one TAB");
    refused("a\tb\n \tb\n", true, "line 2: the source is empty");
    refused("a\tb\nc\t \n", false, "line 2: the target is empty");
    refused("a\tb\xff\n", true, "line 1: byte");
    refused("\n\n", true, "empty, a line 'source TAB target' is expected");
    const SavedText saved(
        "\xef\xbb\xbf"
        "a\tb\n\nΩ\tb\n");
    const auto file = std::make_shared<const PairFile>(saved.path, true);
    CHECK(file->place(0) == "pairs.tsv: line 1");
    CHECK(file->place(1) == "pairs.tsv: line 3");
    const auto tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer("a b c", 8));
    check_error(
        [&] {
            stored_text_task(file, {false, false}, tokenizer, subword_specials(*tokenizer));
        },
        "pairs.tsv: line 3, source: nothing of 'Ω' has a token");
    check_error([] { PairFile("/nowhere/pairs.tsv", true); }, "/nowhere/pairs.tsv: cannot be read");
}

TEST_CASE("a file that changes while it is read is an error") {
    const SavedText saved("a b\tc d\ne f\tg h\n");
    const PairFile file(saved.path, true);
    CHECK(file.read(1).target == "g h");
    std::filesystem::resize_file(saved.path, 10);
    check_error([&] { file.read(1); }, saved.path.string(), "cannot be read any more");
}

}  // namespace vitrine::pair_file_test
