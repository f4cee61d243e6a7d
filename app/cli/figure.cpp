/// vitrine figure: draws a single tensor, head, curve or block, for a printed page.

#include "app/panel/figure.h"

#include <memory>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/cell_option.h"
#include "app/cli/common/device_options.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/place.h"
#include "app/cli/common/run_options.h"
#include "app/cli/common/slice.h"
#include "app/export/figure_style.h"
#include "app/shell/loop/figure_press.h"
#include "app/shell/modules.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/tensors/commands.h"
#include "core/files/file.h"
#include "core/listing/cell_text.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

struct FigureCommand {
    explicit FigureCommand(CommandLine& command) : model(command), device(command, ComputePlace::by_size), link(command) {}

    ModelOptions model;
    DeviceOptions device;
    LinkOption link;
    std::string what, kind;
    std::optional<Size> sentence, head;
    bool gradient = false;
    FigureStyle style;
    std::string out;
};

/// The kinds of figures with their modules, in the order of --help.
struct OwnedKind {
    const Module* module;
    const FigureKind* kind;
};

std::vector<OwnedKind> owned_kinds() {
    std::vector<OwnedKind> list;
    for (const Module* module : all_modules()) {
        if (!module->figures) continue;
        for (const FigureKind& kind : module->figures()) list.push_back({module, &kind});
    }
    return list;
}

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const OwnedKind& owned : owned_kinds()) names.emplace_back(owned.kind->name);
    return names;
}

const OwnedKind& owned_kind(const std::vector<OwnedKind>& kinds, const std::string& name) {
    return *std::ranges::find_if(kinds, [&](const OwnedKind& owned) { return owned.kind->name == name; });
}

/// What a figure is of: a path and what it names.
struct Subject {
    SliceText slice;
    bool is_block = false, is_cell = false;
};

bool is_block(const Run& run, const std::string& path) {
    return std::ranges::find(run.outline().blocks, path, &Block::id) != run.outline().blocks.end();
}

/// The message for a block with indices, which belong to its tensors. In an attention, the weights are most likely meant.
std::string block_with_indices(const Run& run, const std::string& what) {
    const std::size_t bracket = what.find('[');
    const std::string path = what.substr(0, bracket), indices = what.substr(bracket);
    const std::string weights = path + ".weights";
    const Block& block = *std::ranges::find(run.outline().blocks, path, &Block::id);
    const std::string tensor =
        run.find(weights).present() ? weights : run.outline().steps[static_cast<std::size_t>(block.first_step)].result;
    return fmt::format("{}: {} is a block, which is drawn whole and takes no indices; its tensors do, such as {}", in_quotes(what),
                       path, in_quotes(tensor + (tensor == weights ? indices : "")));
}

Subject subject_of(const Run& run, const FigureCommand& command) {
    Subject subject{.slice = parse_slice(command.what)};
    const std::string& path = subject.slice.path;
    subject.is_block = !subject.slice.given && is_block(run, path);  // some blocks are named like a tensor
    if (subject.is_block || command.what.empty()) return subject;
    const TensorView tensor = run.find(path);
    if (!tensor.present()) {
        if (is_block(run, path)) throw Error(block_with_indices(run, command.what));
        std::vector<std::string> names = paths_of(run);
        for (const Block& block : run.outline().blocks) names.push_back(block.id);
        throw Error(fmt::format("{}: there is no such tensor or block{}", in_quotes(path), did_you_mean_path(path, names)));
    }
    subject.is_cell = names_cell(subject.slice, tensor.layout);
    return subject;
}

std::string kind_of(const FigureCommand& command, const Subject& subject, const State& state) {
    if (!command.kind.empty()) return command.kind;
    if (subject.is_cell) return "number";
    if (subject.is_block) return "block";
    if (!command.what.empty()) return "tensor";
    const Module& shown = module_of(state.modules, state.view);
    if (command.link.given() && shown.figures) return std::string(shown.figures().front().name);
    throw Error("a figure of what? Name a tensor, a cell or a block, or a kind with --kind");
}

void select_place(Stage& stage, const std::string& path, const Layout& layout, const Index& at) {
    Application& application = stage.application();
    application.command(SelectTensor{path});
    const int batch = layout.find(Axis::batch), head = layout.find(Axis::head);
    if (batch >= 0) application.command(SelectSentence{at[batch]});
    if (head >= 0) application.command(SelectHead{at[head]});
    for (std::size_t i = 0; i < attention_stages().size(); ++i) {
        const std::string_view tensor = attention_stages()[i].tensor;
        if (!tensor.empty() && path.ends_with('.' + std::string(tensor)))
            application.command(SetAttentionStage{static_cast<AttentionStage>(i)});
    }
}

/// Selects the subject of the figure.
void select_subject(Stage& stage, const Subject& subject, const std::string& kind) {
    const Run& run = *stage.state().run;
    if (subject.slice.path.empty()) return;
    if (subject.is_block) {
        const std::string& first = run.outline()
                                       .steps[static_cast<std::size_t>(
                                           std::ranges::find(run.outline().blocks, subject.slice.path, &Block::id)->first_step)]
                                       .result;
        return stage.application().command(
            SelectTensor{attention_at(subject.slice.path) ? subject.slice.path + ".weights" : first});
    }
    const std::string& path = subject.slice.path;
    const Layout layout = run.find(path).layout;
    if (subject.is_cell) {
        CellName cell{.path = path, .index = {}, .rank = layout.rank};
        for (std::size_t axis = 0; axis < subject.slice.places.size(); ++axis) cell.index[axis] = *subject.slice.places[axis];
        check_cell(path, cell, layout);
        select_place(stage, path, layout, cell.index);
        return stage.application().command(SelectCell{path, cell.index});
    }
    const TensorSlice slice = slice_of(subject.slice, layout, stage.state().selection.sentence);
    Index at = slice.axes.plane.fixed;
    const int head = layout.find(Axis::head);
    if (head >= 0 &&
        !(static_cast<std::size_t>(head) < subject.slice.places.size() && subject.slice.places[static_cast<std::size_t>(head)]))
        at[head] = stage.state().selection.head;
    select_place(stage, path, layout, at);
    if (kind == "tensor") stage.application().command(PrintSlice{slice});
}

void run(const FigureCommand& command) {
    const auto format = figure_format(command.out);
    if (!format) throw Error("--out " + command.out + ": the name of a figure ends in .svg, .pdf or .png");
    require_writable(command.out);
    Stage stage(command.link.request(command.model), {.link = command.link.text(), .attention = command.device.attention()});
    say_notes(*stage.state().run->model);
    Input nothing;
    if (command.link.given()) stage.settle(nothing);
    const Run& run = *stage.state().run;
    if (command.sentence) stage.application().command(select_sentence(run, *command.sentence));
    if (command.head) stage.application().command(select_head(run, *command.head));
    const Subject subject = subject_of(run, command);
    const std::string kind = kind_of(command, subject, stage.state());
    const std::vector<OwnedKind> kinds = owned_kinds();
    const OwnedKind& owned = owned_kind(kinds, kind);
    if (!owned.module->label.empty()) stage.application().command(SetView{View{owned.module->name}});
    select_subject(stage, subject, kind);
    if (command.gradient) stage.application().command(SetAspect{Aspect::gradient});
    stage.settle(nothing);
    if (!stage.state().message.empty()) throw Error(stage.state().message);
    FigurePress press;
    std::string file;
    try {
        file = press.file({*owned.kind, command.style, stage.state()}, *format);
    } catch (const Error& error) {
        throw Error("--kind " + kind + ": " + error.what());
    }
    write_file_atomically(command.out, file);
}

/// The value of an option. An error names the option.
template <class Value>
Value read_look(const std::string& option, const std::string& text, Value (*read)(const std::string&)) {
    try {
        return read(text);
    } catch (const Error& error) {
        throw Error(option + ": " + error.what());
    }
}

void add_look(CommandLine& command, FigureCommand& options) {
    FigureStyle& style = options.style;
    command
        .add_option_function(
            "--width", [&style](const std::string& text) { style.width = read_look("--width", text, figure_width); },
            "The width: 84mm (default), 8.4cm, 3.3in or 240pt; the height follows from it")
        .type_name("LENGTH")
        .group("Look");
    command.add_option("--font", style.font, "A font family of the system (default: Inter, which comes with the program)")
        .type_name("NAME")
        .group("Look");
    command
        .add_option("--font-size", style.font_size,
                    "The font size of labels in points (default 8); numbers in small cells are smaller")
        .check(number_in({.least = least_letter_size, .most = most_letter_size}))
        .type_name("PT")
        .group("Look");
    command
        .add_option_function(
            "--theme", [&style](const std::string& name) { style.theme = name == "dark" ? Appearance::dark : Appearance::light; },
            "light (default) or dark")
        .one_of({"light", "dark"})
        .type_name("THEME")
        .group("Look");
    command
        .add_option_function(
            "--background", [&style](const std::string& text) { style.ground = read_look("--background", text, figure_ground); },
            "theme (default; white for the light theme), none, or a colour such as #F4F0E6")
        .type_name("COLOUR")
        .group("Look");
    command.add_option("--dots", style.dots, "For a PNG: pixels per inch (default 300)")
        .between(least_dots, most_dots)
        .type_name("N")
        .group("Look");
}

}  // namespace

void add_figure(CommandLine& program) {
    CommandLine& command = program.add_subcommand("figure", "Draw a tensor, a head, a number or a curve as a figure for a paper");
    const auto options = std::make_shared<FigureCommand>(command);
    command
        .add_option("what", options->what,
                    "PATH[i,:,…], a part of a tensor; with an index for every axis, one number taken apart; or a block of the map")
        .type_name("WHAT");
    command.add_option("--kind", options->kind, "Which kind of figure, if WHAT does not determine it")
        .one_of(kind_names(), CommandLineOption::Listed::behind_its_type)
        .type_name("KIND");
    command.add_option("--sentence", options->sentence, "The sentence to show, counted from 1 (default 1)").type_name("N");
    command.add_option("--head", options->head, "The head to show, counted from 1 (default 1)").type_name("N");
    command.add_flag("--gradient", options->gradient, "The gradients of the loss instead of the values");
    add_look(command, *options);
    command.add_option("--out", options->out, "The file to write: .svg, .pdf with embedded fonts, or .png")
        .type_name("FILE")
        .required();
    add_quiet(command);
    command.footer(
        "Examples:\n"
        "  vitrine figure --sample translation 'decoder.layers.1.cross_attn.weights[0,2]' --out head.pdf\n"
        "  vitrine figure --sample translation 'decoder.layers.1.cross_attn.weights[0]' --width 174mm --out heads.svg\n"
        "  vitrine figure --sample translation --kind lines 'decoder.layers.1.cross_attn.weights[0,2]' --out lines.svg\n"
        "  vitrine figure --sample translation 'decoder.layers.1.cross_attn.scores[0,2,1,3]' --out number.pdf\n"
        "  vitrine figure --sample translation decoder.layers.1.cross_attn --width 120mm --out block.svg\n"
        "  vitrine figure --sample translation --kind beams --theme dark --background none --dots 600 --out tree.png\n"
        "  vitrine figure --model my-model --kind loss --out loss.pdf");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
