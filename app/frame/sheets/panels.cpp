#include "app/frame/sheets/panels.h"

#include <algorithm>
#include <array>

#include "app/frame/sheets/state.h"
#include "app/panel/measures.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

const SheetNames& sheet_names(View view) {
    static constexpr std::array<SheetNames, 12> list{{{"map", "Sentences, steps", "Inspector"},
                                                      {"tensors", "All tensors", "Inspector"},
                                                      {"attention", "Sentences, heads", "Reading"},
                                                      {"masks", "Sentences, masks", "Leak test"},
                                                      {"positions", "Choices", "Inspector"},
                                                      {"design", "Choices", "Models"},
                                                      {"train", "Training", "Inspector"},
                                                      {"generate", "Choices", ""},
                                                      {"compare", "Changes", ""},
                                                      {"tokens", "Choices", ""},
                                                      {"glossary", "Terms", ""},
                                                      {"", "Choices", "More"}}};
    const auto found = std::ranges::find(list, view.name, &SheetNames::view);
    return found == list.end() ? list.back() : *found;
}

GripMoved draw_grip(Ui& ui, const Grip& grip) {
    const Interaction does = ui.control(grip.name, grip.area);
    constexpr float broad = 44, high = 4;
    const ImVec2 middle = grip.area.centre();
    const Colour colour = does.hovered || does.held ? ui.theme.dim : ui.theme.faint;
    ui.fill(rect_at({middle.x - broad / 2, grip.area.min.y + 9}, broad, high), colour, high / 2);
    const Pointer& pointer = ui.pointer();
    GripMoved moved;
    const bool grabbed = ui.grabbed() == grip.name;
    if (grabbed && pointer.dragging && pointer.down) moved.height = grip.height - pointer.dragged.y;
    if (grabbed && pointer.released) {
        moved.tapped = !pointer.dragging;
        moved.dropped = pointer.dragging && grip.height < grip.least;
    }
    moved.tapped = moved.tapped || (does.focused && pointer.activate);
    return moved;
}

namespace {

constexpr float least_sheet = 120;

/// The height of the sheet in the layout.
float sheet_height(const Ui& ui) {
    const Anchor* sheet = ui.so_far().find("sheet");
    return sheet ? sheet->area.height() : 0;
}

bool has_panel(const State& state, std::initializer_list<Place> places) {
    for (const Panel& panel : module_of(state.modules, state.view).panels())
        if (std::ranges::find(places, panel.place) != places.end()) return true;
    return false;
}

}  // namespace

void draw_sheet_handle(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const bool tablet = form_of(ui.size()) == Form::tablet, folded = tablet && state.of<Sheets>().folded;
    const GripMoved moved = draw_grip(ui, {.name = "sheet/handle", .area = area, .height = sheet_height(ui), .least = least_sheet});
    if (folded) {
        if (moved.tapped || moved.height) commands.push_back(FoldSheets{false});
        return;
    }
    if (moved.height) commands.push_back(SetSheetHeight{*moved.height});
    if (moved.tapped || moved.dropped) {
        commands.push_back(tablet ? Command(FoldSheets{true}) : Command(ShowSheet{Sheet::none}));
        commands.push_back(SetSheetHeight{0});
    }
}

namespace {

void draw_sheet_button(Ui& ui, const Rect& area, Sheet sheet, std::string_view label, const State& state, Commands& commands) {
    const bool open = open_sheet(state) == sheet;
    const std::string name = sheet == Sheet::left ? "sheet/left" : "sheet/right";
    const Interaction does = ui.control(name, area);
    const Colour ground = open ? mixed(ui.theme.raised, ui.theme.accent, 0.16f) : ui.theme.raised;
    ui.fill(area, does.hovered || does.focused ? mixed(ground, ui.theme.text, 0.05f) : ground, metrics::radius_large);
    ui.frame(area, open ? ui.theme.accent : ui.theme.line, metrics::radius_large);
    ui.text(area.centre(), Font::body_strong, ui.theme.text, label,
            {.max_width = area.width() - 16, .align = Align::centre, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (does.clicked) commands.push_back(ShowSheet{open ? Sheet::none : sheet});
}

/// A tap on a tensor opens the sheet with its explanation. A double tap does not, since it looks into the tensor.
void peek_at_chosen(const Ui& ui, const State& state, Commands& commands) {
    if (ui.pointer().double_clicked) {
        if (state.of<Sheets>().peeks_in > 0) commands.push_back(PeekSoon{false});
        return;
    }
    if ((!ui.pointer().pressed && !ui.pointer().released) || open_sheet(state) != Sheet::none || !state.menu.empty()) return;
    if (!has_panel(state, {Place::right}) || ui.so_far().find("lesson")) return;
    if (std::ranges::any_of(commands, [](const Command& command) { return command.traits().chooses_tensor; }))
        commands.push_back(PeekSoon{});
}

}  // namespace

void draw_sheet_buttons(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.fill(area, ui.theme.panel);
    ui.fill({area.min, {area.max.x, area.min.y + 1}}, ui.theme.line);
    const SheetNames& names = sheet_names(state.view);
    const float half = std::min(20.0f, area.height() / 2 - 3);
    const Rect row{{area.min.x + 12, area.centre().y - half}, {area.max.x - 12, area.centre().y + half}};
    const bool left = has_panel(state, {Place::left, Place::left_top}), right = has_panel(state, {Place::right});
    const std::size_t count = left && right ? 2 : 1;
    if (left) draw_sheet_button(ui, row.part(0, count, 8), Sheet::left, names.left, state, commands);
    if (right) draw_sheet_button(ui, row.part(count - 1, count, 8), Sheet::right, names.right, state, commands);
    peek_at_chosen(ui, state, commands);
}

}  // namespace vitrine
