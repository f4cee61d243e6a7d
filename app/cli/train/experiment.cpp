/// vitrine experiment: runs two to four trainings from the same seed that differ in one thing, side by side.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/train/loop.h"
#include "core/files/csv.h"
#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/made_folder.h"
#include "core/files/problem.h"
#include "core/io/checkpoint.h"
#include "core/text/plain_text.h"
#include "core/train/session.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The options of `vitrine train` by their names without dashes, as written in the file.
using TrainArguments = std::map<std::string, Json>;

struct ExperimentRun {
    std::string name;
    TrainArguments own;  ///< the options in which it differs from the others
};

struct Experiment {
    std::string where;
    TrainArguments common;
    std::vector<ExperimentRun> runs;
};

TrainArguments arguments_from(const Json& json, const std::string& where) {
    if (!json.is_object())
        fail(where, "must be an object of options of 'vitrine train', such as {\"task\": \"copy\", \"steps\": 300}");
    TrainArguments arguments;
    for (const auto& [key, value] : json.items()) {
        if (key == "out" || key == "resume" || key == "overwrite" || key == "moment")
            fail(where, in_quotes(key) + " is said by --out: every training begins anew in a folder of its own");
        if (!value.is_string() && !value.is_number() && !value.is_boolean())
            fail(where, in_quotes(key) + " is " + shown(value) + ", it must be a text, a number, true or false");
        arguments[key] = value;
    }
    return arguments;
}

Experiment read_experiment(const fs::path& path) {
    const Json json = read_json(path);
    const std::string where = path.string();
    require_keys(json, {"train", "runs"}, where);
    Experiment experiment{.where = where, .common = {}, .runs = {}};
    if (json.contains("train")) experiment.common = arguments_from(json["train"], where + ": 'train'");
    if (!json.contains("runs") || !json["runs"].is_array() || json["runs"].size() < 2 || json["runs"].size() > 4)
        fail(where, "'runs' must be a list of two to four trainings: {\"name\": …, and the options it has of its own}");
    for (std::size_t i = 0; i < json["runs"].size(); ++i) {
        const std::string at = where + ": 'runs[" + std::to_string(i) + "]'";
        ExperimentRun run{.name = {}, .own = arguments_from(json["runs"][i], at)};
        run.name = text_or_empty(json["runs"][i], "name", at);
        run.own.erase("name");
        if (run.name.empty() || run.name.find('/') != std::string::npos || run.name.front() == '.')
            fail(at, "'name' is " + shown(run.name) + ", it must be that of a folder");
        if (std::ranges::find(experiment.runs, run.name, &ExperimentRun::name) != experiment.runs.end())
            fail(at, "'name' is " + shown(run.name) + " again");
        experiment.runs.push_back(std::move(run));
    }
    return experiment;
}

/// The command line of one training. Its own options replace the common ones.
std::vector<std::string> command_line_of(const Experiment& experiment, const ExperimentRun& run, const fs::path& out) {
    TrainArguments all = experiment.common;
    for (const auto& [name, value] : run.own) all[name] = value;
    std::vector<std::string> words{"train"};
    for (const auto& [name, value] : all) {
        if (value == false) continue;
        words.push_back("--" + name);
        if (!value.is_boolean()) words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
    words.insert(words.end(), {"--history", "--out", out.string()});
    return words;
}

/// The options in a command line. Throws Error like the command itself.
TrainOptions options_of(std::vector<std::string> words) {
    CommandLine parser("train", "");
    TrainOptions options;
    add_train_options(parser, options);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    parser.parse(static_cast<int>(arguments.size()), arguments.data());
    check(options, parser);
    return options;
}

/// The result of one training.
struct ExperimentResult {
    std::string name, own;
    Size parameters = 0;
    std::int64_t steps = 0;
    double loss = 0;  ///< the mean loss of the last steps
    std::optional<Evaluation> held_out;
    double gradient_norm = 0;  ///< the median over all steps, before clipping
    double seconds = 0;
    std::string ended;  ///< why it ended before its last step; empty: it reached that step
    History curves;
};

constexpr std::size_t last_steps = 20;

std::string own_words(const ExperimentRun& run) {
    std::string words;
    for (const auto& [name, value] : run.own)
        words += (words.empty() ? "" : ", ") + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
    return words;
}

double last_loss(const History& curves) {
    double sum = 0;
    const std::size_t count = std::min(last_steps, curves.size());
    for (std::size_t i = curves.size() - count; i < curves.size(); ++i) sum += curves[i].loss;
    return count == 0 ? std::nan("") : sum / static_cast<double>(count);
}

double median_norm(const History& curves) {
    std::vector<double> norms;
    for (std::size_t i = 0; i < curves.size(); ++i) norms.push_back(curves[i].gradient_norm);
    if (norms.empty()) return std::nan("");
    std::ranges::sort(norms);
    return norms[norms.size() / 2];
}

ExperimentResult train_one(const Experiment& experiment, const ExperimentRun& run, const fs::path& out,
                           const Interrupt& interrupt) {
    const TrainOptions options = options_of(command_line_of(experiment, run, out));
    const CheckpointFolder reserved(out);
    check_place(options, out);
    TrainLoop loop(plan_training(options));
    messages() << "vitrine: " << printable(run.name) << (run.own.empty() ? "" : " (" + printable(own_words(run)) + ")") << '\n';
    loop.train({}, interrupt);
    const TrainingRun& made = loop.run();
    ExperimentResult result;
    result.name = run.name;
    result.own = own_words(run);
    result.parameters = static_cast<Size>(parameter_count(made.configuration));
    result.steps = loop.state().steps;
    result.curves = made.history.curves;
    result.loss = last_loss(result.curves);
    result.gradient_norm = median_norm(result.curves);
    result.seconds = loop.seconds();
    if (made.data.task && !made.data.task->held_out.empty())
        result.held_out = evaluate(made.configuration, loop.state().parameters.tensors(), made.data.task->held_out,
                                   regime_of_probe(made.plan.options));
    if (loop.breakdown()) result.ended = fmt::format("broke down at step {}", loop.breakdown()->step);
    if (loop.signal()) result.ended = fmt::format("stopped after step {}", result.steps);
    return result;
}

std::string results_csv(const std::vector<ExperimentResult>& results) {
    std::string text =
        "name,differs,parameters,steps,loss,held_out_loss,held_out_tokens_right,held_out_sentences_right,median_gradient_norm,"
        "seconds,"
        "ended\n";
    for (const ExperimentResult& r : results) {
        const auto held_out = [&](double Evaluation::*member) {
            return r.held_out ? fmt::format("{}", (*r.held_out).*member) : "";
        };
        text += fmt::format("{},{},{},{},{},{},{},{},{},{:.2f},{}\n", csv_field(r.name), csv_field(r.own), r.parameters, r.steps,
                            r.loss, held_out(&Evaluation::loss), held_out(&Evaluation::token_accuracy),
                            held_out(&Evaluation::exact_match), r.gradient_norm, r.seconds, r.ended);
    }
    return text;
}

std::string curves_csv(const std::vector<ExperimentResult>& results) {
    std::string text = "step";
    std::size_t longest = 0;
    for (const ExperimentResult& r : results) {
        text += ',' + csv_field(r.name);
        longest = std::max(longest, r.curves.size());
    }
    text += '\n';
    for (std::size_t i = 0; i < longest; ++i) {
        text += std::to_string(i + 1);
        for (const ExperimentResult& r : results) text += ',' + (i < r.curves.size() ? fmt::format("{}", r.curves[i].loss) : "");
        text += '\n';
    }
    return text;
}

std::string table_text(const std::vector<ExperimentResult>& results) {
    std::size_t name = 4;
    for (const ExperimentResult& r : results) name = std::max(name, text_width(r.name));
    std::string text = fmt::format("{}  {:>10}  {:>9}  {:>9}  {:>9}  {:>9}\n", left_aligned("", name), "parameters", "loss",
                                   "held out", "words", "gradient");
    for (const ExperimentResult& r : results) {
        text += fmt::format("{}  {:>10}  {:>9.4g}  {:>9}  {:>9}  {:>9.3g}{}\n", left_aligned(r.name, name), grouped(r.parameters),
                            r.loss, r.held_out ? fmt::format("{:.4g}", r.held_out->loss) : "–",
                            r.held_out ? percent(r.held_out->token_accuracy, 1) : "–", r.gradient_norm,
                            r.ended.empty() ? "" : "  " + r.ended);
    }
    return text + fmt::format(
                      "loss: the mean of the last {} steps; held out: loss and share of words right, measured as it was trained; "
                      "gradient: the median norm\n",
                      last_steps);
}

std::string where_of(const Experiment& experiment, const ExperimentRun& run) {
    return experiment.where + ": " + in_quotes(run.name);
}

struct ExperimentCommand {
    std::string file, out;
};

void run(const ExperimentCommand& command) {
    const Experiment experiment = read_experiment(command.file);
    const fs::path out = command.out;
    for (const ExperimentRun& run : experiment.runs) {  // checks all trainings before the first one takes its time
        within(where_of(experiment, run), [&] {
            const TrainOptions options = options_of(command_line_of(experiment, run, out / run.name));
            check_place(options, out / run.name);
            plan_training(options);
        });
    }
    const MadeFolder made(out);
    const Interrupt interrupt;
    std::vector<ExperimentResult> results;
    for (const ExperimentRun& run : experiment.runs) {
        results.push_back(within(where_of(experiment, run), [&] { return train_one(experiment, run, out / run.name, interrupt); }));
        OutputFiles files;
        files.add(out / "results.csv").write(results_csv(results));
        files.add(out / "curves.csv").write(curves_csv(results));
        files.commit();
        if (interrupt.signal()) break;
    }
    std::string summary = table_text(results);
    summary +=
        fmt::format("\n{0}/results.csv and {0}/curves.csv hold it all; each training is a model with its history:\n", command.out);
    for (const ExperimentResult& r : results) summary += fmt::format("  vitrine --model {}\n", (out / r.name).string());
    const bool taken_back =
        experiment.common.contains("design") ||
        std::ranges::any_of(experiment.runs, [](const ExperimentRun& run) { return run.own.contains("design"); });
    if (taken_back)
        summary += "opened, a model computes with every choice of the paper in place; the view Design takes them back again\n";
    write_summary(summary);
    if (interrupt.signal()) throw Ended("stopped", 128 + interrupt.signal());
}

}  // namespace

void add_experiment(CommandLine& program) {
    CommandLine& command = program.add_subcommand(
        "experiment", "Run two to four trainings from the same seed that differ in one thing, and print a table of the results");
    const auto options = std::make_shared<ExperimentCommand>();
    command
        .add_option("file", options->file,
                    "The experiment as JSON: {\"train\": options for all, \"runs\": [{\"name\": …, options of its own}, …]}")
        .reads_file("FILE.json")
        .required();
    command.add_option("--out", options->out, "The folder for the models, results.csv and curves.csv").writes_folder().required();
    add_quiet(command, "No progress, no notes and no table, errors only");
    command.footer(
        "The options are those of 'vitrine train', without dashes:\n"
        "  {\"train\": {\"task\": \"reverse\", \"steps\": 300},\n"
        "   \"runs\": [{\"name\": \"post-norm\"}, {\"name\": \"pre-norm\", \"norm\": \"before\"}]}\n\n"
        "Examples:\n"
        "  vitrine experiment norm.json --out out/norm");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
