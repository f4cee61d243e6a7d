/// The pieces of a text, and the bytes of one.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

std::vector<std::string> piece_note(const TokensScene& scene, const ReadPiece& piece) {
    std::vector<std::string> lines{"“" + visible_bytes(piece.text.bytes) + "”"};
    if (piece.text.added) {
        lines.push_back(fmt::format("an added token, found whole: id {}", *piece.text.added));
        return lines;
    }
    if (piece.whole) {
        lines.emplace_back("the whole piece is a token: nothing is merged");
    } else if (!scene.of_pairs()) {
        lines.push_back(
            fmt::format("{}, {} token{}", byte_count(piece.text.bytes.size()), piece.ids.size(), piece.ids.size() == 1 ? "" : "s"));
    } else
        lines.push_back(fmt::format("{}, {} merge{}", byte_count(piece.text.bytes.size()), piece.steps.merges.size(),
                                    piece.steps.merges.size() == 1 ? "" : "s"));
    if (piece.text.has_added_space) lines.push_back("the space in front was added: it is not in the text");
    if (piece.lost > 0) lines.push_back(byte_count(piece.lost) + " without a token, dropped");
    if (scene.read.pieces.size() > 1) lines.push_back("↑ and ↓ go to the neighbouring pieces");
    return lines;
}

/// A character, or bytes that are none, over the bytes from `first` on.
struct CharacterSpan {
    std::size_t first, count;
    std::string text;
};

std::vector<CharacterSpan> characters_of(std::string_view bytes) {
    std::vector<CharacterSpan> spans;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = std::max<std::size_t>(utf8_step(bytes, at).length, 1);
        spans.push_back({at, length, visible_bytes(bytes.substr(at, length))});
        at += length;
    }
    return spans;
}

/// How the pieces show the spaces that they keep: "· is a space", or "▁ is a space" where the normaliser writes it so. Nothing
/// where the text has that sign itself.
std::string space_words(const TokensScene& scene) {
    const auto has = [&](std::string_view sign) {
        return std::ranges::any_of(scene.read.pieces, [&](const ReadPiece& piece) {
            return !piece.text.added && piece.text.bytes.find(sign) != std::string::npos;
        });
    };
    const std::string_view sign = has(" ") ? "·" : scene.kind() != TokenizerKind::byte_pairs && has("▁") ? "▁" : "";
    if (sign.empty() || scene.read.text.find(sign) != std::string::npos) return "";
    return fmt::format("; {} is a space", sign);
}

/// Text where there is room for any of it.
void write_centred(Ui& ui, const Rect& area, Font font, Colour colour, std::string_view text) {
    if (ui.width_of(font, text) > area.width()) return;
    ui.text(area.centre(), font, colour, text, {.align = Align::centre, .vertical = VerticalAlign::middle});
}

void draw_byte(Ui& ui, const Rect& cell, std::uint8_t byte, bool lost, const std::string& name) {
    ui.fill(cell, lost ? faded(ui.theme.error, 0.14f) : ui.theme.raised, metrics::radius);
    ui.frame(cell, lost ? ui.theme.error : ui.theme.line, metrics::radius);
    write_centred(ui, cell, Font::mono_small, lost ? ui.theme.error : ui.theme.text, fmt::format("{:02X}", byte));
    if (!ui.place(name, cell).hovered) return;
    std::vector<std::string> lines{fmt::format("byte {:02X}, {} in decimals", byte, byte)};
    if (lost) lines.emplace_back("not a token: it is dropped before anything is merged");
    ui.note(std::move(lines), cell);
}

}  // namespace

void draw_text_pieces(Ui& ui, Column& column, const TokensScene& scene) {
    const std::string found = scene.of_pairs() ? "merged each by itself" : "tokens are found in each by itself";
    column.heading("Pieces", found + space_words(scene));
    Flow flow(column, chip_height + 6);
    for (std::size_t i = 0; i < scene.read.pieces.size(); ++i) {
        const ReadPiece& piece = scene.read.pieces[i];
        const std::string word = visible_bytes(piece.text.bytes);
        const float width = std::min(chip_width(ui, word), column.width());
        const Rect area = rect_at(flow.next(width), width, chip_height);
        const Interaction does = ui.control("tokens/piece/" + std::to_string(i), area);
        if (does.clicked) scene.commands.push_back(ChoosePiece{i});
        if (!ui.sees(area)) continue;
        const ChipLook look{.selected = i == scene.view().piece, .hovered = does.hovered, .wrong = piece.lost > 0, .width = width};
        chip(ui, area.min, word, look);
        if (piece.text.added) ui.frame(area, ui.theme.dim, metrics::radius, 1.5f);
        if (does.hovered) ui.note(piece_note(scene, piece), area);
    }
    column.gap(10);
}

void draw_piece_bytes(Ui& ui, Column& column, const TokensScene& scene) {
    const ReadPiece& piece = scene.piece;
    if (piece.text.added || piece.whole) return;
    const std::string& bytes = piece.text.bytes;
    std::string remark = fmt::format("of “{}” in UTF-8", visible_bytes(bytes));
    if (piece.lost > 0) remark += "; " + byte_count(piece.lost) + " without a token, dropped";
    column.heading("Bytes", remark);
    const float pitch = byte_width(column.width(), bytes.size());
    const Rect characters = column.row(20), row = column.row(26, 16);
    const auto cells = [&](const Rect& line, std::size_t first, std::size_t count) {
        const float gap = pitch > 8 ? 2.0f : 0.0f, left = line.min.x + pitch * static_cast<float>(first);
        return rect_at({left, line.min.y}, pitch * static_cast<float>(count) - gap, line.height());
    };
    for (const CharacterSpan& span : characters_of(bytes))
        write_centred(ui, cells(characters, span.first, span.count), Font::mono, ui.theme.dim, span.text);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool lost = std::find(piece.steps.lost.begin(), piece.steps.lost.end(), i) != piece.steps.lost.end();
        draw_byte(ui, cells(row, i, 1), static_cast<std::uint8_t>(bytes[i]), lost, "tokens/byte/" + std::to_string(i));
    }
}

}  // namespace vitrine
