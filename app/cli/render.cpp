/// vitrine render: one picture of what the window would show.

#include <algorithm>
#include <charconv>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "app/cli/view_options.h"
#include "app/render/png.h"
#include "app/shell/nearest.h"
#include "core/io/file.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct RenderCommand {
    explicit RenderCommand(CLI::App& command) : model(command), view(command, ViewOptions::Size::of_the_picture) {}

    ModelOptions model;
    ViewOptions view;
    std::string layout = "map";
    std::optional<Size> head;
    std::optional<int> step;
    std::string select;
    std::string out;
};

Command go_to_step(const Run& run, int number) {
    const int count = run.last_step() + 1;
    if (number >= 1 && number <= count) return GoToStep{number - 1};
    throw Error(fmt::format("--step {}: this run has the steps 1 to {}", number, count));
}

/// The numbers of "[0, 1, 2]" or "[0,1,2]".
Index parse_cell(const std::string& text, const std::string& argument) {
    Index cell{};
    std::size_t axis = 0;
    const char *at = text.data(), *end = at + text.size();
    while (at != end && axis < cell.size()) {
        while (at != end && *at == ' ') ++at;
        const auto [stopped, error] = std::from_chars(at, end, cell[axis++]);
        at = stopped;
        if (error != std::errc()) break;
        if (at == end) return cell;
        if (*at++ != ',') break;
    }
    throw Error(fmt::format("--select {}: a cell is written as [0,1,2]", argument));
}

Command select_cell(const Run& run, const std::string& argument, std::size_t bracket) {
    const std::string path = argument.substr(0, bracket);
    const Layout layout = run.trace.find(path).layout;
    const Index cell = parse_cell(argument.substr(bracket + 1, argument.size() - bracket - 2), argument);
    const auto axes = 1 + std::count(argument.begin(), argument.end(), ',');
    if (axes == layout.rank && layout.contains(cell)) return SelectCell{path, cell};
    throw Error(fmt::format("--select {}: {} is {}", argument, path, shape_text(layout)));
}

/// PATH, or PATH[i,j,…].
Command select_tensor(const Run& run, const std::string& argument) {
    const std::size_t bracket = argument.ends_with(']') ? argument.find('[') : std::string::npos;
    const std::string path = argument.substr(0, bracket);
    if (run.trace.find(path).present()) return path == argument ? SelectTensor{path} : select_cell(run, argument, bracket);
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < run.trace.tensors.size(); ++i) {
        if (run.trace.tensors[i].present()) paths.push_back(run.outline().tensors[i].path);
    }
    throw Error(fmt::format("--select {}: there is no such tensor{}", path, did_you_mean(path, paths)));
}

Command select_head(const Run& run, Size number) {
    if (number >= 1 && number <= head_count(run)) return SelectHead{number - 1};
    throw Error(fmt::format("--head {}: this model has the heads 1 to {}", number, head_count(run)));
}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const ViewInfo& view : views()) names.emplace_back(view.name);
    return names;
}

View view_named(const std::string& name) {
    const auto found = std::ranges::find(views(), name, &ViewInfo::name);
    return static_cast<View>(found - views().begin());
}

void run(const RenderCommand& command) {
    Stage stage(command.model.request(), command.view.stage());
    say_notes(*stage.state().run->model);
    if (command.step) stage.application().command(go_to_step(*stage.state().run, *command.step));
    if (!command.select.empty()) stage.application().command(select_tensor(*stage.state().run, command.select));
    if (command.head) stage.application().command(select_head(*stage.state().run, *command.head));
    stage.application().command(SetView{view_named(command.layout)});
    Input nothing;
    stage.settle(nothing);
    write_file_atomically(command.out, png(stage.picture()));
}

}  // namespace

void add_render(CLI::App& program) {
    CLI::App* command = program.add_subcommand("render", "Draw what the window would show to a PNG file; needs no display");
    const auto options = std::make_shared<RenderCommand>(*command);
    command->add_option("--view", options->layout, "The tab to draw (default map)")
        ->check(CLI::IsMember(view_names()))
        ->type_name("VIEW")
        ->group("Picture");
    auto* step =
        command->add_option("--step", options->step, "The operation to show, counted from 1")->type_name("N")->group("Picture");
    command
        ->add_option("--select", options->select, "The tensor to show, as 'vitrine trace' names it, or a cell of it: PATH[0,1,2]")
        ->type_name("PATH")
        ->excludes(step)
        ->group("Picture");
    command->add_option("--head", options->head, "The head to show, counted from 1")->type_name("N")->group("Picture");
    command->add_option("--out", options->out, "The file to write")
        ->type_name("FILE")
        ->check(refuse_empty)
        ->required()
        ->group("Picture");
    command->footer(
        "Examples:\n"
        "  vitrine render --sample navigation --out first.png\n"
        "  vitrine render --sample translation --select decoder.layers.0.cross_attn.weights --size 1920x1200 --theme light --out "
        "weights.png\n"
        "  vitrine render --sample translation --view attention --select 'decoder.layers.0.cross_attn.weights[0,3,1,4]' --out "
        "head.png");
    command->callback([options] { run(*options); });
}

}  // namespace vitrine
