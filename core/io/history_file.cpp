#include "core/io/history_file.h"

#include <algorithm>
#include <map>
#include <memory>
#include <system_error>

#include "core/family/family.h"
#include "core/family/family_weights.h"
#include "core/family/step_folders.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/io/parameters_file.h"
#include "core/io/schedule_fields.h"
#include "core/text/plain_text.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr int this_version = 1;

constexpr const char *parameters_part = "parameters.", *first_part = "first_moment.", *second_part = "second_moment.";

std::string prefix_of(std::int64_t step, const char* part) { return std::to_string(step) + '.' + part; }

template <class Evaluated, class Visit>
void visit_evaluation(Evaluated& e, Visit&& visit) {
    visit("loss", Required{e.loss});
    visit("token_accuracy", Required{e.token_accuracy});
    visit("exact_match", Required{e.exact_match});
    visit("tokens", Required{e.tokens});
    visit("sentences", Required{e.sentences});
}

/// The moments without their numbers: their steps, whether they are kept in full, and the schedule from there on if it changes.
OrderedJson moments_json(const Moments& moments) {
    OrderedJson list = OrderedJson::array();
    const KeptMoment* before = nullptr;
    for (const KeptMoment& moment : moments.all()) {
        OrderedJson json{{"step", moment.step}, {"full", moment.is_full()}};
        if (!before || !(before->schedule == moment.schedule)) {
            FieldWriter writer;
            visit_schedule(moment.schedule, writer);
            json["schedule"] = writer.object;
        }
        list.push_back(std::move(json));
        before = &moment;
    }
    return list;
}

OrderedJson held_out_json(const History& curves) {
    OrderedJson list = OrderedJson::array();
    for (const History::HeldOut& held_out : curves.held_out()) {
        FieldWriter writer;
        writer.object["step"] = held_out.step;
        visit_evaluation(held_out.evaluation, writer);
        list.push_back(writer.object);
    }
    return list;
}

/// One of the numbers that every step has.
template <class Member>
Tensor curve_of(const History& curves, Member member) {
    Tensor curve{Axis::position};
    curve.resize({static_cast<Size>(curves.size())});
    for (std::size_t i = 0; i < curves.size(); ++i) curve.data()[i] = static_cast<Scalar>(curves[i].*member);
    return curve;
}

void append(std::vector<NamedTensor> parameters, std::vector<NamedTensor>& tensors) {
    for (NamedTensor& tensor : parameters) tensors.push_back(std::move(tensor));
}

/// A history as it is stored in its file.
struct StoredHistory {
    std::string where;
    StoredTensors tensors;
    Configuration configuration;
    Json moments;  ///< as moments_json() writes them

    std::int64_t step_at(std::size_t i) const {
        const std::string at = where + ": 'moments[" + std::to_string(i) + "]'";
        require_keys(moments[i], {"step", "full", "schedule"}, at);
        const auto step = moments[i].contains("step") ? integer_in(moments[i]["step"]) : std::nullopt;
        if (!step || *step < 0) fail(at, "'step' is missing or not a number of steps");
        return *step;
    }
};

const std::string& text_in(const StoredHistory& history, const char* name) {
    const auto found = history.tensors.metadata.find(name);
    if (found == history.tensors.metadata.end())
        fail(history.where, std::string("'") + name + "' is missing: this is not the history of a training");
    return found->second;
}

/// The file in a folder, or the one that is named.
fs::path file_of(const fs::path& place) {
    std::error_code unknown;
    const bool is_file = place.extension() == ".safetensors" && !fs::is_directory(place, unknown);
    return is_file ? place : place / model_folder::history;
}

StoredHistory open_history(const fs::path& place) {
    const fs::path file = file_of(place);
    StoredHistory history{.where = file.string(), .tensors = {}, .configuration = {}, .moments = {}};
    if (file != place && !holds_history(place)) fail(place.string(), "there is no history: 'vitrine train --history' saves one");
    history.tensors = read_safetensors(file);
    const std::string& version = text_in(history, "version");
    if (version != std::to_string(this_version))
        fail(history.where, "was written by another version of this program (its format is " + in_quotes(version) +
                                ", this one reads " + std::to_string(this_version) + ")");
    const std::string at = history.where + ": 'configuration'";
    history.configuration = configuration_from(parse_json(text_in(history, "configuration"), at), at);
    history.moments = parse_json(text_in(history, "moments"), history.where + ": 'moments'");
    if (!history.moments.is_array() || history.moments.empty()) fail(history.where, "'moments' is empty");
    return history;
}

std::shared_ptr<const ParameterBuffer> buffer_in(const StoredHistory& history, std::int64_t step, const char* part) {
    auto buffer = std::make_shared<ParameterBuffer>(history.configuration);
    buffer->assign(parameters_under(prefix_of(step, part), history.tensors, history.configuration, history.where));
    return buffer;
}

Moments moments_in(const StoredHistory& history) {
    Moments moments;
    ScheduleOptions schedule;
    for (std::size_t i = 0; i < history.moments.size(); ++i) {
        const Json& json = history.moments[i];
        const std::string at = history.where + ": 'moments[" + std::to_string(i) + "]'";
        KeptMoment moment{.step = history.step_at(i), .schedule = {}, .parameters = {}, .memory = {}};
        if (!moments.empty() && moment.step <= moments.all().back().step) fail(at, "'step' is not after that of the moment before");
        if (json.contains("schedule")) visit_schedule(schedule, FieldReader(json["schedule"], at + ": 'schedule'"));
        moment.schedule = schedule;
        moment.parameters = buffer_in(history, moment.step, parameters_part);
        bool full = false;
        FieldReader(json, at)("full", full);
        if (full) {
            auto memory = std::make_shared<OptimizerState>(history.configuration);
            copy_cells(*buffer_in(history, moment.step, first_part), memory->first_moment);
            copy_cells(*buffer_in(history, moment.step, second_part), memory->second_moment);
            moment.memory = std::move(memory);
        }
        moments.add(std::move(moment));
    }
    return moments;
}

std::vector<float> curve_in(const StoredHistory& history, const std::string& name, std::size_t count) {
    const StoredTensor* stored = history.tensors.find(name);
    if (!stored || stored->count() != static_cast<Size>(count))
        fail(history.where, in_quotes(name) + " does not have a number for each of the " + std::to_string(count) + " steps");
    std::vector<float> numbers(count);
    copy_numbers(*stored, numbers.data());
    return numbers;
}

History curves_in(const StoredHistory& history) {
    const StoredTensor* stored = history.tensors.find("loss");
    const auto count = stored ? static_cast<std::size_t>(stored->count()) : 0;
    History curves;
    if (count > 0) {
        const Json first = parse_json(text_in(history, "first_step"), history.where + ": 'first_step'");
        const auto loss = curve_in(history, "loss", count), norm = curve_in(history, "gradient_norm", count),
                   rate = curve_in(history, "learning_rate", count);
        for (std::size_t i = 0; i < count; ++i) {
            curves.add({.step = integer_in(first).value_or(1) + static_cast<std::int64_t>(i),
                        .loss = static_cast<double>(loss[i]),
                        .gradient_norm = static_cast<double>(norm[i]),
                        .learning_rate = static_cast<double>(rate[i])});
        }
    }
    const std::string at = history.where + ": 'held_out'";
    for (const Json& json : parse_json(text_in(history, "held_out"), at)) {
        History::HeldOut held_out{};
        FieldReader reader(json, at);
        reader("step", Required{held_out.step});
        visit_evaluation(held_out.evaluation, reader);
        curves.add_held_out(held_out.step, held_out.evaluation);
    }
    return curves;
}

}  // namespace

void write_history(OutputFile& file, const HistoryView& history) {
    const auto& [configuration, curves, moments, plan, as_bfloat16] = history;
    const Tensor loss = curve_of(curves, &StepReport::loss), norm = curve_of(curves, &StepReport::gradient_norm),
                 rate = curve_of(curves, &StepReport::learning_rate);
    std::vector<NamedTensor> tensors;
    std::vector<std::shared_ptr<const Parameters>> read;
    if (curves.size() > 0) tensors = {{"loss", view(loss)}, {"gradient_norm", view(norm)}, {"learning_rate", view(rate)}};
    for (const KeptMoment& moment : moments.all()) {
        const auto add = [&, step = moment.step, half = as_bfloat16](const Parameters& parameters, const char* part) {
            append(named_parameters(parameters, prefix_of(step, part), half), tensors);
        };
        read.push_back(moment.weights());
        add(*read.back(), parameters_part);
        if (!moment.is_full()) continue;
        add(moment.memory->first_moment.tensors(), first_part);
        add(moment.memory->second_moment.tensors(), second_part);
    }
    std::map<std::string, std::string> texts{{"version", std::to_string(this_version)},
                                             {"configuration", configuration_text(configuration)},
                                             {"first_step", std::to_string(curves.size() > 0 ? curves[0].step : 1)},
                                             {"moments", moments_json(moments).dump()},
                                             {"held_out", held_out_json(curves).dump()}};
    if (plan) texts.emplace("plan", plan_text(*plan));
    write_safetensors(file, tensors, texts);
}

namespace {

/// The steps of a folder of model folders as moments, each of which is read when it is looked at.
TrainingHistory history_of_steps(const fs::path& folder, const std::vector<std::int64_t>& steps) {
    const fs::path file = folder_of_step(folder, steps.back()) / model_folder::configuration;
    FamilyModel last = family_model_from(read_json(file), file.string());
    settle_family(folder_of_step(folder, steps.back()), last);
    TrainingHistory history;
    history.configuration = last.configuration;
    const auto configuration = std::make_shared<const Configuration>(last.configuration);
    for (const std::int64_t step : steps)
        history.moments.add({.step = step, .schedule = {}, .parameters = {}, .memory = {}, .read = [folder, step, configuration] {
                                 return weights_of_step(folder, step, *configuration);
                             }});
    return history;
}

}  // namespace

TrainingHistory read_history(const fs::path& place) {
    if (const auto steps = steps_in(place); !steps.empty()) return history_of_steps(place, steps);
    const StoredHistory stored = open_history(place);
    TrainingHistory history{stored.configuration, curves_in(stored), moments_in(stored)};
    const auto plan = stored.tensors.metadata.find("plan");
    if (plan != stored.tensors.metadata.end()) history.plan = plan_from(plan->second, stored.where + ": 'plan'");
    return history;
}

bool holds_history(const fs::path& place) {
    std::error_code unknown;
    return fs::exists(file_of(place), unknown) || !steps_in(place).empty();
}

namespace {

/// Says which moments are nearest to one that is not kept.
[[noreturn]] void refuse_moment(const std::string& where, std::int64_t step, const std::vector<std::int64_t>& kept) {
    const auto after = std::ranges::lower_bound(kept, step);
    const std::string nearest = after == kept.begin() ? "the first is " + std::to_string(kept.front())
                                : after == kept.end()
                                    ? "the last is " + std::to_string(kept.back())
                                    : "the nearest are " + std::to_string(*(after - 1)) + " and " + std::to_string(*after);
    fail(where, "the moment after step " + std::to_string(step) + " is not kept; " + nearest);
}

}  // namespace

Parameters parameters_of_moment(const fs::path& place, std::int64_t step, const Configuration& configuration) {
    if (const auto steps = steps_in(place); !steps.empty()) {
        if (!std::ranges::count(steps, step)) refuse_moment(place.string(), step, steps);
        return weights_of_step(place, step, configuration);
    }
    const StoredHistory stored = open_history(place);
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < stored.moments.size(); ++i) kept.push_back(stored.step_at(i));
    if (!std::ranges::count(kept, step)) refuse_moment(stored.where, step, kept);
    return parameters_under(prefix_of(step, parameters_part), stored.tensors, configuration, stored.where);
}

}  // namespace vitrine
