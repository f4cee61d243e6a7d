#pragma once
/// The title of a part of a panel that is folded away until it is looked for.

#include "app/panel/panel.h"
#include "app/state/folds.h"

namespace vitrine {

struct FoldTitle {
    FoldedPart part;
    std::string_view title;
    std::string_view remark = {};  ///< at the end of the line, while the part is open
    Font font = Font::section;
    float height = 16;
    bool needed = false;  ///< it is open whatever the user has chosen, since something in it is not as usual
};

/// Draws the title with a chevron, at the anchor fold/NAME: a click opens or folds the part. Returns whether it is open.
bool draw_fold_title(Ui& ui, Column& column, const FoldTitle& title, float below, const State& state, Commands& commands);

}  // namespace vitrine
