/// vitrine history: lists the moments of a training that are kept beside its model, and what was found at them.

#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/format_option.h"
#include "app/cli/common/output.h"
#include "core/export/history_readings.h"
#include "core/files/problem.h"
#include "core/history/events.h"
#include "core/io/history_file.h"
#include "core/io/open_model.h"
#include "core/io/sample.h"
#include "core/io/training_json.h"
#include "core/text/plain_text.h"
#include "core/train/session.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct HistoryCommand {
    explicit HistoryCommand(CommandLine& command)
        : format(command, "with its events, and every number of its heads",
                 "loss, gradient's norm and learning rate of every step") {}

    FormatOption format;
    std::string model;  ///< a folder, or the name of a sample

    bool names_sample() const {
        std::error_code unknown;
        return !std::filesystem::exists(model, unknown) && sample_exists(model);
    }
    ModelRequest request() const { return names_sample() ? ModelRequest{.sample = model} : ModelRequest{.folder = model}; }
};

/// Where the history is.
std::filesystem::path place_of(const HistoryCommand& command) {
    if (!command.names_sample()) return command.model;
    const std::filesystem::path file = load_sample(command.model).history;
    if (file.empty()) fail("sample " + in_quotes(command.model), "it has no history of its training");
    return file;
}

std::int64_t last_step(const TrainingHistory& history) { return history.moments.all().back().step; }

/// Every number that the head has, with how many queries count for it.
OrderedJson json_of(const HeadLikeness& head) {
    OrderedJson json{{"attention", path_of(head.head.attention)},
                     {"head", head.head.head},
                     {"kind", nullptr},
                     {"likeness", OrderedJson::object()}};
    if (head.kind) json["kind"] = pattern_name(*head.kind);
    for (const AttentionPattern pattern : patterns_of(head.head.attention.kind)) {
        const auto& like = head.of[static_cast<std::size_t>(pattern)];
        if (like)
            json["likeness"][pattern_name(pattern)] = {
                {"value", like->value}, {"by_chance", like->chance}, {"queries", like->queries}};
    }
    return json;
}

OrderedJson json_of(const TrainingEvent& event) {
    OrderedJson json{{"step", event.step}, {"kind", name_of(event.kind)}, {"words", event_words(event)}};
    if (event.kind == EventKind::loss_spike) {
        json["before"] = event.before;
        json["highest"] = event.after;
        json["until"] = event.until;
    }
    if (event.kind != EventKind::head_forms) return json;
    json["attention"] = path_of(event.head.attention);
    json["head"] = event.head.head;
    json["pattern"] = pattern_name(event.pattern);
    json["lowest"] = event.before;
    json["last"] = event.after;
    json["queries"] = event.queries;
    json["from"] = event.from;
    json["until"] = event.until;
    return json;
}

/// What was found in a training.
struct Findings {
    std::vector<TrainingEvent> events;
    std::vector<HeadLikeness> heads;  ///< at the last kept moment
};

OrderedJson json_of(const TrainingHistory& history, const Findings& found) {
    OrderedJson json{{"steps", last_step(history)},
                     {"bytes", history.moments.bytes()},
                     {"moments", OrderedJson::array()},
                     {"events", OrderedJson::array()},
                     {"heads", OrderedJson::array()}};
    for (const KeptMoment& moment : history.moments.all())
        json["moments"].push_back({{"step", moment.step}, {"full", moment.is_full()}});
    for (const TrainingEvent& event : found.events) json["events"].push_back(json_of(event));
    for (const HeadLikeness& head : found.heads) json["heads"].push_back(json_of(head));
    return json;
}

/// The events, each with how it was found the first time that one of its kind is told.
std::string events_text(const std::vector<TrainingEvent>& events) {
    std::string text;
    std::set<EventKind> told;
    for (const TrainingEvent& event : events) {
        text += fmt::format("  step {:>6}  {}\n", event.step, event_words(event));
        std::vector<std::string> details = event_details(event);
        if (!told.insert(event.kind).second && details.size() > 1) details.resize(1);
        for (const std::string& detail : details) text += "               " + detail + '\n';
    }
    return text;
}

/// "  decoder layer 2 head 1: induction", and below it every number, "previous token 0.03 (n = 56), induction 0.97 (n = 20)".
std::string heads_text(const std::vector<HeadLikeness>& heads) {
    std::string text;
    for (const HeadLikeness& head : heads) {
        std::string numbers;
        for (const AttentionPattern pattern : patterns_of(head.head.attention.kind)) {
            const auto& like = head.of[static_cast<std::size_t>(pattern)];
            if (like)
                numbers += fmt::format("{}{} {:.2f} (n = {})", numbers.empty() ? "      " : ", ", pattern_name(pattern),
                                       like->value, like->queries);
        }
        if (numbers.empty()) continue;
        text += fmt::format("  {}: {}\n{}", head_name(head.head), head.kind ? pattern_name(*head.kind) : "no clear kind",
                            wrapped_text(numbers, 100, "      "));
    }
    return text;
}

std::string text_of(const HistoryCommand& command, const TrainingHistory& history, const Findings& found) {
    const auto& moments = history.moments.all();
    const auto full = std::ranges::count_if(moments, &KeptMoment::is_full);
    const std::string size = moments.front().is_in_memory()
                                 ? fmt::format("{:.1f} MB", static_cast<double>(history.moments.bytes()) / 1e6)
                                 : "each in a folder of its own";
    std::string text =
        fmt::format("{}: {}, {} saved, {} of them with the state of the optimiser; {}\n\n", command.model,
                    counted(last_step(history), "step"), counted(static_cast<Size>(moments.size()), "moment"), full, size);
    text += events_text(found.events);
    if (!found.events.empty()) text += '\n';
    if (const std::string heads = heads_text(found.heads); !heads.empty())
        text += "heads after the last of these steps: how like each kind they are, a mean over n queries:\n" + heads + '\n';
    std::string steps = "  ";
    for (const KeptMoment& moment : moments) steps += fmt::format("{}{} ", moment.step, moment.is_full() ? "*" : "");
    text += std::string("moments") + (full > 0 ? "; * marks those with the state of the optimiser" : "") + ":\n";
    text += wrapped_text(steps, 100, "  ") + "\n\n";
    text += fmt::format("  vitrine render {} {} --moment STEP --out picture.png\n", command.names_sample() ? "--sample" : "--model",
                        command.model);
    text += full > 0 ? fmt::format("  vitrine train --resume {} --moment STEP --steps N\n", command.model)
                     : "  these are weights alone, without the state of the optimiser: no training continues from them\n";
    return text;
}

/// A line for every step.
std::string csv_of(const History& curves) {
    std::string text = "step,loss,gradient_norm,learning_rate\n";
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const StepReport& report = curves[i];
        text += fmt::format("{},{},{},{}\n", report.step, report.loss, report.gradient_norm, report.learning_rate);
    }
    return text;
}

void run(const HistoryCommand& command) {
    const ReportFormat format = command.format.format();
    const TrainingHistory history = read_history(place_of(command));
    if (format == ReportFormat::csv) {
        Output output({});
        output.write(csv_of(history.curves));
        return output.finish();
    }
    const std::vector<MomentReading> readings = readings_of(history, open_model(command.request()));
    const Findings found{training_events(history.curves, readings),
                         readings.empty() ? std::vector<HeadLikeness>{} : readings.back().heads};
    Output output({});
    format == ReportFormat::json ? output.write(json_of(history, found).dump(2) + '\n')
                                 : output.say(text_of(command, history, found));
    output.finish();
}

}  // namespace

void add_history(CommandLine& program) {
    CommandLine& command = program.add_subcommand(
        "history", "List the saved moments of a training and what was found in them: spikes, first successes, heads");
    const auto options = std::make_shared<HistoryCommand>(command);
    command.add_option("folder", options->model, "A folder that 'vitrine train --history' wrote, or a sample with a history")
        .type_name("DIR")
        .required();
    command.footer(
        "Moments are saved often at the beginning and ever less often later. Training can continue from any step: from the "
        "last\nmoment with the state of the optimiser, the steps up to it are taken again, bit for bit.\n\n"
        "Examples:\n"
        "  vitrine history my-model\n"
        "  vitrine history my-model --format csv > curves.csv\n"
        "  vitrine render --model my-model --moment 10 --out out/then.png\n"
        "  vitrine train --resume my-model --moment 10 --steps 40 --out out/other");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
