#pragma once
/// How much longer a text may become where a tokenizer's file has it rewritten.

#include <cstddef>

#include "core/tensor/error.h"

namespace vitrine {

/// Holds what a text becomes to sixteen times its length, and 1024 bytes for the shortest. No character of any language needs more,
/// and a file can ask for steps that double a text each time.
class TextGrowth {
public:
    /// `size`: the length at the beginning, in bytes, or of tokens in ids.
    explicit TextGrowth(std::size_t size) : most_(16 * size + 1024) {}

    /// Throws Error for what is longer. Meant to be asked before memory is taken for it.
    void require(std::size_t size) const {
        if (size > most_) throw Error("the tokenizer makes a text more than sixteen times as long as it is");
    }

private:
    std::size_t most_;
};

}  // namespace vitrine
