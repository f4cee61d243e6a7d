#include "app/state/lacking.h"

#include <algorithm>
#include <cmath>

#include "app/frame/panels.h"
#include "app/state/state.h"

namespace vitrine {

void draw_lacking(Ui& ui, const Rect& area, const State& state, Commands&) {
    constexpr float widest = 460, above = 30;
    const float width = std::min(widest, area.width() - 2 * metrics::margin);
    if (width <= 0) return;
    const ImVec2 corner{std::round(area.centre().x - width / 2), std::round(area.centre().y - above)};
    const std::string why = lacking(state, module_of(state.modules, state.view));
    ui.place("nothing", ui.paragraph(corner, Font::body, ui.theme.dim, why, {.width = width}));
}

}  // namespace vitrine
