#pragma once
/// The words of both sides of a batch.

#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// Whose tokens a batch is made of. A vocabulary may be empty: then tokens are ids.
struct BatchLanguage {
    const Configuration& configuration;
    const Vocabulary& source;
    const Vocabulary& target;
    std::vector<std::string>* notes = nullptr;  ///< where a line goes for words the vocabularies do not have
    const Tokenizer* tokenizer = nullptr;       ///< whose tokens both vocabularies are: texts are cut by it, not at spaces
};

}  // namespace vitrine
