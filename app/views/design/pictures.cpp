/// Where the explained choice shows: a number and a tensor with the choice on, and off.

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/panel/tensor_picture.h"
#include "app/state/selection_commands.h"
#include "app/views/design/commands.h"
#include "app/views/design/look.h"
#include "app/views/design/measures.h"
#include "app/views/design/parts.h"
#include "app/views/design/runs.h"
#include "app/widgets/legend.h"

namespace vitrine {

namespace {

constexpr float between = 24, title_height = 22;

/// Both runs, and which part of them is shown.
struct Shown {
    const State& state;
    Commands& commands;
    RunPair runs;
    ChoiceMeasure measure;
    Selection selection;  ///< of a sentence in which the choice shows

    const Run& first() const { return *runs.first; }
    const Run& second() const { return *runs.second; }
    /// Whether it is the run on the screen, not one that is only tried.
    bool is_shown(const Run& run) const { return &run == &run_b_or_self(*state.run); }
    bool has(const Run& run) const { return run.find(measure.path).present(); }
    TensorOfRun tensor(const Run& run) const { return {run, *run.info(measure.path)}; }
};

Shown shown_of(const State& state, Commands& commands) {
    const RunPair runs = run_pair(state);
    Shown shown{state, commands, runs, measure_of_choice(explained_choice(state).name, *runs.second), state.selection};
    if (shown.measure.of_padded) shown.selection.sentence = padded_sentence(state).value_or(shown.selection.sentence);
    return shown;
}

/// The tensor's size along an axis, the larger one of both runs; 1 if it does not have the axis.
Size places(const Shown& shown, Axis axis) {
    Size most = 1;
    for (const Run* run : {&shown.first(), &shown.second()}) {
        if (!shown.has(*run)) continue;
        const Layout layout = run->find(shown.measure.path).layout;
        if (const int place = layout.find(axis); place >= 0) most = std::max(most, layout.shape[static_cast<std::size_t>(place)]);
    }
    return most;
}

/// "sentence 4, which has padding, head 1": the part of the tensor in the pictures.
std::string part_words(const Shown& shown) {
    std::string words;
    if (places(shown, Axis::batch) > 1) words = fmt::format(", sentence {}", shown.selection.sentence + 1);
    if (shown.selection.sentence != shown.state.selection.sentence) words += ", which has padding";
    if (places(shown, Axis::head) > 1) words += fmt::format(", head {}", shown.selection.head + 1);
    return words;
}

/// Draws the choice of the head at the right end of a line. Returns the left edge of the choice.
float choose_head(Ui& ui, const Rect& line, const Shown& shown) {
    const TensorView tensor = shown.second().find(shown.measure.path);
    const int axis = tensor.present() ? tensor.layout.find(Axis::head) : -1;
    const int heads = axis < 0 ? 1 : static_cast<int>(tensor.layout.shape[static_cast<std::size_t>(axis)]);
    if (heads < 2) return line.max.x;
    const float each = 32, width = std::min(each * static_cast<float>(heads), line.width() / 2);
    const ImVec2 corner{line.max.x - width, line.min.y + 1};
    const Choice choice{.prefix = "design/head",
                        .count = heads,
                        .selected = std::min(static_cast<int>(shown.selection.head), heads - 1),
                        .width = width,
                        .colour = ui.theme.attention};
    const float label = ui.text({corner.x - 8, line.centre().y}, Font::note, ui.theme.dim, "head",
                                {.align = Align::right, .vertical = VerticalAlign::middle})
                            .min.x;
    if (const auto clicked = choose_number(ui, corner, choice)) shown.commands.push_back(SelectHead{*clicked});
    return label - 12;
}

/// Draws the number of both runs, and what it means.
void draw_number(Ui& ui, Column& column, const Shown& shown) {
    const bool is_of_choice = shown.runs.differ() && !shown.runs.are_a_and_b && find_design_choice(shown.measure.choice);
    const PairNames names = is_of_choice ? on_and_off : shown.runs.are_a_and_b ? PairNames{"A", "B"} : PairNames{};
    const ShownNumber number = shown_number(shown.measure, shown.first(), shown.second(), names);
    const float top = column.y;
    const Rect line = column.row(26);
    const float right = choose_head(ui, line, shown), middle = line.centre().y;
    const Rect name = ui.text({line.min.x, middle}, Font::body, ui.theme.text, number.name,
                              {.max_width = right - line.min.x, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    const float left = name.max.x + 14;
    const bool beside = left + ui.width_of(Font::title, number.text) <= right;  // otherwise the number gets its own line
    const ImVec2 corner = beside ? ImVec2(left, middle) : ImVec2(line.min.x, column.row(26).centre().y);
    const Rect written = ui.text(corner, Font::title, shown.runs.differ() ? ui.theme.accent : ui.theme.text, number.text,
                                 {.max_width = column.right - corner.x, .vertical = VerticalAlign::middle});
    // The switch of the head is for the pictures: the number is of all of them.
    if (!number.of.empty()) {
        const std::string of = "mean of " + number.of;
        const float from = written.max.x + 12, end = beside ? right : column.right;
        if (from + ui.width_of(Font::note, of) <= end)
            ui.text({from, corner.y}, Font::note, ui.theme.dim, of, {.vertical = VerticalAlign::middle});
        else
            column.paragraph(Font::note, ui.theme.dim, of);
    }
    column.paragraph(Font::note, ui.theme.dim, number.words);
    if (!number.outcome.empty()) column.paragraph(Font::note_strong, ui.theme.text, number.outcome);
    ui.place("design/number", column.since(top));
    column.gap(12);
}

struct DrawnSide {
    TensorViewOutput output;
    HeatmapCells cells;
    float bottom = 0;
};

/// The picture of the first run, or of the second, below its title.
DrawnSide draw_side(Ui& ui, const Rect& area, bool is_first, const Shown& shown, const HeatmapStyle& style) {
    const Run& run = is_first ? shown.first() : shown.second();
    ui.text(area.min, Font::body_strong, ui.theme.text, is_first ? shown.runs.first_title : shown.runs.second_title,
            {.max_width = area.width()});
    const Rect room{{area.min.x, area.min.y + title_height}, area.max};
    if (!shown.has(run))
        return {{},
                {},
                ui.paragraph(room.min, Font::note, ui.theme.dim, "This run has no such tensor.", {.width = room.width()}).max.y};
    TensorViewInput input = tensor_picture(ui, is_first ? "design/first" : "design/second", shown.tensor(run),
                                           {shown.selection, shown.state.share_colours});
    input.style = style;
    input.square = false;
    input.largest_cell = 96;
    DrawnSide drawn{tensor_view(ui, room, input), input.cells};
    drawn.bottom = drawn.output.used.max.y;
    if (drawn.output.clicked) shown.commands.push_back(SelectCell{shown.measure.path, *drawn.output.clicked});
    Column below{ui, area.min.x, area.max.x, drawn.bottom + 12};
    legend(ui, below, 200, style);
    drawn.bottom = below.y;
    return drawn;
}

/// Why the explained choice cannot be switched now; empty if it can.
std::string switch_refusal(const Shown& shown, const DesignChoice& choice) {
    const bool is_off = choice.is_made(run_b_or_self(*shown.state.run).regime.design);
    return can_edit(shown.state) && !shows_a(shown.state) ? refusal(shown.state, choice, !is_off) : edit_refusal(shown.state);
}

/// The button that switches the explained choice or, where it cannot be switched, why.
void draw_switch(Ui& ui, Column& column, const Shown& shown, const DesignChoice& choice) {
    const bool is_off = choice.is_made(run_b_or_self(*shown.state.run).regime.design);
    const std::string why = switch_refusal(shown, choice);
    const char* label = is_off ? "Switch it on" : "Switch it off";
    if (!why.empty())
        column.paragraph(Font::note, ui.theme.dim, fmt::format("It cannot be switched {} now: {}.", is_off ? "on" : "off", why));
    else if (button(ui, "design/switch", rect_at(column.row(30).min, 116, 30), {.label = label}))
        shown.commands.push_back(SetDesignChoice{std::string(choice.name), !is_off});
}

/// If there is only one run, says in place of the second picture how to get another run.
float draw_invitation(Ui& ui, const Rect& area, const Shown& shown) {
    const DesignChoice* choice = find_design_choice(shown.measure.choice);
    Column column = column_in(ui, area, 20, title_height + 16);
    if (!choice)
        column.paragraph(Font::note, ui.theme.dim, "Choose another model, and the same tensor of two models stands here.", 12);
    else if (switch_refusal(shown, *choice).empty())
        column.paragraph(Font::note, ui.theme.dim, "Switch it, and the tensor is computed anew.", 12);
    if (choice) draw_switch(ui, column, shown, *choice);
    const Rect frame{{area.min.x, area.min.y + title_height}, {area.max.x, column.y + 18}};
    ui.frame(frame, ui.theme.line, metrics::card_radius);
    return frame.max.y;
}

/// The numbers of the cell that is pointed at, or else of the selected one, in both runs.
void draw_cell(Ui& ui, Column& column, const std::optional<Index>& cell, const Shown& shown) {
    if (!shown.has(shown.first()) && !shown.has(shown.second())) return;
    const float top = column.y;
    if (!cell) {
        column.line(18, Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.");
        return;
    }
    std::string numbers;
    for (const Run* run : {&shown.first(), &shown.second()}) {
        const bool has = shown.has(*run) && run->find(shown.measure.path).layout.contains(*cell);
        const std::string text = has ? value_text(*run, *run->info(shown.measure.path), *cell) : "–";
        if (!numbers.empty() && shown.runs.differ()) numbers += " → ";
        if (numbers.empty() || shown.runs.differ()) numbers += text;
    }
    const Run& whose = shown.has(shown.second()) ? shown.second() : shown.first();
    const TensorInfo& info = *whose.info(shown.measure.path);
    const std::string place = whose.find(info.path).layout.contains(*cell) ? cell_words(whose, info, *cell) : "";
    const Rect line = column.row(18);
    const Rect said = ui.text(line.min, Font::mono_strong, ui.theme.text, numbers, {.max_width = line.width()});
    const float left = said.max.x + 14;
    if (left < line.max.x)
        ui.text({left, line.min.y}, Font::note, ui.theme.dim, place, {.max_width = line.max.x - left, .shorten = Shorten::end});
    ui.place("design/cell", column.since(top));
}

void draw_both(Ui& ui, Column& column, float height, const Shown& shown) {
    std::vector<TensorOfRun> tensors;
    for (const Run* run : {&shown.first(), &shown.second()}) {
        if (shown.has(*run)) tensors.push_back(shown.tensor(*run));
    }
    const HeatmapStyle style = common_style(ui, tensors, {shown.selection, shown.state.share_colours});
    constexpr float narrowest = 220;
    const bool beside = (column.width() - between) / 2 >= narrowest;
    const Rect row = rect_at(column.corner(), column.width(), height);
    const auto area = [&](std::size_t place) {
        return beside ? row.part(place, 2, between) : rect_at(column.corner(), column.width(), height);
    };
    const auto with_switch = [&](DrawnSide side, const Run& run, const Rect& place) {
        const DesignChoice* choice = find_design_choice(shown.measure.choice);
        if (!choice || shown.runs.are_a_and_b || shown.is_shown(run)) return side;
        Column below{ui, place.min.x, place.max.x, side.bottom + 8};
        draw_switch(ui, below, shown, *choice);
        side.bottom = below.y;
        return side;
    };
    const DrawnSide first = with_switch(draw_side(ui, area(0), true, shown, style), shown.first(), area(0));
    if (!beside) column.y = first.bottom + 12;
    DrawnSide second{.output = {}, .cells = {}};
    if (shown.runs.differ())
        second = with_switch(draw_side(ui, area(1), false, shown, style), shown.second(), area(1));
    else
        second.bottom = draw_invitation(ui, area(1), shown);
    column.y = std::max({column.y, first.bottom, second.bottom}) + 8;
    std::optional<Index> pointed = first.output.hovered ? first.output.hovered : second.output.hovered;
    for (const DrawnSide* side : {&first, static_cast<const DrawnSide*>(&second)}) {
        const bool follows = pointed && !side->output.hovered && side->cells.tensor.present();
        if (follows && side->cells.tensor.layout.contains(*pointed)) frame_pointed(ui, side->output.layout, side->cells, *pointed);
    }
    if (!pointed && shown.state.selection.tensor == shown.measure.path) pointed = shown.state.selection.cell;
    draw_cell(ui, column, pointed, shown);
}

}  // namespace

void draw_design_pictures(Ui& ui, Column& column, float height, const State& state, Commands& commands) {
    const Shown shown = shown_of(state, commands);
    column.heading("Where it shows", shown.measure.tensor + part_words(shown));
    draw_number(ui, column, shown);
    draw_both(ui, column, height + title_height, shown);
    column.gap(18);
}

}  // namespace vitrine
