#include "core/io/words/sentences.h"

#include <algorithm>
#include <charconv>

#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::int32_t WordReader::id(std::string_view word, const std::string& where) {
    if (!vocabulary_.empty()) {
        if (const auto known = vocabulary_.id(word)) return *known;
        if (const auto stand_in = vocabulary_.id("<unk>")) {
            if (seen_.emplace(word).second) unknown_.emplace_back(word);
            return *stand_in;
        }
        fail(where, "unknown token " + in_quotes(word) + ", and the vocabulary has no <unk>");
    }
    std::int32_t id = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size()) {
        fail(where, in_quotes(word) + " is no token id, and there is no vocabulary to look it up in");
    }
    return id;
}

std::string WordReader::note(const char* side) const {
    constexpr std::size_t most = 5;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, unknown_.size()); ++i) {
        const bool last = i > 0 && i + 1 == unknown_.size();
        list += (i == 0 ? "" : last ? " and " : ", ") + in_quotes(unknown_[i]);
    }
    if (list.empty()) return list;
    if (unknown_.size() > most) list += " and " + std::to_string(unknown_.size() - most) + " more words";
    return list + (unknown_.size() == 1 ? " is" : " are") + " not in the " + side + " vocabulary, read as <unk>";
}

std::optional<std::int32_t> in_source(std::int32_t special, const BatchLanguage& language) {
    if (special == no_token || language.source.empty() != language.target.empty()) return std::nullopt;
    if (!language.source.empty()) return language.source.id(language.target.word(special));
    if (special < language.configuration.src_vocab_size) return special;
    return std::nullopt;
}

void note_unknown(const WordReader& source, const WordReader& target, const BatchLanguage& language, const std::string& where) {
    if (!language.notes) return;
    for (const std::string& note : {source.note("source"), target.note("target")}) {
        if (!note.empty()) language.notes->push_back(where + ": " + note);
    }
}

void note_lost(const SubwordReader& texts, const BatchLanguage& language, const std::string& where) {
    const std::string note = note_of_lost(texts.lost());
    if (language.notes && !note.empty()) language.notes->push_back(where + ": " + note);
}

}  // namespace vitrine
