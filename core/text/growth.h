#pragma once
/// How much longer a text may become when it is rewritten as a tokenizer's file says.

#include <cstddef>

#include "core/tensor/error.h"

namespace vitrine {

/// Limits a text to sixteen times its original length, but at least 1024 bytes more. No language needs more for any character,
/// and a file may contain steps that double a text again and again.
class TextGrowth {
public:
    /// `size`: the original length, in bytes or, for ids, in tokens.
    explicit TextGrowth(std::size_t size) : most_(16 * size + 1024) {}

    /// Throws Error if `size` is too long. Call it before taking memory.
    void require(std::size_t size) const {
        if (size > most_) throw Error("the tokenizer makes a text more than sixteen times as long as it is");
    }

private:
    std::size_t most_;
};

}  // namespace vitrine
