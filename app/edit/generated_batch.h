#pragma once
/// Sentences of the batch that the view Generate has written into it, so that every view can say so.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// A sentence as it was generated, as far as the word that was chosen.
struct GeneratedSentence {
    Size sentence = 0;  ///< row of the batch
    std::string words;  ///< what was generated, "je suis"
    Size tokens = 0;    ///< how many tokens these are
};

struct GeneratedBatch {
    std::shared_ptr<const Batch> batch;          ///< with these sentences
    std::shared_ptr<const Batch> before;         ///< without them; null: those the model was opened on
    std::vector<GeneratedSentence> sentences{};  ///< the newest last
};

/// The newest last: undo and redo lead back to older ones.
struct GeneratedBatches {
    std::vector<GeneratedBatch> all;
};

/// Notes that a sentence of the wanted batch has just been generated. `before`: the batch of the edits before that.
void note_generated(State& state, const std::shared_ptr<const Batch>& before, GeneratedSentence sentence);

/// Of the sentences that are wanted now, the shown one where it was generated, or else the one that was generated last; null: none
/// was, or run A of a comparison is shown, whose sentences stay as they are.
const GeneratedSentence* generated_sentence(const State& state);

/// The edits with the batch as it was before. Requires: generated_sentence().
Edits without_generated(const State& state);

/// "Sentence 1 is from Generate: “je suis”, 2 tokens".
std::string generated_words(const GeneratedSentence& sentence);

}  // namespace vitrine
