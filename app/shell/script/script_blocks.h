#pragma once
/// The blocks of a script: lines that are repeated, once for each size, theme or value.

#include <optional>

#include "app/shell/script/script.h"
#include "app/shell/script/words.h"

namespace vitrine {

/// One time the lines of a block are gone through.
struct ScriptPass {
    std::string value;                         ///< "1280x800@2"
    std::vector<script::ScriptAction> before;  ///< what is done before the lines
};

struct ScriptBlock {
    std::string name;                ///< of what changes: "size", so that {size} in a line stands for the value of the pass
    std::vector<ScriptPass> passes;  ///< at least one
};

/// The words that begin a block.
std::vector<std::string> block_words();

/// Reads the rest of a line that begins with `word`; nothing where that begins no block. Throws Error, without saying which line,
/// where the line cannot be understood.
std::optional<ScriptBlock> parse_block(std::string_view word, ScriptWords& words);

/// The passes that a line is in.
class ScriptPasses {
public:
    /// Throws Error, without saying which line, where a block around it changes the same, or where there are too many.
    void begin(const std::string& name, const std::string& value);
    /// Requires: a pass has begun. The last that has begun is over.
    void end() { changes_.pop_back(); }

    /// A line with what changes in place of its name: {size}.
    std::string filled_in(std::string_view line) const;

    /// " (theme dark, size 1280x800@2)", or nothing outside of blocks.
    std::string in_brackets() const;

private:
    struct Change {
        std::string name, value;
    };

    std::vector<Change> changes_;  ///< from the outermost block to the innermost
};

}  // namespace vitrine
