/// The page for saving files: which content, in which format.

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "app/export/exporting.h"
#include "app/frame/pages/parts.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_gap = 14, caption_width = 96;

/// A choice: its name in anchors, and on the screen.
template <class Value>
struct SaveChoice {
    Value value;
    const char *name, *label;
};

constexpr SaveChoice<ExportSubject> subjects[] = {{ExportSubject::view, "view", "This view"},
                                                  {ExportSubject::steps, "steps", "Every step"},
                                                  {ExportSubject::tensor, "tensor", "This tensor"},
                                                  {ExportSubject::run, "run", "The whole run"}};
constexpr SaveChoice<PictureFormat> picture_formats[] = {{PictureFormat::png, "png", "PNG"}, {PictureFormat::svg, "svg", "SVG"}};
constexpr SaveChoice<int> sizes[] = {{1, "1", "1×"}, {2, "2", "2×"}, {3, "3", "3×"}, {4, "4", "4×"}};
static_assert(std::size(sizes) == most_export_pixels);
constexpr SaveChoice<TraceFormat> formats[] = {{TraceFormat::npz, "npz", "NPZ"},
                                               {TraceFormat::safetensors, "safetensors", "safetensors"},
                                               {TraceFormat::json, "json", "JSON"},
                                               {TraceFormat::csv, "csv", "CSV"}};
constexpr SaveChoice<ExportedNumbers> numbers[] = {{ExportedNumbers::values, "values", "Values"},
                                                   {ExportedNumbers::gradients, "gradients", "Gradients"}};

/// The rows of the page, one below the other, in a column right of their captions.
struct SaveRows {
    Ui& ui;
    Column column;

    /// "SIZE   1×  2×  3×  4×"; anchors are save/ROW/NAME.
    template <class Value>
    void choose(const char* row, const char* caption, std::span<const SaveChoice<Value>> choices, Value& chosen) {
        const Rect line = column.row(26, row_gap);
        section_title(ui, {{line.min.x - caption_width, line.min.y}, {line.min.x, line.max.y}}, caption);
        std::vector<Segment> segments;
        int selected = 0;
        for (const SaveChoice<Value>& choice : choices) {
            if (choice.value == chosen) selected = static_cast<int>(segments.size());
            segments.push_back({fmt::format("save/{}/{}", row, choice.name), choice.label, {}});
        }
        if (const auto clicked = segmented(ui, line.min, segments, selected, ui.theme.dim))
            chosen = choices[static_cast<std::size_t>(*clicked)].value;
    }

    void say(const std::string& text) { column.paragraph(Font::note, ui.theme.dim, text, row_gap); }
};

std::string size_words(const Ui& ui, const State& state, int pixels) {
    const auto side = [&](float length) { return std::lround(length * state.scale * pixels); };
    return fmt::format("{} × {} pixels", side(ui.size().x), side(ui.size().y));
}

std::string bytes_words(double bytes) {
    return bytes < 1e6 ? fmt::format("{:.0f} kB", std::max(1.0, bytes / 1e3)) : fmt::format("{:.1f} MB", bytes / 1e6);
}

/// What the file will hold.
std::string content_words(const Ui& ui, const State& state, const ExportChoices& choices) {
    const bool slopes = choices.numbers == ExportedNumbers::gradients;
    const bool svg = choices.picture == PictureFormat::svg;
    switch (choices.subject) {
        case ExportSubject::view:
            return svg ? "The window as it is, as shapes and text that a drawing program can change."
                       : "The window as it is: " + size_words(ui, state, choices.pixels) + ".";
        case ExportSubject::steps:
            if (!state.run) return "";
            return fmt::format("A new folder with {} numbered pictures of the map, one for each operation{}.",
                               state.run->last_step() + 1, svg ? "" : ", " + size_words(ui, state, choices.pixels) + " each");
        case ExportSubject::tensor:
            if (!state.run) return "";
            return (slopes ? "The gradient of the loss with respect to " : "") + state.selection.tensor + ", under this name.";
        default:
            break;
    }
    if (!state.run) return "";
    if (slopes) return "The gradient of the loss with respect to every tensor and every parameter, under their names.";
    double bytes = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < state.run->trace.tensors.size(); ++i) {
        if (!state.run->trace.tensors[i].present() || state.run->outline().tensors[i].is_view) continue;
        bytes += static_cast<double>(file_size(state.run->trace.tensors[i]));
        ++count;
    }
    return fmt::format("Every tensor the run on the screen has computed, {} of them, by name: {} of numbers.", count,
                       bytes_words(bytes));
}

Command command_of(const ExportChoices& choices) {
    switch (choices.subject) {
        case ExportSubject::steps:
            return ExportWalk{.format = choices.picture, .pixels = choices.pixels};
        case ExportSubject::tensor:
            return ExportTensor{.format = choices.tensor, .numbers = choices.numbers};
        case ExportSubject::run:
            return ExportTrace{.format = choices.run, .numbers = choices.numbers};
        default:
            return ExportPicture{.format = choices.picture, .pixels = choices.pixels};
    }
}

void choose_how(SaveRows& rows, ExportChoices& choices) {
    const std::span<const SaveChoice<TraceFormat>> all(formats);
    if (choices.subject == ExportSubject::view || choices.subject == ExportSubject::steps) {
        rows.choose<PictureFormat>("format", "FORMAT", picture_formats, choices.picture);
        if (choices.picture == PictureFormat::png) rows.choose<int>("size", "SIZE", sizes, choices.pixels);
        return;
    }
    const bool tensor = choices.subject == ExportSubject::tensor;
    rows.choose<TraceFormat>("format", "FORMAT", tensor ? all : all.first(3), tensor ? choices.tensor : choices.run);
    rows.choose<ExportedNumbers>("numbers", "NUMBERS", numbers, choices.numbers);
}

}  // namespace

void draw_save_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    ExportChoices choices = state.of<Exporting>().choices;
    column.gap(4);
    SaveRows rows{ui, column.from(column.left + caption_width)};
    rows.choose<ExportSubject>("what", "WHAT", subjects, choices.subject);
    choose_how(rows, choices);
    rows.say(content_words(ui, state, choices));
    const std::string why = export_refusal(state, choices);
    const std::string where = choices.subject == ExportSubject::steps ? "folder" : "file";
    rows.say(why.empty() ? fmt::format("It becomes a new {} in {}; nothing there is replaced.", where,
                                       state.of<Exporting>().folder.empty()
                                           ? "your folder of pictures (or, without one, where the program was started)"
                                           : state.of<Exporting>().folder)
                         : "Not now: " + why + ".");
    const Rect area = rect_at(rows.column.row(32, 8).min, 96, 32);
    if (button(ui, "save/do", area, {.label = "Save", .look = ButtonLook::primary, .enabled = why.empty()})) {
        commands.push_back(SetMenu{""});
        commands.push_back(command_of(choices));
    }
    if (!(choices == state.of<Exporting>().choices)) commands.push_back(SetExportChoices{choices});
    column.y = rows.column.y;
}

}  // namespace vitrine
