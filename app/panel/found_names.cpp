#include "app/panel/found_names.h"

#include <algorithm>

#include <fmt/format.h>

namespace vitrine {

std::optional<std::string> draw_found_names(Column& column, const std::string& prefix, const std::vector<std::string>& found) {
    constexpr std::size_t most_shown = 5;
    Ui& ui = column.ui;
    std::optional<std::string> clicked;
    for (std::size_t i = 0; i < std::min(found.size(), most_shown); ++i) {
        const Rect row = column.row(22, 0);
        const Interaction does = ui.control(fmt::format("{}/{}", prefix, i), row);
        if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
        ui.text({row.min.x + 8, row.centre().y}, Font::mono_small, ui.theme.dim, found[i],
                {.max_width = row.width() - 16, .vertical = VerticalAlign::middle});
        if (does.clicked) clicked = found[i];
    }
    if (found.size() > most_shown)
        column.line(18, Font::label, ui.theme.faint, fmt::format("and {} more", found.size() - most_shown));
    return clicked;
}

}  // namespace vitrine
