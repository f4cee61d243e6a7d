#pragma once
/// Ribbons between two lines of words: how much of each word in the upper line reaches each word in the lower one.

#include <span>

#include "app/widgets/ui.h"

namespace vitrine {

struct Ribbon {
    std::size_t upper = 0, lower = 0;  ///< indices of the words that it connects
    double share = 0;                  ///< its width, as a share of the widest possible one
    float light = 1;                   ///< 0 … 1: how much it stands out
    float drawn = 1;                   ///< 0 … 1: the part that is drawn, from the upper end; the rest is yet to come
};

struct RibbonsInput {
    std::span<const float> upper, lower;  ///< the middle of each word, from left to right
    std::span<const Ribbon> ribbons;      ///< in any order
    float width = 40;                     ///< of a share of 1, in logical pixels
    Colour upper_colour = 0, lower_colour = 0;
};

/// Draws the ribbons into the area between the lines. At each word they lie side by side, in the order of their other ends.
/// Returns the index of the ribbon under the pointer.
std::optional<std::size_t> draw_ribbons(Ui& ui, const Rect& area, const RibbonsInput& input);

}  // namespace vitrine
