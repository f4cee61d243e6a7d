#pragma once
/// Batches with another word or another sentence. A sentence is its words without the padding behind them; once it is changed, all
/// sentences are padded again to the longest. Labels that are the target, one word on, stay so; others stay with their words.

#include <variant>

#include "core/model/batch.h"
#include "core/model/sentence.h"
#include "core/model/token_place.h"

namespace vitrine {

struct ReplaceToken {
    TokenPlace place;
    std::int32_t id = 0;
};
struct InsertToken {
    TokenPlace place;  ///< before the word that stands there, or behind the last one
    std::int32_t id = 0;
};
struct EraseToken {
    TokenPlace place;
};
struct MoveToken {
    TokenPlace place;
    Size to = 0;  ///< the position it is to have in the end
};
struct CopySentence {
    Size sentence = 0;  ///< the copy comes behind it
};
struct EraseSentence {
    Size sentence = 0;
};
struct ReplaceTarget {
    Size sentence = 0;
    Sentence tokens = {};  ///< the decoder's input, as many words as there are to be
    Sentence labels = {};  ///< what is to be predicted at each of them; in a batch without labels they are left out
};
using BatchEdit = std::variant<ReplaceToken, InsertToken, EraseToken, MoveToken, CopySentence, EraseSentence, ReplaceTarget>;

/// How many words a sentence has. Those of a target go as far as it has labels.
Size sentence_length(const Batch& batch, const Configuration& configuration, BatchSide side, Size sentence);

/// Throws Error, one line for a person, where the edit cannot be: the last word of a sentence or the last sentence taken away, more
/// words than learned positions, padding as a word, an id outside the vocabulary, or no such place.
Batch with_edit(const Batch& batch, const Configuration& configuration, const BatchEdit& edit);

}  // namespace vitrine
