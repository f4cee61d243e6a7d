#include <algorithm>

#include "app/base/command.h"
#include "app/edit/altered_list.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/frame/batch/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float alterations_title_height = 30, cross = 20, alteration_height = 17, restore_width = 76, restore_height = 24;

float text_width(float width) { return width - cross - 8; }

float entry_height(const Ui& ui, float width, const AlteredThing& thing) {
    const auto lines = wrapped(ui.fonts, Font::label, thing.text, text_width(width));
    return std::max(cross, alteration_height * static_cast<float>(lines.size()) + 3) + 4;
}

/// All but other sentences, which can be seen, and have a button in the title.
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

float draw_alterations(Ui& ui, const Rect& content, float y, const State& state, Commands& commands) {
    const std::vector<AlteredThing> things = things_of(state);
    if (things.empty()) return y;
    section_title(ui, rect_at({content.min.x, y}, content.width() - restore_width - 8, restore_height), "ALTERED");
    const Rect restore = rect_at({content.max.x - restore_width, y}, restore_width, restore_height);
    const std::string why = edit_refusal(state);
    const bool can = why.empty();
    const std::string_view tip = can ? "the run as the model makes it, of these sentences" : std::string_view(why);
    if (button(ui, "restore", restore, {.label = "Restore", .tip = tip, .enabled = can})) commands.push_back(RestoreRun{});
    y += alterations_title_height;
    for (const AlteredThing& thing : things) {
        ui.paragraph({content.min.x, y + 2}, Font::label, ui.theme.text, thing.text, {.width = text_width(content.width())});
        const Rect away = rect_at({content.max.x - cross, y}, cross, cross);
        const std::string_view what = can ? "take this back" : std::string_view(why);
        if (button(ui, "altered/" + thing.name, away,
                   {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = what, .enabled = can}))
            commands.push_back(SetEdits{thing.without, "take back: " + thing.text});
        y += entry_height(ui, content.width(), thing);
    }
    return y + 8;
}

}  // namespace vitrine
