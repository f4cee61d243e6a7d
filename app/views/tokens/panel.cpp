#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/panel/typed_text.h"
#include "app/state/window_commands.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/views/tokens/view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

std::string byte_count(std::size_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

float byte_width(float room, std::size_t bytes) {
    constexpr float widest = 38;
    return std::min(widest, room / static_cast<float>(std::max<std::size_t>(bytes, 1)));
}

namespace {

const char* method_of_tokens(TokenizerKind kind) {
    switch (kind) {
        case TokenizerKind::character_pairs:
            return "The text is split into pieces, and each piece into characters. Then the pair of neighbours that was learned "
                   "earliest is merged, again and again, until no two neighbours form a known pair.";
        case TokenizerKind::word_piece:
            return "The text is split into words. From each word the longest beginning that is a token is taken, then the longest "
                   "beginning of the rest, until nothing is left.";
        case TokenizerKind::unigram:
            return "The text is split into pieces. Every token has a score, its log-probability. Of all ways to build a piece from "
                   "tokens, the one with the highest sum of scores is taken.";
        case TokenizerKind::sentence_piece:
            return "The sentencepiece library splits the text, using the file that came with the model. A separate vocabulary "
                   "gives the ids of the pieces.";
        default:
            return "The text is split into pieces, and each piece into bytes. Then the pair of neighbours that was learned "
                   "earliest is merged, again and again, until no two neighbours form a known pair.";
    }
}

void draw_title(Ui& ui, Column& column, TokenizerKind kind) {
    column.line(26, Font::title, ui.theme.text, "How a text becomes tokens");
    column.paragraph(Font::note, ui.theme.dim, method_of_tokens(kind), 14);
}

void draw_field(Ui& ui, Column& column, const State& state, Commands& commands) {
    const TextEdit& text = state.of<TokensView>().text;

    const TextFieldInput input{.name = tokens_text_anchor,
                               .text = text.text,
                               .caret = text.caret,
                               .anchor = text.anchor,
                               .placeholder = "Type a text",
                               .remark = "/",
                               .typing = state.focus == tokens_text_anchor};
    const TextFieldOutput output = text_field(ui, column.row(metrics::control + 4, 12), input);
    if (output.clicked) commands.push_back(SetFocus{tokens_text_anchor});
    if (const auto moved = pointed_text(ui, text, output)) commands.push_back(SetTokensText{*moved});
}

void draw_normalised(Ui& ui, Column& column, const ReadText& read) {
    const bool same = read.normalised == read.text;
    const auto rules = read.tokenizer->rules();
    if (!rules) {
        column.heading("Normalised", same ? "the normaliser does not change the text" : "the text after the normaliser");
        ui.place("tokens/normalised", column.line(28, Font::mono, ui.theme.text, with_bytes_named(read.normalised), Shorten::end));
        return;
    }
    if (!rules->nfkc) return column.heading("Text", "This tokenizer does not normalise it.");
    column.heading("NFKC", same ? "does not change the text" : "the characters of the text, normalised");
    ui.place("tokens/normalised", column.line(28, Font::mono, ui.theme.text, with_bytes_named(read.normalised), Shorten::end));
}

/// Why nothing can be read.
void draw_without(Ui& ui, Column& column, const State& state) {
    const auto& loaded = state.of<TokensView>().loaded;
    const std::string problem = loaded && !loaded->problem.empty() ? loaded->problem + ". " : "";
    const std::string text = loaded ? problem + "Drop a tokenizer.json on the window." : std::string("Opening …");
    column.paragraph(Font::body, ui.theme.dim, text);
}

/// How the tokens of the chosen piece are found.
void draw_finding(Ui& ui, Column& column, const TokensScene& scene) {
    switch (scene.piece.text.added ? TokenizerKind::byte_pairs : scene.kind()) {
        case TokenizerKind::word_piece:
            return draw_matches(ui, column, scene);
        case TokenizerKind::unigram:
            return draw_lattice(ui, column, scene);
        case TokenizerKind::sentence_piece:
            return draw_by_library(ui, column);
        case TokenizerKind::byte_pairs:
            draw_piece_bytes(ui, column, scene);
            break;
        case TokenizerKind::character_pairs:
            break;
    }
    draw_merges(ui, column, scene);
}

}  // namespace

void draw_tokens(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    Column column = begin_column(ui, "tokens", area, state, metrics::wide_margin);
    const auto& read = state.of<TokensView>().read;
    draw_title(ui, column, read ? kind_of(*read->tokenizer) : TokenizerKind::byte_pairs);
    draw_field(ui, column, state, commands);
    const ReadPiece* piece = shown_piece(state);
    if (!state.of<TokensView>().read) {
        draw_without(ui, column, state);
    } else if (!piece) {
        column.line(24, Font::body, ui.theme.dim, "An empty text has no tokens.");
    } else {
        const TokensScene scene{.state = state, .commands = commands, .read = *state.of<TokensView>().read, .piece = *piece};
        draw_normalised(ui, column, scene.read);
        draw_text_pieces(ui, column, scene);
        draw_finding(ui, column, scene);
        draw_token_ids(ui, column, scene);
    }
    end_column(column, "tokens", commands);
}

}  // namespace vitrine
