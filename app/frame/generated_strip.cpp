#include <fmt/format.h>

#include "app/base/command.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/generated_batch.h"
#include "app/frame/panels.h"
#include "app/panel/measures.h"
#include "app/state/lacking.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr const char* back_label = "Back to the batch";
constexpr float strip_height = 36, before_button = 16;

float back_width(const Ui& ui) { return ui.width_of(Font::body_strong, back_label) + 24; }

/// Whether the text and the button fit on one line.
bool is_one_line(const Ui& ui, float width, const std::string& words) {
    const float edge = is_narrow(ui.size()) ? 12 : metrics::margin;
    return ui.width_of(Font::note_strong, words) + before_button + back_width(ui) + 2 * edge <= width;
}

/// In Generate the strip has its place before a token is chosen, so that the tree does not move under the pointer.
bool keeps_place(const Ui& ui, const State& state) {
    const bool generates = state.view == View::generate && state.run && works(state, module_of(state.modules, View::generate));
    return generates && can_edit(state) && !is_narrow(ui.size());
}

void draw_kept_place(Ui& ui, const Rect& area) {
    ui.text({area.min.x + metrics::margin, area.centre().y - 0.5f}, Font::note, ui.theme.faint,
            "A click on a token puts the sentence up to it into the batch, for every view.",
            {.max_width = area.width() - 2 * metrics::margin, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

}  // namespace

float generated_strip_height(const Ui& ui, float width, const State& state) {
    const GeneratedSentence* sentence = generated_sentence(state);
    if (!sentence) return keeps_place(ui, state) ? strip_height : 0;
    constexpr float line_above = 24;
    return is_one_line(ui, width, generated_words(*sentence)) ? strip_height : strip_height + line_above;
}

void draw_generated_strip(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const GeneratedSentence* sentence = generated_sentence(state);
    if (!sentence) return keeps_place(ui, state) ? draw_kept_place(ui, area) : void();
    ui.fill(area, mixed(ui.theme.panel, ui.theme.accent, 0.1f));
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
    const std::string words = generated_words(*sentence);
    const float edge = is_narrow(ui.size()) ? 12 : metrics::margin, left = area.min.x + edge;
    const float middle = area.max.y - strip_height / 2 - 0.5f;
    const bool one_line = is_one_line(ui, area.width(), words);
    const Rect written = ui.text({left, one_line ? middle : area.min.y + 16}, Font::note_strong, ui.theme.text, words,
                                 {.max_width = area.max.x - edge - left, .vertical = VerticalAlign::middle});
    if (ui.place("generated/words", written).hovered)
        ui.note({words, "a click on a token in Generate put the generated sentence into the batch, for every view"}, written);
    const std::string why = edit_refusal(state);
    const Rect back = rect_at({one_line ? written.max.x + before_button : left, middle - 13}, back_width(ui), 26);
    if (button(ui, "generated/back", back,
               {.label = back_label,
                .tip = why.empty() ? "restores the sentences as they were before Generate changed them" : std::string_view(why),
                .enabled = why.empty()}))
        commands.push_back(SetEdits{without_generated(state), "back to the batch"});
}

}  // namespace vitrine
