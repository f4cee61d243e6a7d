/// The update of the weights: which parameters it changes most, and what it does to the selected weight.

#include "app/words/update.h"

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr std::size_t most_listed = 6, most_beside_a_cell = 3;  // fewer if the update of a selected weight is below

/// A parameter, its relative change, and a bar of that.
void draw_changed(Ui& ui, Column& column, const InspectorScene& scene, const ChangedParameter& changed, double largest) {
    const Rect line = column.row(22);
    const Interaction does = ui.control("update/" + changed.name, line);
    const bool shown = scene.state.selection.tensor == changed.name;
    if (does.hovered || shown) ui.fill(line.inset(-3), ui.theme.raised, metrics::radius);
    const std::string number = fmt::format("{:.2g}", changed.relative());
    constexpr std::string_view common = "transformer.";  // almost all names begin like this
    const std::string_view name = changed.name;
    const float width = ui.width_of(Font::mono_small, number);
    ui.text({line.max.x, line.centre().y}, Font::mono_small, ui.theme.dim, number,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({line.min.x, line.centre().y - 2}, Font::mono_small, shown ? ui.theme.text : ui.theme.dim,
            name.starts_with(common) ? name.substr(common.size()) : name,
            {.max_width = line.width() - width - 10, .vertical = VerticalAlign::middle});
    const float share = largest > 0 ? static_cast<float>(changed.relative() / largest) : 0;
    ui.fill(rect_at({line.min.x, line.max.y - 4}, (line.width() - width - 10) * share, 2), faded(ui.theme.accent, 0.8f), 1);
    if (does.hovered) {
        ui.note({changed.name, fmt::format("‖change‖ = {:.4g}, ‖parameter‖ = {:.4g}", changed.change, changed.weight),
                 "the bar shows the ratio of the two"},
                line);
    }
    if (does.clicked) scene.commands.push_back(SelectTensor{changed.name});
}

void draw_changes(Ui& ui, Column& column, const InspectorScene& scene, const UpdateReadings& readings) {
    if (readings.by_change.empty()) return;
    column.title("LARGEST RELATIVE CHANGES", "‖change‖ ÷ ‖parameter‖", 6);
    const double largest = readings.by_change.front().relative();
    const std::size_t most = scene.state.selection.cell ? most_beside_a_cell : most_listed;
    for (std::size_t i = 0; i < std::min(most, readings.by_change.size()); ++i)
        draw_changed(ui, column, scene, readings.by_change[i], largest);
    column.gap(part_gap);
}

}  // namespace

void draw_update(Ui& ui, Column& column, const InspectorScene& scene) {
    const Run& run = *scene.state.run;
    column.line(20, Font::note, ui.theme.accent, "After the backward pass");
    column.text(Font::title, ui.theme.text, "Update", 8);
    ui.place("inspector/update-words", column.paragraph(Font::note, ui.theme.dim, update_words(run), part_gap));
    if (const UpdateReadings* readings = update_readings(run)) {
        draw_changes(ui, column, scene, *readings);
    } else if (!run.gradients && !run.difference) {
        column.paragraph(Font::note, ui.theme.dim, "The gradients are being computed.", part_gap);
    }
}

void draw_updated_cell(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    if (!state.selection.cell) {
        column.title("THE UPDATE OF ONE PARAMETER");
        column.paragraph(Font::note, ui.theme.dim, "Select a number of a parameter to see its update, line by line.", part_gap);
        return;
    }
    const auto explanation = update_of(*state.run, state.selection.tensor, *state.selection.cell);
    if (!explanation) return;
    column.title("ITS UPDATE", change_words(*explanation));
    std::vector<CardText> texts;
    for (const UpdateLine& line : explanation->lines) {
        const float above = texts.empty() ? 0.0f : 7.0f;
        texts.push_back({.text = line.name, .small = true, .above = above});
        if (line.formula.empty()) {
            texts.push_back({.text = line.symbol + " = " + update_number(line.value)});
            continue;
        }
        texts.push_back({.text = line.symbol + " = " + line.formula});
        texts.push_back({.text = "= " + line.numbers, .small = true});
        texts.push_back({.text = "= " + update_number(line.value)});
    }
    const float top = column.y;
    draw_text_card(ui, column, texts);
    ui.place("update", column.since(top));
}

}  // namespace vitrine
