/// vitrine compare: compares two runs tensor by tensor, or a run with another program's trace.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/against_trace.h"
#include "app/cli/commands.h"
#include "app/cli/common/against_options.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/compare/comparing.h"
#include "app/run/make_run.h"
#include "app/words/changes.h"
#include "core/against/deviation.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct CompareCommand {
    explicit CompareCommand(CommandLine& command) : model(command), against(command) {}

    ModelOptions model;
    AgainstOptions against;
    std::optional<std::filesystem::path> trace, map;
    std::optional<double> tolerance;
    bool json = false, in_order = false;
};

constexpr int runs_differ = 1;

const char* fit_name(Fit fit) {
    static constexpr const char* names[] = {"same shape", "other shape", "only in A", "only in B", "not recorded"};
    return names[static_cast<std::size_t>(fit)];
}

/// JSON has no infinity: null if the size is not finite.
OrderedJson size_json(double size) { return std::isfinite(size) ? OrderedJson(size) : OrderedJson(); }

OrderedJson change_json(const TensorChange& change) {
    OrderedJson json{{"path", change.path}, {"fit", fit_name(change.fit)}};
    if (change.fit != Fit::same_shape) return json;
    json["ids"] = change.ids;
    json["cells"] = change.cells;
    json["changed"] = change.changed;
    json["largest"] = size_json(change.largest);
    OrderedJson at = OrderedJson::array();
    for (int axis = 0; axis < change.b.rank; ++axis) at.push_back(change.largest_at[static_cast<std::size_t>(axis)]);
    json["largest_at"] = change.changed > 0 ? at : OrderedJson();
    json["relative"] = size_json(change.relative);
    json["nan"] = change.nan_cells;
    json["infinite"] = change.infinite_cells;
    return json;
}

/// The tensors' numbers in the order of the list.
std::vector<std::size_t> order_of(std::span<const TensorChange> changes, bool in_order) {
    std::vector<std::size_t> places = most_changed_first(changes);
    if (in_order) std::sort(places.begin(), places.end());
    return places;
}

OrderedJson list_json(std::span<const TensorChange> changes, bool in_order) {
    OrderedJson list = OrderedJson::array();
    for (const std::size_t place : order_of(changes, in_order)) list.push_back(change_json(changes[place]));
    return list;
}

/// A tensor that differs by more than the tolerance, with its largest deviation and that deviation's cell. Without a tolerance,
/// every changed bit counts. Ids either agree or not, whatever the tolerance.
struct Beyond {
    std::string path;
    std::optional<Index> index;  ///< none: the tensors cannot be compared cell by cell
    int rank = 0;
    bool ids = false;  ///< ids have no deviation
    double deviation = std::numeric_limits<double>::infinity();
};

/// Predicted words depend on which logit is largest. If logits may differ within a tolerance, so may these words.
constexpr std::string_view predicted = "predictions";

std::optional<Beyond> beyond(const TensorChange& change, const RunDifference& difference, std::optional<double> tolerance) {
    if (!change.differs()) return std::nullopt;
    if (change.fit != Fit::same_shape) return Beyond{.path = change.path, .index = {}};
    if (tolerance && change.path == predicted) return std::nullopt;
    if (change.ids) return Beyond{.path = change.path, .index = change.largest_at, .rank = change.b.rank, .ids = true};
    const TensorView a = difference.a->find(change.path), b = difference.b->find(change.path);
    Beyond found{.path = change.path, .index = change.largest_at, .rank = change.b.rank, .deviation = 0};
    for (Size i = 0; i < change.cells; ++i) {
        const Index index = index_of(change.b, i);
        const double deviation = deviation_between(a.at(index), b.at(index));
        if (deviation > found.deviation) found.index = index, found.deviation = deviation;
    }
    return tolerance && found.deviation <= *tolerance ? std::nullopt : std::optional(found);
}

/// The first tensor beyond the tolerance or, if there is none, the first such parameter.
std::optional<Beyond> first_beyond_of(const RunDifference& difference, std::optional<double> tolerance) {
    for (const auto* changes : {&difference.tensors, &difference.parameters}) {
        for (const TensorChange& change : *changes) {
            if (auto found = beyond(change, difference, tolerance)) return found;
        }
    }
    return std::nullopt;
}

OrderedJson beyond_json(const std::optional<Beyond>& found) {
    if (!found) return {};
    OrderedJson index;
    if (found->index) index = std::vector<Size>(found->index->begin(), found->index->begin() + found->rank);
    return {{"path", found->path}, {"index", index}, {"ids", found->ids}, {"deviation", size_json(found->deviation)}};
}

OrderedJson comparison_json(const RunDifference& difference, const std::optional<Beyond>& found, bool in_order) {
    const auto first = first_change(difference.tensors);
    return {{"a", run_words(*difference.a)},
            {"b", run_words(*difference.b)},
            {"first", first ? OrderedJson(difference.tensors[*first].path) : OrderedJson()},
            {"first_beyond", beyond_json(found)},
            {"cause", nullptr},  // only sought in other programs' traces
            {"causes", OrderedJson::array()},
            {"tensors", list_json(difference.tensors, in_order)},
            {"parameters", list_json(difference.parameters, in_order)}};
}

/// Lists what differs, one line each.
std::string list_text(std::span<const TensorChange> changes, bool in_order) {
    std::string text;
    for (const std::size_t place : order_of(changes, in_order)) {
        const TensorChange& change = changes[place];
        if (!change.differs()) continue;
        text += fmt::format("  {:<48}{:>14}", change.path,
                            change.fit == Fit::same_shape && change.ids ? change_summary(change) + " ids" : change_summary(change));
        if (change.fit == Fit::same_shape && !change.ids)
            text += fmt::format("   largest {:<10.4g} {} of {} cells{}", change.largest, change.changed, change.cells,
                                change.nan_cells > 0 ? fmt::format(", {} to or from NaN", change.nan_cells) : "");
        text += '\n';
    }
    return text;
}

/// Says that every number is within the tolerance, and which ids agree.
std::string within_text(const RunDifference& difference, double tolerance) {
    const TensorChange* words = difference.find(std::string(predicted));
    const std::string others =
        words && words->differs()
            ? fmt::format(" except {} of {} predictions, which depend on logits that may differ", words->changed, words->cells)
            : "";
    return fmt::format("all numbers are within {:g}, and all ids are the same{}\n", tolerance, others);
}

/// Says which tensor is the first beyond the given tolerance.
std::string beyond_text(const RunDifference& difference, const std::optional<Beyond>& found, double tolerance) {
    if (!found) return within_text(difference, tolerance);
    if (!found->index) return fmt::format("the first off by more than {:g}: {}, whose shapes differ\n", tolerance, found->path);
    const std::span<const Size> index(found->index->data(), static_cast<std::size_t>(found->rank));
    return fmt::format(
        "the first off by more than {:g}: {}[{}], {}\n", tolerance, found->path, fmt::join(index, ", "),
        found->ids ? "a different id: ids have no tolerance" : fmt::format("a deviation of {:.3g}", found->deviation));
}

std::string comparison_text(const RunDifference& difference, bool in_order) {
    std::string text = "A  " + printable(run_words(*difference.a)) + "\nB  " + printable(run_words(*difference.b)) + "\n\n";
    if (const auto first = first_change(difference.tensors)) text += "first difference: " + difference.tensors[*first].path + '\n';
    text += count_words(difference) + '\n';
    const std::string tensors = list_text(difference.tensors, in_order), parameters = list_text(difference.parameters, in_order);
    if (!tensors.empty()) text += "\ncomputed, by how much they changed, ‖B − A‖ / ‖A‖\n" + tensors;
    if (!parameters.empty()) text += "\nparameters\n" + parameters;
    return text;
}

/// Compares A and B, and returns whether they agree within the tolerance.
bool compare_runs(const CompareCommand& command) {
    const auto a = make_run(command.model.request());
    say_notes(*a->model);
    const auto b = command.against.run(a);
    const auto made = difference_of({.a = a, .b = b});
    const RunDifference& difference = *made->difference;
    const auto found = first_beyond_of(difference, command.tolerance);
    if (quiet()) return !found;
    Output output({});
    if (command.json) {
        output.write(comparison_json(difference, found, command.in_order).dump(2) + '\n');
    } else {
        output.say(comparison_text(difference, command.in_order));
        if (command.tolerance) output.say('\n' + beyond_text(difference, found, *command.tolerance));
    }
    output.finish();
    return !found;
}

void run(const CompareCommand& command) {
    if (!command.against.given() && !command.trace)
        throw Error("compared with what? --against-model, --against-seed, --against-batch, --against-trace or --replace says it");
    if (command.against.given() && command.trace)
        throw Error("--against-trace stands alone: a trace is compared with the run of --model, not with another one");
    if (command.map && !command.trace) throw Error("--map goes with --against-trace only");
    const bool same =
        command.trace ? compare_with_trace(command.model.request(),
                                           {*command.trace, command.map, command.tolerance.value_or(usual_tolerance), command.json})
                      : compare_runs(command);
    if (!same) throw Ended({}, runs_differ);
}

}  // namespace

void add_compare(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("compare", "Compare two runs: the first tensor that differs, and how much each tensor differs");
    const auto options = std::make_shared<CompareCommand>(command);
    command
        .add_option("--against-trace", options->trace,
                    "A trace from another program, whose tensors are matched by name and shape; says why it differs")
        .reads_file()
        .group("Compared with");
    command
        .add_option(
            "--map", options->map,
            "A file that says which tensors of the trace are which of ours (docs/TRACE.md), if they are not found automatically")
        .reads_file()
        .group("Compared with");
    command
        .add_option(
            "--tolerance", options->tolerance,
            "Tolerance of the comparison: |a − b| ≤ T · max(1, |b|) (default for a trace 1e-4, for two runs 0); ids must be equal")
        .check(number_in({.least = 0}))
        .type_name("T");
    command.add_flag("--json", options->json, "As JSON, with the tensors that are the same, too");
    command.add_flag("--in-order", options->in_order, "In the order of execution rather than the most changed first");
    add_threads(command);
    add_quiet(command, "No report and no notes: the exit status says whether they differ");
    command.footer(
        "Examples:\n"
        "  vitrine compare --sample translation --replace 'tgt[0,3]=une'\n"
        "  vitrine compare --config config.json --seed 1 --against-seed 2 --json\n"
        "  vitrine compare --model before --against-model after --tolerance 1e-6\n"
        "  vitrine compare --model my-model --batch batch.json --against-trace trace.npz\n"
        "  vitrine compare --model my-model --batch batch.json --against-trace trace.npz --map map.json\n"
        "where map.json is {\"tensors\": [{\"path\": \"memory\", \"from\": \"enc_out\"}], \"left\": [\"loss\"]}\n\n"
        "No tolerance holds for ids: they have to be the same, but for predictions, which hang on logits.\n"
        "The exit status is 0 where all that was compared is the same or within --tolerance, and 1 where not. What of a trace\n"
        "was put aside is counted in the report and listed at its end, with the reason; the exit status says nothing of it.");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
