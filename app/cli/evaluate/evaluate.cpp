/// vitrine evaluate: measures how good a model is.

#include <memory>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/numbers.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/evaluate/writing.h"
#include "app/cli/train/figures.h"
#include "core/decode/options.h"
#include "core/io/open_model.h"
#include "core/io/sample.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct EvaluateCommand {
    EvaluationSource source;
    std::optional<std::string> sample{};
    std::optional<Size> beams{}, translations{};
    std::optional<double> length_penalty{};
    bool no_early_stopping = false, json = false;
};

void check(const EvaluateCommand& command) {
    const EvaluationSource& source = command.source;
    if (source.folder.has_value() + command.sample.has_value() != 1)
        throw Error("one model is to be measured: --model DIR or --sample NAME says which");
    if (source.task.has_value() + source.data.has_value() + source.batch.has_value() > 1) {
        throw Error("--task, --data and --batch each say what to evaluate on: give only one of them");
    }
    if (source.unit && !source.data) throw Error("--unit goes with --data only");
    if (command.length_penalty && !command.beams) throw Error("--length-penalty goes with --beams only");
    if (command.no_early_stopping && !command.beams) throw Error("--no-early-stopping goes with --beams only");
    if (command.translations && !command.beams) throw Error("--translations goes with --beams only");
}

Figures figures_of(const EvaluationData& data, const Model& model) {
    if (!data.batches.empty()) return figures_on(data.batches, model.configuration, model.parameters);
    return figures_on(data.pairs, data.name, model.configuration, model.parameters);
}

WritingComparison writing_of(const EvaluateCommand& command, const EvaluationData& data, const Model& model) {
    BeamSearch search;
    search.beams = *command.beams;
    search.length_penalty = command.length_penalty.value_or(search.length_penalty);
    search.early_stopping = !command.no_early_stopping;
    return compare_writing(data, model, command.source.folder, search, command.translations.value_or(0));
}

std::string result_of(const EvaluateCommand& command, const Figures& figures, const std::optional<WritingComparison>& writing) {
    if (!command.json) return text_of(figures) + (writing ? text_of(*writing) : "");
    auto json = json_of(figures);
    if (writing) add_to(json, *writing);
    return json.dump() + '\n';
}

void run(const EvaluateCommand& command) {
    check(command);
    Model model = command.sample ? load_sample(*command.sample) : open_model_folder(*command.source.folder);
    require_transformer(model.configuration, model.name, "no predictions to evaluate");
    require_token_labels(model.configuration, model.name);
    if (command.beams) require_both_stacks(model.configuration, model.name, "decoding sentence pairs with --beams");
    const EvaluationData data = evaluation_data(command.source, model, model.notes);
    if (command.beams && data.pairs.empty())
        throw Error("--beams decodes sentence pairs, and batches have none: --data FILE.tsv has");
    if (command.beams && model.configuration.bos == no_token)
        throw Error(model.name + ": --beams: the model has no beginning ('bos' is null), so that no sentence can be begun");
    const Figures figures = figures_of(data, model);
    say_notes(model);
    std::optional<WritingComparison> writing;
    if (command.beams) writing = writing_of(command, data, model);
    Output output({});
    const std::string result = result_of(command, figures, writing);
    command.json ? output.write(result) : output.say(result);
    output.finish();
}

}  // namespace

void add_evaluate(CommandLine& program) {
    CommandLine& command = program.add_subcommand("evaluate", "Measure how good a model is on sentence pairs");
    const auto options = std::make_shared<EvaluateCommand>();
    const auto text = [&](const char* name, auto& value, const char* type, const char* meaning) {
        return command.add_option(name, value, meaning).type_name(type);
    };
    text("--model", options->source.folder, "DIR", "The folder of a model");
    text("--sample", options->sample, "NAME", "Instead of a folder: a sample");
    text("--task", options->source.task, "NAME",
         "Evaluate on the held-out pairs of a task; without --task, --data or --batch, on what the model was trained on");
    text("--data", options->source.data, "FILE.tsv",
         "Evaluate on the pairs of a file; if it was trained on this file, on those that were held out");
    command.add_option("--unit", options->source.unit, "What the texts of --data are split into: words (default) or characters")
        .one_of({"words", "characters"})
        .type_name("NAME");
    text("--batch", options->source.batch, "FILE", "Evaluate on a batch with labels, JSON {src, tgt, labels} or TSV");
    command.add_option("--beams", options->beams, "Also generate translations, greedily and with N beams: BLEU, chrF, exact match")
        .check(whole_number_between(1, most_sentences))
        .type_name("N");
    command
        .add_option("--length-penalty", options->length_penalty, "For the beams: the length penalty, as in generate (default 0.6)")
        .check(number_in({.least = 0}))
        .type_name("A");
    command.add_flag("--no-early-stopping", options->no_early_stopping,
                     "For the beams: search until no sentence can still become better, as in generate");
    command
        .add_option("--translations", options->translations,
                    "For the beams: also list N of the pairs, evenly spaced, with both translations and the scores of each")
        .check(whole_number_between(1, 1000))
        .type_name("N");
    command.add_flag("--json", options->json, "One line of JSON; there layers and heads count from 0");
    add_threads(command);
    add_quiet(command);
    command.footer(
        "A sentence counts as right if every token is the likeliest one after the correct tokens before it, which is what\nthe "
        "model would have generated by itself.\n\n"
        "Examples:\n"
        "  vitrine evaluate --model my-model\n"
        "  vitrine evaluate --model my-model --task copy --json\n"
        "  vitrine evaluate --model my-model --data pairs.tsv --beams 4\n"
        "  vitrine evaluate --sample english-french --task english-french --beams 4 --translations 12");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
