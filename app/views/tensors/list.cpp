/// Draws the left column of the tensors view: a search, and the tensors it finds.

#include <algorithm>

#include <fmt/format.h>

#include "app/panel/typed_text.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/search.h"
#include "app/views/tensors/view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"
#include "core/tensor/layout.h"

namespace vitrine {

namespace {

constexpr float list_row = 24;

/// The title of a group of tensors, and the part of their paths that is left out in the rows below.
struct Group {
    std::string title;
    std::string beginning;

    bool operator==(const Group&) const = default;
};

Group group_of(const Run& run, const TensorInfo& info) {
    Group group{section_of(run, info), ""};
    if (!run.outline().find(info.path)) group.title += group.title.empty() ? "Weights" : ", weights";
    const std::string layers = ".layers.";
    const std::size_t layer = info.path.find(layers);
    const std::size_t dot = layer == std::string::npos ? layer : info.path.find('.', layer + layers.size());
    if (dot != std::string::npos) group.beginning = info.path.substr(0, dot + 1);
    return group;
}

/// Draws a path from `left` to at most `right`, with the matched parts emphasised.
void draw_path(Ui& ui, ImVec2 at, float right, const std::string& path, const std::vector<MatchedPart>& parts, std::size_t from,
               Colour colour) {
    const std::string_view shown = std::string_view(path).substr(from);
    const bool fits = at.x + ui.width_of(Font::mono_small, shown) <= right;
    if (parts.empty() || !fits) {
        ui.text(at, Font::mono_small, parts.empty() ? colour : ui.theme.text, shown,
                {.max_width = right - at.x, .vertical = VerticalAlign::middle});
        return;
    }
    std::size_t place = from;
    const auto write = [&](std::size_t end, Colour ink) {
        if (end <= place) return;
        const std::string_view piece = std::string_view(path).substr(place, end - place);
        const float width = ui.width_of(Font::mono_small, piece);
        ui.text(at, Font::mono_small, ink, piece, {.vertical = VerticalAlign::middle});
        if (ink == ui.theme.text) ui.fill(rect_at({at.x, at.y + 7}, width, 1), ui.theme.dim);
        at.x += width;
        place = end;
    };
    for (const MatchedPart& part : parts) {
        write(std::max(part.first, from), colour);
        write(std::max(part.last, from), ui.theme.text);
    }
    write(path.size(), colour);
}

struct Row {
    const TensorInfo& info;
    const Group& group;
    bool marked;  ///< Enter selects it
};

void draw_row(Ui& ui, const Rect& row, const Row& which, const State& state, Commands& commands) {
    const TensorInfo& info = which.info;
    const bool selected = info.path == state.selection.tensor;
    const Interaction does = ui.control("tensors/list/" + info.path, row);
    if (!ui.sees(row)) return;
    const Rect line{{row.min.x - 12, row.min.y}, {row.max.x + 8, row.max.y}};
    if (selected || does.hovered || which.marked) ui.fill(line, ui.theme.raised, metrics::radius);
    if (which.marked) ui.frame(line, ui.theme.dim, metrics::radius);
    if (selected) ui.fill(rect_at(line.min, 3, row.height()), ui.theme.accent, 1);
    const float middle = row.centre().y;
    ui.list.AddCircleFilled({row.min.x + 4, middle}, 3, colour_of(info.role, ui.theme), 12);
    const Rect shape = ui.text({row.max.x, middle}, Font::mono_tiny, ui.theme.faint, shape_text(state.run->find(info.path).layout),
                               {.align = Align::right, .vertical = VerticalAlign::middle});
    const auto parts = match(state.of<TensorsView>().search.text, info.path);
    draw_path(ui, {row.min.x + 14, middle}, shape.min.x - 6, info.path, parts ? *parts : std::vector<MatchedPart>{},
              which.group.beginning.size(), selected ? ui.theme.text : ui.theme.dim);
    if (does.hovered) ui.note({info.symbol, info.path, counting_words});
    if (!does.clicked) return;
    commands.push_back(SelectTensor{info.path});
    commands.push_back(FollowChosen{});
}

void draw_search(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TextEdit& search = state.of<TensorsView>().search;
    const bool typing = state.focus == tensors_search_anchor;
    constexpr float cross = 24;
    const bool clears = !search.text.empty();
    const Rect field{area.min, {area.max.x - (clears ? cross + 4 : 0), area.max.y}};
    const TextFieldInput input{.name = tensors_search_anchor,
                               .text = search.text,
                               .caret = search.caret,
                               .anchor = search.anchor,
                               .placeholder = "Find a tensor",
                               .remark = "/",
                               .typing = typing};
    const TextFieldOutput output = text_field(ui, field, input);
    if (output.clicked) commands.push_back(SetFocus{tensors_search_anchor});
    if (const auto moved = pointed_text(ui, search, output)) commands.push_back(SetSearch{*moved});
    if (!clears) return;
    const Rect away = rect_at({area.max.x - cross, area.centre().y - cross / 2}, cross, cross);
    if (button(ui, "tensors/search/clear", away, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "show all tensors"}))
        commands.push_back(SetSearch{});
}

/// Draws a message that nothing was found, with the nearest path as a suggestion.
void draw_nothing_found(Ui& ui, Column& column, const TextEdit& search, const State& state, Commands& commands) {
    column.paragraph(Font::body, ui.theme.dim, "No tensor is called “" + search.text + "”.", 12);
    const std::string close = nearest_path(*state.run, search.text);
    column.line(18, Font::note, ui.theme.dim, "Did you mean");
    const Rect row = column.row(list_row);
    const Interaction does = ui.control("tensors/nearest", row);
    ui.text({row.min.x, row.centre().y}, Font::mono_small, does.hovered ? ui.theme.text : ui.theme.dim, close,
            {.max_width = row.width(), .vertical = VerticalAlign::middle});
    const float width = std::min(row.width(), ui.width_of(Font::mono_small, close));
    ui.fill(rect_at({row.min.x, row.centre().y + 8}, width, 1), ui.theme.line);
    if (!does.clicked) return;
    commands.push_back(SetSearch{});
    commands.push_back(SelectTensor{close});
    commands.push_back(FollowChosen{});
}

}  // namespace

namespace {

/// How many tensors the list has. Without a search: those that the run computes, and the parameters; a tensor that shows the same
/// numbers once more, such as Kᵀ, has a row, but does not count.
void draw_count(Ui& ui, Column& column, const std::vector<std::string>& found, const State& state) {
    const Run& run = *state.run;
    const bool searched = !state.of<TensorsView>().search.text.empty();
    const auto views = std::ranges::count_if(found, [&](const std::string& path) { return run.info(path)->is_view; });
    const std::size_t parameters = run.parameter_list.size();
    const std::size_t computed = found.size() - std::min(found.size(), parameters + static_cast<std::size_t>(views));
    const std::string count =
        searched ? fmt::format("{} found", found.size()) : fmt::format("{} + {} parameters", computed, parameters);
    const Rect line = column.row(16);
    section_title(ui, line, "TENSORS", count);
    if (!ui.place("tensors/count", line).hovered || searched) return;
    std::vector<std::string> note{fmt::format("{} tensors that the run computes, and {} of parameters", computed, parameters)};
    if (views > 0) note.push_back(fmt::format("Kᵀ has rows of its own: the {} of them are the numbers of K", views));
    ui.note(std::move(note), line);
}

}  // namespace

void draw_tensors_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    ui.place("tensors-list", area);
    const TextEdit& search = state.of<TensorsView>().search;
    const std::vector<std::string> found = matches(*state.run, search.text);
    Column column = column_in(ui, area, metrics::margin, 14);
    const Rect field = column.row(metrics::control, 12);
    draw_search(ui, {{field.min.x - 8, field.min.y}, {field.max.x + 8, field.max.y}}, state, commands);
    draw_count(ui, column, found, state);
    column.gap(found.empty() ? 14.0f : 8.0f);
    if (found.empty()) return draw_nothing_found(ui, column, search, state, commands);

    const bool typing = state.focus == tensors_search_anchor;
    Column list = begin_column(ui, "tensors/list", {{area.min.x, column.y}, area.max}, state, metrics::margin, 0);
    Group group;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const TensorInfo& info = *state.run->info(found[i]);
        const Group own = group_of(*state.run, info);
        if (!(own == group)) {
            group = own;
            const Rect header = list.row(30);
            ui.text({header.min.x, header.centre().y + 3}, Font::note_strong, mixed(ui.theme.dim, ui.theme.text, 0.5f), group.title,
                    {.max_width = header.width(), .vertical = VerticalAlign::middle});
        }
        const bool marked = typing && static_cast<int>(i) == state.of<TensorsView>().match;
        draw_row(ui, list.row(list_row), {info, group, marked}, state, commands);
    }
    end_column(list, "tensors/list", commands, 12);
}

}  // namespace vitrine
