#include "app/edit/generated_batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "core/text/plain_text.h"

namespace vitrine {

const GeneratedBatch* generated_batch(const State& state) {
    const std::vector<GeneratedBatch>& all = state.of<GeneratedBatches>().all;
    const auto found =
        std::find_if(all.rbegin(), all.rend(), [&](const GeneratedBatch& one) { return one.batch == state.edits.batch; });
    return state.edits.batch && found != all.rend() ? &*found : nullptr;
}

void note_generated(State& state, const std::shared_ptr<const Batch>& before, GeneratedSentence sentence) {
    constexpr std::size_t most = 32;
    if (!state.edits.batch) return;  // the batch that the model was opened with
    std::vector<GeneratedBatch>& all = state.of<GeneratedBatches>().all;
    const auto earlier =
        std::find_if(all.rbegin(), all.rend(), [&](const GeneratedBatch& one) { return before && one.batch == before; });
    if (earlier == all.rend() && state.edits.batch == before) return;  // the sentence was in the batch already
    GeneratedBatch made = earlier == all.rend() ? GeneratedBatch{.batch = {}, .before = before} : *earlier;
    made.batch = state.edits.batch;
    std::erase_if(made.sentences, [&](const GeneratedSentence& one) { return one.sentence == sentence.sentence; });
    made.sentences.push_back(std::move(sentence));
    all.push_back(std::move(made));
    if (all.size() > most) all.erase(all.begin());
}

const GeneratedSentence* generated_sentence(const State& state) {
    const GeneratedBatch* batch = state.run && !shows_a(state) ? generated_batch(state) : nullptr;
    if (!batch) return nullptr;
    const auto shown = std::ranges::find(batch->sentences, shown_sentence(state), &GeneratedSentence::sentence);
    return shown != batch->sentences.end() ? &*shown : &batch->sentences.back();
}

Edits without_generated(const State& state) {
    Edits edits = state.edits;
    edits.batch = generated_batch(state)->before;
    return fitting(*state.run, std::move(edits)).edits;
}

std::string generated_words(const GeneratedSentence& sentence) {
    return fmt::format("Sentence {} is from Generate: “{}”, {}", sentence.sentence + 1, sentence.words,
                       counted(sentence.tokens, "token"));
}

}  // namespace vitrine
