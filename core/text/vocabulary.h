#pragma once
/// Vocabularies: words and their ids.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// A list of words; index = id. An empty vocabulary means that the words are unknown, and ids are shown instead. An empty word
/// belongs to an id without a word.
class Vocabulary {
public:
    Vocabulary() = default;
    explicit Vocabulary(std::vector<std::string> words);

    bool empty() const { return words_.empty(); }
    const std::vector<std::string>& words() const { return words_; }

    /// The word for an id; the id in digits if it has none, and a dash if it is below 0, which means no token.
    std::string word(std::int32_t id) const;

    /// The id of a word, the first of equal words; nothing if unknown.
    std::optional<std::int32_t> id(std::string_view word) const;

private:
    /// The index in places_ of the word's id, or of its free place.
    std::size_t place_of(std::string_view word) const;

    std::vector<std::string> words_;
    std::vector<std::int32_t> places_;  // a hash table of ids, at most half full; −1: free. Its keys are the words themselves
};

}  // namespace vitrine
