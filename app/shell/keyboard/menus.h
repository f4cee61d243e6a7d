#pragma once
/// Keys of what lies over the window: menus, drop-downs, pages and the palette.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// The control that opened a menu, which has the ring when it closes.
std::string opener_of(const std::string& menu);

/// Arrows, Home, End, Page Up and Page Down while a menu, a drop-down or a page is open. True where the key was one of these.
bool drive_menu(const std::string& key, const State& state, const FrameRecord& record, std::string& focus, Commands& commands);

/// What keys and text do while the palette is open.
void type_palette(const Input& input, const State& state, Commands& commands);

}  // namespace vitrine
