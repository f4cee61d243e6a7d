/// What can be switched off in the current layer: the sublayer, the residual connection around it, the whole layer.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/switching.h"
#include "app/frame/inspector/parts.h"
#include "app/panel/fold.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// One of the switches: its name and whether it is on; paler while it is off.
struct SwitchButton {
    std::string anchor, label, tip;
    Switch which;
};

void draw_switch(Ui& ui, const Rect& area, const SwitchButton& one, const InspectorScene& scene) {
    const bool off = is_off(*scene.state.run, shown_edits(scene.state), one.which);
    const std::string why = edit_refusal(scene.state);
    const std::string tip = !why.empty() ? why : off ? "off: click to turn it back on" : one.tip;
    const std::string label = one.label + (off ? ": off" : ": on");
    const ButtonFace face{.label = label, .look = off ? ButtonLook::ghost : ButtonLook::plain, .tip = tip, .enabled = why.empty()};
    if (button(ui, one.anchor, area, face)) scene.commands.push_back(SwitchOff{one.which, !off});
    if (off) ui.frame(area, ui.theme.line, metrics::radius);
}

}  // namespace

void draw_switches(Ui& ui, Column& column, const InspectorScene& scene) {
    const Run& run = *scene.state.run;
    const std::string& block = run.outline().block_of(scene.state.step).id;
    const std::string layer = layer_of(block), sublayer = sublayer_of(run, block);
    const bool learning = !can_edit(scene.state) && !shows_a(scene.state);
    if (learning || sublayer.empty()) return;
    const std::array<SwitchButton, 3> buttons{
        {{"switch/sublayer", "sublayer", "switch it off: x passes on unchanged (O)", {SwitchedPart::sublayer, sublayer}},
         {"switch/residual",
          "residual",
          "switch it off: the output of the sublayer passes on without x (R)",
          {SwitchedPart::residual, sublayer}},
         {"switch/layer",
          fmt::format("layer {}", std::stoi(layer.substr(layer.rfind('.') + 1)) + 1),
          "switch all of its sublayers off: x passes on unchanged (L)",
          {SwitchedPart::layer, layer}}}};
    const bool any_off =
        std::ranges::any_of(buttons, [&](const SwitchButton& one) { return is_off(run, shown_edits(scene.state), one.which); });
    const FoldTitle title{.part = folded_switches, .title = "SWITCH OFF", .needed = any_off};
    if (!draw_fold_title(ui, column, title, 8, scene.state, scene.commands)) return column.gap(6);
    const Rect row = column.row(26, 14);
    for (std::size_t i = 0; i < buttons.size(); ++i) draw_switch(ui, row.part(i, buttons.size(), 6), buttons[i], scene);
}

}  // namespace vitrine
