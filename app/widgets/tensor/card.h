#pragma once
/// A card to choose by its picture: a small heatmap, a number that names it, and what is most worth knowing of it.

#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct CardInput {
    std::string name;  ///< the anchor's; its tag's is name/tag
    HeatmapCells cells;
    HeatmapStyle style;
    std::string title, value;  ///< "4", "1.25"
    std::string word;          ///< what it is, in a word; empty: nothing
    std::string below = {};    ///< a line below all of it; empty: none, and no room is kept for it
    std::string tag;           ///< what sets it apart from all others, on its upper edge; empty: nothing
    bool selected = false;
};

enum class CardSize : std::uint8_t {
    wide,   ///< words beside the picture
    small,  ///< words below it
};
float card_height(CardSize size, float width);
constexpr float card_line = 16;  ///< how much higher a card with a line below is

Interaction card(Ui& ui, const Rect& area, CardSize size, const CardInput& input);

}  // namespace vitrine
