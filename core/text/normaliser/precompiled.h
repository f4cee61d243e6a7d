#pragma once
/// The normaliser of SentencePiece models: a table of characters and what they become, such as "ﬁ" and "fi", packed into a trie.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/growth.h"

namespace vitrine::normaliser {

/// The trie is a double array (Aoe, "An efficient digital search algorithm by using a double-array structure", 1989; the layout is
/// Yata's Darts-clone): a unit for every node, its children lie at its offset, each at its byte.
class Precompiled {
public:
    Precompiled() = default;

    /// The bytes of precompiled_charsmap: the size of the trie in bytes, the trie, and the texts it leads to, each ended by a zero
    /// byte. Throws Error where they are cut off or lead outside.
    explicit Precompiled(std::string charsmap);

    void apply(std::string& text, const TextGrowth& growth) const;

    const std::string& charsmap() const { return charsmap_; }
    bool operator==(const Precompiled& other) const { return charsmap_ == other.charsmap_; }

private:
    /// What the shortest key at the beginning of a text becomes; null if there is none.
    const char* find(std::string_view text) const;

    void check_texts() const;

    std::string charsmap_;
    std::vector<std::uint32_t> units_;
    std::size_t texts_ = 0;  // where they begin in charsmap_
};

}  // namespace vitrine::normaliser
