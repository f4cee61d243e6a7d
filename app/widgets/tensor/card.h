#pragma once
/// A card with a small heatmap, its number and its main property, to be chosen by a click.

#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct CardInput {
    std::string name;  ///< the name of the anchor
    HeatmapCells cells;
    HeatmapStyle style;
    std::string title, value;  ///< "4", "1.25"
    std::string word;          ///< its kind, in no more than word_room(); empty: none
    std::string below = {};    ///< a line below everything else; empty: none, and no space is kept for it
    bool selected = false;
};

enum class CardSize : std::uint8_t {
    wide,   ///< words beside the picture
    small,  ///< words below it
};
float card_height(CardSize size, float width);

/// The width for CardInput::word on a card of this width.
float word_room(CardSize size, float width);

constexpr float card_line = 16;  ///< the additional height of a card with a line below

Interaction card(Ui& ui, const Rect& area, CardSize size, const CardInput& input);

}  // namespace vitrine
