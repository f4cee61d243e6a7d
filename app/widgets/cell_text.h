#pragma once
/// The text in the cells of a heatmap: numbers, or the words of ids.

#include <span>

#include "app/widgets/ui.h"

namespace vitrine {

/// How the numbers in all cells of a picture are written: in one font, by the rule of cell_number() with this number of decimals;
/// small numbers share a power of ten, which the picture's title shows.
struct CellWriting {
    Font font = Font::mono_small;
    int decimals = 0;
    int exponent = 0;
};

/// Nothing if the cells have no room for numbers that can be told apart. With `often_small`, numbers below 1 are written with a
/// power of ten, since most of them are far smaller than the largest.
std::optional<CellWriting> writing_of(const Ui& ui, const HeatmapCells& cells, const HeatmapStyle& style, float pitch,
                                      bool often_small);

/// A heatmap on the screen.
struct CellPicture {
    const HeatmapCells& cells;
    const HeatmapStyle& style;
    const HeatmapLayout& layout;
};

/// Writes the numbers of the visible cells.
void draw_numbers(Ui& ui, const CellPicture& picture, const CellWriting& writing);

/// Writes ids as words; index = id.
void draw_words(Ui& ui, const CellPicture& picture, std::span<const std::string> words);

/// The row and column of a cell; nothing if it is in another slice of the tensor.
std::optional<HeatmapLayout::Place> place_of(const HeatmapCells& cells, const std::optional<Index>& index);

/// The visible rows and columns, `last` excluded.
struct CellRange {
    int first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};
CellRange cells_in_sight(const Ui& ui, const HeatmapLayout& layout);

}  // namespace vitrine
