/// The merges of a piece: its tokens after each, one below the other.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/widgets/controls.h"
#include "core/text/subwords/byte_token.h"

namespace vitrine {

namespace {

constexpr float merge_row = 36, box_height = 26;

/// In a row: the number of the merge on the left, its rank on the right, and between them room for the tokens.
float label_width(float row) { return std::min(84.0f, row * 0.2f); }
float rank_width(float row) { return std::min(190.0f, row * 0.35f); }

struct MergeStep {
    std::size_t merges;  ///< that are done in its row
    std::vector<std::int32_t> tokens;
    const BpeStep* made = nullptr;  ///< the merge that led to this row; null in the row of bytes
    const BpeStep* next = nullptr;  ///< the merge applied to this row; null in the last row
};

MergeStep step_of(const TokensScene& scene, std::size_t merges) {
    const auto& all = scene.piece.steps.merges;
    return {.merges = merges,
            .tokens = tokens_after(scene.piece, merges),
            .made = merges > 0 ? &all[merges - 1] : nullptr,
            .next = merges < all.size() ? &all[merges] : nullptr};
}

/// What a piece consists of before anything is merged.
std::string symbols_name(const TokensScene& scene) { return scene.kind() == TokenizerKind::byte_pairs ? "bytes" : "characters"; }

/// A token's word where it has room; of a token that is a byte, "<0x4F>", at least the byte.
std::string word_in(const Ui& ui, const std::string& word, float room) {
    if (ui.width_of(Font::mono_small, word) <= room) return word;
    const auto byte = byte_of_token(word);
    const std::string digits = byte ? fmt::format("{:02X}", *byte) : "";
    return ui.width_of(Font::mono_small, digits) <= room ? digits : "";
}

/// Tokens over the bytes or characters that they stand for, so that each stays in its place while it grows.
void draw_tokens_of(Ui& ui, const Rect& room, const TokensScene& scene, const MergeStep& step) {
    const std::size_t kept = scene.piece.steps.symbols.size();
    const float pitch = byte_width(room.width(), kept), gap = pitch > 8 ? 2.0f : 0.0f;
    Rect pair{{0, 0}, {0, 0}};
    std::size_t first = 0;
    for (std::size_t i = 0; i < step.tokens.size(); ++i) {
        const std::size_t count = symbols_of_token(scene.tokenizer(), step.tokens[i]);
        const Rect box = rect_at({room.min.x + pitch * static_cast<float>(first), room.min.y},
                                 pitch * static_cast<float>(count) - gap, box_height);
        first += count;
        const bool made = step.made && step.made->at == i;
        ui.fill(box, made ? mixed(ui.theme.raised, ui.theme.accent, 0.2f) : ui.theme.raised, metrics::radius);
        ui.frame(box, ui.theme.line, metrics::radius);
        ui.text(box.centre(), Font::mono_small, ui.theme.text, word_in(ui, scene.word(step.tokens[i]), box.width()),
                {.align = Align::centre, .vertical = VerticalAlign::middle});
        if (step.next && step.next->at == i) pair = box;
        if (step.next && step.next->at + 1 == i) pair.max = box.max;
    }
    if (step.next) ui.frame(pair.inset(-2), ui.theme.accent, metrics::radius, 2);
}

/// What the merge that a row is named after has made, and when its pair was learned.
void draw_rank(Ui& ui, const Rect& area, const TokensScene& scene, const MergeStep& step) {
    const TextOptions options{.max_width = area.width(), .vertical = VerticalAlign::middle};
    ImVec2 at{area.min.x, area.centre().y};
    if (step.made) {
        const std::string text = fmt::format("{}, rank {}", scene.word(step.made->token), step.made->rank);
        at.x = ui.text(at, Font::mono_small, ui.theme.text, text, options).max.x + 12;
    }
    const char* end = "no two neighbours form a known pair";
    if (!step.next && at.x + ui.width_of(Font::note, end) <= area.max.x)
        ui.text(at, Font::note, ui.theme.dim, end, {.vertical = VerticalAlign::middle});
}

std::vector<std::string> step_note(const TokensScene& scene, const MergeStep& step) {
    std::vector<std::string> lines{step.merges == 0 ? std::string("the ") + symbols_name(scene)
                                                    : fmt::format("after merge {}", step.merges)};
    std::string tokens;
    constexpr std::size_t most = 24;
    for (std::size_t i = 0; i < std::min(most, step.tokens.size()); ++i)
        tokens += fmt::format("{}{}", i ? " " : "", scene.word(step.tokens[i]));
    lines.push_back(tokens + (step.tokens.size() > most ? " …" : ""));
    if (step.made)
        lines.push_back(fmt::format("it made {}, id {}; its pair was learned as merge {} (from 0)", scene.word(step.made->token),
                                    step.made->token, step.made->rank));
    if (step.next)
        lines.push_back(fmt::format("framed: what merge {} joins, {} and {}", step.merges + 1,
                                    scene.word(step.tokens[step.next->at]), scene.word(step.tokens[step.next->at + 1])));
    return lines;
}

void draw_row(Ui& ui, const Rect& row, const TokensScene& scene, std::size_t merges) {
    const Interaction does = ui.control("tokens/merge/" + std::to_string(merges), row);
    if (does.clicked) scene.commands.push_back(GoToMerge{merges});
    if (!ui.sees(row)) return;
    const MergeStep step = step_of(scene, merges);
    if (does.hovered) ui.fill(row, faded(ui.theme.text, 0.05f), metrics::radius);
    const float top = row.min.y + (merge_row - box_height) / 2;
    ui.text({row.min.x + 4, row.centre().y}, Font::mono_small, ui.theme.dim,
            merges == 0 ? symbols_name(scene) : fmt::format("merge {}", merges),
            {.max_width = label_width(row.width()) - 8, .vertical = VerticalAlign::middle});
    const Rect room{{row.min.x + label_width(row.width()), top}, {row.max.x - rank_width(row.width()), top + box_height}};
    draw_tokens_of(ui, room, scene, step);
    const float used =
        byte_width(room.width(), scene.piece.steps.symbols.size()) * static_cast<float>(scene.piece.steps.symbols.size());
    draw_rank(ui, {{room.min.x + used + 12, top}, {row.max.x, top + box_height}}, scene, step);
    if (does.hovered) ui.note(step_note(scene, step), row);
}

/// First, before, play, after, last.
void draw_player(Ui& ui, Column& column, const TokensScene& scene) {
    const std::size_t count = scene.piece.steps.merges.size(), done = scene.view().merges;
    const bool playing = scene.view().playing.has_value();
    constexpr float side = metrics::control, gap = 4, play_width = 84;
    Flow flow(column, side + gap);
    const auto push = [&](const char* name, float width, const ButtonFace& face) {
        return button(ui, name, rect_at(flow.next(width), width, side), face);
    };
    const bool back = done > 0, on = done < count, bytes = scene.kind() == TokenizerKind::byte_pairs;
    if (push("tokens/first", side,
             {.icon = Icon::first, .tip = bytes ? "the bytes (Home)" : "the characters (Home)", .enabled = back}))
        scene.commands.push_back(GoToMerge{0});
    if (push("tokens/previous", side, {.icon = Icon::previous, .tip = "undo a merge (←)", .enabled = back}))
        scene.commands.push_back(MoveMerge{-1});
    const ButtonFace play{.label = playing ? "Pause" : "Play",
                          .icon = playing ? Icon::pause : Icon::play,
                          .look = ButtonLook::primary,
                          .tip = "merge by merge (Space)"};
    if (push("tokens/play", play_width, play)) scene.commands.push_back(PlayMerges{!playing});
    if (push("tokens/next", side, {.icon = Icon::next, .tip = "the next merge (→)", .enabled = on}))
        scene.commands.push_back(MoveMerge{1});
    if (push("tokens/last", side, {.icon = Icon::last, .tip = "all merges (End)", .enabled = on}))
        scene.commands.push_back(GoToMerge{count});
    const std::string text = fmt::format("merge {} of {}", done, count);
    const float width = std::min(ui.width_of(Font::note, text) + 1, column.width());
    const ImVec2 corner = flow.next(width);
    ui.text({corner.x, corner.y + side / 2}, Font::note, ui.theme.dim, text,
            {.max_width = width, .vertical = VerticalAlign::middle});
    column.gap(4);
}

}  // namespace

void draw_merges(Ui& ui, Column& column, const TokensScene& scene) {
    if (scene.piece.text.added) {
        const char* text = "This is an added token: it is found in the text as a whole, and nothing in it is split or merged.";
        return void(column.paragraph(Font::body, ui.theme.dim, text, 16));
    }
    if (scene.piece.whole) {
        const char* text = "This whole piece is a token. Such pieces are taken as they are, without merges (ignore_merges).";
        return void(column.paragraph(Font::body, ui.theme.dim, text, 16));
    }
    column.heading("Merges", "framed: the pair to be merged next, always the one with the lowest rank, which was learned earliest");
    if (scene.piece.steps.merges.empty()) {
        const bool bytes = scene.kind() == TokenizerKind::byte_pairs;
        const char* none = bytes ? "None of these bytes has a token, so they are all dropped."
                                 : "None of these characters has a token, so they are all dropped.";
        const char* text = scene.piece.steps.symbols.empty() ? none : "No two neighbours form a known pair.";
        return void(column.paragraph(Font::body, ui.theme.dim, text, 16));
    }
    draw_player(ui, column, scene);
    for (std::size_t merges = 0; merges <= scene.view().merges; ++merges) draw_row(ui, column.row(merge_row), scene, merges);
    column.gap(14);
}

}  // namespace vitrine
