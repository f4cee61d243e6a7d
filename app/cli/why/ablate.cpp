/// vitrine ablate: every head replaced by zeros or by its mean, one after the other.

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/asked.h"
#include "app/cli/why/experiments.h"
#include "app/cli/why/report.h"
#include "core/files/csv.h"
#include "core/io/open_model.h"
#include "core/trace/parameter_trace.h"
#include "core/why/head_readings.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct AblateCommand {
    explicit AblateCommand(CommandLine& command)
        : asked(command, false), format(command, "every head with both numbers", "a line for each head") {}

    AskedOptions asked;
    FormatOption format;
    bool all = false, all_runs = false;
};

/// The heads of an attention: what is measured without each, and with its mean.
struct AblatedHeads {
    std::string name;
    std::vector<double> zero, mean;
};

OrderedJson ablations_json(const std::string& metric, double whole, const std::vector<AblatedHeads>& heads) {
    OrderedJson list = OrderedJson::array();
    for (const AblatedHeads& one : heads) list.push_back({{"name", one.name}, {"zero", one.zero}, {"mean", one.mean}});
    return {{"ablation", {{"metric", metric}, {"whole", whole}, {"heads", list}}}};
}

std::string ablations_csv(const std::vector<AblatedHeads>& heads) {
    std::string text = "attention,head,zero,mean\n";
    for (const AblatedHeads& one : heads) {
        for (std::size_t head = 0; head < one.zero.size(); ++head)
            text += fmt::format("{},{},{},{}\n", csv_field(one.name), head, one.zero[head], one.mean[head]);
    }
    return text;
}

std::string ablations_text(const std::string& metric, double whole, const std::vector<AblatedHeads>& heads, bool all) {
    std::vector<MeasuredPlace> zero, mean;
    for (const AblatedHeads& one : heads) {
        for (std::size_t head = 0; head < one.zero.size(); ++head) {
            const std::string name = fmt::format("{}, head {}", one.name, head + 1);
            zero.push_back({name, one.zero[head]}), mean.push_back({name, one.mean[head]});
        }
    }
    return fmt::format("What is measured is {}: {:.4f}. With zeros in place of one head:\n\n", metric, whole) +
           measured_text(std::move(zero), whole, all) + "\nWith the head's mean over the batch in its place:\n\n" +
           measured_text(std::move(mean), whole, all);
}

void run(const AblateCommand& command) {
    const Model model = open_model(command.asked.request());
    say_notes(model);
    const Configuration& c = model.configuration;
    const auto outline = std::make_shared<const Outline>(make_outline(c));
    Activations activations;
    const Pass pass{c, model.parameters, model.batch};
    forward(pass, activations);
    const Trace trace = make_trace(outline, activations),
                parameters = make_parameter_trace(*outline, list_parameters(model.parameters));
    Metric metric;
    std::string words = "loss";
    if (command.asked.asks()) {
        metric = {Metric::Kind::logit, command.asked.logit(model, {c, trace, parameters})};
        words = metric.logit.against ? "logit(a) - logit(b)" : "logit(a)";
    } else if (activations.loss.empty()) {
        throw Error("the batch has no labels, and so no loss: name a logit to measure");
    }
    std::vector<AblatedHeads> heads;
    std::vector<RunPlace> places;
    for (const AttentionPlace& place : attentions_of(c)) {
        heads.push_back({path_of(place), {}, {}});
        const std::string context = path_of(place) + ".context";
        for (Size head = 0; head < trace.find(context).layout.shape[1]; ++head) places.push_back({.path = context, .head = head});
    }
    const Experiments experiments{2 * places.size(), [&](std::size_t i) {
                                      return i % 2 == 0 ? zeros(places[i / 2], trace) : means(places[i / 2], c, trace);
                                  }};
    const std::vector<double> found = run_with_progress({pass, activations}, metric, experiments, command.all_runs);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto of = std::ranges::find(heads, places[i].path.substr(0, places[i].path.rfind('.')), &AblatedHeads::name);
        of->zero.push_back(found[2 * i]), of->mean.push_back(found[2 * i + 1]);
    }
    const double whole = measure(metric, c, activations);
    write_report(command.format.format(), {.json = [&] { return ablations_json(words, whole, heads); },
                                           .csv = [&] { return ablations_csv(heads); },
                                           .text =
                                               [&] {
                                                   return ablations_text(
                                                       command.asked.asks() ? asked_words(model, metric.logit) : "the loss", whole,
                                                       heads, command.all);
                                               }});
}

}  // namespace

void add_ablate(CommandLine& program) {
    CommandLine& command = program.add_subcommand(
        "ablate", "Replace every head by zeros or by its mean, one after the other, and measure the loss or a logit");
    const auto options = std::make_shared<AblateCommand>(command);
    command.add_flag("--all", options->all, "List every head, not only those that change most");
    add_all_of_them(command, options->all_runs);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "The mean of a head is taken over all positions of all sentences that are no padding.\n\n"
        "Examples:\n  vitrine ablate --sample translation\n"
        "  vitrine ablate --sample translation 'logits[0,2,3]' --against '#12' --json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
