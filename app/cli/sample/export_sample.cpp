/// vitrine export-sample: makes a sample of a trained model.

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/compared_option.h"
#include "app/cli/common/numbers.h"
#include "app/cli/common/output.h"
#include "app/cli/common/quantities.h"
#include "app/cli/common/run_options.h"
#include "app/cli/evaluate/data.h"
#include "app/cli/sample/card_examples.h"
#include "app/cli/train/figures.h"
#include "core/export/sample_files.h"
#include "core/files/json_text.h"
#include "core/files/made_folder.h"
#include "core/files/problem.h"
#include "core/io/checkpoint.h"
#include "core/io/open_model.h"
#include "core/io/sample.h"
#include "core/tasks/task.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

struct ExportSampleCommand {
    std::string folder, name;
    std::optional<fs::path> out{}, batch{};
    std::optional<std::string> title{}, about{}, learned_from{}, machine{}, evaluation{};
    std::vector<std::string> cannot{};
    std::optional<double> minutes{};
    std::optional<Size> moments{};
    Size examples = 0;
    bool history = false, overwrite = false;
};

void check(const ExportSampleCommand& command) {
    if (const std::string why = name_refusal(command.name); !why.empty())
        throw Error("--name " + in_quotes(command.name) + ": " + why);
    if (command.moments && !command.history) throw Error("--moments goes with --history only");
}

Model open_with_sentences(const ExportSampleCommand& command) {
    Model model = open_without_random_batch({.folder = command.folder, .batch = command.batch});
    if (!model.family.empty())
        fail(command.folder,
             "a model of Hugging Face's type " + in_quotes(model.family) + " has names of its own, which no sample has");
    if (model.batch.sentences() == 0)
        fail(command.folder, "there are no sentences for the sample to open with: --batch FILE names some");
    return model;
}

/// "the pairs of verses.tsv": without the place of a file on this machine.
std::string words_for(const DataSource& source) {
    const std::string file = fs::path(source.name).filename().string();
    if (source.kind == DataKind::task) return "the task " + source.name;
    return (source.kind == DataKind::text ? "the pairs of " : "the batches of ") + file;
}

/// The best head on the pairs of the task that the model was trained on, which know their alignment where the pairs of a file, on
/// which it may have been evaluated, do not. Nothing if it was trained on something else.
std::optional<CardAlignment> alignment_on_own_task(const ExportSampleCommand& command, Model& model) {
    if (!model.configuration.has_encoder() || !model.configuration.has_decoder() || !holds_checkpoint(command.folder)) return {};
    if (read_training_plan(command.folder).data.kind != DataKind::task) return {};
    EvaluationData data = evaluation_data({.folder = command.folder}, model, model.notes);
    const Figures figures = figures_on(data.pairs, std::move(data.name), model.configuration, model.parameters);
    if (!figures.head) return {};
    return CardAlignment{figures.head->layer, figures.head->head, figures.head->share, figures.head->one_to_one};
}

ModelCard card_of(const ExportSampleCommand& command, const ComparedOption& compared, Model& model) {
    ModelCard card{.learned_from = command.learned_from.value_or(""),
                   .minutes = command.minutes,
                   .machine = command.machine.value_or(""),
                   .cannot = command.cannot};
    if (holds_checkpoint(command.folder)) {
        card.steps = read_steps_taken(command.folder);
        const DataSource data = read_training_plan(command.folder).data;
        if (card.learned_from.empty()) card.learned_from = words_for(data);
        if (data.kind == DataKind::task) card.longest_source = make_task(data.name).longest_source;
    }
    if (command.evaluation) {
        const nlohmann::json evaluation = read_json(*command.evaluation);
        card.held_out = figures_from_evaluation(evaluation, *command.evaluation);
        card.alignment = alignment_from_evaluation(evaluation, *command.evaluation);
        compared.add_to(*card.held_out);
    }
    if (command.evaluation && !card.alignment) card.alignment = alignment_on_own_task(command, model);
    if (command.examples > 0) add_examples(model, command.folder, static_cast<std::size_t>(command.examples), card);
    return card;
}

std::optional<TrainingHistory> history_of(const ExportSampleCommand& command, const Model& model) {
    constexpr Size usual_moments = 60;
    if (!command.history) return std::nullopt;
    const TrainingHistory history = read_history(command.folder);
    if (!(history.configuration == model.configuration))
        fail(command.folder, "its history is of a model of other sizes: without --history the sample has none");
    return thinned(history, model, static_cast<std::size_t>(command.moments.value_or(usual_moments)));
}

/// The folder to write to. That of the user's own samples is made where it is not there yet.
fs::path folder_of(const ExportSampleCommand& command) {
    if (command.out) return *command.out;
    const fs::path own = own_sample_folder();
    std::error_code problem;
    fs::create_directories(own, problem);
    if (problem) fail(own.string(), "cannot be made: " + problem.message());
    return own;
}

std::string summary(const ExportSampleCommand& command, const std::vector<fs::path>& files) {
    std::string text;
    for (const fs::path& file : files) {
        std::error_code unknown;
        text += fmt::format("{}: {}\n", file.string(), rounded_bytes(static_cast<Size>(fs::file_size(file, unknown))));
    }
    if (!command.out) text += fmt::format("\n  vitrine --sample {}  opens it\n", command.name);
    return text;
}

void run(const ExportSampleCommand& command, const ComparedOption& compared) {
    check(command);
    if (compared.given() && !command.evaluation) throw Error("--compared goes with --evaluation only");
    Model model = open_with_sentences(command);
    const fs::path folder = folder_of(command);
    const MadeFolder made(folder);
    const fs::path description = folder / (command.name + ".json");
    std::error_code unknown;
    if (!command.overwrite && fs::exists(description, unknown))
        fail(description.string(), "is there already: --overwrite replaces it");
    const ModelCard card = card_of(command, compared, model);
    const std::optional<TrainingHistory> history = history_of(command, model);
    say_notes(model);
    const auto files = save_sample(folder, {.name = command.name,
                                            .title = command.title.value_or(model.title),
                                            .text = command.about.value_or(""),
                                            .model = model,
                                            .card = card,
                                            .history = history ? &*history : nullptr});
    write_summary(summary(command, files));
}

}  // namespace

void add_export_sample(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("export-sample", "Make a sample of a trained model, with half the bytes and a card");
    const auto options = std::make_shared<ExportSampleCommand>();
    const auto text = [&](const char* name, auto& value, const char* meaning) {
        return command.add_option(name, value, meaning).type_name("TEXT");
    };
    command.add_option("folder", options->folder, "The folder of a model").type_name("DIR").required();
    text("--name", options->name, "The name of the sample, and of its files").required();
    command.add_option("--out", options->out, "The folder for the sample (default: that of your own samples)").writes_folder();
    command.add_flag("--overwrite", options->overwrite, "Replace a sample of this name");
    text("--title", options->title, "One line about it");
    text("--about", options->about, "A description");
    command.add_option("--batch", options->batch, "The sentences that it opens with, JSON or TSV (default: the model's own)")
        .reads_file();
    command.add_flag("--history", options->history, "Let moments of its training go with it: weights alone, and the curves");
    command.add_option("--moments", options->moments, "How many of them at most (default 60)").between(2, 10'000).type_name("N");
    const auto of_card = [](const CommandLineOption& option) { return option.group("Card"); };
    of_card(text("--learned-from", options->learned_from, "What it learned from (default: as its training says)"));
    of_card(command.add_option("--minutes", options->minutes, "How long the training took")
                .check(number_in({.least = 0}))
                .type_name("T"));
    of_card(text("--machine", options->machine, "On what it was trained"));
    of_card(command.add_option("--evaluation", options->evaluation, "How good it is: what 'vitrine evaluate --json' printed")
                .reads_file());
    const ComparedOption compared(command);
    of_card(text("--cannot", options->cannot, "What it cannot do, in a sentence; repeat it for each further one")
                .one_value_at_a_time());
    of_card(command.add_option("--examples", options->examples, "Let it answer held-out pairs: show up to N right and N wrong")
                .between(0, 100)
                .type_name("N"));
    add_threads(command);
    add_quiet(command);
    command.footer(
        "The sample is NAME.json and NAME.safetensors and, if the model has them, NAME.tokenizer.json and "
        "NAME.history.safetensors.\n"
        "Weights are rounded to BF16. No training continues from its history, which lacks the state of the optimiser.\n\n"
        "Examples:\n"
        "  vitrine export-sample my-model --name mine --out samples\n"
        "  vitrine evaluate --model my-model --json >figures && vitrine export-sample my-model --name mine --history "
        "--evaluation figures --out samples");
    command.callback([options, compared] { run(*options, compared); });
}

}  // namespace vitrine
