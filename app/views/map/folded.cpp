/// Draws blocks outside the layers, several in one card, if each of them alone would be too low for its name.

#include <algorithm>

#include "app/views/map/commands.h"
#include "app/views/map/parts.h"

namespace vitrine {

namespace {

constexpr float folded_padding = 12;

/// Neighbouring blocks outside the layers, in order of computation.
using BlockRun = std::vector<const MapBlock*>;

std::vector<BlockRun> block_runs(const MapCanvas& canvas, Side side) {
    std::vector<BlockRun> runs;
    bool open = false;
    for (const MapBlock& placed : canvas.layout.blocks) {
        const Block& block = canvas.layout.outline_block(placed);
        if (block.side != side) continue;
        if (block.layer < 0 && !open) runs.emplace_back();
        open = block.layer < 0;
        if (open) runs.back().push_back(&placed);
    }
    return runs;
}

/// Whether a title keeps its capital letter after other titles: "LayerNorm", "RMSNorm".
bool keeps_capital(const std::string& title) {
    return std::any_of(title.begin() + 1, title.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// "Embedding + positions", "LayerNorm, memory".
std::string title_of(const MapCanvas& canvas, const BlockRun& run) {
    std::string title;
    for (const MapBlock* placed : run) {
        std::string name = canvas.layout.outline_block(*placed).title;
        if (!title.empty() && name[0] >= 'A' && name[0] <= 'Z' && !keeps_capital(name)) name[0] = static_cast<char>(name[0] + 32);
        title += title.empty() ? name : (name.starts_with('+') ? " " : ", ") + name;
    }
    return title;
}

/// The last of the blocks for which a picture makes sense, which it does not for the loss.
const Block& shown_of(const MapCanvas& canvas, const BlockRun& run) {
    const Block* shown = &canvas.layout.outline_block(*run.front());
    for (const MapBlock* placed : run) {
        if (canvas.layout.outline_block(*placed).id != "loss") shown = &canvas.layout.outline_block(*placed);
    }
    return *shown;
}

/// "Logits, softmax"; "Embedding" if the picture shows the embedding with its positions.
std::string brief_title_of(const MapCanvas& canvas, const BlockRun& run) {
    const Block& shown = shown_of(canvas, run);
    return shown.id.ends_with(".positions") ? canvas.layout.outline_block(*run.front()).title : shown.title;
}

/// The card of a run of blocks from left to right: title, picture, and the loss if it belongs to it.
struct FoldedRun {
    Rect area = {}, picture = {};
    std::string title = {}, loss = {};
    Font font = Font::label;
};

FoldedRun fold(const MapCanvas& canvas, const BlockRun& run) {
    constexpr float least = 12, gap = 14, least_picture = 24;
    Rect area = canvas.on_screen(run.front()->area);
    const float top = canvas.on_screen(run.back()->area).min.y;
    area = {{area.min.x, std::min(area.min.y, top) - 1.5f}, {area.max.x, area.max.y + 1.5f}};
    FoldedRun folded{.area = area, .picture = {area.max, area.max}};
    if (area.height() < least) return folded;
    folded.font = area.height() < 20 ? Font::label : Font::note_strong;
    float left = area.min.x + folded_padding, right = area.max.x - folded_padding;
    const std::string loss = canvas.layout.outline_block(*run.back()).id == "loss" ? loss_text(canvas) : "";
    const float loss_width = loss.empty() ? 0 : canvas.ui.width_of(Font::mono_small, loss) + gap;
    const std::string full = title_of(canvas, run), brief = brief_title_of(canvas, run);
    // The whole title is used if it leaves room for the picture and the loss.
    const bool has_room = canvas.ui.width_of(folded.font, full) + gap + least_picture + loss_width <= right - left;
    if (const std::string& title = has_room ? full : brief; canvas.ui.width_of(folded.font, title) <= right - left) {
        folded.title = title;
        left += canvas.ui.width_of(folded.font, title) + gap;
    }
    if (!loss.empty() && canvas.ui.width_of(Font::mono_small, loss) <= right - left) {
        folded.loss = loss;
        right -= canvas.ui.width_of(Font::mono_small, loss) + gap;
    }
    left = std::max(left, area.max.x - 0.6f * area.width());
    if (right - left > least) folded.picture = {{left, area.min.y + 3}, {right, area.max.y - 3}};
    return folded;
}

/// Each block reacts in its own place to the left of the picture; if that is too low to point at, on the whole card.
/// Returns whether the pointer is on one of them.
bool react_to_blocks(MapCanvas& canvas, const BlockRun& run, const FoldedRun& folded) {
    constexpr float least_height = 14;
    Ui& ui = canvas.ui;
    bool hovered = false;
    for (const MapBlock* placed : run) {
        const Block& block = canvas.layout.outline_block(*placed);
        Rect own = canvas.on_screen(placed->area);
        own.max.x = std::min(own.max.x, folded.picture.min.x);
        if (own.height() < least_height && !folded.title.empty()) own = folded.area;
        const Interaction does = ui.control("block/" + block.id, own);
        if (does.focused && ui.pointer().activate) canvas.commands.push_back(FrameMap{block.id});
        if (!does.hovered) continue;
        hovered = true;
        canvas.pick = {.frame = block.id, .block = &block};
        note_block(canvas, block);
    }
    return hovered;
}

void draw_folded_run(MapCanvas& canvas, const BlockRun& run) {
    Ui& ui = canvas.ui;
    const FoldedRun folded = fold(canvas, run);
    const Block& shown = shown_of(canvas, run);
    const auto any = [&](auto&& of_block) {
        return std::ranges::any_of(run,
                                   [&](const MapBlock* placed) { return of_block(canvas, canvas.layout.outline_block(*placed)); });
    };
    const bool hovered = react_to_blocks(canvas, run, folded);
    draw_card(canvas, folded.area, {.identity = colour_of(shown.role, ui.theme), .current = any(is_current), .hovered = hovered});
    const float middle = folded.area.centre().y;
    ui.text({folded.area.min.x + folded_padding, middle}, folded.font, ui.theme.text, folded.title,
            {.vertical = VerticalAlign::middle});
    ui.text({folded.area.max.x - folded_padding, middle}, Font::mono_small, ui.theme.dim, folded.loss,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    draw_output(canvas, shown, {folded.picture, 1, Align::right});
    if (any(is_altered)) draw_altered_mark(canvas, {folded.area.max.x - 1, folded.area.min.y + 1}, shown.role, 1);
}

}  // namespace

bool folds_blocks(const MapCanvas& canvas) {
    constexpr float least = 12;
    return canvas.detail.blocks == 0 && canvas.length(map_metrics::row_height) < least;
}

void draw_folded_blocks(MapCanvas& canvas, Side side) {
    for (const BlockRun& run : block_runs(canvas, side)) draw_folded_run(canvas, run);
}

}  // namespace vitrine
