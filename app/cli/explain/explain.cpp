/// vitrine explain: shows how one number of a run is made, and where it is used.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/cell_option.h"
#include "app/cli/common/format_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/explain/text.h"
#include "app/cli/explain/update.h"
#include "app/cli/train/method.h"
#include "app/run/make_run.h"
#include "core/export/explanation_json.h"
#include "core/files/csv.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

struct ExplainCommand {
    explicit ExplainCommand(CommandLine& command)
        : model(command), format(command, "every term and where the number goes", "a line for each factor of a term") {}

    ModelOptions model;
    FormatOption format;
    std::string cell;
    bool gradient = false, update = false, all = false;
    TrainOptions method;
};

/// "; did you mean '…'?" with the paths of the tensors that the screen calls by this name, such as W_K, or otherwise with the
/// nearest paths.
std::string suggested_tensor(const Run& run, const std::string& name) {
    std::vector<std::string> called;
    for (const std::string& path : paths_of(run)) {
        const std::string symbols = ", " + run.info(path)->symbol + ',';
        if (symbols.find(", " + name + ',') != std::string::npos) called.push_back(path);
    }
    return called.empty() ? did_you_mean_path(name, paths_of(run)) : did_you_mean(name, called);
}

/// The requested cell. Throws Error with the nearest path if there is no such tensor.
CellName find_cell(const Run& run, const Anatomy& anatomy, const std::string& text) {
    CellName cell = parse_cell(text);
    const TensorView tensor = anatomy.find(cell.path);
    if (!tensor.present()) {
        throw Error(fmt::format("{}: there is no such tensor{}", in_quotes(cell.path), suggested_tensor(run, cell.path)));
    }
    check_cell(text, cell, tensor.layout);
    return cell;
}

/// A line for each factor of each term: its cell and its value. Constants have no cell.
std::string terms_csv(const nlohmann::ordered_json& explanation) {
    const auto plain = [](const nlohmann::ordered_json& value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    std::string text = "term,value,path,index,factor\n";
    for (const auto& term : explanation.at("terms")) {
        const std::string begin = csv_field(plain(term.at("label"))) + ',' + plain(term.at("value")) + ',';
        for (const auto& factor : term.at("factors")) {
            const bool is_cell = factor.contains("path");
            text += begin + (is_cell ? csv_field(plain(factor.at("path"))) + ',' + csv_field(factor.at("index").dump()) : ",") +
                    ',' + plain(factor.at("value")) + '\n';
        }
    }
    return text;
}

/// The explanation as JSON or CSV.
std::string in_format(ReportFormat format, const nlohmann::ordered_json& explanation) {
    return format == ReportFormat::csv ? terms_csv(explanation) : explanation.dump(2) + '\n';
}

/// Explains the cell's gradient.
std::string explain_gradient(const ExplainCommand& command, const Run& run, const CellName& cell) {
    if (!run.has_loss()) throw Error("the batch has no labels: without them there is no loss, and no gradient of it");
    const auto differentiated = with_gradients(run);
    const GradientAnatomy& anatomy = *differentiated->gradients->anatomy;
    const GradientExplanation found = anatomy.explain(cell.path, cell.index);
    const ReportFormat format = command.format.format();
    return format == ReportFormat::text ? gradient_text(run, anatomy, found, command.all)
                                        : in_format(format, explanation_json(anatomy, found));
}

std::string explain_value(const ExplainCommand& command, const Run& run, const CellName& cell) {
    const Explanation explanation = run.anatomy->explain(cell.path, cell.index);
    const ReportFormat format = command.format.format();
    return format == ReportFormat::text ? explanation_text(run, explanation, command.all)
                                        : in_format(format, explanation_json(*run.anatomy, explanation));
}

void run(const ExplainCommand& command) {
    if (command.update && command.gradient) throw Error("--gradient and --update: one of them");
    const ReportFormat format = command.format.format();
    if (command.update && format == ReportFormat::csv)
        throw Error("--format csv lists terms, and --update has lines: --format json");
    if (command.update) {
        Output output({});
        const bool json = format == ReportFormat::json;
        const std::string update = explain_update({command.model.request(), command.cell, command.method, json});
        json ? output.write(update) : output.say(update);
        return output.finish();
    }
    if (const auto given = given_method(command.method)) throw Error(*given + ": only --update has use for it");
    const auto run = make_run(command.model.request());
    say_notes(*run->model);
    const CellName cell = find_cell(*run, *run->anatomy, command.cell);
    Output output({});
    const std::string text = command.gradient ? explain_gradient(command, *run, cell) : explain_value(command, *run, cell);
    format == ReportFormat::text ? output.say(text) : output.write(text);
    output.finish();
}

}  // namespace

void add_explain(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("explain", "Take one number apart: its formula, its terms, and what is computed from it");
    const auto options = std::make_shared<ExplainCommand>(command);
    command.add_option("cell", options->cell, "A tensor or parameter with an index for each axis, counted from 0: PATH[i,j,…]")
        .type_name("CELL")
        .required();
    command.add_flag("--gradient", options->gradient,
                     "Take apart the gradient of the loss with respect to the number, instead of the number");
    command.add_flag("--update", options->update,
                     "Take apart the update of a parameter by the next training step: of the training in --model, or else of a "
                     "first step on the batch");
    command.add_flag("--all", options->all, "List every term, not only the largest");
    add_method_options(command, "With --update, if --model holds no training", options->method);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "A factor is named by its tensor, or by its parameter as it is stored: W_K begins at row D of in_proj_weight.\n\n"
        "Examples:\n"
        "  vitrine explain --sample navigation 'encoder.layers.0.self_attn.scores[0,1,1,0]'\n"
        "  vitrine explain --sample translation --json 'decoder.layers.1.norm3[0,2,5]'\n"
        "  vitrine explain --sample translation --format csv 'decoder.layers.0.ffn.linear1[0,2,5]'\n"
        "  vitrine explain --sample translation --gradient 'tgt_embedding.weight[6,0]'\n"
        "  vitrine explain --model gpt2 --text 'The black cat' 'decoder.layers.0.self_attn.scores[0,0,2,1]'\n"
        "  vitrine explain --sample translation --update 'tgt_embedding.weight[6,0]' --optimizer adamw --clip 1");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
