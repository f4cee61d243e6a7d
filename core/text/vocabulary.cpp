#include "core/text/vocabulary.h"

#include <utility>

namespace vitrine {

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
    ids_.reserve(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (!words_[i].empty()) ids_.emplace(words_[i], static_cast<std::int32_t>(i));
    }
}

std::string Vocabulary::word(std::int32_t id) const {
    if (id < 0) return "–";
    const bool known = static_cast<std::size_t>(id) < words_.size();
    return known ? words_[static_cast<std::size_t>(id)] : std::to_string(id);
}

std::optional<std::int32_t> Vocabulary::id(std::string_view word) const {
    const auto found = ids_.find(word);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

}  // namespace vitrine
