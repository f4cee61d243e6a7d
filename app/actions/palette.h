#pragma once
/// What the command palette finds.

#include <cstdint>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/fuzzy.h"
#include "app/state/state.h"

namespace vitrine {

enum class PaletteKind : std::uint8_t { action, sample, recent, step, tensor };

struct PaletteEntry {
    PaletteKind kind{};
    std::size_t place = 0;      ///< among those of its kind: an action, a sample, a recent model, a step, a path of the run
    std::string title, detail;  ///< what it is called, and a word on it
    std::string shortcut = {};
    std::string refused = {};  ///< why it cannot be done now; empty: it can
    FuzzyMatch match = {};     ///< of what was typed in the title
};

/// More are found, but nobody reads them: another letter finds fewer.
constexpr std::size_t most_palette_entries = 60;

/// What was typed finds these, best first; with nothing typed everything there is, in its own order.
std::vector<PaletteEntry> palette_entries(const State& state);

/// Closes the palette and does what an entry says, unless it is refused.
void perform(const PaletteEntry& entry, const State& state, Commands& commands);

}  // namespace vitrine
