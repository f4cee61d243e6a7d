/// vitrine tasks: lists the tasks on which a model can be trained, with examples.

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/numbers.h"
#include "app/cli/common/output.h"
#include "core/tasks/task.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::int64_t most_examples = 100'000;  // all of them are in memory until they are printed

struct TasksCommand {
    std::optional<std::string> name;
    std::optional<std::int64_t> examples;
    std::uint64_t seed = 1;
    bool json = false;
};

std::string words_of(const Sentence& sentence, const Vocabulary& vocabulary) {
    std::string text;
    for (const std::int32_t id : sentence) text += (text.empty() ? "" : " ") + printable(vocabulary.word(id));
    return text;
}

/// Pairs of a task: the first ones of its list, or drawn at random.
std::vector<Example> some_examples(const Task& task, std::int64_t count, std::uint64_t seed) {
    std::vector<Example> examples;
    Random random(seed);
    const std::int64_t most = task.is_endless() ? count : std::min(count, static_cast<std::int64_t>(task.examples.size()));
    for (std::int64_t i = 0; i < most; ++i) {
        if (!task.is_endless()) {
            examples.push_back(task.examples[static_cast<std::size_t>(i)]);
            continue;
        }
        task.draw(random, examples.emplace_back());
    }
    return examples;
}

/// "1 234 pairs", or that there are endlessly many.
std::string amount(const Task& task) {
    const std::string held_out = fmt::format(", {} held out", grouped(static_cast<Size>(task.held_out.size())));
    if (task.is_endless()) return "ever new pairs" + held_out;
    return grouped(static_cast<Size>(task.examples.size())) + " pairs" + (task.held_out.empty() ? ", none held out" : held_out);
}

OrderedJson json_of(const Task& task) {
    return {{"name", task.name},
            {"text", task.text},
            {"source_words", task.source_vocabulary.words().size()},
            {"target_words", task.target_vocabulary.words().size()},
            {"longest_source", task.longest_source},
            {"longest_target", task.longest_target},
            {"pairs", task.is_endless() ? OrderedJson() : OrderedJson(task.examples.size())},
            {"held_out", task.held_out.size()}};
}

void list(const TasksCommand& command, Output& output) {
    std::size_t width = 0;
    for (const TaskInfo& info : list_tasks()) width = std::max(width, text_width(info.name));
    for (const TaskInfo& info : list_tasks()) {
        if (command.json) {
            output.write(OrderedJson{{"name", info.name}, {"text", info.text}}.dump() + '\n');
        } else {
            output.say(left_aligned(info.name, width) + "  " + info.text + '\n');
        }
    }
}

void show(const TasksCommand& command, Output& output) {
    const Task task = make_task(*command.name);
    const auto examples = some_examples(task, command.examples.value_or(5), command.seed);
    if (command.json) {
        OrderedJson json = json_of(task);
        for (const Example& example : examples) {
            json["examples"].push_back({{"source", words_of(example.source, task.source_vocabulary)},
                                        {"target", words_of(example.target, task.target_vocabulary)}});
        }
        return output.write(json.dump() + '\n');
    }
    output.say(fmt::format("{} — {}\n{}; {} source words, {} target words\n\n", task.name, task.text, amount(task),
                           grouped(static_cast<Size>(task.source_vocabulary.words().size())),
                           grouped(static_cast<Size>(task.target_vocabulary.words().size()))));
    for (const Example& example : examples) {
        output.write(words_of(example.source, task.source_vocabulary) + "\t" + words_of(example.target, task.target_vocabulary) +
                     '\n');
    }
}

void run(const TasksCommand& command) {
    if (!command.name && command.examples) throw Error("--examples needs the name of a task");
    Output output({});
    command.name ? show(command, output) : list(command, output);
    output.finish();
}

}  // namespace

void add_tasks(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("tasks", "List the tasks a model can be trained on, or show examples of one task");
    const auto options = std::make_shared<TasksCommand>();
    command.add_option("name", options->name, "A task to show").type_name("NAME");
    command.add_option("--examples", options->examples, "How many sentence pairs to show (default 5)")
        .check(whole_number_between(0, most_examples))
        .type_name("N");
    command.add_option("--seed", options->seed, "The seed for the examples (default 1)").check(whole_number(0)).type_name("N");
    command.add_flag("--json", options->json, "One line of JSON for each");
    command.footer(
        "Examples:\n"
        "  vitrine tasks\n"
        "  vitrine tasks addition --examples 10\n"
        "  vitrine train --task addition --out my-model");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
