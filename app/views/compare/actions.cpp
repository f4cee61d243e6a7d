/// Holding another program's trace against the open run.

#include "app/actions/palette_commands.h"
#include "app/base/action.h"
#include "app/state/refusals.h"
#include "app/views/compare/parts.h"

namespace vitrine {

std::vector<Action> compare_actions(const Module&) {
    return {{.id = "file/hold-trace",
             .label = "Compare with a recorded trace …",
             .menu = ActionMenu::file,
             .tip = "A trace that another program recorded, as .npz or .safetensors: where it first differs from this run, and "
                    "why. You can also drop the file on the window.",
             .also = "pytorch mine implementation wrong bug cause debug npz safetensors against",
             .perform = gives(OpenPalette{PaletteScope::traces}),
             .refused = needs_run}};
}

}  // namespace vitrine
