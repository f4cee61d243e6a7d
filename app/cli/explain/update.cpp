#include "app/cli/explain/update.h"

#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/common/cell_option.h"
#include "app/cli/train/method.h"
#include "core/files/number_json.h"
#include "core/io/checkpoint.h"
#include "core/io/history_file.h"
#include "core/io/learning_data.h"
#include "core/io/open_model.h"
#include "core/tensor/parallel.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/train/update_explanation.h"

namespace vitrine {

namespace {

/// A training just before the step to be explained.
struct BeforeStep {
    Configuration configuration;
    std::unique_ptr<Trainer> trainer;
    std::string of;  ///< "the training in runs/copy", "a first step on this batch"
};

/// Repeats the steps that lead from a kept moment to `step`.
void go_back(const std::string& folder, std::int64_t step, Trainer& trainer) {
    const TrainingHistory history = read_history(folder);
    const KeptMoment* from = history.moments.full_before(step);
    if (!from || !(history.configuration == trainer.configuration()))
        throw Error(fmt::format("{}: its history has no moment before step {} to go on from", folder, step));
    TrainingState state(trainer.configuration());
    restore(*from, state);
    trainer.restore(state);
    trainer.set_schedule(from->schedule);
    while (trainer.state().steps < step) {
        if (const auto broken = trainer.step())
            throw Error(fmt::format("step {} could not be taken again. {}", broken->step, sentence(*broken)));
    }
}

/// The training stored in a folder, at its end or after an earlier step.
BeforeStep training_in(const std::string& folder, const std::optional<std::int64_t>& moment) {
    Checkpoint checkpoint = read_checkpoint(folder);
    const TrainingPlan& plan = checkpoint.plan;
    if (moment && *moment > checkpoint.state->steps)
        throw Error(fmt::format("--moment {}: {} has taken {} steps", *moment, folder, checkpoint.state->steps));
    if (plan.threads > 0 && plan.threads < threads()) set_threads(plan.threads);  // so that every digit is the same
    const LearningData data = open_again(plan.data, checkpoint.configuration,
                                         {checkpoint.source_vocabulary, checkpoint.target_vocabulary, checkpoint.tokenizer});
    auto trainer = std::make_unique<Trainer>(checkpoint.configuration, checkpoint.state->parameters.tensors(),
                                             data.source(plan.batch_size, plan.options.seed), plan.options);
    moment ? go_back(folder, *moment, *trainer) : trainer->restore(*checkpoint.state);
    return {checkpoint.configuration, std::move(trainer), "the training in " + folder};
}

BeforeStep first_step(const UpdateRequest& request) {
    const Model model = open_model(request.model);
    if (model.batch.labels.empty()) throw Error("the batch has no labels: without them there is no loss, and no gradient of it");
    const Recipe& recipe = recipe_for("");
    auto trainer = std::make_unique<Trainer>(model.configuration, model.parameters, BatchSource(std::vector{model.batch}),
                                             method_of(request.method, recipe, recipe.steps));
    return {model.configuration, std::move(trainer), "a first step on this batch"};
}

BeforeStep before_step(const UpdateRequest& request) {
    const bool is_training = request.model.folder && !request.model.batch && holds_checkpoint(*request.model.folder);
    if (!is_training) return first_step(request);
    if (const auto given = given_method(request.method))
        throw Error(fmt::format("{}: {} holds a training, whose own options count; --batch FILE asks for a first step on a batch",
                                *given, request.model.folder->string()));
    return training_in(request.model.folder->string(), request.model.moment);
}

/// The parameter with this name. Throws Error with the nearest name if there is none.
TensorView find_parameter(const Parameters& parameters, const std::string& name) {
    std::vector<std::string> names;
    for (const ParameterView& parameter : list_parameters(parameters)) {
        if (parameter.name == name) return parameter.tensor;
        names.push_back(parameter.name);
    }
    throw Error(fmt::format("{}: there is no such parameter{}", in_quotes(name), did_you_mean(name, names)));
}

struct TakenStep {
    CellName cell;
    Layout layout;
    std::string of;
    StepReport report;
    UpdateExplanation explanation;
};

TakenStep take_step(const UpdateRequest& request) {
    const CellName cell = parse_cell(request.cell);
    const BeforeStep before = before_step(request);
    Trainer& trainer = *before.trainer;
    const TensorView weight = find_parameter(trainer.state().parameters.tensors(), cell.path);
    check_cell(request.cell, cell, weight.layout);
    const auto value = [&](const Parameters& of) { return find_parameter(of, cell.path).at(cell.index); };
    const OptimizerState& memory = trainer.state().optimizer;
    OptimizedCell optimized{.parameter = weight.at(cell.index),
                            .gradient = 0,
                            .first_moment = value(memory.first_moment.tensors()),
                            .second_moment = value(memory.second_moment.tensors())};
    if (const auto broken = trainer.step())
        throw Error(fmt::format("step {} cannot be taken. {}", broken->step, sentence(*broken)));
    optimized.gradient = value(trainer.gradient());
    const StepReport report = trainer.report();
    return {cell, weight.layout, before.of, report,
            explain_update(trainer.options(), before.configuration.d_model, report, optimized)};
}

std::string json_of(const TakenStep& taken) {
    nlohmann::ordered_json json{{"path", taken.cell.path}, {"index", nlohmann::ordered_json::array()}};
    for (int axis = 0; axis < taken.cell.rank; ++axis) json["index"].push_back(taken.cell.index[static_cast<std::size_t>(axis)]);
    json["of"] = taken.of;
    json["step"] = taken.report.step;
    json["optimizer"] = name_of(taken.explanation.optimizer);
    json["loss"] = taken.report.loss;
    json["old"] = taken.explanation.before.parameter;
    json["new"] = taken.explanation.after.parameter;
    for (const UpdateLine& line : taken.explanation.lines) {
        json["lines"].push_back({{"symbol", line.symbol},
                                 {"name", line.name},
                                 {"formula", line.formula},
                                 {"numbers", line.numbers},
                                 {"value", number_json(line.value)}});
    }
    return json.dump(2) + '\n';
}

std::string text_of(const TakenStep& taken) {
    const UpdateExplanation& explanation = taken.explanation;
    std::string text =
        fmt::format("{}  {} → {}\nby step {} of {}, {}; loss {}\n\n", cell_text(taken.cell.path, taken.layout, taken.cell.index),
                    update_number(explanation.before.parameter), update_number(explanation.after.parameter), taken.report.step,
                    taken.of, name_of(explanation.optimizer), update_number(taken.report.loss));
    std::size_t name = 0;
    for (const UpdateLine& line : explanation.lines) name = std::max(name, text_width(line.name));
    for (const UpdateLine& line : explanation.lines) {
        const std::string begins = fmt::format("  {}  {}  ", left_aligned(line.symbol, 3), left_aligned(line.name, name));
        const std::string indent(text_width(begins), ' ');
        text += begins;
        if (!line.formula.empty()) text += fmt::format("= {}\n{}= {}\n{}", line.formula, indent, line.numbers, indent);
        text += fmt::format("= {}\n", update_number(line.value));
    }
    return text;
}

}  // namespace

std::string explain_update(const UpdateRequest& request) {
    const TakenStep taken = take_step(request);
    return request.json ? json_of(taken) : text_of(taken);
}

}  // namespace vitrine
