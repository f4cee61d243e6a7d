#pragma once
/// A window's state with a decoded sentence.

#include <stdexcept>
#include <string>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/run/edited.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/decoding.h"
#include "app/views/generate/state.h"
#include "app/views/masks/readings.h"
#include "tests/app/compare/compared.h"

namespace vitrine::tests {

/// Does what the window does between two frames, until the state lacks nothing.
inline void answer(State& state) {
    while (lacks_edits(state) || lacks_difference(state) || lacks_decoding(state)) {
        while (lacks_edits(state) || lacks_difference(state)) follow(state);
        if (const auto question = unanswered_question(state)) vitrine::apply(state, carry_out_now(decoding_job(*question)));
    }
}

/// Applies a command and everything that follows from it.
inline void act(State& state, const Command& command) {
    vitrine::apply(state, command);
    answer(state);
}

/// The view Generate on a sentence of a sample.
inline State generating(const char* name = "translation", Size sentence = 0) {
    State state = opened(name);
    apply(state, SelectSentence{sentence});
    act(state, SetView{View::generate});
    return state;
}

inline const Generation& generation_of(const State& state) { return state.of<GenerateView>().decoded->generation; }

inline const WordNode& node_at(const State& state, int node) { return generation_of(state).nodes[static_cast<std::size_t>(node)]; }

/// The node to which these words lead.
inline int node_of(const State& state, const std::string& words) {
    for (int node = 0; node < static_cast<int>(generation_of(state).nodes.size()); ++node) {
        if (words_to(state, node) == words) return node;
    }
    throw std::runtime_error("no node of “" + words + "”");
}

inline std::int32_t target_word(const State& state, std::string_view word) {
    return state.run->model->target_vocabulary.id(word).value();
}

/// The current options with a change.
template <class Change>
SetDecoding changed_options(const State& state, const Change& change) {
    SetDecoding command{state.of<GenerateView>().options};
    change(command.options);
    return command;
}

/// The words of a row without padding.
inline std::string row(const State& state, const IndexTensor& tokens) {
    const Vocabulary& vocabulary = state.run->model->target_vocabulary;
    std::string words;
    for (Size i = 0; i < tokens.size(1); ++i) {
        const std::int32_t token = tokens.at({shown_sentence(state), i});
        if (token != state.run->model->configuration.pad_tgt) words += (i > 0 ? " " : "") + vocabulary.word(token);
    }
    return words;
}

inline std::string target(const State& state) { return row(state, state.run->batch->tgt); }
inline std::string labels(const State& state) { return row(state, state.run->batch->labels); }

inline void choose(State& state, const std::string& words) { act(state, ChooseWord{node_of(state, words)}); }

inline void force(State& state, const std::string& after, std::string_view word) {
    act(state, ForceWord{after.empty() ? 0 : node_of(state, after), target_word(state, word)});
}

inline std::string best(const State& state) { return words_to(state, generation_of(state).hypotheses.front().node); }

}  // namespace vitrine::tests
