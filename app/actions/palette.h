#pragma once
/// The entries of the command palette.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.h"
#include "app/base/fuzzy.h"
#include "app/state/state.h"

namespace vitrine {

enum class PaletteKind : std::uint8_t { action, sample, recent, folder, file, text, step, tensor };

struct PaletteEntry {
    PaletteKind kind{};
    std::size_t place = 0;  ///< index among the entries of its kind: actions, samples, recent models, modules that open files or
                            ///< texts, steps, paths of the run
    std::string title, detail;   ///< its name and a short description
    std::string_view word = {};  ///< its kind: "command", "lesson", "tensor"
    std::string shortcut = {};
    std::string path = {};     ///< the path of a folder or a file, or a text that a module opens
    std::string refused = {};  ///< why it cannot be performed now; empty: it can
    FuzzyMatch match = {};     ///< how the typed words, or their letters, match the title
};

/// No more entries than this are listed: another typed letter narrows the search.
constexpr std::size_t most_palette_entries = 60;

struct PaletteFinds {
    std::vector<PaletteEntry> entries = {};
    std::vector<std::string> left_out = {};  ///< typed words that occur nowhere
};

/// The entries that match the typed text, best first; all entries in their own order if nothing is typed.
PaletteFinds palette_finds(const State& state);

/// Closes the palette and performs the entry, unless it is refused.
void perform(const PaletteEntry& entry, const State& state, Commands& commands);

}  // namespace vitrine
