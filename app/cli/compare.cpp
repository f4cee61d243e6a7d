/// vitrine compare: two runs, tensor by tensor.

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/against_options.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/compare/comparing.h"
#include "app/run/make_run.h"
#include "app/words/changes.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct CompareCommand {
    explicit CompareCommand(CommandLine& command) : model(command), against(command) {}

    ModelOptions model;
    AgainstOptions against;
    bool json = false, in_order = false;
};

const char* fit_name(Fit fit) {
    static constexpr const char* names[] = {"same shape", "other shape", "only in A", "only in B"};
    return names[static_cast<std::size_t>(fit)];
}

/// JSON has no infinity: null where no size can be given.
OrderedJson size_json(double size) { return std::isfinite(size) ? OrderedJson(size) : OrderedJson(); }

OrderedJson change_json(const TensorChange& change) {
    OrderedJson json{{"path", change.path}, {"fit", fit_name(change.fit)}};
    if (change.fit != Fit::same_shape) return json;
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

/// The places in the order in which they are listed.
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

OrderedJson comparison_json(const RunDifference& difference, bool in_order) {
    const auto first = first_change(difference.tensors);
    return {{"a", run_words(*difference.a)},
            {"b", run_words(*difference.b)},
            {"first", first ? OrderedJson(difference.tensors[*first].path) : OrderedJson()},
            {"tensors", list_json(difference.tensors, in_order)},
            {"parameters", list_json(difference.parameters, in_order)}};
}

/// What differs, a line each.
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

std::string comparison_text(const RunDifference& difference, bool in_order) {
    std::string text = "A  " + run_words(*difference.a) + "\nB  " + run_words(*difference.b) + "\n\n";
    if (const auto first = first_change(difference.tensors))
        text += "the first that differs: " + difference.tensors[*first].path + '\n';
    text += count_words(difference) + '\n';
    const std::string tensors = list_text(difference.tensors, in_order), parameters = list_text(difference.parameters, in_order);
    if (!tensors.empty()) text += "\ncomputed, by how much they changed, ‖B − A‖ / ‖A‖\n" + tensors;
    if (!parameters.empty()) text += "\nparameters\n" + parameters;
    return text;
}

void run(const CompareCommand& command) {
    if (!command.against.given())
        throw Error("compared with what? --against-model, --against-seed, --against-batch or --replace says it");
    const auto a = make_run(command.model.request());
    say_notes(*a->model);
    const auto b = command.against.run(a);
    const auto made = difference_of({.a = a, .b = b});
    const RunDifference& difference = *made->difference;
    Output output({});
    output.write(command.json ? comparison_json(difference, command.in_order).dump(2) + '\n'
                              : comparison_text(difference, command.in_order));
    output.finish();
}

}  // namespace

void add_compare(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("compare", "Hold two runs against each other: the first tensor that differs, and how much all do");
    const auto options = std::make_shared<CompareCommand>(command);
    command.add_flag("--json", options->json, "As JSON, with the tensors that are the same, too");
    command.add_flag("--in-order", options->in_order, "In the order of execution rather than the most changed first");
    command.footer(
        "Examples:\n"
        "  vitrine compare --sample translation --replace 'tgt[0,3]=une'\n"
        "  vitrine compare --config config.json --seed 1 --against-seed 2 --json\n"
        "  vitrine compare --model before --against-model after");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
