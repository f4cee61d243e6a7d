/// Actions for copying and opening links.

#include "app/actions/palette_commands.h"
#include "app/base/action.h"
#include "app/link/commands.h"
#include "app/link/link.h"
#include "app/link/module.h"

namespace vitrine {

std::vector<Action> link_actions(const Module&) {
    return {{.id = "file/copy-link",
             .label = "Copy link",
             .menu = ActionMenu::file,
             .keys = "ctrl+shift+l",
             .tip = "A text that opens this screen elsewhere: sample, sentences, changes, view, selection, step and lesson.",
             .also = "share url address send colleague permalink",
             .perform = gives(CopyLink{}),
             .refused = link_refusal},
            {.id = "file/open-link",
             .label = "Open a link …",
             .menu = ActionMenu::file,
             .tip = "Type or paste the link into Find. A link begins with vitrine:",
             .also = "paste url address shared",
             .perform = gives(OpenPalette{PaletteScope::links})}};
}

}  // namespace vitrine
