/// How one mask serves a whole attention: every head uses the same sheet, every sentence has its own.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/selection_commands.h"
#include "app/views/masks/parts.h"
#include "app/views/masks/words.h"

namespace vitrine {

namespace {

constexpr float picture_size = 54, sheet = 4, item_gap = 22, words_height = 20;
constexpr Size most_sheets = 4;

/// The heads' sheets behind the picture; all of them are this one.
void draw_sheets(Ui& ui, const Rect& picture, Size heads) {
    for (Size i = std::min(heads, most_sheets) - 1; i > 0; --i) {
        const Rect behind = picture.inset(-3).moved(sheet * static_cast<float>(i), -sheet * static_cast<float>(i));
        ui.fill(behind, ui.theme.panel, 4);
        ui.frame(behind, ui.theme.line, 4);
    }
    ui.fill(picture.inset(-3), ui.theme.panel, 4);
}

void draw_sentence(Ui& ui, const Rect& area, Size sentence, const MaskScene& scene) {
    const bool on = sentence == scene.sentence();
    const Interaction does = ui.control(fmt::format("masks/sentence/{}", sentence), area);
    HeatmapCells cells{.tensor = view(scene.numbers.mask), .row_axis = 2, .column_axis = 3, .generation = scene.run().generation};
    cells.fixed[0] = sentence;
    cells.mask = cells.tensor;
    const float cell = picture_size / static_cast<float>(std::max(cells.rows(), cells.columns()));
    const float pitch = cell >= 2 ? std::floor(cell) : cell;
    const ImVec2 size{pitch * static_cast<float>(cells.columns()), pitch * static_cast<float>(cells.rows())};
    const float left = area.min.x + 3, top = area.max.y - words_height - 6 - size.y;
    const Rect picture = rect_at({std::floor(left), std::floor(top)}, size.x, size.y);
    draw_sheets(ui, picture, head_count(scene.run(), scene.place));
    add_heatmap(ui.list, ui.heatmaps, picture, cells, mask_style(ui.theme));
    ui.frame(picture.inset(-3), on ? ui.theme.accent : does.hovered ? ui.theme.dim : ui.theme.line, 4, on ? 2.0f : 1.0f);
    ui.text({area.min.x, area.max.y - words_height + 4}, on ? Font::note_strong : Font::note, on ? ui.theme.accent : ui.theme.dim,
            fmt::format("sentence {}", sentence + 1));
    if (does.clicked) scene.commands.push_back(SelectSentence{sentence});
    if (!does.hovered) return;
    const Size heads = head_count(scene.run(), scene.place);
    ui.note({fmt::format("the mask of sentence {}", sentence + 1),
             heads == 1 ? std::string("its one head uses it") : fmt::format("all {} heads use it", heads)});
}

}  // namespace

void draw_mask_broadcast(Ui& ui, Column& column, const MaskScene& scene) {
    const MaskTensor& mask = scene.numbers.mask;
    const Rect title =
        ui.text(column.corner(), Font::heading, ui.theme.text, "The same for every head", {.max_width = column.width()});
    const std::string shape = axes_words(mask.layout());
    const bool beside = title.max.x + 20 + ui.width_of(Font::note, shape) <= column.right;
    const float y = column.y;
    ui.text(beside ? ImVec2{title.max.x + 14, y + 3} : ImVec2{column.left, y + 22}, Font::note, ui.theme.dim, shape,
            {.max_width = column.width()});
    column.gap(beside ? 30 : 50);
    const Size count = sentence_count(scene.run());
    const float behind = sheet * static_cast<float>(std::min(head_count(scene.run(), scene.place), most_sheets) - 1);
    const float width = std::max(picture_size + behind + 6, ui.width_of(Font::note_strong, fmt::format("sentence {}", count)));
    const float height = picture_size + behind + words_height + 10;
    const Rect pictures = column.row(height);
    const auto fitting = static_cast<Size>((column.width() + item_gap) / (width + item_gap));
    const Size shown = std::clamp<Size>(fitting, 1, count);
    const Size first = std::clamp<Size>(scene.sentence() - shown / 2, 0, count - shown);
    for (Size i = 0; i < shown; ++i) {
        const float x = pictures.min.x + static_cast<float>(i) * (width + item_gap);
        draw_sentence(ui, rect_at({x, pictures.min.y}, width, height), first + i, scene);
    }
    // The words stand beside the pictures where there is room for them.
    constexpr float narrowest_words = 200, words_gap = 30;
    const float end = column.left + static_cast<float>(shown) * (width + item_gap) - item_gap + words_gap;
    const bool words_beside = column.right - end >= narrowest_words;
    Column text = (words_beside ? Column{ui, end, column.right, pictures.min.y} : column).at_most(460);
    if (!words_beside) text.gap(6);
    std::string words = mask_sharing(scene.run(), scene.place);
    if (shown < count) words += fmt::format(" {} of {} sentences are shown.", shown, count);
    text.paragraph(Font::note, ui.theme.dim, words);
    column.go_below(column, text);
    column.gap(18);
}

}  // namespace vitrine
