#include "app/panels/message.h"

#include "app/widgets/controls.h"

namespace vitrine {

void draw_message(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.message.empty()) return;
    constexpr float height = 40, side = 24, above_transport = 128;  // where no title stands
    const float width = std::min(area.width() - 80, ui.width_of(Font::body, state.message) + 72);
    const Rect box = rect_at({area.centre().x - width / 2, area.max.y - above_transport}, width, height);
    ui.begin_floating(box);
    ui.fill(box.inset(-1).moved(0, 3), ui.theme.shadow, metrics::radius_large);
    ui.fill(box, ui.theme.panel, metrics::radius_large);
    ui.frame(box, ui.theme.error, metrics::radius_large);
    const Interaction does = ui.place("message", box);
    ui.text({box.min.x + 16, box.centre().y}, Font::body, ui.theme.text, state.message,
            {.max_width = width - 60, .vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({state.message});
    const Rect cross = rect_at({box.max.x - side - 8, box.centre().y - side / 2}, side, side);
    if (button(ui, "message/close", cross, {.icon = Icon::cross, .look = ButtonLook::ghost})) {
        commands.push_back(CloseMessage{});
    }
    ui.end_floating();
}

}  // namespace vitrine
