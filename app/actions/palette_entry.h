#pragma once
/// An entry of the command palette, and what a search finds.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

enum class PaletteKind : std::uint8_t { action, sample, recent, folder, file, text, step, tensor };

struct PaletteEntry {
    PaletteKind kind{};
    std::size_t place = 0;  ///< index among the entries of its kind: actions, samples, recent models, modules that open files or
                            ///< texts, steps, paths of the run
    std::string title, detail;   ///< its name and a short description
    std::string_view word = {};  ///< its kind: "command", "lesson", "tensor"
    std::string shortcut = {};
    std::string path = {};                  ///< the path of a folder or a file, or a text that a module opens
    std::string refused = {};               ///< why it cannot be performed now; empty: it can
    int projection = -1;                    ///< for a stacked parameter, which of W_Q, W_K and W_V to show alone; −1: all of it
    double score = 0;                       ///< how well the typed words match; the higher, the better
    std::vector<std::size_t> letters = {};  ///< offsets of the matched bytes of the title, ascending
};

struct PaletteFinds {
    std::vector<PaletteEntry> entries = {};
    std::vector<std::string> left_out = {};  ///< typed words that occur nowhere
};

}  // namespace vitrine
