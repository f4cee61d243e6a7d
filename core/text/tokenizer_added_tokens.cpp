#include "core/text/tokenizer_added_tokens.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace vitrine {

AddedTokenFinder::AddedTokenFinder(const Tokenizer& tokenizer, bool normalized) {
    std::string room;
    for (const AddedToken& token : tokenizer.added()) {
        if (token.normalized != normalized) continue;
        const bool changes = normalized && tokenizer.rules().nfkc;
        wanted_.push_back({std::string(changes ? nfkc(token.content, room) : token.content), token.id});
        begins_one_[static_cast<unsigned char>(wanted_.back().text.front())] = true;
    }
    const auto longer = [](const Wanted& a, const Wanted& b) { return a.text.size() > b.text.size(); };
    std::stable_sort(wanted_.begin(), wanted_.end(), longer);
}

std::optional<AddedTokenFinder::Found> AddedTokenFinder::find(std::string_view text, std::size_t from) const {
    if (wanted_.empty()) return std::nullopt;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (!begins_one_[static_cast<unsigned char>(text[at])]) continue;
        for (const Wanted& one : wanted_) {
            if (text.substr(at).starts_with(one.text)) return Found{at, one.text.size(), one.id};
        }
    }
    return std::nullopt;
}

}  // namespace vitrine
