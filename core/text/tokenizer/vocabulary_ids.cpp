#include "core/text/tokenizer/vocabulary_ids.h"

#include "core/text/plain_text.h"
#include "core/text/tokenizer/json_values.h"

namespace vitrine {

TokenIds ids_in(const TokenizerJson& json, const std::string& field) {
    if (!json.is_object()) refuse_field(field, json, "it must be an object { … } of tokens and their ids");
    TokenIds ids;
    ids.reserve(json.size());
    for (auto item = json.begin(); item != json.end(); ++item) {
        ids.emplace_back(item.key(), id_in(*item, field + "." + item.key()));
    }
    return ids;
}

Vocabulary vocabulary_from_ids(TokenIds ids, const std::string& field) {
    constexpr std::size_t most_missing = 1 << 16;
    std::vector<std::string> words(ids.size());
    for (auto& one : ids) {
        const auto refuse = [&](const std::string& why) { refuse_field(field + "." + one.first, one.second, why); };
        if (one.first.empty()) throw Error(in_quotes(field) + " has an empty token");
        if (one.second < 0) refuse("it must be an id: a whole number from 0 on");
        const auto place = static_cast<std::size_t>(one.second);
        if (place >= ids.size() + most_missing) refuse("but there are only " + std::to_string(ids.size()) + " tokens");
        if (place >= words.size()) words.resize(place + 1);
        if (!words[place].empty()) refuse("which is also the id of " + in_quotes(words[place]));
        words[place] = std::move(one.first);
    }
    return Vocabulary(std::move(words));
}

}  // namespace vitrine
