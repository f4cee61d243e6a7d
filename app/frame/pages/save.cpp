/// The page for saving files: which content, and in which format.

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "app/export/exporting.h"
#include "app/export/save_as.h"
#include "app/frame/pages/parts.h"
#include "app/frame/pages/rows.h"
#include "app/panel/found_names.h"
#include "app/panel/typed_text.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"

namespace vitrine {

namespace {

const PageChoice<ExportSubject> subjects[] = {{ExportSubject::view, "view", "This view"},
                                              {ExportSubject::steps, "steps", "Every step"},
                                              {ExportSubject::tensor, "tensor", "This tensor"},
                                              {ExportSubject::run, "run", "The whole run"},
                                              {ExportSubject::model, "model", "The model"}};
const PageChoice<PictureFormat> picture_formats[] = {{PictureFormat::png, "png", "PNG"}, {PictureFormat::svg, "svg", "SVG"}};
const PageChoice<int> sizes[] = {{1, "1", "1×"}, {2, "2", "2×"}, {3, "3", "3×"}, {4, "4", "4×"}};
static_assert(std::size(sizes) == most_export_pixels);
const PageChoice<TraceFormat> formats[] = {{TraceFormat::npz, "npz", "NPZ"},
                                           {TraceFormat::safetensors, "safetensors", "safetensors"},
                                           {TraceFormat::json, "json", "JSON"},
                                           {TraceFormat::csv, "csv", "CSV"}};
const PageChoice<ExportedNumbers> numbers[] = {{ExportedNumbers::values, "values", "Values"},
                                               {ExportedNumbers::gradients, "gradients", "Gradients"}};

std::string size_words(const Ui& ui, const State& state, int pixels) {
    const auto side = [&](float length) { return std::lround(length * state.scale * pixels); };
    return fmt::format("{} × {} pixels", side(ui.size().x), side(ui.size().y));
}

std::string bytes_words(double bytes) {
    return bytes < 1e6 ? fmt::format("{:.0f} kB", std::max(1.0, bytes / 1e3)) : fmt::format("{:.1f} MB", bytes / 1e6);
}

/// What the file will contain.
std::string content_words(const Ui& ui, const State& state, const ExportChoices& choices) {
    const bool slopes = choices.numbers == ExportedNumbers::gradients;
    const bool svg = choices.picture == PictureFormat::svg;
    switch (choices.subject) {
        case ExportSubject::view:
            return svg ? "The window as it is, as shapes and text that a drawing program can change."
                       : "The window as it is: " + size_words(ui, state, choices.pixels) + ".";
        case ExportSubject::steps:
            if (!state.run) return "";
            return fmt::format("A new folder with {} numbered pictures of the map, one per operation{}.",
                               state.run->last_step() + 1, svg ? "" : ", " + size_words(ui, state, choices.pixels) + " each");
        case ExportSubject::tensor:
            if (!state.run) return "";
            return (slopes ? "The gradient of the loss with respect to " : "") + state.selection.tensor + ", under this name.";
        default:
            break;
    }
    if (!state.run) return "";
    if (choices.subject == ExportSubject::model) {
        const std::string lost = lost_in_model(*state.run);
        const char* further = state.of<Learning>().shown
                                  ? "The history of its training is saved with it: any stored moment can be shown again."
                                  : "It can be opened and trained further.";
        return std::string("A folder with the parameters, vocabularies and sentences of the model on the screen. ") + further +
               (lost.empty() ? "" : " " + lost);
    }
    if (slopes) return "The gradient of the loss with respect to every tensor and every parameter, by name.";
    double bytes = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < state.run->trace.tensors.size(); ++i) {
        if (!state.run->trace.tensors[i].present() || state.run->outline().tensors[i].is_view) continue;
        bytes += static_cast<double>(file_size(state.run->trace.tensors[i]));
        ++count;
    }
    return fmt::format("All {} tensors of the run on the screen, by name: {} of numbers.", count, bytes_words(bytes));
}

void choose_how(PageRows& rows, ExportChoices& choices) {
    if (choices.subject == ExportSubject::model) return;
    const std::span<const PageChoice<TraceFormat>> all(formats);
    if (choices.subject == ExportSubject::view || choices.subject == ExportSubject::steps) {
        rows.choose<PictureFormat>("format", "FORMAT", picture_formats, choices.picture);
        if (choices.picture == PictureFormat::png) rows.choose<int>("size", "SIZE", sizes, choices.pixels);
        return;
    }
    const bool tensor = choices.subject == ExportSubject::tensor;
    rows.choose<TraceFormat>("format", "FORMAT", tensor ? all : all.first(3), tensor ? choices.tensor : choices.run);
    rows.choose<ExportedNumbers>("numbers", "NUMBERS", numbers, choices.numbers);
}

/// The path in a field, and what will happen to it.
void draw_path(PageRows& rows, const State& state, Commands& commands) {
    const SaveAs& save = state.of<SaveAs>();
    const bool typing = state.focus == save_path_anchor;
    const Rect line = rows.column.row(metrics::control, 6);
    section_title(rows.ui, {{line.min.x - PageRows::caption_width, line.min.y}, {line.min.x, line.max.y}}, "SAVE AS");
    const TextFieldOutput output = text_field(rows.ui, line,
                                              {.name = save_path_anchor,
                                               .text = save.text.text,
                                               .caret = save.text.caret,
                                               .anchor = save.text.anchor,
                                               .placeholder = "folder and name",
                                               .typing = typing});
    if (output.clicked) commands.push_back(SetFocus{save_path_anchor});
    if (const auto pointed = pointed_text(rows.ui, save.text, output)) commands.push_back(SetSavePath{*pointed});
    if (typing && save.typed) {
        if (const auto name = draw_found_names(rows.column, "save/found", save.found)) {
            commands.push_back(SetSavePath{typed_text(completed_path(save.text.text, {*name}))});
            commands.push_back(SetFocus{save_path_anchor});
        }
    }
    if (!save.remark.empty()) rows.say(save.remark);
    rows.column.gap(6);
}

}  // namespace

void draw_save_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    ExportChoices choices = state.of<Exporting>().choices;
    column.gap(4);
    PageRows rows{ui, column.from(column.left + PageRows::caption_width), "save"};
    rows.choose<ExportSubject>("what", "WHAT", subjects, choices.subject);
    choose_how(rows, choices);
    rows.say(content_words(ui, state, choices));
    const std::string why = export_refusal(state, choices);
    draw_path(rows, state, commands);
    if (!why.empty()) rows.say("Not now: " + why + ".");
    const bool ready = why.empty() && !state.of<SaveAs>().text.text.empty();
    const Rect area = rect_at(rows.column.row(32, 8).min, 96, 32);
    if (button(ui, "save/do", area, {.label = "Save", .look = ButtonLook::primary, .enabled = ready}))
        commands.push_back(SaveChosen{});
    if (!(choices == state.of<Exporting>().choices)) commands.push_back(SetExportChoices{choices});
    column.y = rows.column.y;
}

}  // namespace vitrine
