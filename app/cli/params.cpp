/// vitrine params: lists a model's parameters.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/quantities.h"
#include "app/cli/common/run_options.h"
#include "core/io/configuration_json.h"
#include "core/io/open_model.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct ParamsCommand {
    explicit ParamsCommand(CommandLine& command) : model(command) {}

    ModelOptions model;
    bool json = false;
};

struct Line {
    std::string name, shape, exact, rounded;
};

/// The tables that are tied to another one, with the name of that one.
std::vector<std::pair<std::string, std::string>> ties(const Configuration& c) {
    const std::string first = c.ties_embeddings() ? "src_embedding.weight" : "tgt_embedding.weight";
    std::vector<std::pair<std::string, std::string>> tied;
    if (c.ties_embeddings()) tied.emplace_back("tgt_embedding.weight", first);
    if (c.ties_output()) tied.emplace_back("fc_out.weight", first);
    return tied;
}

void write_lines(const std::vector<Line>& lines, Output& output) {
    std::size_t name = 0, shape = 0, exact = 0, rounded = 0;
    for (const Line& line : lines) {
        name = std::max(name, text_width(line.name));
        shape = std::max(shape, text_width(line.shape));
        exact = std::max(exact, text_width(line.exact));
        rounded = std::max(rounded, text_width(line.rounded));
    }
    for (const Line& line : lines) {
        const std::string row = fmt::format("{}  {}  {}  {}", left_aligned(line.name, name), right_aligned(line.shape, shape),
                                            right_aligned(line.exact, exact), right_aligned(line.rounded, rounded));
        output.say(row.substr(0, row.find_last_not_of(' ') + 1) + '\n');
    }
}

/// The table needs no weights. Where weights would be drawn at random, only their shapes are made.
Model model_of(const ModelRequest& request) {
    if (!request.configuration || request.names_batch()) return open_model(request);
    Model model;
    model.configuration = read_configuration(*request.configuration);
    model.parameters = parameter_shapes(model.configuration);
    return model;
}

/// {parameters: [{name, shape, count}], tied: {name: name}, total, bytes}.
nlohmann::ordered_json parameters_json(const Model& model) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array(), tied = nlohmann::ordered_json::object();
    Size total = 0;
    for (const ParameterView& parameter : list_parameters(model.parameters, model.parameter_names)) {
        const Layout& layout = parameter.tensor.layout;
        const std::vector<Size> shape(layout.shape.begin(), layout.shape.begin() + layout.rank);
        list.push_back({{"name", parameter.name}, {"shape", shape}, {"count", layout.count()}});
        total += layout.count();
    }
    for (const auto& [name, same] : ties(model.configuration)) tied[name] = same;
    return {{"parameters", list}, {"tied", tied}, {"total", total}, {"bytes", total * static_cast<Size>(sizeof(Scalar))}};
}

void write_table(const Model& model) {
    std::vector<Line> lines{{"parameter", "shape", "count", ""}, {}};
    Size total = 0;
    for (const ParameterView& parameter : list_parameters(model.parameters, model.parameter_names)) {
        const Size count = parameter.tensor.layout.count();
        lines.push_back({parameter.name, shape_text(parameter.tensor.layout), grouped(count), rounded_count(count)});
        total += count;
    }
    lines.push_back({});
    lines.push_back({"total", "", grouped(total), rounded_count(total)});
    lines.push_back({"trainable", "", grouped(total), rounded_count(total)});
    const Size bytes = total * static_cast<Size>(sizeof(Scalar));
    lines.push_back({"memory, bytes", "", grouped(bytes), rounded_bytes(bytes)});

    Output output({});
    write_lines(lines, output);
    const char* space = "\n";
    for (const auto& [name, same] : ties(model.configuration)) {
        output.say(space + name + " is " + same + ", counted once\n");
        space = "";
    }
    output.finish();
}

void run(const ParamsCommand& command) {
    const Model model = model_of(command.model.request());
    if (!command.json) return write_table(model);
    Output output({});
    output.write(parameters_json(model).dump(2) + '\n');
    output.finish();
}

}  // namespace

void add_params(CommandLine& program) {
    CommandLine& command = program.add_subcommand("params", "List the parameters of a model with their shapes and counts");
    const auto options = std::make_shared<ParamsCommand>(command);
    command.add_flag("--json", options->json, "As JSON: {parameters: [{name, shape, count}], tied, total, bytes}");
    add_quiet(command);
    command.footer(
        "Examples:\n  vitrine params --sample translation\n"
        "  vitrine params --model opus-mt --text 'The black cat' --target-text 'Le chat noir'\n  vitrine params --config "
        "config.json --json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
