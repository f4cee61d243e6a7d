#include "app/widgets/floating.h"

namespace vitrine {

Interaction begin_floating_box(Ui& ui, const std::string& name, const Rect& box, const FloatingLook& look) {
    ui.begin_floating(box);
    ui.fill(box.inset(-1).moved(0, 3), ui.theme.shadow, look.radius);
    ui.fill(box, ui.theme.panel, look.radius);
    ui.frame(box, look.frame.value_or(ui.theme.line), look.radius);
    return ui.place(name, box);
}

}  // namespace vitrine
