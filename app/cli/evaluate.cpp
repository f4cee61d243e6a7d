/// vitrine evaluate: how good a model is.

#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/evaluate_figures.h"
#include "app/cli/output.h"
#include "app/cli/train_data.h"
#include "core/io/batch_file.h"
#include "core/io/checkpoint.h"
#include "core/io/model.h"
#include "core/io/problem.h"
#include "core/io/task_file.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

struct EvaluateCommand {
    std::string model;
    std::optional<std::string> task, data, unit, batch;
    bool json = false;
};

void check(const EvaluateCommand& c) {
    if (c.task.has_value() + c.data.has_value() + c.batch.has_value() > 1) {
        throw Error("--task, --data and --batch each say what to evaluate on: give only one of them");
    }
    if (c.unit && !c.data) throw Error("--unit goes with --data only");
}

/// Every line of a file, in the model's own words.
Figures figures_on_lines(const EvaluateCommand& command, const Model& model, std::vector<std::string>& notes) {
    const TextUnit unit = command.unit == "characters" ? TextUnit::characters : TextUnit::words;
    const BatchLanguage language{model.configuration, model.source_vocabulary, model.target_vocabulary, &notes};
    const auto examples = examples_from_tsv(read_with_fingerprint(*command.data).text, unit, language, *command.data);
    return figures_on(examples, "all pairs of " + *command.data, model.configuration, model.parameters);
}

Figures figures_on_data(const LearningData& data, const Model& model) {
    if (data.task) return figures_on(*data.task, model.configuration, model.parameters);
    return figures_on(data.batches, model.configuration, model.parameters);
}

/// What the model was trained on; of a text that is the same file still, the lines that were held out.
Figures figures_on_its_own(const EvaluateCommand& command, const Model& model) {
    if (!holds_checkpoint(command.model)) {
        fail(command.model,
             "does not say what it was trained on: --task NAME, --data FILE.tsv or --batch FILE says on what to evaluate");
    }
    DataSource source = read_training_plan(command.model).data;
    source.name = command.data.value_or(source.name);
    return figures_on_data(open_again(source, model.configuration, {model.source_vocabulary, model.target_vocabulary}), model);
}

bool was_trained_on(const EvaluateCommand& command) {
    if (!holds_checkpoint(command.model)) return false;
    const DataSource source = read_training_plan(command.model).data;
    return source.kind == DataKind::text && source.fingerprint == read_with_fingerprint(*command.data).fingerprint;
}

Figures figures_of(const EvaluateCommand& command, const Model& model, std::vector<std::string>& notes) {
    const Vocabularies words{model.source_vocabulary, model.target_vocabulary};
    if (command.task) {
        DataSource source{DataKind::task, *command.task, TextUnit::words, ""};
        const LearningData data = open_pairs(source);
        check_fits(*data.task, model.configuration, words, command.model);
        return figures_on_data(data, model);
    }
    if (command.batch) {
        const Batch batch = read_batch(*command.batch, {model.configuration, words.source, words.target, &notes});
        if (batch.labels.empty()) fail(*command.batch, "'labels' is missing: without labels nothing is right or wrong");
        return figures_on(std::span(&batch, 1), model.configuration, model.parameters);
    }
    if (command.data && !was_trained_on(command)) return figures_on_lines(command, model, notes);
    return figures_on_its_own(command, model);
}

void run(const EvaluateCommand& command) {
    check(command);
    Model model = open_model_folder(command.model);
    const Figures figures = figures_of(command, model, model.notes);
    say_notes(model);
    Output output({});
    output.write(command.json ? json_of(figures).dump() + '\n' : text_of(figures));
    output.finish();
}

}  // namespace

void add_evaluate(CLI::App& program) {
    CLI::App* command = program.add_subcommand("evaluate", "Say how good a model is on sentence pairs");
    const auto options = std::make_shared<EvaluateCommand>();
    const auto text = [&](const char* name, auto& value, const char* type, const char* meaning) {
        return command->add_option(name, value, meaning)->type_name(type)->check(refuse_empty);
    };
    text("--model", options->model, "DIR", "The folder of a model")->required();
    text("--task", options->task, "NAME", "On a task's held-out pairs; without any such option on what the model was trained on");
    text("--data", options->data, "FILE.tsv", "On the pairs of a file; of the one it was trained on those that were held out");
    command->add_option("--unit", options->unit, "What the texts of --data are split into: words (default) or characters")
        ->check(CLI::IsMember({"words", "characters"}).description(""))
        ->type_name("NAME");
    text("--batch", options->batch, "FILE", "On a batch with labels, JSON {src, tgt, labels} or TSV");
    command->add_flag("--json", options->json, "One line of JSON; there layers and heads count from 0");
    command->footer(
        "A sentence counts as right where every token is the likeliest one after the right ones before it, which is what\n"
        "the model would have written by itself.\n\n"
        "Examples:\n"
        "  vitrine evaluate --model my-model\n"
        "  vitrine evaluate --model my-model --task copy --json");
    command->callback([options] { run(*options); });
}

}  // namespace vitrine
