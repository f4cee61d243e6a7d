#include <algorithm>

#include "app/edit/altered_list.h"
#include "app/edit/commands.h"
#include "app/frame/batch/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float alterations_title_height = 30, cross = 20, alteration_height = 17;

float text_width(float width) { return width - cross - 8; }

float entry_height(const Ui& ui, float width, const AlteredThing& thing) {
    const auto lines = wrapped(ui.fonts, Font::label, thing.text, text_width(width));
    return std::max(cross, alteration_height * static_cast<float>(lines.size()) + 3) + 4;
}

/// All alterations except other sentences, which are visible anyway and have a button in the title.
std::vector<AlteredThing> things_of(const State& state) {
    std::vector<AlteredThing> things = altered_things(state);
    std::erase_if(things, [](const AlteredThing& thing) { return thing.name == other_sentences; });
    return things;
}

}  // namespace

float alterations_height(const Ui& ui, float width, const State& state) {
    const std::vector<AlteredThing> things = things_of(state);
    float height = things.empty() ? 0 : alterations_title_height + 8;
    for (const AlteredThing& thing : things) height += entry_height(ui, width, thing);
    return height;
}

void draw_alterations(Ui& ui, Column& column, const State& state, Commands& commands) {
    const std::vector<AlteredThing> things = things_of(state);
    if (things.empty()) return;
    const Rect title = column.row(24, alterations_title_height - 24), restore{{title.max.x - 76, title.min.y}, title.max};
    section_title(ui, {title.min, {restore.min.x - 8, title.max.y}}, "ALTERED");
    const std::string why = edit_refusal(state);
    const bool can = why.empty();
    const std::string_view tip = can ? "back to the unaltered run of the model on these sentences" : std::string_view(why);
    if (button(ui, "restore", restore, {.label = "Restore", .tip = tip, .enabled = can})) commands.push_back(RestoreRun{});
    for (const AlteredThing& thing : things) {
        const Rect row = column.row(entry_height(ui, column.width(), thing));
        ui.paragraph({row.min.x, row.min.y + 2}, Font::label, ui.theme.text, thing.text, {.width = text_width(row.width())});
        const Rect away = rect_at({row.max.x - cross, row.min.y}, cross, cross);
        const std::string_view what = can ? "undo this change" : std::string_view(why);
        if (button(ui, "altered/" + thing.name, away,
                   {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = what, .enabled = can}))
            commands.push_back(SetEdits{thing.without, "take back: " + thing.text});
    }
    column.gap(8);
}

}  // namespace vitrine
