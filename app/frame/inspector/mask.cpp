/// A cell of a mask: which query attends to which key, and which conditions make the key visible or hide it.

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/term_table.h"

namespace vitrine {

namespace {

constexpr float icon_room = 18, text_line = 16, below_condition = 4;
constexpr const char* without_conditions = "No mask is used here: every query may attend to every key.";

/// The conditions in words, if there are any.
std::vector<MaskCondition> sentences_of(const MaskExplanation& mask) {
    if (mask.conditions.empty()) return {{true, without_conditions}};
    return mask.conditions;
}

float text_height(const Ui& ui, const Column& inner, const std::string& words) {
    return text_line * static_cast<float>(wrapped(ui.fonts, Font::note, words, inner.width() - icon_room).size()) + below_condition;
}

void draw_condition(Ui& ui, Column& inner, const MaskCondition& condition) {
    const Colour colour = condition.holds ? ui.theme.good : ui.theme.error;
    draw_icon(ui, {inner.left + 5, inner.y + text_line / 2}, condition.holds ? Icon::check : Icon::cross, colour);
    Column words = inner.from(inner.left + icon_room);
    for (const auto& part : wrapped(ui.fonts, Font::note, condition.words, words.width()))
        words.line(text_line, Font::note, ui.theme.text, part);
    inner.y = words.y + below_condition;
}

void draw_word(Ui& ui, const Rect& line, const char* role, const MaskedWord& word) {
    figure_line(ui, line,
                {fmt::format("{} {}", role, quoted(word.word)), fmt::format("position {}", word.position), ui.theme.text});
}

}  // namespace

float mask_height(const Ui& ui, const Column& inner, const Anatomised& number) {
    float height = 3 * figure_line_height + above_result;  // the two words and the result
    for (const MaskCondition& condition : sentences_of(*number.mask)) height += text_height(ui, inner, condition.words);
    return height;
}

void draw_mask(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene) {
    const MaskExplanation& mask = *number.mask;
    draw_word(ui, inner.row(figure_line_height), "q: query", mask.query);
    const CellFactor& token = number.explanation.terms.front().factors.front();
    const Rect key = inner.row(figure_line_height);
    const Interaction does = ui.control("anatomy/term/0/0", key);
    if (does.hovered) {
        ui.fill(Rect{{key.min.x - 4, key.min.y}, {key.max.x + 4, key.max.y}}, mixed(ui.theme.raised, ui.theme.text, 0.12f), 4);
        ui.note(cell_note(scene.state, *scene.state.run->info(std::string(token.path)), token.index));
    }
    if (does.clicked) scene.commands.push_back(SelectCell{std::string(token.path), token.index});
    draw_word(ui, key, "k: key", mask.key);
    draw_result_rule(inner);
    for (const MaskCondition& condition : sentences_of(mask)) draw_condition(ui, inner, condition);
    const bool seen = number.explanation.value != 0, by_hand = number.explanation.value != number.explanation.result;
    const char* outcome = by_hand ? "set by hand" : seen ? "the query may attend to the key" : "the key is hidden from the query";
    figure_line(ui, inner.row(figure_line_height), {outcome, seen ? "1" : "0", ui.theme.accent, Font::mono_strong});
}

}  // namespace vitrine
