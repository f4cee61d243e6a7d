#include "app/panels/inspector.h"

#include <fmt/format.h>

#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor_view.h"
#include "core/trace/tensor_text.h"

namespace vitrine {

namespace {

constexpr float gap = 16;

struct Column {
    float left, right;
    float width() const { return right - left; }
};

/// The operation: its name, what it does, its formula, and the shapes that go in and come out.
float draw_operation(Ui& ui, const Column& column, float y, const State& state) {
    const Run& run = *state.run;
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    const Block& block = run.outline().block_of(state.step);
    ui.text({column.left, y}, Font::note, ui.theme.dim,
            block.section == block.title ? block.section : block.section + "  ›  " + block.title, {.max_width = column.width()});
    y += 20;
    y = ui.text({column.left, y}, Font::title, ui.theme.text, step.title, {.max_width = column.width()}).max.y + 8;
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, step.text, {.width = column.width()}).max.y + 10;

    std::string shapes;
    for (const std::string& input : step.inputs) {
        const TensorInfo* info = run.outline().find(input);
        shapes += (shapes.empty() ? "" : ",  ") + info->symbol + " " + shape_text(run.trace.find(input).layout);
    }
    for (const std::string& parameter : step.parameters) {
        if (!parameter.ends_with("weight")) continue;
        for (const ParameterView& view : list_parameters(run.model.parameters)) {
            if (view.name == parameter)
                shapes += (shapes.empty() ? "" : ",  ") + std::string("W ") + shape_text(view.tensor.layout);
        }
    }
    shapes += (shapes.empty() ? "" : "  →  ") + run.outline().find(step.result)->symbol + " " +
              shape_text(run.trace.find(step.result).layout);

    const auto formula = wrapped(ui.fonts, Font::mono, step.formula, column.width() - 24);
    const auto sizes = wrapped(ui.fonts, Font::mono_small, shapes, column.width() - 24);
    const float height = 12 + 18 * static_cast<float>(formula.size()) + 17 * static_cast<float>(sizes.size()) + 8;
    const Rect card = rect_at({column.left, y}, column.width(), height);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    float line = y + 9;
    for (const auto& part : formula) ui.text({column.left + 12, line}, Font::mono, ui.theme.text, part), line += 18;
    for (const auto& part : sizes) ui.text({column.left + 12, line + 2}, Font::mono_small, ui.theme.dim, part), line += 17;
    return card.max.y + gap;
}

/// Which sentence and which head are shown large.
float draw_facet_choice(Ui& ui, const Column& column, float y, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    const Layout layout = state.run->trace.find(info->path).layout;
    const int head_axis = layout.find(Axis::head);
    const Size heads = head_axis < 0 ? 1 : layout.shape[static_cast<std::size_t>(head_axis)];
    if (heads <= 1) return y;
    ui.text({column.left, y + 12}, Font::note, ui.theme.dim, "head", {.vertical = VerticalAlign::middle});
    std::vector<Segment> segments;
    for (Size head = 0; head < heads; ++head) segments.push_back({"head/" + std::to_string(head), std::to_string(head + 1)});
    while (segments.size() > 1 && segmented_width(ui, segments) > column.width() - 44) segments.pop_back();
    if (const auto clicked = segmented(ui, {column.left + 44, y}, segments, static_cast<int>(state.selection.head),
                                       colour_of(info->role, ui.theme))) {
        commands.push_back(SelectHead{*clicked});
    }
    return y + 34;
}

/// The number in question, or, where none is selected, what to do to get one.
float draw_value(Ui& ui, const Column& column, float y, const State& state) {
    const TensorInfo* info = selected_tensor(state);
    const TensorView tensor = state.run->trace.find(info->path);
    if (!state.selection.cell) return y;
    const std::string value = signed_number(tensor.at(*state.selection.cell), tensor.type);
    const Rect written = ui.text({column.left, y}, Font::value, ui.theme.accent, value);
    const float words = written.max.x + 16;
    ui.text({words, y + 1}, Font::note, ui.theme.text, cell_words(*state.run, *info, *state.selection.cell),
            {.max_width = column.right - words});
    ui.text({words, y + 17}, Font::mono_small, ui.theme.dim, index_text(tensor.layout, *state.selection.cell));
    return y + 40;
}

std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow) {
    const Layout layout = run.trace.find(info.path).layout;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const Side side = which == Axis::key ? info.key_side : which == Axis::query || which == Axis::position ? info.side : Side::none;
    std::string title(name(which));
    if (which == Axis::query) title = "asks: query";
    if (which == Axis::key && layout.find(Axis::query) >= 0) title = "answers: key";
    if (side != Side::none && layout.find(Axis::batch) >= 0) title += " (" + std::string(name(side)) + ")";
    return title + " " + arrow;
}

float draw_tensor(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const Run& run = *state.run;
    const TensorInfo& info = *selected_tensor(state);
    const TensorView tensor = run.trace.find(info.path);
    const Plane plane = plane_of(tensor.layout, state.selection.sentence, state.selection.head);
    const PlanePicture picture = picture_of(run, info, plane, ui.theme);
    TensorViewInput input;
    input.name = "tensor/" + info.path;
    input.cells = picture.cells;
    input.style = picture.style;
    const bool has_batch = tensor.layout.find(Axis::batch) == 0 && tensor.layout.rank > 2;
    const Size sentence = has_batch ? plane.fixed[0] : 0;
    if (plane.row_axis >= 0) {
        input.row_labels = axis_labels(run, info, plane.row_axis, sentence);
        input.row_title = axis_title(run, info, plane.row_axis, "↓");
    }
    // Each sentence of a [batch, position] tensor has words of its own: its columns are numbered.
    if (tensor.layout.rank != 2 || tensor.layout.axes[0] != Axis::batch)
        input.column_labels = axis_labels(run, info, plane.column_axis, sentence);
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    input.selected = state.selection.cell;
    input.frame = colour_of(info.role, ui.theme);
    const TensorViewOutput output = tensor_view(ui, area, input);
    if (output.hovered) ui.note(cell_note(run, info, *output.hovered));
    if (output.clicked) commands.push_back(SelectCell{info.path, *output.clicked});

    const float legend_width = std::min(area.width(), 320.0f);
    if (reading_of(info, tensor.type) == Reading::ids) return output.used.max.y + gap;
    legend(ui, rect_at({area.min.x, output.used.max.y + 12}, legend_width, 24), picture.style);
    return output.used.max.y + 12 + 24 + gap;
}

/// Every sentence and head, small; a click shows it large.
float draw_facets(Ui& ui, const Column& column, float y, const State& state, Commands& commands) {
    const Run& run = *state.run;
    const TensorInfo& info = *selected_tensor(state);
    const Layout layout = run.trace.find(info.path).layout;
    const int head_axis = layout.find(Axis::head);
    const Size heads = head_axis < 0 ? 1 : layout.shape[static_cast<std::size_t>(head_axis)];
    const Size sentences = layout.rank > 2 ? layout.shape[0] : 1;
    if (layout.rank < 3 || heads * sentences == 1) return y;
    y += gap / 2;
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "WHOLE TENSOR",
                  heads > 1 ? "sentences down, heads across" : "all sentences");
    y += 26;
    constexpr float number_width = 16, facet_gap = 8;
    const auto across = static_cast<float>(heads > 1 ? heads : sentences);
    const float largest = std::min(92.0f, (column.width() - number_width) / across - facet_gap);
    for (Size b = 0; b < sentences; ++b) {
        float lowest = y;
        for (Size h = 0; h < heads; ++h) {
            const Plane plane = plane_of(layout, b, h);
            const PlanePicture picture = picture_of(run, info, plane, ui.theme);
            const ImVec2 size = thumbnail_size(picture.cells.rows(), picture.cells.columns(), {std::max(8.0f, largest), 72});
            const auto place = static_cast<float>(heads > 1 ? h : b);
            const float x = column.left + number_width + place * (std::min(largest, std::max(24.0f, size.x)) + facet_gap);
            const float top = heads > 1 ? y : y + 4;
            const HeatmapLayout cells =
                add_heatmap(ui.list, ui.heatmaps, rect_at({x, top}, size.x, size.y), picture.cells, picture.style);
            const Interaction does = ui.control(fmt::format("facet/{}/{}", b, h), cells.area);
            const bool shown = b == state.selection.sentence && (heads == 1 || h == state.selection.head);
            ui.frame(cells.area.inset(-2),
                     shown          ? ui.theme.accent
                     : does.hovered ? ui.theme.dim
                                    : ui.theme.line,
                     3, shown ? 1.5f : 1.0f);
            if (does.hovered) ui.note({fmt::format("sentence {}", b + 1) + (heads > 1 ? fmt::format(", head {}", h + 1) : "")});
            if (does.clicked) commands.push_back(SelectSentence{b}), commands.push_back(SelectHead{h});
            lowest = std::max(lowest, cells.area.max.y);
        }
        if (heads > 1) {
            ui.text({column.left, y + 2}, Font::label, b == state.selection.sentence ? ui.theme.text : ui.theme.faint,
                    std::to_string(b + 1));
            y = lowest + facet_gap;
        } else if (b + 1 == sentences) {
            y = lowest + facet_gap;
        }
    }
    return y + gap / 2;
}

float draw_statistics(Ui& ui, const Column& column, float y, const State& state) {
    const Run& run = *state.run;
    const TensorInfo& info = *selected_tensor(state);
    const auto slot = static_cast<std::size_t>(run.outline().slots.at(info.path));
    if (run.trace.tensors[slot].type != ElementType::scalar) return y;
    const Statistics& all = run.statistics[slot];
    const std::pair<const char*, std::string> entries[] = {{"min", plain_number(all.minimum)},
                                                           {"max", plain_number(all.maximum)},
                                                           {"mean", plain_number(all.mean)},
                                                           {"deviation", plain_number(all.standard_deviation)}};
    const float step = std::min(110.0f, column.width() / 4);
    float x = column.left;
    for (const auto& [label, value] : entries) {
        ui.text({x, y}, Font::label, ui.theme.dim, label);
        ui.text({x, y + 16}, Font::mono_small, ui.theme.text, value, {.max_width = step - 6});
        x += step;
    }
    y += 38;
    if (all.nan + all.infinite > 0) {
        std::string odd = all.nan ? fmt::format("{} NaN", all.nan) : "";
        if (all.infinite) odd += fmt::format("{}{} infinite", all.nan ? ", " : "", all.infinite);
        ui.text({column.left, y}, Font::note, all.nan ? ui.theme.error : ui.theme.dim,
                fmt::format("{} of {} numbers", odd, all.nan + all.infinite + all.finite));
        y += 20;
    }
    return y;
}

}  // namespace

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return;
    const Column column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "inspector", area, state) + 16;
    y = draw_operation(ui, column, y, state);

    const TensorView tensor = state.run->trace.find(info->path);
    const float symbol = ui.text({column.left, y}, Font::heading, colour_of(info->role, ui.theme), info->symbol).max.x;
    ui.text({column.right, y + 3}, Font::note, ui.theme.dim, axes_text(tensor.layout),
            {.max_width = column.right - symbol - 12, .align = Align::right});
    y += 22;
    y = ui.text({column.left, y}, Font::mono_small, ui.theme.dim, info->path, {.max_width = column.width()}).max.y + 10;
    y = draw_facet_choice(ui, column, y, state, commands);
    y = draw_value(ui, column, y, state);
    y = draw_tensor(ui, {{column.left, y}, {column.right, y + 330}}, state, commands);
    y = draw_statistics(ui, column, y, state);
    y = draw_facets(ui, column, y, state, commands);
    end_scroll(ui, "inspector", y + 12, commands);
}

}  // namespace vitrine
