/// How WordPiece finds the tokens of a word: longest match first.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tokens/parts.h"
#include "app/widgets/controls.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

namespace {

/// A beginning as the vocabulary has it: behind the first token with a mark in front.
std::string tried_words(const TokensScene& scene, const WordPieceStep& step, std::size_t end) {
    const auto& model = std::get<WordPieceModel>(scene.tokenizer().parts().model);
    const std::string part = scene.piece.text.spelling.substr(step.start, end - step.start);
    return visible_bytes(step.start > 0 ? model.options().continuing_prefix + part : part);
}

/// One step: what was tried in vain, and what was found.
void draw_match(Ui& ui, Column& column, const TokensScene& scene, std::size_t number) {
    const WordPieceStep& step = scene.piece.matches.steps[number];
    const bool found = step.token >= 0;
    const float top = column.y;
    const std::string rest = visible_bytes(scene.piece.text.spelling.substr(step.start));
    column.line(22, Font::body_strong, ui.theme.text, fmt::format("{}. of “{}”", number + 1, rest), Shorten::end);
    Flow flow(column, chip_height + 4);
    constexpr std::size_t most = 24;
    const std::size_t skipped = step.tried.size() > most ? step.tried.size() - most : 0;
    for (std::size_t i = 0; i < step.tried.size(); ++i) {
        const bool last = i + 1 == step.tried.size();
        if (i >= most / 2 && i < most / 2 + skipped) continue;
        const std::string words = tried_words(scene, step, step.tried[i]);
        const float width = std::min(chip_width(ui, words), column.width());
        const Rect area = rect_at(flow.next(width), width, chip_height);
        const bool hovered = ui.place(fmt::format("tokens/match/{}/{}", number, i), area).hovered;
        chip(ui, area.min, words, {.selected = last && found, .hovered = hovered, .width = width});
        if (!last || !found) ui.fill({{area.min.x + 5, area.centre().y}, {area.max.x - 5, area.centre().y + 1}}, ui.theme.dim);
        if (hovered)
            ui.note(
                {"“" + words + "”", last && found ? fmt::format("a token, id {}", step.token) : "not a token of the vocabulary"},
                area);
    }
    if (skipped > 0)
        column.line(18, Font::label, ui.theme.dim, fmt::format("{} more were tried in between, without success", skipped));
    ui.place(fmt::format("tokens/match/{}", number), column.since(top));
    column.gap(10);
}

}  // namespace

void draw_matches(Ui& ui, Column& column, const TokensScene& scene) {
    const auto& model = std::get<WordPieceModel>(scene.tokenizer().parts().model);
    column.heading("Longest match first", "crossed out: tried, but not a token", Shorten::end);
    const WordPieceSteps& matches = scene.piece.matches;
    if (matches.steps.empty()) {
        const std::string text = fmt::format("A word of more than {} characters is not split: it becomes {} as a whole.",
                                             model.options().longest_word, model.options().unknown);
        return void(column.paragraph(Font::body, ui.theme.dim, text, 16));
    }
    for (std::size_t number = 0; number < matches.steps.size(); ++number) draw_match(ui, column, scene, number);
    if (matches.steps.back().token < 0)
        column.paragraph(Font::note, ui.theme.text,
                         fmt::format("No beginning of the rest is a token, so the whole word becomes {}.", model.options().unknown),
                         12);
}

}  // namespace vitrine
