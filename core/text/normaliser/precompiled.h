#pragma once
/// The normaliser of SentencePiece models: a table of characters and their replacements, such as "fi" for "ﬁ", packed into a
/// trie.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/growth.h"

namespace vitrine::normaliser {

/// The trie is a double array (Aoe, "An efficient digital search algorithm by using a double-array structure", 1989, in the
/// layout of Yata's Darts-clone): every node is a unit, and each of its children is found at the node's offset, combined with the
/// child's byte.
class Precompiled {
public:
    Precompiled() = default;

    /// `charsmap`: the bytes of precompiled_charsmap: the size of the trie in bytes, the trie, and the texts that it leads to,
    /// each ended by a zero byte. Throws Error if they are cut off or lead outside.
    explicit Precompiled(std::string charsmap);

    void apply(std::string& text, const TextGrowth& growth) const;

    const std::string& charsmap() const { return charsmap_; }
    bool operator==(const Precompiled& other) const { return charsmap_ == other.charsmap_; }

private:
    /// The replacement for the shortest key at the beginning of a text; null if no key matches.
    const char* find(std::string_view text) const;

    void check_texts() const;

    std::string charsmap_;
    std::vector<std::uint32_t> units_;
    std::size_t texts_ = 0;  // the index in charsmap_ where the texts begin
};

}  // namespace vitrine::normaliser
