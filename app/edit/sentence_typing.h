#pragma once
/// A whole sentence typed in place of one of the batch: its text is read as the model's texts are, and the target is what the model
/// writes for it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/run/run.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// A part of the typed text that the model's vocabulary lacks.
struct UnknownWord {
    std::size_t begin = 0, end = 0;      ///< bytes of the text
    std::vector<std::string> near = {};  ///< words that may have been meant
    bool unfinished = false;             ///< it is at the end of the text, and begins a known word: somebody is still typing it
};

/// What a text is to become, and in which model.
struct SentenceQuestion {
    std::shared_ptr<const Run> run;  ///< gives the model and its alterations
    Size sentence = 0;
    std::string text;
};

/// Runs are compared by their generation.
bool operator==(const SentenceQuestion& a, const SentenceQuestion& b);

struct SentenceTyping {
    std::optional<SentenceQuestion> asked = {};  ///< the text that was typed last, without an unfinished word; nothing: none was
    bool answered = true;                        ///< the batch has the sentence, or `problem` says why not
    std::string problem = {};                    ///< one line; empty: none
    std::vector<UnknownWord> unknown = {};       ///< of the typed text
    std::string what = {};                       ///< the name of the history's step that typed it; empty: none did
    std::shared_ptr<const Batch> made = {};      ///< the batch of that step
};

/// Replaces the selected sentence by the one that this text is read as, unless the text has a word that is unknown. Typing on
/// amends the same step of the history.
struct TypeSentence {
    static constexpr CommandTraits traits{.edits_run = true};
    std::string text;
    bool still_typing = false;  ///< the last word may be unfinished
};
void do_command(State& state, const TypeSentence& command);

/// The answer: the sentence, or why the text cannot be read.
struct ShowTypedSentence {
    static constexpr CommandTraits traits{.edits_run = true};
    SentenceQuestion question;
    std::optional<ReplaceSentence> sentence = {};
    std::string why = {};
};
void do_command(State& state, const ShowTypedSentence& command);

/// Why no sentence can be typed, for the screen; empty: one can.
std::string sentence_refusal(const State& state);

/// The selected sentence as text, as it would be typed. Requires: sentence_refusal() is empty.
std::string text_of_sentence(const State& state);

/// The words of a text that the model lacks. `still_typing`: the last one may be unfinished.
std::vector<UnknownWord> unknown_words(const Model& model, std::string_view text, bool still_typing);

/// The sentence that was typed last, if the batch does not have it yet.
std::optional<MissingResult> missing_sentence(const State& state);

}  // namespace vitrine
