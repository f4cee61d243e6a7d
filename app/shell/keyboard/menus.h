#pragma once
/// Keys of menus, drop-downs, pages and the palette.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// The anchor of the control that opened a menu; it gets the focus ring when the menu closes.
std::string opener_of(const std::string& menu);

/// Handles arrows, Home, End, Page Up and Page Down while a menu, a drop-down or a page is open. Returns false for any other key.
bool drive_menu(const std::string& key, const State& state, const FrameRecord& record, std::string& focus, Commands& commands);

/// Moves the focus ring to the entry of the open list or menu whose title begins with the typed text.
void type_in_list(const Input& input, const State& state, const FrameRecord& record, std::string& focus, Commands& commands);

/// Whether typed characters go into the path on the page for saving.
bool types_save_path(const State& state);
void type_save_path(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles keys and text while the palette is open.
void type_palette(const Input& input, const State& state, Commands& commands);

}  // namespace vitrine
