/// vitrine circuits: what the weights of a model alone say about its heads.

#include "core/why/circuits.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/report.h"
#include "core/files/csv.h"
#include "core/io/open_model.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct CircuitsCommand {
    explicit CircuitsCommand(CommandLine& command)
        : model(command, ModelParts::weights),
          format(command, "every head and every pair of heads", "a line for each pair of heads") {}

    ModelOptions model;
    FormatOption format;
};

/// What the weights say.
struct Circuits {
    std::vector<CopyingHeads> copying;
    std::vector<Composition> compositions;
};

OrderedJson circuits_json(const Circuits& circuits) {
    OrderedJson weights = OrderedJson::array(), composition = OrderedJson::array();
    for (const CopyingHeads& one : circuits.copying)
        weights.push_back({{"name", path_of(one.attention)}, {"copying", one.copying}});
    for (const Composition& one : circuits.compositions)
        composition.push_back(
            {{"below", path_of(one.below)}, {"above", path_of(one.above)}, {"kind", name(one.kind)}, {"values", one.values}});
    return {{"weights", weights}, {"composition", composition}};
}

/// Two heads, and how much of what the lower one writes the upper one reads.
struct Pair {
    const Composition* of;
    std::size_t below, above;

    double value() const { return of->values[below][above]; }
};

std::vector<Pair> pairs_of(const std::vector<Composition>& compositions) {
    std::vector<Pair> pairs;
    for (const Composition& one : compositions) {
        for (std::size_t below = 0; below < one.values.size(); ++below) {
            for (std::size_t above = 0; above < one.values[below].size(); ++above) pairs.push_back({&one, below, above});
        }
    }
    return pairs;
}

std::string circuits_csv(const Circuits& circuits) {
    std::string text = "below,below_head,above,above_head,kind,composition\n";
    for (const Pair& pair : pairs_of(circuits.compositions))
        text += fmt::format("{},{},{},{},{},{}\n", csv_field(path_of(pair.of->below)), pair.below,
                            csv_field(path_of(pair.of->above)), pair.above, name(pair.of->kind), pair.value());
    return text;
}

std::string circuits_text(const Circuits& circuits) {
    std::string text = "Copying, from −1 to 1: whether a head raises the words that it reads\n\n";
    for (const CopyingHeads& one : circuits.copying) {
        text += path_of(one.attention) + "  ";
        for (const double value : one.copying) text += fmt::format("{:>+9.4f}", value);
        text += '\n';
    }
    if (circuits.copying.empty()) text = "Copying is not measured: this model has no logits.\n";
    std::vector<Pair> pairs = pairs_of(circuits.compositions);
    if (pairs.empty()) return text + "\nThere is one layer: no head reads what another one of its stack writes.\n";
    text += "\nComposition, from 0 to 1: how much of what the lower head writes the upper head's matrix reads\n\n";
    constexpr std::size_t most = 16;
    const std::size_t shown = std::min(most, pairs.size());
    std::ranges::partial_sort(pairs, pairs.begin() + static_cast<std::ptrdiff_t>(shown),
                              [](const Pair& a, const Pair& b) { return a.value() > b.value(); });
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format("{:.4f}  {} head {}  →  {} of {} head {}\n", pairs[i].value(), path_of(pairs[i].of->below),
                            pairs[i].below + 1, name(pairs[i].of->kind), path_of(pairs[i].of->above), pairs[i].above + 1);
    if (shown < pairs.size()) text += fmt::format("and {} smaller ones\n", pairs.size() - shown);
    return text;
}

void run(const CircuitsCommand& command) {
    const Model model = open_model(command.model.request());
    say_notes(model);
    if (!model.configuration.is_transformer()) throw Error("one attention alone has no circuits");
    const Circuits circuits{copying_heads(model.configuration, model.parameters),
                            compositions(model.configuration, model.parameters)};
    write_report(command.format.format(), {.json = [&] { return circuits_json(circuits); },
                                           .csv = [&] { return circuits_csv(circuits); },
                                           .text = [&] { return circuits_text(circuits); }});
}

}  // namespace

void add_circuits(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("circuits", "What the weights alone say of heads: copying, and which head reads which");
    const auto options = std::make_shared<CircuitsCommand>(command);
    add_threads(command);
    add_quiet(command);
    command.footer("Examples:\n  vitrine circuits --sample translation\n  vitrine circuits --model gpt2 --json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
