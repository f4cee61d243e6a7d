#pragma once
/// Where the boxes of the figure stand, before anything is drawn: two columns, each from the bottom up as the paper has it.

#include "app/panels/panel.h"

namespace vitrine {

constexpr float thumbnail_height = 22, widest_thumbnail = 66, thumbnail_gap = 6, box_padding = 12;
constexpr float layer_padding = 10, foot_height = 40;

/// How closely boxes stand: the comfortable spacing where everything then fits, else the compact one.
struct Density {
    float box, gap;
    bool subtitles;
};
constexpr Density comfortable{44, 12, true}, compact{32, 8, false};

/// A tensor, small. What its picture looks like is found out where it can be seen.
struct Thumbnail {
    const TensorInfo* info;
    Plane plane;
    HeatmapCells cells;
    ImVec2 size;
};

/// A box of the figure before it has a place.
struct Box {
    const Block* block = nullptr;
    std::vector<Thumbnail> thumbnails;
    float title_width = 0, height = 0;
    bool beside = true;  ///< thumbnails stand to the right of the title rather than under it
    Rect area{};
};

/// Walks a box's thumbnails in rows no wider than `width`: visit(thumbnail, x, row). Returns the number of rows.
template <class Visit>
int flow(const Box& box, float width, Visit&& visit) {
    float x = 0;
    int row = 0;
    for (const Thumbnail& thumbnail : box.thumbnails) {
        if (x > 0 && x + thumbnail.size.x > width) x = 0, ++row;
        visit(thumbnail, x, row);
        x += thumbnail.size.x + thumbnail_gap;
    }
    return row + 1;
}

/// One column of the figure: its boxes from the bottom up, as the paper draws them.
struct Stack {
    std::vector<Box> boxes;
    float height = 0;
};

struct Figure {
    Density density = comfortable;
    Stack encoder, decoder;
    float height = 0;  ///< of everything, the words at its foot and margins included
};

/// The figure of the run shown: x of box_and_view is how wide its boxes are, y how high the view; as comfortable as fits into that.
Figure make_figure(const Ui& ui, const State& state, ImVec2 box_and_view);

/// Gives a column's boxes their places.
struct StackPlace {
    float left, width, bottom;
};
void place_stack(Stack& stack, const StackPlace& place, const Density& density);

}  // namespace vitrine
