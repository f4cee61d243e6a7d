#pragma once
/// A whole sentence typed in place of one of the batch: its text is read as the model's texts are, and the target is what the model
/// writes for it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/base/text_edit.h"
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
    TextEdit text = {};                          ///< in the field
    bool in_field = false;                       ///< the field of the batch panel has the keyboard
    std::optional<SentenceQuestion> asked = {};  ///< the text that was typed last, without an unfinished word; nothing: none was
    bool answered = true;                        ///< the batch has the sentence, or `problem` says why not
    std::string problem = {};                    ///< one line; empty: none
    std::vector<UnknownWord> unknown = {};       ///< of the typed text
    std::vector<std::string> left_out = {};      ///< marks of punctuation in the typed text that the model does not read
    std::string what = {};                       ///< the name of the history's step that typed it; empty: none did
    std::shared_ptr<const Batch> made = {};      ///< the batch of that step
};

/// Puts the text of the selected sentence into the field, selected, so that typing replaces it.
struct BeginSentence {};
void do_command(State& state, const BeginSentence& command);

/// The text in the field has changed, or its caret.
struct SetSentenceText {
    static constexpr CommandTraits traits{.edits_run = true};
    TextEdit text;
};
void do_command(State& state, const SetSentenceText& command);

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

/// The selected sentence as text, as it would be typed; of a decoder alone that answers after <sep>, what it answers. Requires:
/// sentence_refusal() is empty.
std::string text_of_sentence(const State& state);

/// The same of a sentence of any batch that the run's model reads.
std::string text_of_sentence(const Run& run, const Batch& batch, Size sentence);

/// The text in the field with another word in the place of an unknown one.
TextEdit with_word(const TextEdit& text, const UnknownWord& word, const std::string& by);

/// The first unknown word of the typed text that is not still being typed; null: every word is known.
const UnknownWord* first_unknown(const SentenceTyping& typing);

/// "“zebra” is not among its 2 441 words": an unknown word of the text in the field. Requires: a run is shown.
std::string unknown_text(const State& state, const UnknownWord& word);

/// "It reads no “,” and no “.”: they are left out."; empty: nothing was left out of the typed text.
std::string left_out_text(const SentenceTyping& typing);

/// "It has learned from sentences of up to 10 tokens; this one has 14."; empty for a shorter sentence, and where that is not known.
/// Requires: a run is shown.
std::string too_long_text(const State& state);

/// The words of a text that the model lacks. `still_typing`: the last one may be unfinished.
std::vector<UnknownWord> unknown_words(const Model& model, std::string_view text, bool still_typing);

/// The anchor of the field in the batch panel.
inline constexpr const char* sentence_field = "batch/sentence";

/// Begins with the selected sentence when the field gets the keyboard.
void follow_sentence_field(State& state);

/// The sentence that was typed last, if the batch does not have it yet.
std::optional<MissingResult> missing_sentence(const State& state);

}  // namespace vitrine
