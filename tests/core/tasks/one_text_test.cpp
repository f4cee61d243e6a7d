#include "core/tasks/one_text.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/tasks/task_builders.h"
#include "core/train/batch_source.h"
#include "core/train/evaluation.h"
#include "core/train/trainer.h"
#include "tests/core/io/helpers.h"
#include "tests/core/tasks/task_examples.h"
#include "tests/counted.h"

namespace vitrine::one_text_test {
using namespace vitrine::test;

namespace {

constexpr Architecture decoder = Architecture::decoder, encoder = Architecture::encoder;

/// A row of a batch as text. Padding, and labels that do not count, are "-".
std::string row_text(const IndexTensor& tokens, Size row, const Task& task) {
    std::string text;
    for (Size i = 0; i < tokens.size(1); ++i) {
        const std::int32_t id = tokens.at({row, i});
        text += (i == 0 ? "" : " ") + (id == task.tokens.pad_target ? "-" : task.target_vocabulary.word(id));
    }
    return text;
}

/// Pairs of two languages that share a word.
Task two_languages() {
    const Lines lines{{"the cat sat", "le chat"}, {"a cat", "un chat la"}, {"a chat", "un the"}};
    return parallel_text_task({.name = "lines", .lines = lines});
}

/// The position after <sep>.
std::size_t answer_of(const Sentence& text, const Task& task) {
    const std::int32_t separator = task.target_vocabulary.id("<sep>").value();
    return static_cast<std::size_t>(std::ranges::find(text, separator) - text.begin()) + 1;
}

}  // namespace

TEST_CASE("for the encoder-decoder a task stays as it is") {
    const Task before = two_languages(), after = in_one_text(two_languages(), Architecture::transformer);
    CHECK(after.source_vocabulary.words() == before.source_vocabulary.words());
    CHECK(after.examples.front().source == before.examples.front().source);
    CHECK(!after.hide);
}

TEST_CASE("a decoder alone reads source and target as one text, and is asked for the words of the target and its end") {
    const Task task = in_one_text(two_languages(), decoder);
    Batch batch;
    make_batch(task.examples, task.tokens, batch, task.architecture);
    CHECK(batch.src.empty());
    CHECK(row_text(batch.tgt, 0, task) == "<s> the cat sat <sep> le chat");
    CHECK(row_text(batch.labels, 0, task) == "- - - - le chat </s>");
    CHECK(row_text(batch.tgt, 1, task) == "<s> a cat <sep> un chat la");
    CHECK(row_text(batch.labels, 1, task) == "- - - un chat la </s>");
    CHECK(row_text(batch.tgt, 2, task) == "<s> a chat <sep> un the -");
    CHECK(row_text(batch.labels, 2, task) == "- - - un the </s> -");
    CHECK(std::ranges::count(task.target_vocabulary.words(), "chat") == 1);
}

TEST_CASE("an encoder alone reads the whole text, some words of the target being hidden, and is asked for these") {
    const Task task = in_one_text(two_languages(), encoder);
    const std::int32_t mask = task.source_vocabulary.id("<mask>").value();
    Batch batch;
    make_batch(task.examples, task.tokens, batch, task.architecture);
    CHECK(batch.tgt.empty());
    const std::vector<std::string> texts{"<s> the cat sat <sep> le chat </s>", "<s> a cat <sep> un chat la </s>",
                                         "<s> a chat <sep> un the </s>"};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Example& example = task.examples[i];
        CHECK(text_of(example.target, task.target_vocabulary) == texts[i]);
        REQUIRE(example.source.size() == example.target.size());
        int hidden = 0;
        for (std::size_t t = 0; t < example.source.size(); ++t) {
            const std::int32_t label = batch.labels.at({static_cast<Size>(i), static_cast<Size>(t)});
            const bool is_hidden = example.source[t] == mask;
            hidden += is_hidden;
            CHECK(label == (is_hidden ? example.target[t] : task.tokens.pad_source));
            if (is_hidden) CHECK((t >= answer_of(example.target, task) && t + 1 < example.target.size()));
            if (!is_hidden) CHECK(example.source[t] == example.target[t]);
        }
        CHECK(hidden >= 1);
    }
}

TEST_CASE("of long targets about fifteen words in a hundred are hidden") {
    const Task task = in_one_text(make_task("english-french"), encoder);
    int words = 0, hidden = 0;
    for_draws(task, 20'000, [&](const Example& example) {
        const std::size_t first = answer_of(example.target, task), last = example.target.size() - 1;
        if (last - first < 10) return;  // in shorter texts, the one word that is always hidden would dominate
        for (std::size_t t = first; t < last; ++t) ++words, hidden += example.source[t] != example.target[t];
    });
    REQUIRE(words > 10'000);
    // 0.15, and one word in each text in which no word would be hidden: 0.85ⁿ / n of all words, at most 0.02.
    const double share = static_cast<double>(hidden) / words;
    CHECK(share > 0.145);
    CHECK(share < 0.175);
}

TEST_CASE("drawn texts fit the lengths that memory is reserved for, and hold no pair that is held out") {
    const tests::Counted checks(12);
    for (const Architecture architecture : {decoder, encoder}) {
        for (const TaskInfo& info : list_tasks()) {
            CAPTURE(info.name);
            const Task pairs = make_task(info.name), task = in_one_text(pairs, architecture);
            CHECK(task.held_out.size() == pairs.held_out.size());
            const auto fits = [&](const Example& example) {
                return std::ssize(example.source) <= task.longest_source && std::ssize(example.target) <= task.longest_target;
            };
            CHECK(std::ranges::all_of(task.examples, fits));
            CHECK(std::ranges::all_of(task.held_out, fits));
            if (!task.is_endless()) continue;
            std::vector<Sentence> held_out;
            for (const Example& example : task.held_out) held_out.push_back(example.target);
            std::ranges::sort(held_out);
            bool all_fit = true, any_held_out = false;
            for_draws(task, 2000, [&](const Example& example) {
                all_fit &= fits(example);
                any_held_out |= architecture == encoder && std::ranges::binary_search(held_out, example.target);
            });
            CHECK(all_fit);
            CHECK(!any_held_out);
        }
    }
}

TEST_CASE("a list hides other words in every epoch, and the same in the same step") {
    BatchSource source(in_one_text(two_languages(), encoder), 3, 1), again(in_one_text(two_languages(), encoder), 3, 1);
    int others = 0;
    Batch first, batch, same;
    source.fill(1, first);
    for (std::int64_t step = 2; step <= 12; ++step) {
        source.fill(step, batch), again.fill(step, same);
        CHECK(batch == same);
        others += !(batch == first);
    }
    CHECK(others > 3);
}

TEST_CASE("a text with a word that a model of one stack needs for itself is refused") {
    const auto refused = [](const char* word, Architecture architecture) {
        const Lines lines{{"a b", std::string("c ") + word}};
        check_error([&] { in_one_text(parallel_text_task({.name = "lines", .lines = lines}), architecture); }, word);
    };
    refused("<sep>", decoder);
    refused("<sep>", encoder);
    refused("<mask>", encoder);
    const Lines lines{{"a b", "c <mask>"}};
    CHECK(in_one_text(parallel_text_task({.name = "lines", .lines = lines}), decoder).examples.size() == 1);
}

TEST_CASE("a model of one stack learns to copy") {
    for (const Architecture architecture : {decoder, encoder}) {
        CAPTURE(static_cast<int>(architecture));
        const Task task = in_one_text(copy_task(), architecture);
        Configuration c;
        c.d_model = 32, c.nhead = 4, c.dim_feedforward = 64, c.num_encoder_layers = c.num_decoder_layers = 2;
        apply_task(task, c);
        TrainerOptions options;
        options.schedule.rate = 3e-3;
        Trainer trainer(c, initialise(c, {.kind = Initialisation::xavier, .seed = 1}), BatchSource(task, 32, 1), options);
        const auto measured = [&] { return evaluate(c, trainer.state().parameters.tensors(), std::span(task.held_out).first(64)); };
        const Evaluation before = measured();
        for (int i = 0; i < 400; ++i) REQUIRE(!trainer.step());
        const Evaluation after = measured();
        CHECK(before.token_accuracy < 0.4);
        CHECK(after.token_accuracy > 0.7);  // rounding alone moves it by a tenth after so few steps
        CHECK(after.tokens == before.tokens);
    }
}

}  // namespace vitrine::one_text_test
