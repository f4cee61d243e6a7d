#include "app/panel/fold.h"

#include "app/widgets/controls.h"

namespace vitrine {

bool draw_fold_title(Ui& ui, Column& column, const FoldTitle& title, float below, const State& state, Commands& commands) {
    const bool open = title.needed || is_open(state, title.part);
    const Rect line = column.row(title.height, below);
    const Interaction does = ui.control("fold/" + std::string(title.part.name), line);
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.dim;
    constexpr float chevron = 14, gap = 8;
    const Rect words = ui.text({line.min.x, line.centre().y}, title.font, colour, title.title,
                               {.max_width = line.width() - chevron, .vertical = VerticalAlign::middle});
    draw_icon(ui, {words.max.x + chevron - 4, line.centre().y}, open ? Icon::chevron_down : Icon::chevron_right, colour);
    if (open && !title.remark.empty())
        ui.text({line.max.x, line.centre().y}, Font::note, ui.theme.faint, title.remark,
                {.max_width = line.max.x - words.max.x - chevron - gap, .align = Align::right, .vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(OpenPart{title.part, !open});
    return open;
}

}  // namespace vitrine
