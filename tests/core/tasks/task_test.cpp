#include "core/tasks/task.h"

#include <algorithm>
#include <set>

#include "tests/core/io/helpers.h"
#include "tests/core/tasks/task_examples.h"
#include "tests/counted.h"

namespace vitrine::task_test {
using namespace vitrine::test;

namespace {

/// Calls body(task) for every task on board that is endless.
template <class Body>
void for_endless_tasks(Body&& body) {
    for (const TaskInfo& info : list_tasks()) {
        CAPTURE(info.name);
        const Task task = make_task(info.name);
        if (task.is_endless()) body(task);
    }
}

bool within(const Sentence& sentence, const Vocabulary& vocabulary) {
    const auto words = static_cast<std::int32_t>(vocabulary.words().size());
    return std::ranges::all_of(sentence, [&](std::int32_t id) { return id >= 0 && id < words; });
}

bool contains(const Sentence& sentence, std::int32_t id) { return std::ranges::find(sentence, id) != sentence.end(); }

/// Whether a model of the task's sizes can be trained on an example; one check for many examples.
bool is_sound(const Example& example, const Task& task) {
    const auto source = std::ssize(example.source), target = std::ssize(example.target);
    const SpecialTokens& tokens = task.tokens;
    return source > 0 && target > 0 && source <= task.longest_source && target <= task.longest_target &&
           within(example.source, task.source_vocabulary) && within(example.target, task.target_vocabulary) &&
           !contains(example.source, tokens.pad_source) && !contains(example.target, tokens.pad_target) &&
           !contains(example.target, tokens.bos) && !contains(example.target, tokens.eos) &&
           std::ranges::all_of(example.alignment, [&](const std::pair<int, int>& pair) {
               return pair.first >= 0 && pair.first < target && pair.second >= 0 && pair.second < source;
           });
}

}  // namespace

TEST_CASE("every task on board has the name it is listed under, and words for its special tokens") {
    const tests::Counted checks(25);
    for (const TaskInfo& info : list_tasks()) {
        CAPTURE(info.name);
        const Task task = make_task(info.name);
        CHECK(task.name == info.name);
        CHECK(task.text == info.text);
        CHECK(task.is_endless() == task.examples.empty());
        CHECK(within({task.tokens.pad_source}, task.source_vocabulary));
        CHECK(within({task.tokens.pad_target, task.tokens.bos, task.tokens.eos}, task.target_vocabulary));
    }
}

TEST_CASE("a task that is not there is refused with the names of those that are") {
    check_error([] { make_task("knitting"); }, "task 'knitting'", "copy, reverse, repeats, sort", "english-french");
}

TEST_CASE("a vocabulary has no word twice") {
    const tests::Counted checks(10);
    for (const TaskInfo& info : list_tasks()) {
        CAPTURE(info.name);
        const Task task = make_task(info.name);
        for (const Vocabulary* vocabulary : {&task.source_vocabulary, &task.target_vocabulary}) {
            const auto& words = vocabulary->words();
            CHECK(std::set<std::string>(words.begin(), words.end()).size() == words.size());
        }
    }
}

TEST_CASE("examples are made of the task's words and as long as it says at most") {
    const tests::Counted checks(10);
    for (const TaskInfo& info : list_tasks()) {
        CAPTURE(info.name);
        const Task task = make_task(info.name);
        for (const Example& example : task.examples) CHECK(is_sound(example, task));
        for (const Example& example : task.held_out) CHECK(is_sound(example, task));
        if (!task.is_endless()) continue;
        int unsound = 0;
        Size longest_source = 0, longest_target = 0;
        for_draws(task, 20'000, [&](const Example& example) {
            unsound += !is_sound(example, task);
            longest_source = std::max<Size>(longest_source, std::ssize(example.source));
            longest_target = std::max<Size>(longest_target, std::ssize(example.target));
        });
        CHECK(unsound == 0);
        CHECK(longest_source == task.longest_source);
        CHECK(longest_target == task.longest_target);
    }
}

TEST_CASE("a source stands between bos and eos where its vocabulary has words for them, and nowhere else") {
    const tests::Counted checks(5);
    for (const TaskInfo& info : list_tasks()) {
        CAPTURE(info.name);
        Task task = make_task(info.name);
        const auto bos = task.source_vocabulary.id(task.target_vocabulary.word(task.tokens.bos));
        const auto eos = task.source_vocabulary.id(task.target_vocabulary.word(task.tokens.eos));
        CHECK(bos.has_value() == eos.has_value());
        if (!bos) continue;
        if (task.is_endless()) for_draws(task, 100, [&](const Example& example) { task.examples.push_back(example); });
        for (const Example& example : task.examples) {
            CHECK(example.source.front() == *bos);
            CHECK(example.source.back() == *eos);
            CHECK(!contains(inner(example.source), *bos));
            CHECK(!contains(inner(example.source), *eos));
        }
    }
}

TEST_CASE("what is held out is never drawn") {
    for_endless_tasks([](const Task& task) {
        std::set<Sentence> held_out;
        for (const Example& example : task.held_out) held_out.insert(example.source);
        CHECK(held_out.size() == 256);
        CHECK(held_out.size() == task.held_out.size());
        int drawn = 0;
        for_draws(task, 20'000, [&](const Example& example) { drawn += held_out.contains(example.source); });
        CHECK(drawn == 0);
    });
}

TEST_CASE("the same seed draws the same examples, and a task made twice holds out the same ones") {
    for_endless_tasks([](const Task& task) {
        const Task again = make_task(task.name);
        std::vector<Sentence> sources, sources_again;
        for_draws(task, 20, [&](const Example& example) { sources.push_back(example.source); });
        for_draws(again, 20, [&](const Example& example) { sources_again.push_back(example.source); });
        CHECK(sources == sources_again);
        CHECK(std::ranges::equal(task.held_out, again.held_out, {}, &Example::source, &Example::source));
    });
}

TEST_CASE("only the first draw into an example takes memory") {
    for_endless_tasks([](const Task& task) {
        Random random(3);
        Example example;
        task.draw(random, example);
        const auto *source = example.source.data(), *target = example.target.data();
        const auto* alignment = example.alignment.data();
        for (int i = 0; i < 5000; ++i) task.draw(random, example);
        CHECK(example.source.data() == source);
        CHECK(example.target.data() == target);
        CHECK(example.alignment.data() == alignment);
    });
}

}  // namespace vitrine::task_test
