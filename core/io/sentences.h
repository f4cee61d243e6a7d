#pragma once
/// What the two kinds of batch files share: words to ids.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/io/batch_language.h"
#include "core/model/sentence.h"
#include "core/tasks/subword_reader.h"
#include "core/text/split.h"

namespace vitrine {

/// Turns one side's words into ids, and remembers which it did not know.
class WordReader {
public:
    explicit WordReader(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

    /// A word's id, or that of <unk> for a word the vocabulary does not have; without a vocabulary the word is an id in digits.
    /// Error naming the word where that is of no avail.
    std::int32_t id(std::string_view word, const std::string& where);

    /// "'plumber' and 'baker' are not in the source vocabulary, read as <unk>"; empty where every word was known.
    std::string note(const char* side) const;

private:
    const Vocabulary& vocabulary_;
    std::vector<std::string> unknown_;      // each once, in the order they came
    std::unordered_set<std::string> seen_;  // the same, to look them up
};

/// The source's own id for one of the target's special tokens, if it has one: where both vocabularies are known the same word's,
/// and where neither is the same id. With only one known nothing says which id would mean it.
std::optional<std::int32_t> in_source(std::int32_t special, const BatchLanguage& language);

/// Adds to a language's notes, if it keeps any, what its readers did not know, or lost.
void note_unknown(const WordReader& source, const WordReader& target, const BatchLanguage& language, const std::string& where);
void note_lost(const SubwordReader& texts, const BatchLanguage& language, const std::string& where);

}  // namespace vitrine
