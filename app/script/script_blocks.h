#pragma once
/// The blocks of a script: lines that are repeated, once for each size, theme or value.

#include <optional>

#include "app/script/script.h"
#include "app/script/words.h"

namespace vitrine {

/// One pass through the lines of a block.
struct ScriptPass {
    std::string value;                         ///< "1280x800@2"
    std::vector<script::ScriptAction> before;  ///< actions before the lines
};

struct ScriptBlock {
    std::string name;                ///< the name of the value, "size": {size} in a line stands for the value of the pass
    std::vector<ScriptPass> passes;  ///< at least one
};

/// The words that begin a block.
std::vector<std::string> block_words();

/// Reads the rest of a line that begins with `word`; nothing if `word` does not begin a block. Throws Error, without the line
/// number, if the line is invalid.
std::optional<ScriptBlock> parse_block(std::string_view word, ScriptWords& words);

/// The current passes of nested blocks.
class ScriptPasses {
public:
    /// Begins a pass. Throws Error, without the line number, if an outer block changes the same name, or if there are too many
    /// passes.
    void begin(const std::string& name, const std::string& value);
    /// Ends the innermost pass. Requires: a pass has begun.
    void end() { changes_.pop_back(); }

    /// A line with values instead of names such as {size}.
    std::string filled_in(std::string_view line) const;

    /// " (theme dark, size 1280x800@2)"; empty outside of blocks.
    std::string in_brackets() const;

private:
    struct Change {
        std::string name, value;
    };

    std::vector<Change> changes_;  ///< from the outermost block to the innermost
};

}  // namespace vitrine
