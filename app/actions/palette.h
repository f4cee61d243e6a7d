#pragma once
/// The entries of the command palette.

#include <cstddef>

#include "app/actions/palette_entry.h"
#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

/// No more entries than this are listed: another typed letter narrows the search.
constexpr std::size_t most_palette_entries = 60;

/// The entries that match the typed text, best first; all entries in their own order if nothing is typed.
PaletteFinds palette_finds(const State& state);

/// Closes the palette and performs the entry, unless it is refused.
void perform(const PaletteEntry& entry, const State& state, Commands& commands);

}  // namespace vitrine
