#include "core/text/vocabulary.h"

#include <bit>
#include <functional>
#include <utility>

namespace vitrine {

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
    if (words_.empty()) return;
    places_.assign(std::bit_ceil(2 * words_.size()), -1);
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (words_[i].empty()) continue;
        std::int32_t& id = places_[place_of(words_[i])];
        if (id < 0) id = static_cast<std::int32_t>(i);
    }
}

std::size_t Vocabulary::place_of(std::string_view word) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = std::hash<std::string_view>()(word) & mask;
    while (places_[place] >= 0 && words_[static_cast<std::size_t>(places_[place])] != word) place = (place + 1) & mask;
    return place;
}

std::string Vocabulary::word(std::int32_t id) const {
    if (id < 0) return "–";
    const bool known = static_cast<std::size_t>(id) < words_.size();
    return known ? words_[static_cast<std::size_t>(id)] : std::to_string(id);
}

std::optional<std::int32_t> Vocabulary::id(std::string_view word) const {
    if (words_.empty()) return std::nullopt;
    const std::int32_t id = places_[place_of(word)];
    return id < 0 ? std::nullopt : std::optional(id);
}

}  // namespace vitrine
