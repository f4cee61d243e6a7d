/// What a text has become: its tokens with their ids.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/widgets/controls.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

namespace {

constexpr float id_line = 16;

void draw_token(Ui& ui, Flow& flow, float most, const TokensScene& scene, std::size_t of_piece, std::size_t place,
                std::int32_t id) {
    const ReadPiece& piece = scene.read.pieces[of_piece];
    const std::string word = scene.word(id), number = std::to_string(id);
    const float width = std::min(std::max(chip_width(ui, word), ui.width_of(Font::mono_small, number) + 4), most);
    const Rect area = rect_at(flow.next(width), width, chip_height + id_line);
    const Interaction does = ui.control("tokens/token/" + std::to_string(place), area);
    if (does.clicked) scene.commands.push_back(ChoosePiece{of_piece});
    if (!ui.sees(area)) return;
    chip(ui, area.min, word, {.selected = of_piece == scene.view().piece, .hovered = does.hovered, .width = width});
    if (piece.text.added) ui.frame({area.min, {area.max.x, area.min.y + chip_height}}, ui.theme.dim, metrics::radius, 1.5f);
    ui.text({area.centre().x, area.max.y - id_line / 2}, Font::mono_small, ui.theme.dim, number,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    if (does.hovered) {
        const bool library = scene.kind() == TokenizerKind::sentence_piece;
        const char* kind = piece.text.added ? "an added token" : "a token of the vocabulary";
        ui.note({"“" + word + "”", fmt::format("id {}, {}", id, kind),
                 (library ? "in the vocabulary: " : "in tokenizer.json: ") + scene.tokenizer().token(id)},
                area);
    }
}

/// Where bytes had no token.
void draw_loss(Ui& ui, Flow& flow, std::size_t place, std::size_t lost) {
    if (lost == 0) return;
    const std::string words = byte_count(lost) + " lost";
    const float width = ui.width_of(Font::note_strong, words) + 8;
    const Rect area = rect_at(flow.next(width), width, chip_height);
    ui.place("tokens/lost/" + std::to_string(place), area);
    ui.text(area.centre(), Font::note_strong, ui.theme.error, words, {.align = Align::centre, .vertical = VerticalAlign::middle});
}

}  // namespace

std::string token_count_words(const ReadText& read) {
    std::string words =
        fmt::format("{} token{} for {}", read.tokens, read.tokens == 1 ? "" : "s", byte_count(read.normalised.size()));
    if (std::ranges::any_of(read.pieces, [](const ReadPiece& piece) { return piece.text.has_added_space; }))
        words += " and an added space";
    if (read.lost > 0) words += ", of which " + byte_count(read.lost) + (read.lost == 1 ? " was dropped" : " were dropped");
    return words;
}

void draw_token_ids(Ui& ui, Column& column, const TokensScene& scene) {
    const ReadText& read = scene.read;
    column.heading("Tokens", token_count_words(read));
    Flow flow(column, chip_height + id_line + 8);
    std::size_t place = 0;
    for (std::size_t i = 0; i < read.pieces.size(); ++i) {
        const ReadPiece& piece = read.pieces[i];
        for (std::size_t token = 0; token < piece.ids.size(); ++token) {
            draw_loss(ui, flow, place, piece.lost_before[token]);
            draw_token(ui, flow, column.width(), scene, i, place++, piece.ids[token]);
        }
        draw_loss(ui, flow, place, piece.lost_before.back());
    }
}

}  // namespace vitrine
