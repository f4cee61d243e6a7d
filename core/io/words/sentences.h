#pragma once
/// Converts words to ids, for both kinds of batch files.

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "core/io/words/batch_language.h"
#include "core/model/sentence.h"
#include "core/tasks/subword_reader.h"
#include "core/text/split.h"

namespace vitrine {

/// Converts one side's words to ids and remembers unknown ones.
class WordReader {
public:
    explicit WordReader(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

    /// The id of a word; an unknown word gives the id of <unk>. Without a vocabulary, the word is an id in digits. Throws Error
    /// naming the word if there is no such id.
    std::int32_t id(std::string_view word, const std::string& where);

    /// "'plumber' and 'baker' are not in the source vocabulary, read as <unk>"; empty if all words were known.
    std::string note(const char* side) const;

private:
    const Vocabulary& vocabulary_;
    std::vector<std::string> unknown_;      // each once, in order
    std::unordered_set<std::string> seen_;  // the same, for lookup
};

/// The source's id for one of the target's special tokens, if it has one: the same word if both vocabularies are known, the same id
/// if neither is. Empty if only one is known.
std::optional<std::int32_t> in_source(std::int32_t special, const BatchLanguage& language);

/// Adds notes on unknown words, or on dropped bytes, to language.notes unless it is null.
void note_unknown(const WordReader& source, const WordReader& target, const BatchLanguage& language, const std::string& where);
void note_lost(const SubwordReader& texts, const BatchLanguage& language, const std::string& where);

}  // namespace vitrine
