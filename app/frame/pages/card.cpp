#include "app/frame/pages/parts.h"
#include "app/run/run.h"
#include "core/io/words/model_card.h"

namespace vitrine {

void draw_card_page(Ui& ui, Column& column, const State& state) {
    if (!state.run) return;
    const Model& model = *state.run->model;
    column.paragraph(Font::heading, ui.theme.text, model.title.empty() ? model.name : model.title, 6);
    if (!model.text.empty()) column.paragraph(Font::note, ui.theme.dim, model.text, 16);
    if (!model.card)
        return void(column.paragraph(Font::note, ui.theme.dim, "It has no card: nothing is recorded of its training."));
    constexpr float name_width = 104;
    std::string before;  // of several lines about the same thing, only the first is named
    for (const auto& [about, text] : lines_of(*model.card)) {
        if (about != before) ui.text(column.corner(), Font::note, ui.theme.dim, about, {.max_width = name_width - 10});
        before = about;
        Column words = column.from(column.left + name_width);
        words.paragraph(Font::note, ui.theme.text, text, 8);
        column.y = words.y;
    }
}

}  // namespace vitrine
