/// The left column of the view of tokens: which tokenizer it is.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/views/tokens/view.h"
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
            return "the built-in tokenizer, learned from the sentences of english-french";
    }
}

void draw_line(Ui& ui, Column& column, const std::string& what, const std::string& value) {
    const Rect line = column.row(20);
    const Rect number = ui.text({line.max.x, line.min.y}, Font::mono, ui.theme.text, value, {.align = Align::right});
    ui.text(line.min, Font::note, ui.theme.dim, what, {.max_width = number.min.x - line.min.x - 8});
}

void draw_added(Ui& ui, Column& column, const Tokenizer& tokenizer) {
    column.title("ADDED TOKENS", std::to_string(tokenizer.added().size()), 8);
    if (tokenizer.added().empty()) return;
    Flow flow(column, chip_height + 6);
    for (const AddedToken& added : tokenizer.added()) {
        const float width = std::min(chip_width(ui, added.content), column.width());
        const Rect area = rect_at(flow.next(width), width, chip_height);
        const bool hovered = ui.place("tokens/added/" + std::to_string(added.id), area).hovered;
        if (!ui.sees(area)) continue;
        chip(ui, area.min, added.content, {.hovered = hovered, .width = width});
        if (hovered)
            ui.note({added.content, fmt::format("id {}{}", added.id, added.special ? ", special" : ""),
                     "always found as a whole in a text"},
                    area);
    }
    column.gap(12);
}

void draw_facts_of_kind(Ui& ui, Column& column, const Tokenizer& tokenizer) {
    const SubwordModel& model = tokenizer.parts().model;
    if (const auto* pairs = std::get_if<BpeModel>(&model)) {
        draw_line(ui, column, "kind", "BPE");
        draw_line(ui, column, "merges", std::to_string(pairs->merges().size()));
        draw_line(ui, column, "bytes for unknown characters", pairs->options().byte_fallback ? "yes" : "no");
    } else if (const auto* word_piece = std::get_if<WordPieceModel>(&model)) {
        draw_line(ui, column, "kind", "WordPiece");
        draw_line(ui, column, "before all but the first piece of a word", word_piece->options().continuing_prefix);
        draw_line(ui, column, "for unknown words", word_piece->options().unknown);
    } else if (const auto* unigram = std::get_if<UnigramModel>(&model)) {
        draw_line(ui, column, "kind", "Unigram");
        draw_line(ui, column, "bytes for unknown characters", unigram->byte_fallback() ? "yes" : "no");
    } else {
        draw_line(ui, column, "kind", "SentencePiece");
    }
    column.gap(12);
}

void draw_facts(Ui& ui, Column& column, const Tokenizer& tokenizer) {
    draw_line(ui, column, "tokens", std::to_string(tokenizer.size()));
    if (kind_of(tokenizer) != TokenizerKind::byte_pairs) return draw_facts_of_kind(ui, column, tokenizer);
    draw_line(ui, column, "merges", std::to_string(tokenizer.bpe().merges().size()));
    std::size_t bytes = 0;
    for (int byte = 0; byte < 256; ++byte) bytes += tokenizer.bpe().has(static_cast<std::uint8_t>(byte)) ? 1 : 0;
    draw_line(ui, column, "bytes with a token", fmt::format("{} of 256", bytes));
    if (const auto rules = tokenizer.rules()) {
        draw_line(ui, column, "normalises (NFKC)", rules->nfkc ? "yes" : "no");
        draw_line(ui, column, "puts a space in front", rules->leading_space ? "yes" : "no");
    }
    column.gap(12);
}

}  // namespace

void draw_token_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    Column column = begin_column(ui, "token-choices", area, state);
    column.title("TOKENIZER", {}, 8);
    const auto& loaded = state.of<TokensView>().loaded;
    if (loaded && loaded->tokenizer) {
        const Rect origin = column.paragraph(Font::body, ui.theme.text, origin_text(*loaded), 10);
        if (ui.place("tokens/origin", origin).hovered) ui.note({loaded->path.string()}, origin);
        draw_facts(ui, column, *loaded->tokenizer);
        draw_added(ui, column, *loaded->tokenizer);
    }
    if (loaded && !loaded->problem.empty()) column.paragraph(Font::note, ui.theme.error, loaded->problem, 12);
    const char* how = "Drop a tokenizer.json on the window to read with another one.";
    column.paragraph(Font::note, ui.theme.dim, how, 10);
    if (!state.of<TokensView>().file.empty()) {
        const Rect back = column.row(metrics::control);
        if (button(ui, "tokens/own", back, {.label = "Close it", .tip = "back to the tokenizer of the model, or the built-in one"}))
            commands.push_back(OpenTokenizer{});
    }
    end_column(column, "token-choices", commands);
}

}  // namespace vitrine
