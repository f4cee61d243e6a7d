/// The left column of the view of tokens: which tokenizer it is.

#include <algorithm>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/panel.h"
#include "app/views/tokens/parts.h"
#include "app/views/tokens/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

std::string origin_text(const LoadedTokenizer& loaded) {
    switch (loaded.from) {
        case TokenizerFrom::file:
            return "opened from " + loaded.path.filename().string();
        case TokenizerFrom::model:
            return "the open model's own";
        default:
            return "the one on board, learned from the sentences of english-french";
    }
}

float draw_line(Ui& ui, const TokensColumn& column, float y, const std::string& what, const std::string& value) {
    const Rect number = ui.text({column.right, y}, Font::mono, ui.theme.text, value, {.align = Align::right});
    ui.text({column.left, y}, Font::note, ui.theme.dim, what, {.max_width = number.min.x - column.left - 8});
    return y + 20;
}

float draw_added(Ui& ui, const TokensColumn& column, float y, const Tokenizer& tokenizer) {
    section_title(ui, {{column.left, y}, {column.right, y + 16}}, "ADDED TOKENS", std::to_string(tokenizer.added().size()));
    y += 24;
    if (tokenizer.added().empty()) return y;
    TokensFlow flow(column, y, chip_height + 6);
    for (const AddedToken& added : tokenizer.added()) {
        const float width = std::min(chip_width(ui, added.content), column.width());
        const Rect area = rect_at(flow.next(width), width, chip_height);
        const bool hovered = ui.place("tokens/added/" + std::to_string(added.id), area).hovered;
        if (!ui.sees(area)) continue;
        chip(ui, area.min, added.content, {.hovered = hovered, .width = width});
        if (hovered)
            ui.note({added.content, fmt::format("id {}{}", added.id, added.special ? ", special" : ""), "found whole in a text"},
                    area);
    }
    return flow.bottom() + 12;
}

float draw_facts(Ui& ui, const TokensColumn& column, float y, const Tokenizer& tokenizer) {
    y = draw_line(ui, column, y, "tokens", std::to_string(tokenizer.size()));
    y = draw_line(ui, column, y, "merges", std::to_string(tokenizer.model().merges().size()));
    std::size_t bytes = 0;
    for (int byte = 0; byte < 256; ++byte) bytes += tokenizer.model().has(static_cast<std::uint8_t>(byte)) ? 1 : 0;
    y = draw_line(ui, column, y, "bytes with a token", fmt::format("{} of 256", bytes));
    y = draw_line(ui, column, y, "normalises (NFKC)", tokenizer.rules().nfkc ? "yes" : "no");
    y = draw_line(ui, column, y, "puts a space in front", tokenizer.rules().leading_space ? "yes" : "no");
    return y + 12;
}

}  // namespace

void draw_token_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TokensColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "token-choices", area, state) + 16;
    section_title(ui, {{column.left, y}, {column.right, y + 16}}, "TOKENIZER");
    y += 24;
    const auto& loaded = state.of<TokensView>().loaded;
    if (loaded && loaded->tokenizer) {
        const Rect origin =
            ui.paragraph({column.left, y}, Font::body, ui.theme.text, origin_text(*loaded), {.width = column.width()});
        if (ui.place("tokens/origin", origin).hovered) ui.note({loaded->path.string()}, origin);
        y = draw_facts(ui, column, origin.max.y + 10, *loaded->tokenizer);
        y = draw_added(ui, column, y, *loaded->tokenizer);
    }
    if (loaded && !loaded->problem.empty())
        y = ui.paragraph({column.left, y}, Font::note, ui.theme.error, loaded->problem, {.width = column.width()}).max.y + 12;
    const char* how = "Drop a tokenizer.json on the window to read with another one.";
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, how, {.width = column.width()}).max.y + 10;
    if (!state.of<TokensView>().file.empty()) {
        const Rect back = rect_at({column.left, y}, column.width(), metrics::control);
        if (button(ui, "tokens/own", back, {.label = "Let go of it", .tip = "back to the model's own, or the one on board"}))
            commands.push_back(OpenTokenizer{});
        y = back.max.y;
    }
    end_scroll(ui, "token-choices", y + 8, commands);
}

}  // namespace vitrine
