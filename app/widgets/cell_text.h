#pragma once
/// What is written in the cells of a heatmap: their numbers, all with as many decimals, or the words that ids stand for.

#include <span>

#include "app/widgets/ui.h"

namespace vitrine {

/// How the numbers of all cells of a picture are written: in one typeface, with as many decimals, and small ones in one power of
/// ten.
struct CellWriting {
    Font font = Font::mono_small;
    int decimals = 0;
    int exponent = 0;
};

/// Nothing where there is no room for numbers that tell cells apart. With `often_small` numbers below 1 are written in a power of
/// ten, since most of them are far smaller than the largest.
std::optional<CellWriting> writing_of(const Ui& ui, const HeatmapCells& cells, const HeatmapStyle& style, float pitch,
                                      bool often_small);

/// A heatmap on the screen, and how.
struct CellPicture {
    const HeatmapCells& cells;
    const HeatmapStyle& style;
    const HeatmapLayout& layout;
};

/// Writes the numbers of the cells that can be seen.
void draw_numbers(Ui& ui, const CellPicture& picture, const CellWriting& writing);

/// Writes ids as the words they stand for, index = id.
void draw_words(Ui& ui, const CellPicture& picture, std::span<const std::string> words);

/// Where a cell lies in rows and columns; nothing where it is in another slice of the tensor.
std::optional<HeatmapLayout::Place> place_of(const HeatmapCells& cells, const std::optional<Index>& index);

/// The rows and columns that can be seen: from the first to before the last.
struct CellRange {
    int first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};
CellRange cells_in_sight(const Ui& ui, const HeatmapLayout& layout);

}  // namespace vitrine
