#pragma once
/// Edits of a batch: tokens and sentences are replaced, inserted, moved or erased. A sentence here excludes its padding; after an
/// edit all sentences are padded again to the longest. If the labels of all targets are the targets shifted by one, they stay so;
/// otherwise each label moves with its token.

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
    TokenPlace place;  ///< the new token goes before the one at this place, or after the last
    std::int32_t id = 0;
};
struct EraseToken {
    TokenPlace place;
};
struct MoveToken {
    TokenPlace place;
    Size to = 0;  ///< its final position
};
struct CopySentence {
    Size sentence = 0;  ///< the copy is inserted after it
};
struct EraseSentence {
    Size sentence = 0;
};
struct ReplaceTarget {
    Size sentence = 0;
    Sentence tokens = {};  ///< the decoder's new input
    Sentence labels = {};  ///< the new label of each token; ignored if the batch has no labels
};
struct ReplaceSentence {
    Size sentence = 0;
    Sentence source = {};  ///< empty in a decoder alone
    Sentence target = {};  ///< the decoder's input; empty in an encoder alone
    Sentence labels = {};  ///< one for each token of the side that is labelled, or none; ignored if the batch has no labels
};
using BatchEdit =
    std::variant<ReplaceToken, InsertToken, EraseToken, MoveToken, CopySentence, EraseSentence, ReplaceTarget, ReplaceSentence>;

/// The length of a sentence without padding. A target is at least as long as its labels.
Size sentence_length(const Batch& batch, const Configuration& configuration, BatchSide side, Size sentence);

/// Whether a sentence's labels belong to another source: some sentence of `known` has the same target and labels, but no such
/// sentence has the same source. Padding does not count.
bool has_labels_of_another_source(const Batch& batch, Size sentence, const Batch& known, const Configuration& configuration);

/// Returns the edited batch. Throws Error, one line for the user, where the edit is impossible: it would erase the last sentence or
/// the last token of a sentence, the model reads no sentences, exceed the learned positions or insert padding, the id or the place
/// does not exist, or the model has no padding and sentences would differ in length.
Batch with_edit(const Batch& batch, const Configuration& configuration, const BatchEdit& edit);

}  // namespace vitrine
