/// vitrine render: draws a picture of the window's content, or one picture for every step of a run.

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/cli/commands.h"
#include "app/cli/common/against_options.h"
#include "app/cli/common/device_options.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/place.h"
#include "app/cli/common/run_options.h"
#include "app/cli/common/scheduling_option.h"
#include "app/cli/common/view_options.h"
#include "app/cli/render_walk.h"
#include "app/compare/commands.h"
#include "app/opening/commands.h"
#include "app/shell/modules.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/train/commands.h"
#include "app/views/train/time.h"
#include "app/widgets/limits.h"
#include "core/files/file.h"
#include "core/io/checkpoint.h"
#include "core/io/history_file.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct RenderCommand {
    explicit RenderCommand(CommandLine& command)
        : model(command),
          against(command),
          view(command, ViewOptions::Size::of_the_picture),
          device(command, ComputePlace::by_size),
          link(command),
          scheduling(command) {}

    ModelOptions model;
    AgainstOptions against;
    ViewOptions view;
    DeviceOptions device;
    LinkOption link;
    SchedulingOption scheduling;
    std::string layout = "map";
    bool names_view = false;
    std::optional<Size> head;
    std::optional<int> step;
    std::string select;
    std::optional<std::string> frame;
    std::optional<int> train_steps;
    double pixels = 1;
    bool walk = false, backward = false;
    std::string out;
};

/// Throws Error if the picture, or the letters in it, would be too large for graphics memory.
void check_pixels(const StageOptions& size, double pixels) {
    const double width = size.width * pixels, height = size.height * pixels;
    if (width > most_side || height > most_side) {
        throw Error(fmt::format("--pixels {}: a picture of {:.0f}x{:.0f} pixels; each side can have {} at most", pixels, width,
                                height, most_side));
    }
    if (size.scale * pixels > most_fineness)
        throw Error(fmt::format("--pixels {} at --scale {}: together they can be {} at most", pixels, size.scale, most_fineness));
}

/// Refuses combinations of options that are impossible, before anything is computed.
void check(const RenderCommand& command) {
    if (command.train_steps && command.layout != "train") throw Error("--train-steps goes with --view train only");
    check_pixels(command.view.stage(), command.pixels);
    if (command.backward && !command.walk) throw Error("--backward goes with --walk");
    if (!command.walk) return;
    if (command.layout != "map") throw Error("--walk follows the run on the map: it goes with no other --view");
    numbered_names(command.out);
}

/// The format, by the ending of the file's name. A name without an ending means PNG if it is a pipe or device.
PictureFormat format_of(const std::string& file) {
    if (const auto format = picture_format(file)) return *format;
    const std::filesystem::path path(file);
    std::error_code none;
    const bool special = path.parent_path() == "/dev" || std::filesystem::is_other(path, none);
    if (special && !path.has_extension()) return PictureFormat::png;
    throw Error("--out " + file + ": the name of a picture ends in .png or .svg");
}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const Module* view : views(all_modules())) names.emplace_back(view->name);
    return names;
}

Command frame_map(const State& state, const std::string& what) {
    const MapLayout& layout = *state.of<MapView>().layout;
    if (frame_of(layout, what)) return FrameMap{what};
    std::vector<std::string> names;
    for (const char* stack : {"encoder", "decoder"}) {
        if (frame_of(layout, stack)) names.emplace_back(stack);
    }
    for (const MapLayer& layer : layout.layers) names.push_back(layer.id);
    for (const MapBlock& placed : layout.blocks) {
        names.push_back(layout.outline_block(placed).id);
        for (const MapTensor& tensor : placed.tensors) {
            if (!tensor.is_input) names.push_back("tensor/" + tensor.path);
        }
    }
    throw Error(fmt::format("--frame {}: the map has no such part{}", in_quotes(what), did_you_mean(what, names)));
}

void train(Stage& stage, int steps) {
    Input nothing;
    stage.application().command(StepTraining{steps});
    stage.settle(nothing);
    if (!stage.state().message.empty()) throw Error(stage.state().message);
}

/// Shows the view Train: after the requested steps or, if the model was trained, as its training stands. Any other model is trained
/// first.
void show_training(Stage& stage, const RenderCommand& command) {
    constexpr int usual_steps = 100;
    const State& state = stage.state();
    const auto& folder = state.run->request.folder;
    const std::filesystem::path place = history_place(*state.run);
    const bool trained = !place.empty() && (holds_checkpoint(place) || holds_history(place));
    if (command.train_steps || !trained) return train(stage, command.train_steps.value_or(usual_steps));
    if (time_source(state)) return;
    if (!state.message.empty()) return say_note(state.message);
    if (const auto steps = steps_without_history(state))
        say_note(
            fmt::format("{}: the training of {} kept no history, so the picture shows none; 'vitrine train --history' keeps one",
                        folder->string(), counted(*steps, "step")));
}

/// The number of places of the film that a walk goes through. With --backward these are all of them, so the gradients are
/// computed.
int walk_length(Stage& stage, const RenderCommand& command) {
    if (!command.backward) return stage.state().run->last_step() + 1;
    if (!stage.state().run->has_loss())
        throw Error("--backward: the batch has no labels, and without a loss there is no backward pass");
    Input nothing;
    stage.application().command(SetAspect{Aspect::gradient});
    stage.settle(nothing);
    stage.application().command(SetAspect{Aspect::value});
    return film_of(*stage.state().run).places();
}

void run(const RenderCommand& command) {
    const PictureFormat format = format_of(command.out);
    check(command);
    if (!command.walk) require_writable(command.out);
    StageOptions options = command.view.stage();
    options.attention = command.device.attention();
    options.scheduling = command.scheduling.take();
    options.link = command.link.text();
    Stage stage(command.link.request(command.model), options);
    say_notes(*stage.state().run->model);
    Input nothing;
    if (command.link.given()) stage.settle(nothing);  // so that the link's lesson begins
    if (const std::string& message = stage.state().message; !message.empty()) say_note(message);
    if (command.against.given()) {
        const std::shared_ptr<const Run> a = stage.state().run;
        stage.application().command(PinRun{});
        stage.application().command(ShowRun{command.against.run(a)});
    }
    if (command.step) stage.application().command(go_to_film_step(*stage.state().run, *command.step));
    if (!command.select.empty()) stage.application().command(select_tensor(*stage.state().run, command.select));
    if (command.head) stage.application().command(select_head(*stage.state().run, *command.head));
    if (command.names_view || !command.link.given()) stage.application().command(SetView{View{command.layout}});
    // The comparison shows the first difference, unless a tensor is chosen.
    if (!command.select.empty() && command.layout == "compare")
        stage.application().command(select_tensor(*stage.state().run, command.select));
    if (command.frame) stage.application().command(frame_map(stage.state(), *command.frame));
    stage.settle(nothing);
    if (command.layout == "train") show_training(stage, command);
    if (command.walk)
        return render_walk(stage.application(), numbered_names(command.out), walk_length(stage, command), format, command.pixels);
    write_file_atomically(command.out, picture_file(stage.application(), format, {.pixels = command.pixels}));
}

}  // namespace

void add_render(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("render", "Draw what the window would show to a PNG or SVG file; needs no display");
    const auto options = std::make_shared<RenderCommand>(command);
    const CommandLineOption view = command.add_option("--view", options->layout, "The tab to draw (default map)")
                                       .one_of(view_names(), CommandLineOption::Listed::behind_its_type)
                                       .type_name("VIEW")
                                       .group("Picture");
    const CommandLineOption step =
        command
            .add_option("--step", options->step,
                        "The operation to show, counted from 1; after the last come those of the backward pass, and the update")
            .type_name("N")
            .group("Picture");
    command.add_option("--select", options->select, "The tensor to show, as 'vitrine trace' names it, or a cell of it: PATH[0,1,2]")
        .type_name("PATH")
        .excludes(step)
        .group("Picture");
    command.add_option("--head", options->head, "The head to show, counted from 1").type_name("N").group("Picture");
    command
        .add_option("--frame", options->frame,
                    "The part of the map to show: encoder, encoder.layers.0, a block such as encoder.layers.0.self_attn, or "
                    "tensor/PATH (default: all of it)")
        .type_name("PART")
        .group("Picture");
    command
        .add_option("--train-steps", options->train_steps,
                    "With --view train: how many steps the model is trained first (default 100, but 0 for a saved training)")
        .between(0, 100'000)
        .type_name("N")
        .group("Picture");
    command
        .add_option("--pixels", options->pixels,
                    "The same content at a higher resolution: pixels per pixel of --size in both directions (default 1)")
        .check(number_in({.least = 0.5, .most = 8}))
        .type_name("F")
        .group("Picture");
    command
        .add_flag("--walk", options->walk, "Draw a picture of every step of the run on the map; --out is then like frames/%03d.png")
        .excludes(step)
        .group("Picture");
    command.add_flag("--backward", options->backward, "With --walk: also draw the backward pass and the update of the parameters")
        .group("Picture");
    command.add_option("--out", options->out, "The file to write: .png, or .svg with text as text and shapes as shapes")
        .writes_file()
        .required()
        .group("Picture");
    add_quiet(command);
    command.footer(
        "Examples:\n"
        "  vitrine render --sample navigation --out first.png\n"
        "  vitrine render --sample translation --select decoder.layers.0.cross_attn.weights --size 1920x1200 --theme light --out "
        "weights.png\n"
        "  vitrine render --sample translation --view attention --select 'decoder.layers.0.cross_attn.weights[0,3,1,4]' --out "
        "head.png\n"
        "  vitrine render --sample translation --view masks --theme light --out masks.svg\n"
        "  vitrine render --sample navigation --walk --size 1280x800 --out frames/frame-%03d.png\n"
        "  vitrine render --link 'vitrine:sample=translation&view=attention' --out shared.png\n"
        "  vitrine render --sample translation --view compare --replace 'tgt[0,3]=une' --out compared.png");
    command.callback([options, view] {
        options->names_view = view.given();
        run(*options);
    });
}

}  // namespace vitrine
