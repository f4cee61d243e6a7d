#include <nlohmann/json.hpp>

#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/edit/editing.h"
#include "app/edit/generated_batch.h"
#include "app/edit/module.h"
#include "app/run/edits_json.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

OrderedJson words_json(const IndexTensor& tokens, const Vocabulary& vocabulary) {
    OrderedJson sentences = OrderedJson::array();
    for (Size b = 0; !tokens.empty() && b < tokens.size(0); ++b) {
        OrderedJson words = OrderedJson::array();
        for (Size i = 0; i < tokens.size(1); ++i) words.push_back(vocabulary.word(tokens.at({b, i})));
        sentences.push_back(words);
    }
    return sentences;
}

/// Null if no field is open. The choice is a word, or null if none is chosen.
OrderedJson field_json(const State& state) {
    if (!state.field) return {};
    OrderedJson json{{"text", state.field->text.text}, {"problem", state.field->problem}};
    const auto* token = std::get_if<TypedToken>(&state.field->what);
    if (!token) return json;
    const auto& choices = field_choices(state);
    const Vocabulary& vocabulary = vocabulary_of(*state.run, token->place.side);
    json["inserts"] = token->inserts;
    json["choice"] =
        token->choice < 0 ? OrderedJson() : OrderedJson(vocabulary.word(choices[static_cast<std::size_t>(token->choice)]));
    json["choices"] = choices.size();
    return json;
}

/// Null if nothing is open.
OrderedJson sentences_json(const State& state) {
    if (!state.run) return {};
    const Batch& batch = wanted_batch(state);
    const Model& model = *shown_run(state)->model;
    const GeneratedSentence* generated = generated_sentence(state);
    return {{"changed", shown_edits(state).batch != nullptr},
            {"src", words_json(batch.src, model.source_vocabulary)},
            {"tgt", words_json(batch.tgt, model.target_vocabulary)},
            {"labels", words_json(batch.labels, model.label_words())},
            {"generated", generated ? OrderedJson(generated_words(*generated)) : OrderedJson()},
            {"undo", undo_words(state)},
            {"redo", redo_words(state)},
            {"field", field_json(state)}};
}

}  // namespace

void describe_edits(const State& state, OrderedJson& json) {
    const Interventions& done = shown_edits(state).interventions;
    json["altered"] = done.empty() ? OrderedJson() : to_json(done);
    json["edits"] = sentences_json(state);
}

}  // namespace vitrine
