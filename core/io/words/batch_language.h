#pragma once
/// The vocabularies of both sides of a batch.

#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/text/vocabulary.h"

namespace vitrine {

class Tokenizer;

/// The vocabularies for reading a batch. If one is empty, tokens are ids.
struct BatchLanguage {
    const Configuration& configuration;
    const Vocabulary& source;
    const Vocabulary& target;
    std::vector<std::string>* notes = nullptr;    ///< receives a line about words that are not in the vocabularies; may be null
    const Tokenizer* tokenizer = nullptr;         ///< if set, it splits texts, and both vocabularies are its tokens
    const Tokenizer* target_tokenizer = nullptr;  ///< if set, it splits the target's texts instead
    const Vocabulary* classes = nullptr;          ///< the names of classes, where labels are classes; may be null
};

}  // namespace vitrine
