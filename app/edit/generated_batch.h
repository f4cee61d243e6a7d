#pragma once
/// The sentences that the view Generate has put into the batch, so that every view can say so.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// A sentence as it was generated, up to the chosen token.
struct GeneratedSentence {
    Size sentence = 0;  ///< its row in the batch
    std::string words;  ///< the generated text, "je suis"
    Size tokens = 0;    ///< the number of its tokens
};

struct GeneratedBatch {
    std::shared_ptr<const Batch> batch;          ///< the batch with these sentences
    std::shared_ptr<const Batch> before;         ///< the batch without them; null: the one that the model was opened with
    std::vector<GeneratedSentence> sentences{};  ///< the newest last
};

/// The newest is last; older ones are kept because undo and redo can lead back to them.
struct GeneratedBatches {
    std::vector<GeneratedBatch> all;
};

/// The entry for the batch of the wanted edits; null: that batch is not from Generate.
const GeneratedBatch* generated_batch(const State& state);

/// What a session keeps of it, under "generated"; null: nothing. Reading requires that the batch of the session is there.
void write_generated(const State& state, FieldWriter& writer);
void read_generated(State& state, const FieldReader& reader);

/// Records that a sentence of the wanted batch was just generated. `before`: the batch of the edits before that.
void note_generated(State& state, const std::shared_ptr<const Batch>& before, GeneratedSentence sentence);

/// The shown sentence if it was generated, otherwise the sentence of the wanted batch that was generated last; null: none was
/// generated, or run A of a comparison is shown, whose sentences do not change.
const GeneratedSentence* generated_sentence(const State& state);

/// The edits with the batch as it was before Generate changed it. Requires: generated_sentence().
Edits without_generated(const State& state);

/// "Sentence 1 is from Generate: “je suis”, 2 tokens".
std::string generated_words(const GeneratedSentence& sentence);

}  // namespace vitrine
