/// vitrine render: one picture of what the window would show.

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/against_options.h"
#include "app/cli/commands.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "app/cli/view_options.h"
#include "app/render/png.h"
#include "app/shell/nearest.h"
#include "core/io/file.h"
#include "core/tensor/error.h"
#include "core/trace/cell_text.h"

namespace vitrine {

namespace {

struct RenderCommand {
    explicit RenderCommand(CLI::App& command)
        : model(command), against(command), view(command, ViewOptions::Size::of_the_picture) {}

    ModelOptions model;
    AgainstOptions against;
    ViewOptions view;
    std::string layout = "map";
    std::optional<Size> head;
    std::optional<int> step;
    std::string select;
    std::optional<std::string> frame;
    std::string out;
};

Command go_to_step(const Run& run, int number) {
    const int count = run.last_step() + 1;
    if (number >= 1 && number <= count) return GoToStep{number - 1};
    throw Error(fmt::format("--step {}: this run has the steps 1 to {}", number, count));
}

/// PATH, or PATH[i,j,…].
Command select_tensor(const Run& run, const std::string& argument) {
    const bool is_cell = argument.ends_with(']');
    const CellName cell = is_cell ? parse_cell(argument) : CellName{.path = argument};
    const TensorView tensor = run.find(cell.path);
    if (!tensor.present()) {
        throw Error(fmt::format("--select {}: there is no such tensor{}", cell.path, did_you_mean(cell.path, paths_of(run))));
    }
    if (!is_cell) return SelectTensor{cell.path};
    if (cell.rank == tensor.layout.rank && tensor.layout.contains(cell.index)) return SelectCell{cell.path, cell.index};
    throw Error(fmt::format("--select {}: {} is {}", argument, cell.path, shape_text(tensor.layout)));
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

Command frame_map(const State& state, const std::string& what) {
    const MapLayout& layout = *state.map.layout;
    if (frame_of(layout, what)) return FrameMap{what};
    std::vector<std::string> names{"encoder", "decoder"};
    for (const MapLayer& layer : layout.layers) names.push_back(layer.id);
    for (const MapBlock& placed : layout.blocks) {
        names.push_back(layout.outline_block(placed).id);
        for (const MapTensor& tensor : placed.tensors) {
            if (!tensor.is_input) names.push_back("tensor/" + tensor.path);
        }
    }
    throw Error(fmt::format("--frame {}: the map has no such part{}", what, did_you_mean(what, names)));
}

void run(const RenderCommand& command) {
    Stage stage(command.model.request(), command.view.stage());
    say_notes(*stage.state().run->model);
    if (command.against.given()) {
        const std::shared_ptr<const Run> a = stage.state().run;
        stage.application().command(PinRun{});
        stage.application().command(ShowRun{command.against.run(a)});
    }
    if (command.step) stage.application().command(go_to_step(*stage.state().run, *command.step));
    if (!command.select.empty()) stage.application().command(select_tensor(*stage.state().run, command.select));
    if (command.head) stage.application().command(select_head(*stage.state().run, *command.head));
    stage.application().command(SetView{view_named(command.layout)});
    if (command.frame) stage.application().command(frame_map(stage.state(), *command.frame));
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
    command
        ->add_option("--frame", options->frame,
                     "What of the map to look at: encoder, encoder.layers.0, a block such as encoder.layers.0.self_attn, or "
                     "tensor/PATH (default: all of it)")
        ->type_name("PART")
        ->group("Picture");
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
        "head.png\n"
        "  vitrine render --sample translation --view compare --replace 'tgt[1,3]=am' --out compared.png");
    command->callback([options] { run(*options); });
}

}  // namespace vitrine
