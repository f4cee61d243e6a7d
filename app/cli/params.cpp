/// vitrine params: the table of a model's parameters.

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/quantities.h"
#include "core/io/configuration_json.h"
#include "core/io/open_model.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct Line {
    std::string name, shape, exact, rounded;
};

/// What the tables are called that a tie has made one with another.
std::vector<std::string> ties(const Configuration& c) {
    const std::string first = c.ties_embeddings() ? "src_embedding.weight" : "tgt_embedding.weight";
    std::vector<std::string> lines;
    if (c.ties_embeddings()) lines.push_back("tgt_embedding.weight is " + first);
    if (c.ties_output()) lines.push_back("fc_out.weight is " + first);
    return lines;
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
        output.write(row.substr(0, row.find_last_not_of(' ') + 1) + '\n');
    }
}

/// The table needs no weights: where they would be drawn, only their shapes are made.
Model model_of(const ModelRequest& request) {
    if (!request.configuration || request.batch) return open_model(request);
    Model model;
    model.configuration = read_configuration(*request.configuration);
    model.parameters = parameter_shapes(model.configuration);
    return model;
}

void run(const ModelOptions& options) {
    const Model model = model_of(options.request());
    std::vector<Line> lines{{"parameter", "shape", "count", ""}, {}};
    Size total = 0;
    for (const ParameterView& parameter : list_parameters(model.parameters)) {
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
    const auto tied = ties(model.configuration);
    for (std::size_t i = 0; i < tied.size(); ++i) output.write((i ? "" : "\n") + tied[i] + ", counted once\n");
    output.finish();
}

}  // namespace

void add_params(CommandLine& program) {
    CommandLine& command = program.add_subcommand("params", "List a model's parameters, their shapes and counts");
    const ModelOptions options(command);
    command.footer("Example:\n  vitrine params --sample translation");
    command.callback([options] { run(options); });
}

}  // namespace vitrine
